"""The result sheet of a match, as it is signed: how the match stands for the referee, and at which link of its history."""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from adjudicator.core.errors import AdjudicatorError
from adjudicator.core.reading import Document
from adjudicator.services.exported import (
    Count,
    Digest,
    FactsPart,
    Id,
    Json,
    Moment,
    Named,
    Number,
    Part,
    Ply,
    RulesetPart,
    ScorePart,
    Text,
    Word,
    facts_part,
    part_of,
)
from adjudicator.services.shown import Match
from adjudicator.services.signing import PublicKey

FORMAT: Final = "adjudicator-sheet"
SCHEMA: Final = 1


class SignaturePart(Part):
    """Under the sheet without this member; see `signing`. Key and value are in base64url, `key_id` is the key's thumbprint."""

    algorithm: Literal["Ed25519"]
    key_id: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{43}$", extra={"form": "43 signs of base64url"})]
    public_key: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{43}$", extra={"form": "43 signs of base64url"})]
    value: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{86}$", extra={"form": "86 signs of base64url"})]


class Unsigned(Part, kw_only=True):
    """A sheet before it is signed. `chain`: the link of the history that made `revision`."""

    format: Literal["adjudicator-sheet"]
    schema: Literal[1]
    id: Id
    game: Word
    ruleset: RulesetPart
    players: list[Named]
    facts: FactsPart
    status: Literal["in_progress", "complete", "held", "stopped"]
    stopped_at: Ply | None
    voided: bool
    void_reason: Text | None
    score: ScorePart
    plies: Count
    revision: Number
    chain: Digest
    created_at: Moment
    updated_at: Moment


class Sheet(Unsigned, kw_only=True):
    """A signed sheet."""

    signature: SignaturePart


class BadSignature(AdjudicatorError):
    """A sheet that was changed after it was signed, or that another key signed."""


def is_sheet(document: Document) -> bool:
    """Whether this says that it is a result sheet."""
    return isinstance(document.value, dict) and document.value.get("format") == FORMAT


def read(document: Document, key: PublicKey | None) -> Sheet:
    """A sheet whose signature is good: that of this key or, without one, of the key that it names.

    Raises Malformed, BadSignature.
    """
    sheet = part_of(Sheet, document)
    signature = sheet.signature
    named = PublicKey(signature.public_key)
    unsigned = {name: value for name, value in document.value.items() if name != "signature"}
    if not named.signed(unsigned, signature.value):
        raise BadSignature("The signature is not one of this sheet: the sheet or its signature was changed.")
    if named.id != signature.key_id:
        raise BadSignature("The sheet names its key by another key's id.")
    if key is not None and key != named:
        raise BadSignature(f"The sheet is signed, but by another key: {named.id}.")
    return sheet


def sheet_of(match: Match, chain: str) -> dict[str, Any]:
    """The sheet of a match as the referee sees it, not signed yet; also of one that is held, stopped or goes on."""
    where = match.position
    found: Json = msgspec.to_builtins(
        Unsigned(
            format=FORMAT,
            schema=SCHEMA,
            id=match.id,
            game=match.game,
            ruleset=RulesetPart(match.preset, match.options, match.rules_version),
            players=match.players,
            facts=facts_part(match.facts),
            status=where.status,  # type: ignore[arg-type]
            stopped_at=where.stopped_at,
            voided=match.voided,
            void_reason=match.void_reason,
            score=ScorePart(**where.score_with(match.frames or [])),
            plies=match.plies,
            revision=match.revision,
            chain=chain,
            created_at=match.created_at,
            updated_at=match.updated_at,
        )
    )
    return found
