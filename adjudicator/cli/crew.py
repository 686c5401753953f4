"""Logs judged side by side, by processes of this program that have neither the database nor the terminal.

What they cannot answer plainly, whatever is wrong with a log, is left to this process, as if it were alone. Each has a
connection of its own, and ends with it: so they end with this process, however that ends, and one that dies disturbs no other.
"""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

import click
from msgspec import Struct

from adjudicator.cli import terminal
from adjudicator.cli.sources import Source, size_of
from adjudicator.core.game import Game
from adjudicator.games import discover

GROUP = 256 * 1024
"""Bytes of logs that are handed over together: some forty logs of an evening."""
AHEAD = 4 * GROUP
"""Bytes of logs that are read ahead for each process."""
LARGE = 8 * 1024 * 1024
"""From how many bytes on other processes are worth starting unasked."""

T = TypeVar("T")
Games = Mapping[str, Game]
Work = Callable[[Games, Source], T]
"""What is to be done with each log. It can be pickled, and so can what it gives; what it raises is not handed over."""


def jobs_option(most: int) -> Callable[[Any], Any]:
    """`--jobs`. `most`: the most processes that are started unasked."""
    large = LARGE // 2**20
    return click.option(
        "--jobs", type=click.IntRange(1, 256), metavar="N",
        help=f"Judge with N processes side by side. Unasked, FILES of {large} MiB or more together get as many as there are "
        f"processors, {most} at most; anything else gets one, and so does what comes through a pipe.",
    )  # fmt: skip


def processes(jobs: int | None, files: Sequence[str], games: Games, most: int) -> int:
    """How many processes are to judge these files. Games other than the installation's are known to this process alone."""
    if games != discover():
        return 1
    if jobs is not None:
        return jobs
    size = size_of(files)
    return 1 if size is None or size < LARGE else min(_processors(), most)


def _processors() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Task(Struct, Generic[T]):
    """Logs that were handed over, and the answers to them once they are there."""

    group: list[Source]
    answers: list[T | None] | None = None

    def give_back(self) -> None:
        """Leave the logs to this process."""
        self.answers = [None] * len(self.group)


class Crew(Generic[T]):
    """The processes at the other ends of these connections. There may be none, and any may die."""

    def __init__(self, connections: list[Connection]) -> None:
        self._idle = connections
        self._busy: dict[Connection, _Task[T]] = {}

    @property
    def is_there(self) -> bool:
        """Whether there is anybody besides this process."""
        return bool(self._idle or self._busy)

    def work_off(self, groups: Iterable[list[Source]]) -> Iterator[tuple[list[Source], list[T | None]]]:
        """All groups in order, with the answer to each log. None: it is this process's to do."""
        waiting, ahead = iter(groups), deque[_Task[T]]()
        most = AHEAD * len(self._idle)
        while True:
            room = not ahead or (self._idle and sum(_bytes(task.group) for task in ahead) < most)
            if room and (group := next(waiting, None)) is not None:
                ahead.append(self._handed_over(group))
            elif not ahead:
                return
            elif ahead[0].answers is None:
                self._listen()
            else:
                task = ahead.popleft()
                yield task.group, task.answers or []

    def _handed_over(self, group: list[Source]) -> _Task[T]:
        task: _Task[T] = _Task(group)
        while self._idle:
            connection = self._idle.pop()
            try:
                connection.send(group)
            except OSError:
                self._miss()
            else:
                self._busy[connection] = task
                return task
        task.give_back()
        return task

    def _listen(self) -> None:
        """Wait until somebody answers."""
        for connection in wait(list(self._busy)):
            assert isinstance(connection, Connection)
            task = self._busy.pop(connection)
            try:
                task.answers = connection.recv()
                self._idle.append(connection)
            except (EOFError, OSError):
                task.give_back()
                self._miss()

    def _miss(self) -> None:
        terminal.complain("a process that judged logs was ended by something else; the rest goes on without it.")


@contextmanager
def crew(count: int, work: Work[T]) -> Iterator[Crew[T]]:
    """So many processes for this work; for 1 there is none besides this one."""
    with ExitStack() as others:
        try:
            connections = [others.enter_context(_another(work)) for _ in range(count if count > 1 else 0)]
        except OSError as error:
            terminal.complain(f"{error.strerror or error}: no {count} processes can be had, so one does it all.")
            others.close()
            connections = []
        yield Crew(connections)


@contextmanager
def _another(work: Work[Any]) -> Iterator[Connection]:
    """The connection to a new process, which ends with this block."""
    forked = _may_fork()
    context: Any = multiprocessing.get_context("fork" if forked else "spawn")
    mine, theirs = context.Pipe()
    with mine:
        process = context.Process(target=_serve, args=(theirs, work, mine if forked else None), daemon=True)
        if not forked:
            # Else it would be started in between, and let Ctrl-C through.
            resource_tracker.ensure_running()
        with theirs, _undisturbed():
            process.start()
        try:
            yield mine
        finally:
            process.kill()
            process.join()


def _may_fork() -> bool:
    """Whether a copy of this process is sound, which saves it half a second of imports: on Linux, if it has but one thread."""
    return sys.platform == "linux" and threading.active_count() == 1


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits until the block is over; the processes that begin in it never hear of it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection, work: Work[Any], not_mine: Connection | None) -> None:
    """What another process does until its connection ends. `not_mine`: the other end, which a fork has as well."""
    if not_mine is not None:
        not_mine.close()
    games = discover()
    with suppress(EOFError, OSError):
        while True:
            connection.send([_plain(work, games, source) for source in connection.recv()])


def _plain(work: Work[T], games: Games, source: Source) -> T | None:
    try:
        return work(games, source)
    except Exception:
        return None


def in_groups(sources: Iterable[Source], least: int) -> Iterator[list[Source]]:
    """All sources, in groups of about so many bytes."""
    group: list[Source] = []
    for source in sources:
        group.append(source)
        if _bytes(group) >= least:
            yield group
            group = []
    if group:
        yield group


def _bytes(group: Iterable[Source]) -> int:
    return sum(source.read for source in group)
