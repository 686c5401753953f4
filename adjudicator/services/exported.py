"""The form of an exported match: its rows as JSON, and back. Nothing in it hangs on a language or an installation.

Texts that hold JSON stand as the JSON that they hold, but for the payloads of the history: their digests are over the
text. Not here are the heads (they are judged anew from the log), links, and which of a club's players sat where.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from adjudicator.core.errors import Malformed
from adjudicator.core.faults import faults_of
from adjudicator.core.log import MAX_ENTRIES, require_none
from adjudicator.core.reading import Document
from adjudicator.storage.rows import Facts, HistoryRow, MoveRow
from adjudicator.storage.whole import Whole

FORMAT: Final = "adjudicator-match"
SCHEMA: Final = 1

Id = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", extra={"form": "an id"})]
_MOMENT = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{6}Z$"
Moment = Annotated[str, Meta(pattern=_MOMENT, extra={"form": "a time in UTC with microseconds (2026-05-01T19:30:00.000000Z)"})]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$", extra={"form": "64 hexadecimal digits"})]
Salt = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$", extra={"form": "32 hexadecimal digits"})]
Word = Annotated[str, Meta(min_length=1, max_length=40)]
Short = Annotated[str, Meta(min_length=1, max_length=100)]
Named = Annotated[str, Meta(min_length=1, max_length=60)]
Text = Annotated[str, Meta(min_length=1, max_length=500)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Number = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Ply = Annotated[int, Meta(ge=1, le=MAX_ENTRIES)]
Json = dict[str, Any]
P = TypeVar("P", bound="Part")


class Part(Struct, forbid_unknown_fields=True):
    """The ancestor of all parts: what is not named here cannot stand there."""


class RulesetPart(Part):
    """Preset, all options, and the version of the rules that ruled."""

    preset: Word
    options: Json
    version: Number


class FactsPart(Part, omit_defaults=True):
    """What is known of a match beside its log; what is not known is absent."""

    title: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    played_at: Annotated[str, Meta(min_length=1, max_length=60, extra={"moment": True})] | None = None
    place: Short | None = None
    table: Short | None = None
    referee: Short | None = None
    external_id: Short | None = None


class ViolationPart(Part):
    """See core.ruling.Violation."""

    rule: Word
    code: str
    params: Json
    gravity: Annotated[int, Meta(ge=1, le=3)]


class RulingPart(Part):
    """See core.ruling.Ruling: codes and params, no sentences. What is absent is the default."""

    ply: Ply
    type: str
    player: Named | None = None
    verdict: Literal["legal", "unverified", "foul", "illegal", "impossible"] = "legal"
    violations: list[ViolationPart] = []
    unverified: list[str] = []
    effects: list[Json] = []


class FindingPart(Part):
    """See core.ruling.Finding."""

    rule: Word
    code: str
    player: Named
    ply: Ply
    proved_at: Ply
    params: Json


class NextPart(Part):
    """Who may act, and what is owed."""

    players: list[Named]
    must: list[Json]


class ScorePart(Part):
    """The score, with the frames of a hold only."""

    standings: list[Json]
    frames: list[Json]
    winner: list[Named] | None
    provisional: bool
    reported: bool


class PositionPart(Part):
    """Where the match stands in one view."""

    status: Literal["in_progress", "complete", "held", "stopped"]
    stopped_at: Ply | None
    next: NextPart
    score: ScorePart


class MovePart(Part):
    """One entry. `public_ruling`: absent where the public's is the referee's, null where the public has none."""

    ply: Ply
    move: Json
    ruling: RulingPart | None
    recorded_at: Moment
    public_ruling: RulingPart | UnsetType | None = UNSET


class FramePart(Part):
    """A frame: the revision of the write that brought it, its place among those of that write, and itself."""

    revision: Number
    place: Count
    data: Json


class FoundPart(Part):
    """A finding, likewise."""

    revision: Number
    place: Count
    data: FindingPart


class ViewPart(Part):
    """What one view has beside the log."""

    position: PositionPart
    frames: list[FramePart]
    findings: list[FoundPart]


class PublicPart(ViewPart):
    """`ended`: what is hidden until the end of the game is hidden no longer."""

    ended: bool


class WritePart(Part):
    """One row of the history. A payload that was redacted is null, and its salt too."""

    revision: Number
    kind: Annotated[str, Meta(min_length=1, max_length=20)]
    recorded_at: Moment
    key_id: Annotated[str, Meta(min_length=1, max_length=36)]
    key_label: str
    key_role: Annotated[str, Meta(min_length=1, max_length=10)]
    reason: Text | None
    length: Annotated[int, Meta(ge=0, le=MAX_ENTRIES)]
    payload: str | None
    salt: Salt | None
    digest: Digest
    chain: Digest


class Exported(Part, kw_only=True):
    """A whole match. `public` is null as long as the public reads what the referee reads."""

    format: Literal["adjudicator-match"]
    schema: Literal[1]
    id: Id
    game: Word
    ruleset: RulesetPart
    players: Annotated[list[Named], Meta(min_length=1, max_length=100)]
    setup: Json
    facts: FactsPart
    voided: bool
    void_reason: Text | None
    revision: Number
    created_at: Moment
    updated_at: Moment
    moves: list[MovePart]
    referee: ViewPart
    public: PublicPart | None
    history: Annotated[list[WritePart], Meta(min_length=1)]
    chain: Digest


def part_of(kind: type[P], document: Document) -> P:
    """What a document says, as a part of this kind. Raises Malformed with every fault."""
    faults = list(document.faults)
    try:
        part = msgspec.convert(document.value, kind)
    except msgspec.ValidationError:
        raise Malformed([*faults, *faults_of(kind, document.value, "")]) from None
    require_none(faults)
    return part


def written(found: Whole) -> bytes:
    """A match as it is exported: the same bytes for the same rows."""
    return msgspec.json.encode(exported(found))


def exported(found: Whole) -> Exported:
    """The rows of a match as JSON's values. What they hold is not looked at."""
    match, play = found.match, found.match.play
    split = play.public_position is not None
    return Exported(
        format=FORMAT,
        schema=SCHEMA,
        id=match.id,
        game=match.game,
        ruleset=RulesetPart(match.preset, _value(match.options), match.rules_version),
        players=_value(match.players),
        setup=_value(match.setup),
        facts=facts_part(match.facts),
        voided=match.voided,
        void_reason=match.void_reason,
        revision=play.revision,
        created_at=match.created_at,
        updated_at=play.updated_at,
        moves=[_move(row) for row in found.moves],
        referee=ViewPart(_value(play.position), *_brought(found, "referee")),
        public=PublicPart(_value(play.public_position), *_brought(found, "public"), play.public_ended) if split else None,
        history=[WritePart(*(getattr(row, name) for name in _WRITE)) for row in found.history],
        chain=play.chain,
    )


def facts_part(facts: Facts) -> FactsPart:
    """The facts as they are exported."""
    return FactsPart(**{name: getattr(facts, name) for name in _FACTS})


def facts_of(part: FactsPart) -> Facts:
    """The facts of a match."""
    return Facts(**{name: getattr(part, name) for name in _FACTS})


def history_of(writes: Sequence[WritePart]) -> list[HistoryRow]:
    """The rows of a history."""
    return [HistoryRow(*(getattr(each, name) for name in _WRITE)) for each in writes]


_FACTS = tuple(Facts.__dataclass_fields__)
_WRITE = tuple(HistoryRow.__dataclass_fields__)


def _value(stored: str | None) -> Any:
    return None if stored is None else msgspec.json.decode(stored)


def _move(row: MoveRow) -> MovePart:
    public = UNSET if row.public_ruling is None else _value(row.public_ruling)
    return MovePart(row.ply, _value(row.entry), _value(row.ruling), row.recorded_at, public)


def _brought(found: Whole, view: str) -> tuple[list[FramePart], list[FoundPart]]:
    frames = [FramePart(row.revision, row.place, _value(row.data)) for row in found.brought["frames", view]]
    return frames, [FoundPart(row.revision, row.place, _value(row.data)) for row in found.brought["findings", view]]
