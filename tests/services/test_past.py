"""The history of a match folds into the match as it was behind any of its writes."""

import datetime
import random

import msgspec
import pytest
from msgspec import structs

from adjudicator.services.errors import Conflict, NotFound, Redacted
from adjudicator.services.later import Later
from adjudicator.services.past import Past, past_at, past_of, splice_of, text_of
from adjudicator.storage import history as history_rows
from adjudicator.storage.rows import HistoryRow
from tests.services.desk import Desk

REMARK = {"type": "remark", "note": "A spectator coughed."}
PLAYS = [{"type": "play", "player": "Asha", "card": 3}, {"type": "play", "player": "Bo", "card": 5}]


def a_life(desk: Desk, toy: dict) -> tuple[str, list[Past]]:
    """A match through every kind of write but corrections, and what it was behind each."""
    seen: list[Past] = []

    def look(match_id: str) -> str:
        seen.append(present(desk, match_id))
        desk.clock.time += datetime.timedelta(minutes=1)
        return match_id

    match_id = look(desk.create(toy | {"moves": PLAYS[:1]}, title="Friday", place="Hall 1").id)
    desk.append(match_id, PLAYS[1:])
    look(match_id)
    facts = Later(lambda: {"title": "Saturday", "place": None, "referee": "Dev"})
    desk.matches.change_facts(desk.access, match_id, facts, (2).__eq__)
    look(match_id)
    desk.matches.void(desk.access, match_id, Later(lambda: "Wrong table."), (3).__eq__)
    look(match_id)
    desk.matches.reinstate(desk.access, match_id, Later(lambda: "The right one."), (4).__eq__)
    look(match_id)
    desk.append(match_id, [REMARK, REMARK])
    look(match_id)
    return match_id, seen


def present(desk: Desk, match_id: str) -> Past:
    """The match of today in the form of a past, from its rows."""
    match, rows = desk.rows(match_id)
    facts = {name: value for name in fields_of(match.facts) if (value := getattr(match.facts, name)) is not None}
    return Past(
        revision=match.play.revision,
        written_at=match.play.updated_at,
        game=match.game,
        preset=match.preset,
        options=match.options,
        rules_version=match.rules_version,
        players=desk.read(match_id).players,
        setup=match.setup,
        facts=facts,
        voided=match.voided,
        void_reason=match.void_reason,
        created_at=match.created_at,
        entries=[row.entry for row in rows],
        recorded=[row.recorded_at for row in rows],
    )


def fields_of(facts: object) -> tuple[str, ...]:
    return tuple(facts.__dataclass_fields__)  # type: ignore[attr-defined]


def redacted(row: HistoryRow) -> HistoryRow:
    return HistoryRow(**{name: getattr(row, name) for name in fields_of(row)} | {"payload": None, "salt": None})


def test_every_moment_is_in_the_history(desk: Desk, toy: dict) -> None:
    match_id, seen = a_life(desk, toy)
    with desk.database.read() as connection:
        for past in seen:
            assert past_at(connection, match_id, past.revision) == past
        for revision in (0, len(seen) + 1):
            with pytest.raises(NotFound):
                past_at(connection, match_id, revision)


def test_what_was_redacted_is_missed_where_it_is_needed(desk: Desk, toy: dict) -> None:
    match_id, seen = a_life(desk, toy)
    with desk.database.read() as connection:
        rows = list(history_rows.whole(connection, match_id))
    assert past_of([]) is None
    for place, row in enumerate(rows):
        spoilt = [*rows[:place], redacted(row), *rows[place + 1 :]]
        assert past_of(spoilt[:place]) == (seen[place - 1] if place else None)
        if row.kind in ("void", "reinstate"):
            assert past_of(spoilt) == seen[-1], "nothing but the kind and the reason counts, and they stay"
            continue
        with pytest.raises(Redacted, match=f"revision {row.revision} ") as missed:
            past_of(spoilt)
        assert isinstance(missed.value, Conflict)
        assert missed.value.revision == row.revision


def test_a_match_that_was_adopted_keeps_its_times() -> None:
    start = {
        "game": "toy",
        "preset": "standard",
        "options": {"proof": "hold"},
        "rules_version": 1,
        "players": ["Asha", "Bo"],
        "setup": {},
        "facts": {"title": "Friday"},
        "voided": True,
        "void_reason": "Wrong table.",
        "created_at": "then",
        "recorded_at": ["one", "two"],
        "rulings": "",
        "moves": PLAYS,
    }
    payload = msgspec.json.encode(start).decode()
    row = HistoryRow(7, "adopted", "later", "1", "admin", "admin", None, 2, payload, "", "", "")
    past = past_of([row])
    assert past is not None
    assert (past.revision, past.written_at, past.created_at, past.recorded) == (7, "later", "then", ["one", "two"])
    assert (past.voided, past.void_reason, past.facts) == (True, "Wrong table.", {"title": "Friday"})
    assert [msgspec.json.decode(entry) for entry in past.entries] == PLAYS


class TestSplices:
    @pytest.mark.parametrize("number", range(200))
    def test_the_range_is_the_smallest_and_leads_there(self, number: int) -> None:
        rng = random.Random(number)
        before, after = ([f'"{rng.choice("ab")}"' for _ in range(rng.randint(0, 6))] for _ in range(2))
        splice = splice_of(before, after)
        if splice is None:
            assert before == after
            return
        assert splice.on(before) == after
        assert structs.replace(splice, before=splice.after, after=splice.before).on(after) == before
        old, new = list(map(text_of, splice.before)), list(map(text_of, splice.after))
        assert before[splice.ply - 1 :][: len(old)] == old
        if old and new:
            assert old[0] != new[0]
            assert old[-1] != new[-1]

    def test_what_stays_keeps_its_time(self) -> None:
        def times(before: str, after: str) -> str:
            splice = splice_of([f'"{word}"' for word in before], [f'"{word}"' for word in after])
            assert splice is not None
            return "".join(splice.times("12345"[: len(before)], "n"))

        assert times("abc", "abxc") == "12n3"
        assert times("abcd", "ad") == "14"
        assert times("abcde", "xbcye") == "n23n5", "in between, an entry that is the same in its place"
        assert times("abcd", "xbyyd") == "nnnn4"
