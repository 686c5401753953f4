"""Exit codes, and how an error becomes one of them and a word to the user."""

import traceback

import click

from adjudicator.cli import terminal
from adjudicator.cli.words import counted
from adjudicator.core.errors import AdjudicatorError, EngineFault, Malformed, TooLarge, Unreadable

LAWFUL = 0
UNLAWFUL = 1
"""Something was illegal or impossible, or a breach was found out later."""
UNREADABLE = 2
"""A log that cannot be read or is malformed, or a command wrongly called."""
INTERNAL = 3
INTERRUPTED = 130


def code_of(error: Exception) -> int:
    """The exit code of an error."""
    if isinstance(error, click.Abort):
        return INTERRUPTED
    # A file that was named and cannot be had is a wrong call; a disk that is full while something is written is none.
    if isinstance(error, OSError):
        return INTERNAL if error.filename is None else UNREADABLE
    known = isinstance(error, (click.ClickException, AdjudicatorError)) and not isinstance(error, EngineFault)
    return UNREADABLE if known else INTERNAL


def report(error: Exception, where: str = "") -> None:
    """Say on stderr what went wrong."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
    elif isinstance(error, click.ClickException):
        terminal.flush()
        click.echo(_usage(error), err=True, nl=False)
        terminal.complain(f"{where}{error.format_message()}")
    elif isinstance(error, Malformed):
        faults = "".join(f"\n    {fault.pointer or '/'}  {fault.code}: {fault.message}" for fault in error.faults)
        terminal.complain(f"{where}{detail_of(error)}{faults}")
    elif isinstance(error, OSError):
        named = "" if error.filename is None else f"{error.filename}: "
        terminal.complain(f"{where}{named}{error.strerror}.")
    elif code_of(error) == INTERNAL:
        terminal.complain(f"{where}{detail_of(error)}\n{''.join(traceback.format_exception(error))}")
    elif not isinstance(error, click.Abort):
        # What lies behind a refusal is a driver's error: none for clients, but whoever runs the command can use its words.
        cause = getattr(error.__cause__, "orig", error.__cause__)
        terminal.complain(f"{where}{error}" if cause is None else f"{where}{error}\n{cause}")


def _usage(error: click.ClickException) -> str:
    """How the command is called, where it was called wrongly; else nothing."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    return "" if context is None else f"{context.get_usage()}\nTry '{context.command_path} --help' for help.\n\n"


def detail_of(error: Exception) -> str:
    """What went wrong, in a sentence."""
    if isinstance(error, Malformed):
        return f"malformed: {counted(len(error.faults), 'fault')}"
    return "Internal error; please report it." if code_of(error) == INTERNAL else str(error)


def slug_of(error: Exception) -> str:
    """The word by which the service's problems name such an error."""
    slugs: dict[type, str] = {Unreadable: "bad-request", TooLarge: "too-large"}
    return "internal" if code_of(error) == INTERNAL else slugs.get(type(error), "malformed")
