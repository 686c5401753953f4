"""Webhooks of the real service: it delivers by itself, and `adjudicator deliver` does so without it."""

import json
import os
import subprocess
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.config import Settings
from adjudicator.services.access import Access
from adjudicator.services.later import Later
from adjudicator.services.webhooks.managing import Made, Wanted, Webhooks
from adjudicator.wiring import prepare, setting_of
from tests.cli.listening import KEY, PATIENCE, Served, serving
from tests.cli.logs import LAWFUL
from tests.cli.test_serving import PROGRAM, environment
from tests.databases import BACKENDS, migrated
from tests.receiving import Receiver, receiving


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def listen(served: Served, url: str) -> None:
    status, made = served.ask("POST", "/v1/webhooks", {"url": url, "events": ["match.created"]})
    assert status == 201, made


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_service_delivers(tmp_path: Path, backend: str, receiver: Receiver) -> None:
    url = migrated(backend, tmp_path)
    with serving(tmp_path, url, "--workers", "2", ADJUDICATOR_WEBHOOKS_LOCAL="true") as served:
        listen(served, receiver.url)
        path = served.match()
        assert receiver.arrived.wait(PATIENCE)
        assert served.stop() == 0
    assert [json.loads(body)["data"]["id"] for _, _, body in receiver.got] == [path.rpartition("/")[2]]


def test_the_service_ends_while_somebody_is_slow(tmp_path: Path) -> None:
    url = migrated("sqlite", tmp_path)
    with (
        receiving(holding=True) as slow,
        serving(tmp_path, url, "--workers", "1", ADJUDICATOR_WEBHOOKS_LOCAL="true") as served,
    ):
        listen(served, slow.url)
        served.match()
        assert slow.arrived.wait(PATIENCE)
        assert served.stop() == 0
        assert slow.under_way == 1, "it is still at it"


def test_attempts_are_counted_for_prometheus(tmp_path: Path, receiver: Receiver) -> None:
    with serving(tmp_path, migrated("sqlite", tmp_path), "--workers", "2", ADJUDICATOR_WEBHOOKS_LOCAL="true") as served:
        listen(served, receiver.url)
        served.match()
        assert receiver.arrived.wait(PATIENCE)
        counted = 'adjudicator_webhook_attempts_total{state="delivered"} 1.0'
        until(lambda: counted in metrics(served))


def metrics(served: Served) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{served.port}/metrics") as answer:
        text: str = answer.read().decode()
    return text


def until(seen: Callable[[], bool]) -> None:
    """At last."""
    pause = threading.Event()
    for _ in range(10 * PATIENCE):
        if seen():
            return
        pause.wait(0.1)
    raise AssertionError("it was never seen")


def test_private_addresses_are_refused_unless_allowed(tmp_path: Path, receiver: Receiver) -> None:
    with serving(tmp_path, migrated("sqlite", tmp_path), "--workers", "1") as served:
        status, told = served.ask("POST", "/v1/webhooks", {"url": receiver.url, "events": ["match.created"]})
    assert (status, [error["pointer"] for error in told["errors"]]) == (422, ["/url"])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With a database, on which nobody serves."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADJUDICATOR_WEBHOOKS_LOCAL", "true")
    monkeypatch.setenv("ADJUDICATOR_ADMIN_KEY", KEY)
    monkeypatch.setenv("ADJUDICATOR_DATABASE_URL", f"sqlite:///{tmp_path}/adjudicator.db")
    (tmp_path / "log.json").write_text(json.dumps(LAWFUL))
    return tmp_path


def kept(folder: Path, url: str) -> Made:
    """A webhook in the database of the environment."""
    settings = Settings.from_environ(os.environ)
    prepare(settings, {})
    setting = setting_of(settings, {})
    wanted = Later(lambda: Wanted(url, ["match.created"]))
    made = Webhooks(setting, local=True).create(Access(KEY), wanted).value
    setting.database.close()
    return made


def test_deliver_once(run: Callable[..., Any], folder: Path, receiver: Receiver) -> None:
    assert run("deliver", "--once").code == 2, "there is no database"
    kept(folder, receiver.url)
    assert run("import", "log.json").code == 0
    receiver.statuses = [500]
    assert run("deliver", "--once").out == "0 of 1 delivered\n"
    assert run("deliver", "--once").out == "nothing was due\n"
    assert len(receiver.got) == 1


def test_deliver_ends_when_it_is_told_to(run: Callable[..., Any], folder: Path) -> None:
    with receiving(holding=True) as slow:
        kept(folder, slow.url)
        assert run("import", "log.json").code == 0
        with subprocess.Popen([*PROGRAM, "deliver"], env=environment(**own())) as delivering:
            assert slow.arrived.wait(PATIENCE)
            delivering.terminate()
            assert delivering.wait() == 0
        assert slow.under_way == 1, "it is still at it"
        slow.holding = False
        assert run("deliver", "--once").out == "1 of 1 delivered\n", "what was cut off is free for whoever comes next"


def own() -> dict[str, str]:
    """The settings of the folder."""
    return {name: value for name, value in os.environ.items() if name.startswith("ADJUDICATOR_")}


def test_webhooks_are_listed_and_get_another_secret(run: Callable[..., Any], folder: Path) -> None:
    made = kept(folder, "http://club.example/")
    (listed,) = run("webhooks", "list", "--format", "json").lines
    assert (listed["id"], listed["url"], listed["events"], listed["active"]) == (made.id, made.url, "match.created", "true")
    other = run("webhooks", "secret", made.id, "--overlap", "2")
    assert other.out.startswith("whsec_")
    assert other.out.strip() not in (made.secret, other.err.strip())
    (again,) = run("webhooks", "list", "--format", "json").lines
    assert again["former_secret_until"] in other.err
    assert "signs no more" in run("webhooks", "secret", made.id, "--overlap", "0").err
    everything = "".join(run("webhooks", "list", "--format", form).out for form in ("text", "json", "csv"))
    assert "http://club.example/" in everything
    assert "whsec_" not in everything
    assert run("webhooks", "secret", "0199").code == 2
    run("clubs", "add", "Other")
    assert run("webhooks", "list", "--club", "Other").out.split("\n")[1:] == [""]
    assert run("webhooks", "secret", made.id, "--club", "Other").code == 2
