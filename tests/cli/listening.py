"""A real service, and listeners to its streams: HTTP by hand, so that a connection can be cut anywhere."""

import http.client
import json
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from tests.cli.test_serving import PROGRAM, environment

KEY = "adj_listening"
AUTHORIZATION = {"Authorization": f"Bearer {KEY}"}
PATIENCE = 300


class Served(Struct):
    """A service that runs; `said`: the events of its log so far."""

    process: Any
    port: int
    said: list[str]

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """(status, body)."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = AUTHORIZATION | {"Content-Type": "application/json"}
        connection.request(method, path, None if body is None else json.dumps(body), sent)
        answer = connection.getresponse()
        read = answer.read()
        connection.close()
        return answer.status, json.loads(read) if read else None

    def match(self, **more: Any) -> str:
        """The path of a new match."""
        status, made = self.ask("POST", "/v1/matches", {"game": "carrom", "players": ["Asha", "Bo"]} | more)
        assert status == 201, made
        return f"/v1/matches/{made['id']}"

    def remark(self, path: str, note: str) -> None:
        status, answer = self.ask("POST", f"{path}/moves", {"type": "remark", "note": note})
        assert status == 201, answer

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        code: int = self.process.wait()
        return code


@contextmanager
def serving(folder: Path, url: str, *arguments: str, **more: str) -> Iterator[Served]:
    settings = {"ADJUDICATOR_DATABASE_URL": url, "ADJUDICATOR_ADMIN_KEY": KEY, **more}
    command = [*PROGRAM, "serve", "--port", "0", *arguments]
    process = subprocess.Popen(command, cwd=folder, env=environment(**settings), stderr=subprocess.PIPE)
    said: list[str] = []
    heard = threading.Event()
    drain = threading.Thread(target=_drain, args=(process.stderr, said, heard))
    drain.start()
    try:
        assert heard.wait(PATIENCE)
        listening = next(event for event in said if "Listening" in event)
        yield Served(process, int(listening.split()[2].rpartition(":")[2]), said)
    finally:
        process.kill()
        process.wait()
        drain.join()
        process.stderr.close()  # type: ignore[union-attr]


def _drain(lines: Any, said: list[str], heard: threading.Event) -> None:
    for line in lines:
        said.append(json.loads(line)["event"] if line.startswith(b"{") else line.decode())
        if "Listening" in said[-1]:
            heard.set()
    heard.set()


class Event(Struct):
    kind: str
    id: int
    data: dict[str, Any]


class Listener:
    """A connection to a stream, behind the event `last`."""

    def __init__(self, served: Served, path: str, last: int | None = None, said: str | None = KEY) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
        headers = {} if said is None else {"Authorization": f"Bearer {said}"}
        headers |= {} if last is None else {"Last-Event-ID": str(last)}
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status

    def lines(self) -> Iterator[str]:
        """The lines, to the proper end of the answer; whatever cuts it off raises."""
        while line := self.answer.readline():
            yield line.decode().rstrip("\n")

    def events(self) -> Iterator[Event]:
        """Every event that has come whole."""
        found: dict[str, str] = {}
        for line in self.lines():
            if line:
                name, _, value = line.partition(": ")
                found[name] = value
            elif "event" in found:
                yield Event(found["event"], int(found["id"]), json.loads(found["data"]))
                found = {}

    def close(self) -> None:
        self.answer.close()
        self.connection.close()
