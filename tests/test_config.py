"""Settings from variables and files."""

import tempfile

import pytest

from adjudicator.config import READ, UNLIMITED, WRITE, Rate, Settings, SettingsError, limited


def test_without_variables_there_are_defaults():
    settings = Settings.from_environ({"PATH": "/bin", "OTHER_LOG_LEVEL": "debug"})
    assert settings == Settings()
    assert settings.database_url == "sqlite:///adjudicator.db"
    assert settings.max_body == 8_388_608
    assert settings.spool_dir == tempfile.gettempdir()


def test_every_setting_is_a_variable(tmp_path):
    environ = {
        "ADJUDICATOR_DATABASE_URL": "postgresql://db/adjudicator",
        "ADJUDICATOR_ADMIN_KEY": "adj_secret",
        "ADJUDICATOR_SIGNING_KEY": "0f" * 32,
        "ADJUDICATOR_LOG_LEVEL": "Warning",
        "ADJUDICATOR_MAX_BODY": "1000",
        "ADJUDICATOR_MAX_BATCH": "2G",
        "ADJUDICATOR_SPOOL_DIR": str(tmp_path),
        "ADJUDICATOR_CORS_ORIGINS": "https://club.example, http://localhost:3000",
        "ADJUDICATOR_RATE_READ": "20 / Second",
        "ADJUDICATOR_RATE_WRITE": "off",
        "ADJUDICATOR_PROXIES": "2",
        "ADJUDICATOR_TLS": "true",
        "ADJUDICATOR_PATIENCE_SECONDS": "5",
        "ADJUDICATOR_MAX_STREAMS": "0",
        "ADJUDICATOR_HEARTBEAT_SECONDS": "2",
        "ADJUDICATOR_STREAM_SECONDS": "60",
        "ADJUDICATOR_WEBHOOKS_LOCAL": "true",
    }
    assert Settings.from_environ(environ) == Settings(
        database_url="postgresql://db/adjudicator",
        admin_key="adj_secret",
        signing_key="0f" * 32,
        log_level="warning",
        max_body=1_000,
        max_batch=2 * 1024**3,
        spool_dir=str(tmp_path),
        cors_origins=("https://club.example", "http://localhost:3000"),
        rate_read=Rate(20, 1),
        rate_write=UNLIMITED,
        proxies=2,
        tls=True,
        patience_seconds=5,
        max_streams=0,
        heartbeat_seconds=2,
        stream_seconds=60,
        webhooks_local=True,
    )
    assert {name.removeprefix("ADJUDICATOR_").lower() for name in environ} == set(Settings.__struct_fields__)


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_every_setting_can_stand_in_a_file(tmp_path, end):
    secret = tmp_path / "key"
    secret.write_text(f"adj_from a file{end}", encoding="utf-8", newline="")
    size = tmp_path / "size"
    size.write_text(f"16M{end}", encoding="utf-8", newline="")
    settings = Settings.from_environ({"ADJUDICATOR_ADMIN_KEY_FILE": str(secret), "ADJUDICATOR_MAX_BODY_FILE": str(size)})
    assert (settings.admin_key, settings.max_body) == ("adj_from a file", 16 * 1024**2)


def test_an_empty_variable_is_as_absent(tmp_path):
    empty = tmp_path / "empty"
    empty.touch()
    environ = {"ADJUDICATOR_ADMIN_KEY": "", "ADJUDICATOR_ADMIN_KEY_FILE": str(empty), "ADJUDICATOR_LOG_LEVEL": ""}
    assert Settings.from_environ(environ) == Settings()


@pytest.mark.parametrize(("variable", "value"), [
    ("LOG_LEVEL", "loud"),
    ("SIGNING_KEY", "0f" * 31),
    ("SIGNING_KEY", "-----BEGIN PRIVATE KEY-----"),
    ("MAX_BODY", "0"),
    ("MAX_BODY", "-1"),
    ("MAX_BODY", "8T"),
    ("MAX_BODY", "1e6"),
    ("MAX_BATCH", "\u0667"),
    ("SPOOL_DIR", "/nowhere/at/all"),
    ("CORS_ORIGINS", "club.example"),
    ("CORS_ORIGINS", "https://club.example/path"),
    ("RATE_READ", "0/minute"),
    ("RATE_READ", "many"),
    ("RATE_WRITE", "10/fortnight"),
    ("PROXIES", "-1"),
    ("TLS", "yes"),
    ("PATIENCE_SECONDS", "0"),
    ("MAX_STREAMS", "-1"),
    ("HEARTBEAT_SECONDS", "0"),
    ("STREAM_SECONDS", "1h"),
    ("ADMIN_KEY_FILE", "/nowhere/at/all"),
])
def test_a_setting_that_cannot_be_read_is_named(variable, value):
    with pytest.raises(SettingsError, match=f"ADJUDICATOR_{variable}"):
        Settings.from_environ({f"ADJUDICATOR_{variable}": value})


def test_a_variable_and_its_file_contradict_each_other(tmp_path):
    with pytest.raises(SettingsError, match="ADJUDICATOR_ADMIN_KEY and ADJUDICATOR_ADMIN_KEY_FILE"):
        Settings.from_environ({"ADJUDICATOR_ADMIN_KEY": "a", "ADJUDICATOR_ADMIN_KEY_FILE": str(tmp_path / "b")})


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "key"
    path.write_bytes(b"\xff")
    with pytest.raises(SettingsError, match="ADJUDICATOR_ADMIN_KEY_FILE"):
        Settings.from_environ({"ADJUDICATOR_ADMIN_KEY_FILE": str(path)})


@pytest.mark.parametrize(
    ("address", "read"), [("127.0.0.1", None), ("::1", None), ("0.0.0.0", READ), ("::", READ), ("10.1.2.3", READ)]
)
def test_limits_are_for_services_that_others_reach(address, read):
    assert limited(Settings(), address).rate_read == read
    assert limited(Settings(rate_read=Rate(5)), address).rate_read == Rate(5)
    assert limited(Settings(rate_read=UNLIMITED), "10.1.2.3") == Settings(rate_read=UNLIMITED, rate_write=WRITE)
