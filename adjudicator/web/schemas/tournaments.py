"""What is said of tournaments: bodies and queries. What is shown of them is described in `tournament_schemas`."""

from typing import Any

import msgspec
from marshmallow import ValidationError, fields, validates_schema

from adjudicator.core.faults import faults_of
from adjudicator.services.tournaments.changing import FINISHED
from adjudicator.services.tournaments.founding import OPEN
from adjudicator.services.tournaments.words import BYES, FORMAT, MOST_ROUNDS, MOST_SIDES, OUTCOMES, SCHEME_NAMES
from adjudicator.web.schemas.faults import Said
from adjudicator.web.schemas.fields import Form, Name, Part, Schema, Text, Truth, Whole, Word, listed
from adjudicator.web.schemas.matches import LONGEST_NOTE, LONGEST_TITLE, Moment
from adjudicator.web.schemas.player_lists import ModeQuery
from adjudicator.web.schemas.players import player_id, player_name
from adjudicator.web.schemas.queries import CsvQuery, LanguageQuery, PageQuery

MOST_STAGES, MOST_TABLES = 100, 10_000
MOST_POINTS = 10**9
MOST_MEMBERS, MOST_ENTRANTS = 10, 1_000
ENTRANT = Form("^[0-9]{4}$", "the id of an entrant: four digits")
CRITERION = Form("^[a-z0-9_]{1,40}(:[a-z0-9_]{1,40})?$", "the name of a criterion (buchholz, most:points)")
MEASURE = Form("^[a-z0-9_]{1,40}$", "the name of a measure: small letters, digits and underscores")


def note(**more: Any) -> Text:
    """A reason or a remark."""
    return Text(most=LONGEST_NOTE, **more)


def entrant_id(**more: Any) -> Text:
    """The id of an entrant."""
    return Text(most=4, form=ENTRANT, **more)


def stage_number(**more: Any) -> Whole:
    """The number of a stage."""
    return Whole(least=1, most=MOST_STAGES, metadata={"description": "Absent, the latest stage."}, **more)


class FormatPart(Part):
    """The format of a stage, read by the type that the pairing works with."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("TournamentFormat", **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        found = faults_of(FORMAT, value, "")
        if found:
            raise ValidationError(_nested([(fault.pointer, Said(fault.code, fault.message)) for fault in found]))
        return msgspec.convert(value, FORMAT)


def _nested(said: list[tuple[str, Said]]) -> Any:
    """Messages by the name of the field of the format that they are about, or of the whole."""
    messages: dict[str, list[Said]] = {}
    for pointer, message in said:
        messages.setdefault(pointer.removeprefix("/") or "_schema", []).append(message)
    return messages


_STAGE = {
    "format": FormatPart(required=True),
    "scheme": Word(*SCHEME_NAMES, metadata={"description": "What a result counts. Absent, as is usual for the game."}),
    "tie_breaks": listed(
        Text(most=81, form=CRITERION), 20, "What decides between equals, in this order. Absent, as is usual for the game."
    ),
}


class NewTournament(Schema.from_dict(_STAGE, name="FirstStage")):  # type: ignore[misc]
    """A tournament, and how its first stage is played."""

    name = Name(most=LONGEST_TITLE, required=True)
    game = Text(most=40, required=True)
    ruleset = fields.Raw(metadata={"description": "As in a log: what linked matches must be played under. Absent, anything."})
    seed = Text(most=100, metadata={"description": "The published seed of all lots. Absent, one is drawn."})
    stage_name = Name(most=LONGEST_TITLE)
    place = Text(most=LONGEST_TITLE)
    starts_at = Moment()
    note = note()


class ChangedTournament(Schema):
    """What is to be changed of a tournament; null takes place, time and note away."""

    name = Name(most=LONGEST_TITLE)
    status = Word(OPEN, FINISHED)
    place = Text(most=LONGEST_TITLE, allow_none=True)
    starts_at = Moment(allow_none=True)
    note = note(allow_none=True)


class NextStage(Schema.from_dict(_STAGE, name="FollowingStage")):  # type: ignore[misc]
    """A stage to follow: for the entrants named, in this order, or for the first `count`, or for all."""

    name = Name(most=LONGEST_TITLE)
    entrants = listed(entrant_id(), MOST_ENTRANTS, "Who goes on, the strongest first.", least=1)
    count = Whole(least=1, most=MOST_ENTRANTS, metadata={"description": "So many go on from the standings."})

    @validates_schema
    def _one_way(self, data: dict[str, Any], **kwargs: Any) -> None:
        if "entrants" in data and "count" in data:
            raise ValidationError({"count": [Said("not_both", "Who goes on is told by names or by a number, not by both.")]})


class NewMember(Schema):
    """Somebody who is to play: by the name that stands in logs, as a player of the club, or both."""

    name = player_name()
    player_id = player_id()

    @validates_schema
    def _known(self, data: dict[str, Any], **kwargs: Any) -> None:
        if not data:
            raise ValidationError({"name": [Said("missing", "A name or a player's id is needed.")]})


def _members(**more: Any) -> fields.List[Any]:
    return listed(fields.Nested(NewMember), MOST_MEMBERS, "Who plays for it, if they are several.", least=1, **more)


def _seeding(**more: Any) -> Whole:
    words = {"description": "Its number in the order of strength, 1 the strongest."}
    return Whole(least=1, most=MOST_ENTRANTS, metadata=words, **more)


class NewEntrant(NewMember):
    """An entrant: one player, or several who play as one side."""

    members = _members()
    seeding = _seeding()


class NewEntrants(Schema):
    """Entrants of a stage."""

    entrants = listed(fields.Nested(NewEntrant), MOST_ENTRANTS, "In the order of their ids.", least=1, required=True)
    stage = stage_number()


class ChangedEntrant(Schema):
    """What is to be changed of an entrant. `name`: null for one that goes by its members' names."""

    name = player_name(allow_none=True)
    members = _members()
    seeding = _seeding(allow_none=True)
    stage = stage_number()


class Absence(Schema):
    """From which round to which an entrant is away."""

    first = Whole(least=1, most=MOST_ROUNDS, metadata={"description": "Absent, the next one to be paired."})
    last = Whole(least=1, most=MOST_ROUNDS, metadata={"description": "Absent, for good."})
    reason = note()
    stage = stage_number()


class ComeBack(Schema):
    """An entrant is back for the next round to be paired."""

    reason = note()
    stage = stage_number()


class ByHand(Schema):
    """A match, or a bye (one side), that an organiser pairs. The first side begins."""

    sides = listed(entrant_id(), MOST_SIDES, "In seat order.", least=1, required=True)
    table = Whole(least=1, most=MOST_TABLES, metadata={"description": "Absent, the first one that is free."})
    bye = Word(*BYES, metadata={"description": "What the bye is worth."})


class Pairing(Schema):
    """The next round is to be paired, around these."""

    fixed = listed(fields.Nested(ByHand), MOST_ENTRANTS, "Matches and byes by hand.")
    stage = stage_number()
    dry_run = Truth(load_default=False, metadata={"default": False, "description": "Only propose; nothing is stored."})


class Side(Schema):
    """One side of a result."""

    entrant = entrant_id(required=True)
    rank = Whole(least=1, most=MOST_SIDES, metadata={"description": "As in sport: 1, 2, 2, 4. Absent for all: by points."})
    points = Whole(least=-MOST_POINTS, most=MOST_POINTS)
    measures = fields.Dict(
        keys=Text(most=40, form=MEASURE),
        values=Whole(least=-MOST_POINTS, most=MOST_POINTS),
        metadata={"description": "What else tie-breaks look at, by name."},
    )
    absent = Truth(load_default=False)


class Result(Schema):
    """A result: its sides, or an outcome for which it is enough to say who was absent."""

    sides = listed(fields.Nested(Side), MOST_SIDES, "Every side of the match once.", least=2)
    outcome = Word(*OUTCOMES, load_default="played", metadata={"default": "played"})
    absent = listed(entrant_id(), MOST_SIDES, "Who did not come, or gave the match up.")


class EnteredResult(Result):
    """What is entered for a match: an adjudicated match of the club, or a bare result."""

    outcome = Word(*OUTCOMES)
    match_id = Text(most=36, metadata={"description": "Its score is the result, now or once it is complete."})

    @validates_schema
    def _one_way(self, data: dict[str, Any], **kwargs: Any) -> None:
        if not data:
            raise ValidationError({"match_id": [Said("missing", "A match, sides or an outcome are needed.")]})
        if "match_id" in data and len(data) > 1:
            raise ValidationError({"match_id": [Said("not_both", "The match tells the result; nothing can stand beside it.")]})


class NewCorrection(Schema):
    """Another result in place of the one that came in, and why."""

    result = fields.Nested(Result, required=True)
    reason = note(required=True)
    dry_run = Truth(load_default=False, metadata={"default": False, "description": "Only say what it would disturb."})


class NewSanction(Schema):
    """A change of an entrant's score, in units of the scheme; negative takes away."""

    entrant = entrant_id(required=True)
    round = Whole(least=1, most=MOST_ROUNDS, required=True, metadata={"description": "It counts from this round on."})
    points = Whole(least=-MOST_POINTS, most=MOST_POINTS, required=True)
    reason = note(required=True)
    stage = stage_number()


class Choice(Schema):
    """What is to become of another result."""

    decision = Word(
        "accept",
        "keep",
        "repair",
        required=True,
        metadata={
            "description": "accept: it counts, what was paired stays. keep: the old one counts on. repair: it counts, and the"
            " round that is not published yet is paired anew."
        },
    )
    reason = note(metadata={"description": "Needed to keep the old result."})

    @validates_schema
    def _reasoned(self, data: dict[str, Any], **kwargs: Any) -> None:
        if data.get("decision") == "keep" and "reason" not in data:
            raise ValidationError({"reason": [Said("missing", "To keep the old result takes a reason.")]})


def as_of_round() -> Whole:
    """The round behind which a table is wanted."""
    return Whole(least=1, most=MOST_ROUNDS, query=True, metadata={"description": "As of this round; absent, as it is now."})


class StageQuery(LanguageQuery):
    """Of which stage."""

    stage = stage_number(query=True)


class TournamentsQuery(PageQuery):
    """One page of the club's tournaments."""

    game = Text(most=40)
    status = Word(OPEN, FINISHED)


class CrosstableQuery(CsvQuery, StageQuery):
    """Which crosstable."""

    round = as_of_round()


class StandingsQuery(CrosstableQuery):
    """Which standings."""

    limit = Whole(least=1, most=10_000, query=True, load_default=10_000, metadata={"description": "The most rows of a page."})
    after = entrant_id(metadata={"description": "The entrant last seen."})


class ExplainQuery(StageQuery):
    """Which value, as of which round."""

    value = Text(most=81, form=CRITERION, load_default="score", metadata={"description": "The score, or a tie-break by name."})
    round = as_of_round()


class ResultsQuery(ModeQuery, StageQuery):
    """How a list of results is imported."""
