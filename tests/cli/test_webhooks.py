"""Webhooks of the real service: it delivers by itself, and `adjudicator deliver` does so without it."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.listening import PATIENCE, Served, serving
from tests.cli.logs import LAWFUL
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


def test_private_addresses_are_refused_unless_allowed(tmp_path: Path, receiver: Receiver) -> None:
    with serving(tmp_path, migrated("sqlite", tmp_path), "--workers", "1") as served:
        status, told = served.ask("POST", "/v1/webhooks", {"url": receiver.url, "events": ["match.created"]})
    assert (status, [error["pointer"] for error in told["errors"]]) == (422, ["/url"])


def test_deliver_once(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, receiver: Receiver
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADJUDICATOR_WEBHOOKS_LOCAL", "true")
    assert run("deliver", "--once").code == 2, "there is no database"
    url = migrated("sqlite", tmp_path)
    monkeypatch.setenv("ADJUDICATOR_DATABASE_URL", url)
    with serving(tmp_path, url, "--workers", "1", ADJUDICATOR_WEBHOOKS_LOCAL="true") as served:
        listen(served, receiver.url)
        served.stop()
    (tmp_path / "log.json").write_text(json.dumps(LAWFUL))
    assert run("import", "log.json").code == 0
    receiver.statuses = [500]
    assert run("deliver", "--once").out == "0 of 1 delivered\n"
    assert run("deliver", "--once").out == "0 of 0 delivered\n"
    assert len(receiver.got) == 1
