"""The walks of docs/tournaments.md: shell commands, and what the page shows of their answers.

A command may keep its result: `NAME=$(...)`; `jq -r .a.b` takes one value of it.
"""

import json
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

PAGE = (Path(__file__).parents[1] / "docs" / "tournaments.md").read_text("utf-8")
_KEPT = re.compile(r"(?P<name>[A-Z][A-Z0-9]*)=\$\((?P<command>.*?)(?: \| jq -r (?P<path>\.\S+))?\)")


class Step(Struct):
    """A command, the name under which its result is kept, the part of it that is, and the lines shown of it."""

    command: str
    name: str | None
    path: str | None
    shown: list[str]


def steps(heading: str) -> list[Step]:
    """The commands of the part of the page under a heading of the second level."""
    part = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"```console\n(.*?)```", part, re.DOTALL)
    return [step for block in blocks for step in _steps(block.splitlines())]


def _steps(lines: list[str]) -> Iterator[Step]:
    found: list[Step] = []
    for line in lines:
        if line.startswith("$ "):
            kept = _KEPT.fullmatch(line[2:])
            named = (line[2:], None, None) if kept is None else (kept["command"], kept["name"], kept["path"])
            found.append(Step(*named, []))
        else:
            found[-1].shown.append(line)
    return iter(found)


def walk(heading: str, names: dict[str, str], run: Callable[[list[str], Step], str]) -> None:
    """Run every command with its names filled in; `run` gives what it wrote."""
    for step in steps(heading):
        settings = re.findall(r"([A-Z][A-Z0-9]*)=(\"[^\"]*\"|'[^']*'|[^\s;(]+)", step.command) if _only_sets(step.command) else []
        for name, value in settings:
            names[name] = _filled(value.strip("'\""), names)
        if settings:
            continue
        written = run(shlex.split(_filled(step.command, names)), step)
        if step.name is not None:
            names[step.name] = _taken(written, step.path)


def _only_sets(command: str) -> bool:
    return re.match(r"[A-Z][A-Z0-9]*=[^$(]|[A-Z][A-Z0-9]*=\$[A-Z]", command) is not None


def _filled(text: str, names: dict[str, str]) -> str:
    return re.sub(r"\$([A-Z][A-Z0-9]*)", lambda found: names[found[1]], text)


def _taken(written: str, path: str | None) -> str:
    if path is None:
        return written.strip()
    value: Any = json.loads(written)
    for name in path.strip(".").split("."):
        value = value[name]
    return str(value)
