"""A watcher learns of what others write."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy.engine import Connection

from adjudicator.storage import keys, postgresql
from adjudicator.storage.announcing import Announcer
from adjudicator.storage.database import Database
from adjudicator.storage.opening import open_database

NOW = "2026-05-01T12:00:00.000000Z"
PATIENCE = 60
NEVER = 1e9


class Watcher:
    """Is woken, and can be waited for."""

    def __init__(self, database: Database) -> None:
        self.woken, self.stop = threading.Semaphore(0), threading.Event()
        self.thread = threading.Thread(target=self.watch, args=(database,))

    def watch(self, database: Database) -> None:
        for _ in database.watch(self.stop):
            self.woken.release()

    def wait(self) -> bool:
        return self.woken.acquire(timeout=PATIENCE)


@contextmanager
def watching(database: Database) -> Iterator[Watcher]:
    watcher = Watcher(database)
    watcher.thread.start()
    try:
        assert watcher.wait(), "it looks once when it begins"
        yield watcher
    finally:
        watcher.stop.set()
        watcher.thread.join()


@pytest.fixture(autouse=True)
def only_announcements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "LONGEST_WAIT", NEVER)


def add_club(database: Database, name: str) -> None:
    def work(connection: Connection) -> None:
        keys.add_club(connection, name, name, NOW)

    database.write(work)


def test_a_write_by_another_wakes_and_a_stop_ends(database: Database, url: str) -> None:
    other = open_database(url)
    with watching(database) as watcher:
        for name in "abc":
            add_club(other, name)
            assert watcher.wait()
        add_club(database, "d")
        assert watcher.wait(), "its own process's writes count as well"
    other.close()


def test_a_process_that_ends_announces_its_last_write(database: Database, url: str) -> None:
    with watching(database) as watcher:
        other = open_database(url)
        add_club(other, "a")
        other.close()
        assert watcher.wait()


def test_a_watcher_that_lost_its_connection_goes_on(served: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "LONGEST_WAIT", 0.01)
    ours = "pid <> pg_backend_pid() AND datname = current_database()"
    other = open_database(served.url.render_as_string(hide_password=False))
    with watching(served) as watcher:
        with other.engine.connect() as connection:
            connection.exec_driver_sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {ours}")
        assert watcher.wait()
        monkeypatch.setattr(postgresql, "LONGEST_WAIT", NEVER)
        while watcher.woken.acquire(timeout=1):
            """It looked without a reason until now."""
        add_club(other, "a")
        assert watcher.wait()
    other.close()


def test_many_writes_are_announced_together_and_none_is_forgotten() -> None:
    sent: list[int] = []
    written, sending, go_on = [0], threading.Event(), threading.Event()

    def send() -> None:
        sent.append(written[0])
        sending.set()
        go_on.wait()

    announcer = Announcer(send)
    for place in range(1, 6):
        written[0] = place
        announcer.written()
        assert sending.wait(PATIENCE)
    go_on.set()
    announcer.close()
    assert sent == [1, 5]


def test_an_announcer_can_be_closed_twice_and_begins_again() -> None:
    sent: list[Any] = []
    announcer = Announcer(lambda: sent.append(None))
    announcer.close()
    for _ in range(2):
        before = len(sent)
        announcer.written()
        announcer.close()
        announcer.close()
        assert len(sent) > before
