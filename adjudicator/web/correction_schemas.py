"""Components of the document that describe corrections and histories, generated from the ops that the kernel reads."""

from collections.abc import Iterable
from typing import get_args

import msgspec

from adjudicator.core.amending import AnyOp
from adjudicator.core.game import Game
from adjudicator.core.log import MAX_ENTRIES
from adjudicator.services import history
from adjudicator.services.rights import ROLES
from adjudicator.web.log_schemas import REF, Described, closed, one_of, prefix, reference
from adjudicator.web.report_schemas import STATUSES
from adjudicator.web.schemas.matches import LONGEST_NOTE

_TEXT: Described = {"type": "string"}
_COUNT: Described = {"type": "integer", "minimum": 0}
_PLY: Described = {"type": "integer", "minimum": 1, "description": "The place in the log, from 1."}


def correction_components(games: Iterable[Game]) -> Described:
    """A correction, its answer, and a page of a history."""
    games = list(games)
    return {
        **_ops(games),
        "Correction": _correction(),
        "Corrected": _corrected(),
        "CorrectedLine": _line([reference(f"{prefix(game)}Ruling") for game in games]),
        "History": closed({"items": {"type": "array", "items": reference("Write")}}),
        "Write": _write(),
    }


def _ops(games: list[Game]) -> Described:
    kinds = get_args(AnyOp)
    _, found = msgspec.json.schema_components(kinds, ref_template=REF + "{name}")
    entry = {"anyOf": [reference(f"{prefix(game)}Entry") for game in games]}
    setup = {"anyOf": [reference(f"{prefix(game)}Setup") for game in games]}
    for schema in found.values():
        del schema["title"]
        schema["properties"] |= {name: of for name, of in (("move", entry), ("setup", setup)) if name in schema["properties"]}
    tags = {str(kind.__struct_config__.tag): kind.__name__ for kind in kinds}
    return {**found, "CorrectionOp": one_of("op", tags, "One change of a log. Plies count in the log as the ops before left it.")}


def _correction() -> Described:
    ops = {"type": "array", "items": reference("CorrectionOp"), "minItems": 1, "maxItems": MAX_ENTRIES}
    flag = {"type": "boolean", "default": False}
    reason = {
        **_TEXT,
        "minLength": 1,
        "maxLength": LONGEST_NOTE,
        "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]*$",
        "description": "Why. Only a lone undo can do without it.",
    }
    dry_run = flag | {"description": "Only say what would come of it; nothing is stored."}
    accept_stop = flag | {"description": "Store it also if the log stops where it did not, or earlier."}
    return closed({"ops": ops}, reason=reason, dry_run=dry_run, accept_stop=accept_stop) | {
        "description": "Ops that make another log of a match's log, all of them or none."
    }


def _corrected() -> Described:
    line = {"anyOf": [reference("CorrectedLine"), {"type": "null"}]}
    difference = closed({"ply": _PLY, "before": line, "after": line})
    what = {**_TEXT, "enum": ["stands", "ruling"], "description": "Its `stands`, or the whole `ruling` entry."}
    fields = {
        "revision": {"type": "integer", "minimum": 1, "description": "Of the match; the same as before if nothing differs."},
        "status": {**_TEXT, "enum": list(STATUSES)},
        "stopped_at": {"type": ["integer", "null"]},
        "next": reference("Next"),
        "score": reference("MatchScore"),
        "summary": _summary(),
        "first_difference": {"anyOf": [difference, {"type": "null"}]},
        "unneeded": {"type": "array", "items": closed({"ply": _PLY, "type": _TEXT, "what": what})},
    }
    return closed(fields) | {"description": "The match behind the correction. `unneeded`: entries that say more than needed."}


def _summary() -> Described:
    verdicts = {"type": "object", "additionalProperties": _COUNT}
    stayed = _COUNT | {"description": "How many of the entries that stayed are ruled on otherwise than before."}
    fields = {
        "plies": _change(_COUNT),
        "status": _change({**_TEXT, "enum": list(STATUSES)}),
        "verdicts": _change(verdicts),
        "rulings_changed": stayed,
    }
    return closed(fields)


def _line(rulings: list[Described]) -> Described:
    move = {"type": "object", "properties": {"type": _TEXT}, "required": ["type"]}
    return closed({"move": move, "ruling": {"anyOf": [*rulings, {"type": "null"}], "description": "null behind a stop."}})


def _write() -> Described:
    hexadecimal = {**_TEXT, "pattern": "^[0-9a-f]{64}$"}
    fields = {
        "revision": {"type": "integer", "minimum": 1, "description": "The one that this write made."},
        "kind": {**_TEXT, "enum": list(history.KINDS)},
        "recorded_at": {**_TEXT, "format": "date-time"},
        "by": closed({"key": _TEXT, "label": _TEXT, "role": {**_TEXT, "enum": list(ROLES)}}),
        "reason": {"type": ["string", "null"]},
        "plies": _COUNT | {"description": "Entries in the log behind this write."},
        "payload": {"type": ["object", "null"], "description": "What was written, by its kind; null once it was redacted."},
        "salt": {"type": ["string", "null"], "description": "Goes with the payload."},
        "digest": hexadecimal | {"description": "SHA-256 of the salt and behind it the payload, as JSON without blanks."},
        "chain": hexadecimal | {"description": "SHA-256 of the previous chain and all else of this write but payload and salt."},
        "previous": {**_TEXT, "description": "The chain before; of the first write the match's id."},
    }
    return closed(fields) | {"description": "One write to a match."}


def _change(of: Described) -> Described:
    return closed({"before": of, "after": of})
