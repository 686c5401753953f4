"""Components of the document that describe reports: what `core.report` writes, with each game's own words."""

from collections.abc import Collection
from typing import Any, get_args

from adjudicator.core.entries import tag
from adjudicator.core.game import Game
from adjudicator.core.ruling import Verdict
from adjudicator.web.log_schemas import Described, one_of, prefix, reference

STATUSES = ("in_progress", "complete", "held", "stopped")
_TEXT: Described = {"type": "string"}
_PLY: Described = {"type": "integer", "minimum": 1, "description": "The place in the log, from 1."}
_PLAYERS: Described = {"type": "array", "items": _TEXT}
_MAYBE: Described = {"type": ["string", "null"]}
_OBJECT: Described = {"type": "object"}
_TRUTH: Described = {"type": "boolean"}


def shared_reports(games: Collection[Game]) -> Described:
    """A report of any game, its parts that are the same in all, and an answer of a batch."""
    reports = {game.name: f"{prefix(game)}Report" for game in games}
    ids = {rule.id: None for game in games for rule in game.rulebook}
    return {
        "RuleId": {"type": "string", "description": "The id of a rule, for ever.", "enum": list(ids)},
        "Report": one_of("game", reports, "The rulings on a log, what follows from it, and the score, for one viewer."),
        "Next": _closed(
            "Who may act now, and what is owed before anything else.",
            players=_PLAYERS,
            must=_list(_open("An entry that is owed.", player=_MAYBE, type=_TEXT)),
        ),
        "BatchAnswer": {
            "description": "NDJSON: one BatchResult a line.",
            "type": "array",
            "items": reference("BatchResult"),
        },
        "BatchResult": {
            "description": "The answer to one line: a report or a problem.",
            "oneOf": [_result("report", "Report"), _result("problem", "Problem")],
        },
    }


def report_components(game: Game) -> Described:
    """A report of this game, and its parts."""
    start = prefix(game)
    rule = {"enum": [rule.id for rule in game.rulebook]}
    code = {"enum": [code for rule in game.rulebook for code in rule.codes]}
    said = {"rule": reference(f"{start}RuleId"), "code": reference(f"{start}Code")}
    effects = {"enum": sorted(game.texts.table("EFFECTS", "en"))}
    return {
        f"{start}RuleId": {"type": "string", "description": f"A rule of {game.texts.title()}.", **rule},
        f"{start}Code": {"type": "string", "description": "A violation or finding.", **code},
        f"{start}Violation": _closed("A rule that an entry breaks.", **said, message=_TEXT, params=_OBJECT),
        f"{start}Effect": _open(
            "What an entry brought about beyond its own words; further fields by its type.",
            optional={"rule": said["rule"]},
            type={"type": "string", **effects},
        ),
        f"{start}Ruling": _ruling(game),
        f"{start}Finding": _closed(
            "A later entry proved an earlier one wrong.",
            **said,
            player=_TEXT,
            ply=_PLY,
            proved_at=_PLY,
            message=_TEXT,
            params=_OBJECT,
        ),
        f"{start}Score": _score(game),
        f"{start}Report": _report(game),
    }


def _ruling(game: Game) -> Described:
    start = prefix(game)
    return _closed(
        "What is said of one entry.",
        ply=_PLY,
        type={"type": "string", "enum": [tag(kind) for kind in game.entries]},
        player=_MAYBE,
        verdict={"type": "string", "enum": list(get_args(Verdict))},
        violations=_list(reference(f"{start}Violation")),
        unverified=_list(reference(f"{start}RuleId")),
        effects=_list(reference(f"{start}Effect")),
    )


def _score(game: Game) -> Described:
    points = {"type": ["integer", "null"]}
    measures: Described = {measure: {} for measure in game.measures}
    return _closed(
        "Standings, frames finished, and the winner.",
        standings=_list(
            _closed("One side.", players=_PLAYERS, rank={"type": "integer", "minimum": 1}, points=points, **measures)
        ),
        frames=_list(_open("One board, hand, round or stage; its fields are the game's own.")),
        winner={"type": ["array", "null"], "items": _TEXT},
        provisional=_TRUTH,
        reported=_TRUTH,
    )


def _report(game: Game) -> Described:
    start = prefix(game)
    ruleset = _closed(
        "The ruleset, with all of its options.",
        preset={"type": "string", "enum": list(game.presets)},
        options=reference(f"{start}Options"),
        version={"type": "integer", "description": "Of the rules that judged."},
    )
    found = _closed(
        f"The report of a log of {game.texts.title()}.",
        game={"const": game.name},
        ruleset=ruleset,
        players=_PLAYERS,
        status={"type": "string", "enum": list(STATUSES)},
        stopped_at={"type": ["integer", "null"], "minimum": 1, "description": "The ply at which adjudication stopped."},
        rulings=_list(reference(f"{start}Ruling")),
        findings=_list(reference(f"{start}Finding")),
        next=reference("Next"),
        score=reference(f"{start}Score"),
    )
    found["properties"]["state"] = _open("The table; its fields are the game's own. Absent with `state=false`.")
    return found


def _result(kind: str, component: str) -> Described:
    return _closed(
        f"A line answered by its {kind}.",
        line={"type": "integer", "minimum": 1, "description": "The number of the line, blank ones counted."},
        id=_MAYBE,
        **{kind: reference(component)},
    )


def _closed(description: str, **properties: Any) -> Described:
    """An object with these fields, all of them, and no others."""
    return _open(description, **properties) | {"additionalProperties": False}


def _open(description: str, *, optional: Described | None = None, **properties: Any) -> Described:
    """An object with at least these fields."""
    found: Described = {"type": "object", "description": description}
    if properties or optional:
        found |= {"properties": {**properties, **(optional or {})}, "required": list(properties)}
    return found


def _list(items: Described) -> Described:
    return {"type": "array", "items": items}
