"""What stands between the commands and the terminal: output, complaints, progress.

Nothing a log holds can steer the terminal; colour is used only on one that wants it (NO_COLOR is honoured).
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import click
from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from adjudicator.services.columns import WIDTH, printable

PATIENCE = 0.5
"""Seconds before a progress bar appears."""
BROKEN_PIPE = 141

_STYLES = {
    r"(?m)\b(illegal(, stands)?|impossible)$": "bold red",
    r"(?m)\bfoul$": "yellow",
    r"(?m)\bunverified$": "cyan",
    r"(?m)^(== .* ==|Score.*|Found out later|Table|  Ply  .*)$": "bold",
}


class ReaderGone(click.exceptions.Exit):
    """Whoever reads us has stopped reading (`| head`): no error worth a word."""

    def __init__(self) -> None:
        super().__init__(BROKEN_PIPE)
        _give_up_stdout()


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise ReaderGone


def settle_streams() -> None:
    """A closed stdout takes everything; a character that its encoding lacks is written out, instead of ending the program."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (it lives as long as the program)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def write(text: str) -> None:
    """Write a result as it is."""
    _make_way()
    with _writing():
        sys.stdout.write(text)


def flush() -> None:
    """See that all results have left."""
    with _writing():
        sys.stdout.flush()


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone from None
    except OSError:
        _give_up_stdout()
        raise


def _give_up_stdout() -> None:
    """What is still unwritten goes nowhere: Python would try again, and complain, when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def show(text: str) -> None:
    """Write lines of a result. On a terminal, headings and verdicts are coloured."""
    shower()(text)


def shower() -> Callable[[str], None]:
    """`show`, for many texts: whether they go to a terminal is asked once."""
    console = _Console(soft_wrap=True, highlight=False, markup=False, emoji=False)
    return partial(_paint, console) if console.is_terminal else write


def _paint(console: Console, text: str) -> None:
    _make_way()
    painted = Text(text)
    for pattern, style in _STYLES.items():
        painted.highlight_regex(pattern, style)
    with _writing():
        console.print(painted, end="")


def lay_out(table: RenderableType) -> None:
    """Write a table as wide as the terminal, or 80 columns wide where there is none."""
    with _writing():
        _Console(width=None if sys.stdout.isatty() else WIDTH).print(table)


def complain(text: str) -> None:
    """Write to stderr, behind what was written to stdout so far."""
    flush()
    if _bar is not None:
        _bar.hide()
    click.echo("\n".join(printable(line) for line in f"adjudicator: {text}".splitlines()), err=True)


@contextmanager
def progress(what: str, total: float | None) -> Iterator[Callable[[float], None]]:
    """A bar on stderr while work goes on for longer than a moment; none where stderr is no terminal.

    Call what is handed over with the amount done since the last call. `total` None: not known.
    """
    global _bar
    if not sys.stderr.isatty():
        yield lambda amount: None
        return
    _bar = _Bar(what, total)
    try:
        yield _bar.advance
    finally:
        _bar.hide()
        _bar = None


class _Bar:
    """A progress bar that makes way for what is written meanwhile."""

    def __init__(self, what: str, total: float | None) -> None:
        columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
        console = Console(stderr=True)
        self.drawn = Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
        self.task = self.drawn.add_task(what, total=total)
        self.shown = False
        self.hidden_at = time.monotonic()

    def advance(self, amount: float) -> None:
        self.drawn.advance(self.task, amount)
        if not self.shown and time.monotonic() - self.hidden_at > PATIENCE:
            self.shown = True
            self.drawn.start()

    def hide(self) -> None:
        if self.shown:
            self.shown = False
            self.drawn.stop()
            self.hidden_at = time.monotonic()


_bar: _Bar | None = None


def _make_way() -> None:
    """Take the bar away before something else is written to the same terminal."""
    if _bar is not None and sys.stdout.isatty():
        _bar.hide()
