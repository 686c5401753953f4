"""Streams of the real service: everything is told once and in order, however often they are cut; they end when they must."""

import itertools
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.cli.listening import Event, Listener, Served, serving
from tests.cli.test_serving import run
from tests.databases import migrated

CLIENTS, APPENDS = 8, 20
Open = Callable[..., Listener]
KINDS = [("sqlite", "1"), ("postgresql", "2")]


@pytest.fixture(params=KINDS, ids=["sqlite", "postgresql with two processes"])
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """The URL of a database, and how many processes serve it."""
    backend, workers = request.param
    return migrated(backend, tmp_path), workers


@pytest.fixture
def served(tmp_path: Path, kind: tuple[str, str]) -> Iterator[Served]:
    url, workers = kind
    with serving(tmp_path, url, "--workers", workers, ADJUDICATOR_HEARTBEAT_SECONDS="1") as found:
        yield found


@pytest.fixture
def listen(served: Served) -> Iterator[Open]:
    """Opens a stream of the service; all of them are closed at last."""
    with ExitStack() as stack:
        yield lambda *given, **more: stack.enter_context(closing(Listener(served, *given, **more)))


def writers(served: Served, path: str) -> list[threading.Thread]:
    """Clients that log remarks, each its own, as fast as they can."""

    def write(client: int) -> None:
        for number in range(APPENDS):
            served.remark(path, f"{client} {number}")

    threads = [threading.Thread(target=write, args=(client,)) for client in range(CLIENTS)]
    for thread in threads:
        thread.start()
    return threads


def told_once_and_in_order(events: list[Event]) -> None:
    """Of the events `moves` and `correction`, from the first write on."""
    assert [event.id for event in events] == list(range(1, len(events) + 1))
    assert all(event.data["revision"] == event.id for event in events)
    lines = [line for event in events for line in event.data["items"]]
    assert [line["ply"] for line in lines] == list(range(1, CLIENTS * APPENDS + 1))
    notes = [line["move"]["note"] for line in lines]
    assert sorted(notes) == sorted(f"{client} {number}" for client in range(CLIENTS) for number in range(APPENDS))
    for client in range(CLIENTS):
        mine = [note for note in notes if note.startswith(f"{client} ")]
        assert mine == [f"{client} {number}" for number in range(APPENDS)]


def moves(listener: Listener, plies: int) -> Iterator[Event]:
    """The events `moves`, up to the one behind which the log has so many entries."""
    for event in listener.events():
        if event.kind == "moves":
            yield event
            if event.data["plies"] == plies:
                return


def test_everything_is_told_once_and_in_order(served: Served, listen: Open) -> None:
    path = served.match()
    listeners = [listen(f"{path}/stream", 0) for _ in range(3)]
    threads = writers(served, path)
    for listener in listeners:
        told_once_and_in_order(list(moves(listener, CLIENTS * APPENDS)))
    for thread in threads:
        thread.join()


def test_what_was_cut_off_goes_on_without_loss_or_repeat(served: Served, listen: Open) -> None:
    path, rng = served.match(), random.Random(1)
    threads = writers(served, path)
    found: list[Event] = []
    while not found or found[-1].data["plies"] < CLIENTS * APPENDS:
        listener = listen(f"{path}/stream", found[-1].id if found else 0)
        # A stream that was cut off holds its seat until the service notices (503).
        if listener.status == 200:
            found += itertools.islice(moves(listener, CLIENTS * APPENDS), rng.randint(0, 12))
        listener.close()
    for thread in threads:
        thread.join()
    told_once_and_in_order(found)


def test_a_stop_ends_every_stream_properly(served: Served, listen: Open) -> None:
    path = served.match()
    token = served.ask("POST", f"{path}/link", {})[1]["path"]
    listeners = [listen(f"{path}/stream"), listen(f"{token}/stream", said=None)]
    begun = [listener.events() for listener in listeners]
    assert [[next(events).kind for _ in range(2)] for events in begun] == [["status", "score"]] * 2
    code: list[int] = []
    stopper = threading.Thread(target=lambda: code.append(served.stop()))
    stopper.start()
    # An answer whose last chunk is missing would raise here.
    assert [list(events) for events in begun] == [[], []]
    stopper.join()
    assert code == [0]
    assert not [said for said in served.said if "imeout" in said or "Traceback" in said]


def test_a_silent_stream_gives_signs_of_life(served: Served, listen: Open) -> None:
    listener = listen(f"{served.match()}/stream")
    lines = [line for line in itertools.islice(listener.lines(), 14) if line.startswith(":")]
    assert lines == [":"] * len(lines)
    assert lines


def test_a_key_or_link_that_is_no_longer_good_ends_its_stream(
    tmp_path: Path, kind: tuple[str, str], served: Served, listen: Open
) -> None:
    environ = {"ADJUDICATOR_DATABASE_URL": kind[0]}
    made = run(tmp_path, "keys", "add", "screen", "--role", "viewer", **environ)
    path = served.match()
    link = served.ask("POST", f"{path}/link", {})[1]["path"]
    said = next(word for word in made.stdout.split() if word.startswith("adj_"))
    by_key, by_link = listen(f"{path}/stream", said=said), listen(f"{link}/stream", said=None)
    assert (by_key.status, by_link.status) == (200, 200)
    assert run(tmp_path, "keys", "revoke", "screen", **environ).returncode == 0
    assert {event.id for event in by_key.events()} == {2}
    assert served.ask("DELETE", f"{path}/link")[0] == 204
    assert {event.id for event in by_link.events()} == {2}


@pytest.fixture
def few_threads(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    options = ("--workers", "1", "--threads", str(request.param))
    with serving(tmp_path, migrated("sqlite", tmp_path), *options, ADJUDICATOR_HEARTBEAT_SECONDS="1") as found:
        yield found


@pytest.mark.parametrize(("few_threads", "most"), [(1, 0), (2, 1), (3, 1), (4, 2)], indirect=["few_threads"])
def test_no_more_streams_than_leave_threads_for_others(few_threads: Served, most: int) -> None:
    path = few_threads.match()
    with ExitStack() as stack:
        listeners = [stack.enter_context(closing(Listener(few_threads, f"{path}/stream"))) for _ in range(most + 1)]
        assert [listener.status for listener in listeners] == [200] * most + [503]
        assert listeners[-1].answer.getheader("Retry-After") == "5"
        assert few_threads.ask("GET", path)[0] == 200
    while most and opened(few_threads, path) != 200:
        """A seat is free when the service notices that nobody listens."""


def opened(served: Served, path: str) -> int:
    with closing(Listener(served, f"{path}/stream")) as listener:
        return listener.status
