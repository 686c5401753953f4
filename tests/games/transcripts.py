"""Golden transcripts: whole matches with the reports that they gave, tests/games/<game>/playthroughs/*.json.

    python -m tests.games.transcripts FILE...

writes the report (anew) into files that hold {"log": ...} and, where wanted, a "view". Look at what has changed before
committing it: a changed verdict is the first thing that the changelog says.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.core.log import decode_log
from adjudicator.core.reading import read_json
from adjudicator.core.report import report
from adjudicator.core.views import viewer_of
from tests.games.cases import FOLDER, GAMES


def transcripts(game: str) -> list[Path]:
    return sorted((FOLDER / game / "playthroughs").glob("*.json"))


def retold(raw: dict[str, Any]) -> dict[str, Any]:
    """The report of the log, in the transcript's view."""
    log = decode_log(GAMES, read_json(msgspec.json.encode(raw["log"])))
    return report(log, viewer_of(raw.get("view", "referee"), log.table.players))


def text(raw: dict[str, Any]) -> bytes:
    """A transcript as its file has it."""
    return msgspec.json.format(msgspec.json.encode(raw), indent=1) + b"\n"


def main(names: list[str]) -> None:
    for name in names:
        raw = msgspec.json.decode(Path(name).read_bytes())
        Path(name).write_bytes(text({**raw, "report": retold(raw)}))


if __name__ == "__main__":
    main(sys.argv[1:])
