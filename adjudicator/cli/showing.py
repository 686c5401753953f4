"""The work of `demo`: the service is started, sent logs over HTTP, and what it answers is printed."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from rich import box
from rich.table import Table

from adjudicator.cli import terminal
from adjudicator.cli.crew import Crew
from adjudicator.cli.entering import Manner
from adjudicator.cli.keeping import Keeper
from adjudicator.cli.serving import Unavailable, address_of
from adjudicator.cli.sources import sources
from adjudicator.cli.words import counted
from adjudicator.core.game import Game
from adjudicator.core.log import decode_log
from adjudicator.core.reading import read_json
from adjudicator.services.columns import printable
from adjudicator.services.sheet import outcome, points, sheet, tally

PATIENCE = 60
"""Seconds that the service may take to answer at first."""
_JSON = {"Content-Type": "application/json"}


class Reply(Struct):
    """What the service answered to one log: a report, or the problem that it has with it."""

    file: str
    status: int
    body: dict[str, Any]


def show(known: Mapping[str, Game], listening: socket.socket, files: Sequence[str], stay: bool) -> bool:
    """Store the logs as matches, serve, ask, print, and go on if asked to. Whether every log was answered with a report."""
    address, replies = address_of(listening), []
    keeper = Keeper(known, Manner(accept_stop=True, once=True))
    stored = _stored(keeper, files)
    with _service(listening.fileno()) as service:
        _wait_for(service, address)
        replies = list(_ask(address, files))
        _print(known, address, replies)
        terminal.write(stored)
        if stay:
            terminal.write(_invitation(address, files[0], keeper.made_key))
            terminal.flush()
            service.wait()
    return all(reply.status == 200 for reply in replies)


def _stored(keeper: Keeper, files: Sequence[str]) -> str:
    """Store the logs as matches, each once however often this runs; what came of it, in a line."""
    kept = [each for _, each in keeper.keep(sources(files, by_line=False), Crew([]))]
    new, before = sum(each.new for each in kept), sum(each.error is None and not each.new for each in kept)
    stored = "was stored as a match" if new == 1 else "were stored as matches"
    known = f" ({before} {'was' if before == 1 else 'were'} there already)" if before else ""
    return f"\n{new} of these logs {stored}{known}.\n\n"


@contextmanager
def _service(fd: int) -> Iterator["subprocess.Popen[bytes]"]:
    """The service in a process of its own, on a socket that listens already; it is ended with this one."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    command = [sys.executable, "-m", "adjudicator", "serve", "--fd", str(fd)]
    process = subprocess.Popen(command, pass_fds=[fd], env={"ADJUDICATOR_LOG_LEVEL": "warning", **os.environ})
    try:
        yield process
    except KeyboardInterrupt:
        terminal.write("\n")
    finally:
        process.terminate()
        process.wait()


def _wait_for(service: "subprocess.Popen[bytes]", address: str) -> None:
    """Return when the service is ready. Raises Unavailable if it ends before."""
    begun = time.monotonic()
    while service.poll() is None and time.monotonic() - begun < PATIENCE:
        try:
            if _send(f"{address}/readyz").status == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise Unavailable("The service did not start; what it said stands above.")


def _ask(address: str, files: Sequence[str]) -> Iterator[Reply]:
    with terminal.progress("Asking", len(files)) as advance:
        for file in files:
            reply = _send(f"{address}/v1/adjudications", Path(file).read_bytes())
            yield Reply(file, reply.status, reply.body)
            advance(1)


def _send(url: str, data: bytes | None = None) -> Reply:
    request = urllib.request.Request(url, data, _JSON if data is not None else {})
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with straight.open(request, timeout=PATIENCE) as answer:
            return Reply(url, answer.status, json.load(answer))
    except urllib.error.HTTPError as refusal:
        with refusal:
            return Reply(url, refusal.code, json.load(refusal))


def _overview(replies: Sequence[Reply]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("Log", no_wrap=True)
    for heading in ("Outcome", "Score", "Rulings"):
        table.add_column(heading, overflow="fold")
    for reply in replies:
        report = reply.body
        if reply.status == 200:
            cells = [outcome(report), points(report), tally(report) or "all legal"]
        else:
            cells = [f"refused: {_why(report)}", "-", "-"]
        table.add_row(*(printable(cell) for cell in (Path(reply.file).stem, *cells)))
    return table


def _why(problem: Mapping[str, Any]) -> str:
    faults = [f"{fault.get('pointer', '')} {fault['message']}".strip() for fault in problem.get("errors", ())]
    return " ".join(faults) or str(problem["detail"])


def _print(known: Mapping[str, Game], address: str, replies: Sequence[Reply]) -> None:
    """All answers in a table, and one of them as a sheet: the shortest that has a foul or worse."""
    terminal.write(f"\n{address} has answered to {counted(len(replies), 'log')}:\n\n")
    terminal.lay_out(_overview(replies))
    telling = [reply for reply in replies if reply.status == 200 and tally(reply.body)]
    if telling:
        reply = min(telling, key=lambda reply: len(reply.body["rulings"]))
        log = decode_log(known, read_json(Path(reply.file).read_bytes()))
        text = sheet(log.game, reply.body, entries=log.entries)
        terminal.show(f"\nOne of them in full, {printable(reply.file)}:\n\n{text}\n")


def _invitation(address: str, file: str, made_key: str | None) -> str:
    key = made_key or ("$ADJUDICATOR_ADMIN_KEY" if "ADJUDICATOR_ADMIN_KEY" in os.environ else "$KEY")
    about_key = "" if made_key or key != "$KEY" else " (KEY is the one that was shown at the first start)"
    return (
        f"The service goes on at {address}; Ctrl-C ends it. Try it from another terminal:\n\n"
        f"  curl {address}/v1/games\n"
        f"  curl -H 'Content-Type: application/json' --data @{file} \\\n"
        f"    '{address}/v1/adjudications?rulings=notable&state=false'\n\n"
        f"The matches that are stored need a key{about_key}:\n\n"
        f'  curl -H "Authorization: Bearer {key}" {address}/v1/matches\n\n'
        "How a log is written, and what the answers mean, is in docs/logs.md; the whole interface in openapi.yaml.\n"
    )
