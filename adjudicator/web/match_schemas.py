"""Components of the document that describe stored matches where they hold entries, rulings or scores."""

from collections.abc import Iterable

from apispec import APISpec
from apispec.ext.marshmallow.openapi import OpenAPIConverter

from adjudicator.core.game import Game
from adjudicator.web.correction_schemas import correction_components
from adjudicator.web.log_schemas import Described, closed, one_of, prefix, reference
from adjudicator.web.report_schemas import STATUSES
from adjudicator.web.schemas.matches import NewFacts

_TEXT: Described = {"type": "string"}
_PLY: Described = {"type": "integer", "minimum": 1, "description": "The place in the log, from 1."}

ONE_MATCH = "/v1/matches/{match_id}"
LINK, PUBLISHED = f"{ONE_MATCH}/link", "/v1/public/matches/{token}"
_TOKEN = "$response.body#/token"
_MADE = "$response.body#/id"
_SEEN = "$request.path.match_id"
_REVISION = {"header.If-Match": "$response.header.ETag"}


def match_links(paths: Described) -> None:
    """Say in the document what can be done next with a match that was made, shown, changed or published."""
    writes = [(ONE_MATCH, "patch"), *((f"{ONE_MATCH}/{part}", "post") for part in ("void", "reinstate", "moves", "corrections"))]
    reads = [(path, "get") for path in paths if path.startswith(ONE_MATCH) and "get" in paths[path]]
    for path, method, status, match_id in (
        ("/v1/matches", "post", "201", _MADE),
        (ONE_MATCH, "get", "200", _SEEN),
        (f"{ONE_MATCH}/moves", "post", "201", _SEEN),
        (f"{ONE_MATCH}/corrections", "post", "200", _SEEN),
        (f"{ONE_MATCH}/void", "post", "200", _SEEN),
    ):
        answer = paths[path][method]["responses"][status]
        answer["links"] = {
            **{_name(to): _link(to, {"match_id": match_id}) for to in reads},
            **{_name(to): _link(to, {"match_id": match_id} | _REVISION) for to in writes},
            "publish": _link((LINK, "post"), {"match_id": match_id}),
        }
    public = [(path, "get") for path in paths if path.startswith(PUBLISHED)]
    paths[LINK]["post"]["responses"]["201"]["links"] = {
        _name((path.removeprefix(PUBLISHED), method)): _link((path, method), {"token": _TOKEN}) for path, method in public
    }


def _name(to: tuple[str, str]) -> str:
    path, method = to
    return method + "".join(part.capitalize() for part in path.removeprefix(ONE_MATCH).split("/")) or "match"


def _link(to: tuple[str, str], parameters: Described) -> Described:
    path, method = to
    place = path.replace("~", "~0").replace("/", "~1")
    return {"operationRef": f"#/paths/{place}/{method}", "parameters": parameters}


def match_components(games: Iterable[Game], logs: Described) -> Described:
    """Everything about matches; `logs` are the components of the games' logs."""
    games = list(games)
    starts = [prefix(game) for game in games]
    new = {game.name: f"{prefix(game)}NewMatch" for game in games}
    entries = [reference(f"{start}Entry") for start in starts]
    rulings = [reference(f"{start}Ruling") for start in starts]
    return {
        **{f"{start}NewMatch": _new_match(logs[f"{start}Log"]) for start in starts},
        "NewMatch": one_of("game", new, "A match to be stored: its log as far as it has got, and what else is known of it."),
        "NewMoves": {
            "description": "One entry of the match's game, or several.",
            "anyOf": [
                *entries,
                closed({"moves": {"type": "array", "items": {"anyOf": entries}, "minItems": 1, "maxItems": 5000}}),
            ],
        },
        "MatchScore": _score(),
        "Written": _written(rulings, [reference(f"{start}Finding") for start in starts]),
        "Lines": _items(_line(rulings)),
        "Actions": _items(_action()),
        **correction_components(games),
    }


def _new_match(log: Described) -> Described:
    """A log whose moves may still be absent, and the facts of the match."""
    converter = OpenAPIConverter("3.1.0", lambda schema: None, APISpec("", "", "3.1.0"))
    facts = {name: converter.field2property(field) for name, field in NewFacts().fields.items()}
    required = [name for name in log["required"] if name != "moves"]
    return {**log, "properties": {**log["properties"], **facts}, "required": required}


def _score() -> Described:
    row = {"players": {"type": "array", "items": _TEXT}, "rank": {"type": "integer", "minimum": 1}}
    standing = {"type": "object", "properties": row | {"points": {"type": ["integer", "null"]}}, "required": [*row, "points"]}
    fields = {
        "standings": {"type": "array", "items": standing},
        "winner": {"type": ["array", "null"], "items": _TEXT},
        "provisional": {"type": "boolean"},
        "reported": {"type": "boolean"},
    }
    frames = {"type": "array", "items": {"type": "object"}, "description": "Boards, hands, rounds or stages finished."}
    return closed(fields, frames=frames) | {"description": "The score of a match; in lists of matches without its frames."}


def _written(rulings: list[Described], findings: list[Described]) -> Described:
    fields = {
        "revision": {"type": "integer", "minimum": 1, "description": "Of the match, behind this write."},
        "rulings": {"type": "array", "items": {"anyOf": rulings}},
        "findings": {"type": "array", "items": {"anyOf": findings}},
        "frames": {"type": "array", "items": {"type": "object"}},
        "status": {"type": "string", "enum": list(STATUSES)},
        "next": reference("Next"),
        "score": reference("MatchScore"),
    }
    return closed(fields) | {"description": "What the new entries brought; of frames and findings only those new with them."}


def _line(rulings: list[Described]) -> Described:
    move = {"type": "object", "properties": {"type": _TEXT}, "required": ["type"], "description": "As the viewer reads it."}
    recorded = {**_TEXT, "format": "date-time"}
    ruling = {"anyOf": [*rulings, {"type": "null"}], "description": "null behind a stop."}
    return closed({"ply": _PLY, "move": move, "ruling": ruling, "recorded_at": recorded})


def _action() -> Described:
    choices = {"type": "object", "description": "The known choices of the entry's fields."}
    return closed({"player": {"type": ["string", "null"]}, "type": _TEXT}, fields=choices, rule={"type": ["string", "null"]})


def _items(item: Described) -> Described:
    return closed({"items": {"type": "array", "items": item}})
