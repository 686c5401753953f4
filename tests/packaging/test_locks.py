"""The lock files hold what setup.cfg asks for, every pin with its hash, and no address of an index."""

import configparser
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.lock", "requirements-postgres.lock", "requirements-dev.lock")


def pins(lock: str) -> dict[str, str]:
    """Name -> version."""
    found = re.findall(r"(?m)^([A-Za-z0-9._-]+)==(\S+) \\$", (ROOT / lock).read_text("utf-8"))
    return {canonicalize_name(name): version for name, version in found}


def wanted(extra: str | None) -> list[Requirement]:
    """What setup.cfg asks for, and what building needs."""
    setup = configparser.ConfigParser()
    setup.read(ROOT / "setup.cfg", "utf-8")
    lines = setup["options"]["install_requires"].split("\n")
    if extra:
        lines += setup["options.extras_require"][extra].split("\n")
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    return [Requirement(line) for line in [*lines, *build] if line.strip()]


@pytest.mark.parametrize(("lock", "extra"), [(LOCKS[0], None), (LOCKS[1], "postgres"), (LOCKS[2], "dev")])
def test_the_lock_holds_what_is_asked_for(lock, extra):
    found = pins(lock)
    for requirement in wanted(extra):
        version = found.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement.name} is not in {lock}: make lock"
        assert requirement.specifier.contains(version, prereleases=True), f"{requirement}, but {version} in {lock}: make lock"


def test_what_is_installed_for_the_tests_is_what_is_installed_to_serve():
    assert pins(LOCKS[0]).items() <= pins(LOCKS[1]).items() <= pins(LOCKS[2]).items()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_a_hash_and_no_index_is_named(lock):
    text = (ROOT / lock).read_text("utf-8")
    for block in re.split(r"(?m)^(?=[A-Za-z0-9._-]+==)", text)[1:]:
        assert "--hash=sha256:" in block, block.partition("\n")[0]
    assert "://" not in text
    assert not re.search(r"(?m)^--", text)
