"""Stored matches as they are shown, what is known of them beside their logs, and the queries of all this."""

from typing import Any

from marshmallow import fields

from adjudicator.core.faults import is_moment
from adjudicator.core.log import MAX_ENTRIES
from adjudicator.services.setting import moment, time_of
from adjudicator.web.report_schemas import STATUSES
from adjudicator.web.schemas.faults import Said
from adjudicator.web.schemas.fields import Messages, Part, Schema, Text, Truth, Whole, Word
from adjudicator.web.schemas.queries import MOST_ITEMS, VIEW, LanguageQuery, PageQuery
from adjudicator.web.schemas.seats import SeatLinks

MOST_REVISIONS = 2**31 - 1
LONGEST_TITLE, LONGEST_FACT, LONGEST_NOTE = 200, 100, 500
FACTS = ("title", "played_at", "place", "table", "referee", "external_id")


class Moment(Text):
    """An RFC 3339 time that UTC has a year for, as it was written; with `utc` in UTC, as times are compared."""

    default_error_messages: Messages = {
        "moment": Said("not_a_time", "This is no RFC 3339 time with its offset (2026-05-01T19:30:00Z).")
    }

    def __init__(self, *, utc: bool = False, **kwargs: Any) -> None:
        super().__init__(most=60, metadata={"format": "date-time"} | kwargs.pop("metadata", {}), **kwargs)
        self.utc = utc

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        if not is_moment(text):
            raise self.make_error("moment")
        try:
            found = moment(time_of(text))
        except OverflowError:
            raise self.make_error("moment") from None
        return found if self.utc else text


def _facts(null: bool) -> dict[str, Any]:
    def short(**metadata: str) -> Text:
        return Text(most=LONGEST_FACT, allow_none=null, metadata=dict(metadata))

    return {
        "title": Text(most=LONGEST_TITLE, allow_none=null),
        "played_at": Moment(allow_none=null, metadata={"description": "When it was played."}),
        "place": short(),
        "table": short(description="At which table."),
        "referee": short(),
        "external_id": short(description="The club's own name of the match, unique in the club."),
    }


class NewFacts(Schema.from_dict(_facts(null=False), name="NewFacts")):  # type: ignore[misc]
    """What is known of a new match beside its log."""

    accept_stop = Truth(
        load_default=False,
        metadata={"default": False, "description": "Store the match even if its log stops at an entry that does not stand."},
    )
    player_ids = SeatLinks(
        load_default=dict, metadata={"description": "Names at the table, with the ids of players of the club; others are guests."}
    )


ChangedFacts = Schema.from_dict(_facts(null=True), name="ChangedFacts")
"""The facts to change; null takes one away."""


class Reason(Schema):
    """Why a match is voided or reinstated."""

    reason = Text(most=LONGEST_NOTE, required=True)


class Ruleset(Schema):
    """The ruleset that the match is played under, for good."""

    preset = fields.String(required=True)
    options = fields.Dict(required=True, metadata={"description": "All of them."})
    version = fields.Integer(required=True, metadata={"description": "Of the rules that judge this match."})


class Match(Schema):
    """A stored match. In lists its score has no frames."""

    id = fields.String(required=True)
    game = fields.String(required=True)
    ruleset = fields.Nested(Ruleset, required=True)
    players = fields.List(fields.String(), required=True, metadata={"description": "In turn order."})
    setup = fields.Dict(required=True, metadata={"description": "As in the log."})
    status = Word(*STATUSES, required=True)
    stopped_at = fields.Integer(required=True, allow_none=True, metadata={"description": "The ply at which judging stopped."})
    voided = fields.Boolean(required=True, metadata={"description": "Out of all scores."})
    void_reason = fields.String(
        required=True, allow_none=True, metadata={"description": "Why it was last voided or reinstated; in the referee's view."}
    )
    revision = fields.Integer(
        required=True,
        metadata={"minimum": 0, "description": "Grows with every change. 0: by a link with a delay, before anything is due."},
    )
    plies = fields.Integer(required=True, metadata={"minimum": 0, "description": "The number of entries in the log."})
    next = Part("Next", required=True)
    score = Part("MatchScore", required=True)
    title = fields.String(required=True, allow_none=True)
    played_at = fields.String(required=True, allow_none=True, metadata={"format": "date-time"})
    place = fields.String(required=True, allow_none=True)
    table = fields.String(required=True, allow_none=True)
    referee = fields.String(required=True, allow_none=True)
    external_id = fields.String(required=True, allow_none=True)
    created_at = fields.String(required=True, metadata={"format": "date-time"})
    updated_at = fields.String(required=True, metadata={"format": "date-time"})


class MatchList(Schema):
    """Matches, newest first."""

    items = fields.List(fields.Nested(Match), required=True)


class MatchesQuery(PageQuery):
    """One page of the club's matches."""

    game = Text(most=40)
    status = Word(*STATUSES)
    player = Text(most=60, metadata={"description": "Somebody of exactly this name sits at the table."})
    player_id = Text(
        most=36, metadata={"description": "This player of the club sits there, or anybody for whom the same player stands."}
    )
    external_id = Text(most=LONGEST_FACT)
    since = Moment(utc=True, metadata={"description": "Played (or if that is not known, stored) at this time or later."})
    until = Moment(utc=True, metadata={"description": "Played (or stored) before this time."})
    voided = Truth(query=True, metadata={"description": "Only voided matches, or only others."})
    view = Word(
        "referee",
        "public",
        metadata={"description": "For whom. Absent, the referee's, or the public's for a key that may see no more."},
    )


class ViewQuery(LanguageQuery):
    """For whom something of a match is shown."""

    view = Text(
        most=67,
        form=VIEW,
        metadata={
            "description": "For whom; what they may not see is not there. Absent, the referee's, or the public's for a key"
            " that may see no more."
        },
    )


class StreamQuery(ViewQuery):
    """Where a stream begins."""

    last_event_id = Text(
        least=0, most=200, metadata={"description": "As the header Last-Event-ID, for clients that cannot send it."}
    )


class ReportAtQuery(ViewQuery):
    """The report of a match."""

    at = Whole(
        least=0, most=MAX_ENTRIES, query=True, metadata={"description": "As it was behind this ply; absent, as it is now."}
    )


class ScoreQuery(ViewQuery):
    """The score of a match."""

    part = Word(
        "standings",
        "frames",
        load_default="standings",
        metadata={"default": "standings", "description": "Of which part text/csv has a row each; JSON has both."},
    )


class MovesQuery(ViewQuery):
    """One page of a log."""

    after = Whole(
        least=0, most=MAX_ENTRIES, query=True, load_default=0, metadata={"default": 0, "description": "The ply last seen."}
    )
    limit = Whole(
        least=1,
        most=MOST_ITEMS,
        query=True,
        load_default=MOST_ITEMS,
        metadata={"default": MOST_ITEMS, "description": "The most entries of a page."},
    )


class AppendQuery(LanguageQuery):
    """How entries are appended."""

    dry_run = Truth(
        query=True,
        load_default=False,
        metadata={"default": False, "description": "Only say what would come of it (200); nothing is stored."},
    )
    accept_stop = Truth(
        query=True,
        load_default=False,
        metadata={
            "default": False,
            "description": "Store an entry at which adjudication stops, and entries behind it without rulings.",
        },
    )


class HistoryQuery(LanguageQuery):
    """One page of a history."""

    after = Whole(
        least=0,
        most=MOST_REVISIONS,
        query=True,
        load_default=0,
        metadata={"default": 0, "description": "The revision last seen."},
    )
    limit = Whole(
        least=1,
        most=MOST_ITEMS,
        query=True,
        load_default=MOST_ITEMS,
        metadata={"default": MOST_ITEMS, "description": "The most writes of a page."},
    )
