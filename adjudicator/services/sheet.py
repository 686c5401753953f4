"""A report as plain text: what the command line prints and the web sends as text/plain.

Pure: from a report, as JSON holds it, to lines of 80 columns where the words allow it. The columns of the score are
whatever fields the frames and standings have, so no game is known here. Colours are not here (`cli.terminal`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec import UNSET

from adjudicator.core.entries import Entry, tag
from adjudicator.core.game import Game
from adjudicator.core.texts import FALLBACK
from adjudicator.services import columns
from adjudicator.services.columns import WIDTH, paragraph, printable

Report = Mapping[str, Any]

_COUNTED = ("foul", "finding")
_OF_EVERY_ENTRY = ("type", "player", "note", "at", "stands")
_OF_EVERY_GAME = ("players", "rank", "points")

SAID = 36
"""The most columns that an entry's own words get."""

LAWFUL = ("legal", "unverified", "foul")
"""The verdicts of entries that were within the rules: a foul carries its own penalty and is ordinary play."""


def sheet(
    game: Game,
    report: Report,
    language: str = FALLBACK,
    *,
    entries: Sequence[Entry] = (),
    picture: str | None = None,
    every: bool = False,
) -> str:
    """The report for people. `entries`: the log's, as this viewer may read them, if what they say is to be shown as well.

    `every`: a line for each ruling; else runs of plainly legal entries share one.
    """
    parts = [
        _head(game, report, language),
        _rulings(game, report, entries, language, every),
        _findings(report),
        _score(report),
        _next(report),
        [] if picture is None else ["Table", *(printable(line) for line in picture.splitlines())],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def headline(report: Report) -> str:
    """The report in one line: how it stands, who leads or has won, and what was against the rules."""
    return printable("; ".join(part for part in (outcome(report), points(report), tally(report)) if part))


def outcome(report: Report) -> str:
    """How the match stands, and who won it."""
    if report["status"] == "stopped":
        return f"Stopped at ply {report['stopped_at']}"
    if report["status"] != "complete":
        return {"in_progress": "In progress", "held": "Waits for the referee's ruling"}[report["status"]]
    winner, reported = report["score"]["winner"], report["score"]["reported"]
    word = "Complete as reported" if reported else "Complete"
    return f"{word}: {_names(winner)} won" if winner else f"{word}: no winner"


def points(report: Report) -> str:
    """The standings in one line."""
    return ", ".join(f"{_names(row['players'])} {_measure(row)}" for row in report["score"]["standings"])


def tally(report: Report) -> str:
    """How many entries were other than legal, gravest last, and how many findings there are."""
    verdicts = [ruling["verdict"] for ruling in report["rulings"]]
    counts = [(verdicts.count(word), word) for word in ("unverified", "foul", "illegal", "impossible")]
    counts.append((len(report["findings"]), "finding"))
    return ", ".join(f"{count} {word}{'s' * (count > 1 and word in _COUNTED)}" for count, word in counts if count)


def is_lawful(report: Report) -> bool:
    """Whether nothing in the log was illegal or impossible, nor proven so later."""
    return not report["findings"] and all(ruling["verdict"] in LAWFUL for ruling in report["rulings"])


def _head(game: Game, report: Report, language: str) -> list[str]:
    return [
        *paragraph(f"{game.texts.title(language)}: {', '.join(report['players'])}"),
        *paragraph(f"Rules: {_ruleset(game, report['ruleset'])}"),
        *paragraph(f"{outcome(report)}." + (f" {counts}." if (counts := tally(report)) else "")),
    ]


def _ruleset(game: Game, ruleset: Mapping[str, Any]) -> str:
    """The preset, and every option that is not the preset's own."""
    preset = ruleset["preset"]
    plain = msgspec.to_builtins(msgspec.convert(game.presets[preset], game.options))
    changed = [f"{name} {_cell(value)}" for name, value in ruleset["options"].items() if value != plain[name]]
    return ", ".join([f"{preset} (version {ruleset['version']})", *changed])


def _rulings(game: Game, report: Report, entries: Sequence[Entry], language: str, every: bool) -> list[str]:
    if not report["rulings"]:
        return ["Nothing was logged that needs a ruling."]
    rows: list[tuple[list[str], list[str]]] = [(["Ply", "Player", "Entry", "Ruling"], [])]
    for plain, run in groupby(report["rulings"], key=lambda ruling: not every and _is_plain(ruling, entries)):
        rulings = list(run)
        if plain and len(rulings) > 1:
            rows.append(([f"{rulings[0]['ply']}-{rulings[-1]['ply']}", "", f"{len(rulings)} entries", "legal"], []))
        else:
            rows += [
                (_ruling_row(each, entries, report["stopped_at"]), [*_note(each, entries), *_because(game, each, language)])
                for each in rulings
            ]
    widths = columns.widths([row for row, _ in rows], most=SAID)
    indent = " " * (widths[0] + 4)
    lines: list[str] = []
    for row, because in rows:
        lines.append(columns.line(row, widths, right=(0,)))
        lines += [line for sentence in because for line in paragraph(sentence, indent, indent + "  ")]
    return lines


def _is_plain(ruling: Mapping[str, Any], entries: Sequence[Entry]) -> bool:
    return ruling["verdict"] == "legal" and not ruling["effects"] and not _note(ruling, entries)


def _ruling_row(ruling: Mapping[str, Any], entries: Sequence[Entry], stopped_at: int | None) -> list[str]:
    ply, verdict = ruling["ply"], ruling["verdict"]
    stands = verdict == "illegal" and ply != stopped_at
    said = _said(entries[ply - 1]) if entries else ruling["type"]
    return [str(ply), ruling["player"] or "", said, verdict + ", stands" * stands]


def _said(entry: Entry) -> str:
    """The entry in a few words: its type, and its own fields by name (`stroke pocketed white striker`, `bid 5`)."""
    kind = tag(type(entry))
    own = {name: value for name, value in msgspec.to_builtins(entry).items() if name not in _OF_EVERY_ENTRY}
    words = [kind, *(_words(value) if name == kind else f"{name} {_words(value)}" for name, value in own.items())]
    return columns.shortened(" ".join(words), SAID)


def _words(value: Any) -> str:
    return " ".join(map(_words, value)) if isinstance(value, (list, tuple)) else _cell(value)


def _note(ruling: Mapping[str, Any], entries: Sequence[Entry]) -> list[str]:
    """What the referee noted at the entry."""
    note = entries[ruling["ply"] - 1].note if entries else UNSET
    return [] if note is UNSET else [f'"{note}"']


def _because(game: Game, ruling: Mapping[str, Any], language: str) -> Iterator[str]:
    """The sentence of each violation, what is open, and what followed."""
    for violation in ruling["violations"]:
        yield f"{violation['rule']} {violation['code']}: {violation['message']}"
    if ruling["unverified"]:
        yield f"Cannot be decided from the log: {', '.join(ruling['unverified'])}."
    for effect in ruling["effects"]:
        rule = f" ({effect['rule']})" if "rule" in effect else ""
        yield f"> {game.texts.effect(effect, language)}{rule}"


def _findings(report: Report) -> list[str]:
    lines: list[str] = []
    for each in report["findings"]:
        where = f"ply {each['ply']}, proved at {each['proved_at']}"
        lines += paragraph(f"{where}: {each['rule']} {each['code']}: {each['message']}", "  ", "      ")
    return ["Found out later", *lines] if lines else []


def _score(report: Report) -> list[str]:
    score = report["score"]
    lines = ["Score (provisional)" if score["provisional"] else "Score", *_records(score["standings"], report["players"])]
    if score["frames"]:
        lines += ["", *_records(score["frames"], report["players"])]
    return lines


def _legend(records: Sequence[Mapping[str, Any]], players: Sequence[str]) -> list[str]:
    """In which order the values that are told by player stand, if there are such."""
    by_player = any(_by_player(value, players) for record in records for value in record.values())
    return paragraph(f"By player: {' : '.join(players)}", "  ", "      ") if by_player else []


def _by_player(value: Any, players: Sequence[str]) -> bool:
    return isinstance(value, Mapping) and len(value) == len(players) and all(name in value for name in players)


def _records(records: Sequence[Mapping[str, Any]], players: Sequence[str]) -> list[str]:
    """Objects as a table with a column for each of their fields, or as paragraphs where that is too wide."""
    fields = sorted(dict.fromkeys(field for record in records for field in record), key=lambda field: field != "rank")
    cells = [[_cell(record.get(field, ""), players) for field in fields] for record in records]
    table = columns.table([[field.capitalize().replace("_", " ") for field in fields], *cells])
    if all(columns.width(line) <= WIDTH for line in table):
        return [*_legend(records, players), *table]
    rows = (", ".join(f"{field} {_cell(value)}" for field, value in record.items()) for record in records)
    return [line for row in rows for line in paragraph(row, "  ", "      ")]


def _cell(value: Any, players: Sequence[str] = ()) -> str:
    """A value as a cell shows it; what is told by player reads in the order of the table."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if players and _by_player(value, players):
        return " : ".join(_cell(value[name]) for name in players)
    if isinstance(value, Mapping):
        keys = [name for name in players if name in value] or list(value)
        return ", ".join(f"{key} {_cell(value[key])}" for key in keys)
    if isinstance(value, (list, tuple)):
        numbers = all(isinstance(item, int) for item in value)
        return (" : " if numbers else ", ").join(_cell(item) for item in value)
    return str(value)


def _next(report: Report) -> list[str]:
    owed = [line for must in report["next"]["must"] for line in paragraph(f"Owed first: {_owed(must)}", "", "    ")]
    players = report["next"]["players"]
    return [*(paragraph(f"Next: {_names(players)}") if players else ()), *owed]


def _owed(must: Mapping[str, Any]) -> str:
    """`Bo: draw, count 4 (TAKI-7.2)`; nobody named: the referee."""
    details = [f"{field} {_cell(value)}" for field, value in must.items() if field not in ("player", "type", "rule")]
    rule = f" ({must['rule']})" if "rule" in must else ""
    return f"{must.get('player') or 'the referee'}: {', '.join([must['type'], *details])}{rule}"


def _names(players: Iterable[str]) -> str:
    names = list(players)
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def _measure(row: Mapping[str, Any]) -> str:
    """The points of a standings row, or where a game has none, its own measures or else the rank."""
    if row["points"] is not None:
        return str(row["points"])
    own = [f"{field} {_cell(value)}" for field, value in row.items() if field not in _OF_EVERY_GAME and value is not None]
    return "(" + (", ".join(own) or f"rank {row['rank']}") + ")"
