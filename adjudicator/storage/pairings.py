"""Pairings one by one: what is asked and written of a single match does not grow with its stage. `uncounted`: see the table."""

from dataclasses import fields

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from adjudicator.storage.prepared import Prepared
from adjudicator.storage.tournament_rows import PairingRow, TournamentRow
from adjudicator.storage.tournament_tables import pairings
from adjudicator.storage.tournaments import FINDS, MADE

Place = tuple[int, int, int]
"""Stage, round and table of a pairing."""
_PAIRINGS = pairings.c
_PAIRING = sa.select(*(_PAIRINGS[field.name] for field in fields(PairingRow)))
_LINKED = Prepared(
    _PAIRING.where(_PAIRINGS.club_id == sa.bindparam("of_club"), _PAIRINGS.match_id == sa.bindparam("of_match"))
)
_OF_STAGE = sa.and_(_PAIRINGS.tournament_id == sa.bindparam("of_tournament"), _PAIRINGS.stage == sa.bindparam("of_stage"))
_KEY = ("tournament_id", "stage", "round", "table")
_KEYS = sa.select(*(_PAIRINGS[name] for name in _KEY)).where(_OF_STAGE, _PAIRINGS.uncounted).cte("keys")
"""Found in the index of what is uncounted; asked for whole rows, both databases may read through the stage instead."""
_UNCOUNTED = Prepared(
    _PAIRING.join_from(
        _KEYS.prefix_with("MATERIALIZED", dialect="postgresql"),
        pairings,
        sa.and_(*(_PAIRINGS[name] == _KEYS.c[name] for name in _KEY)),
    )
)
_IS_BEHIND = Prepared(sa.select(_PAIRINGS.table).where(_OF_STAGE, _PAIRINGS.uncounted).limit(1))
_COUNT = Prepared(sa.update(pairings).where(_OF_STAGE, _PAIRINGS.uncounted).values(uncounted=sa.false()))
_OF_ROUND = sa.and_(_OF_STAGE, _PAIRINGS.round == sa.bindparam("of_round"))
_UNCOUNT_BYES = Prepared(sa.update(pairings).where(_OF_ROUND, _PAIRINGS.bye.is_not(None)).values(uncounted=sa.true()))
_SET = sa.update(pairings).where(_OF_ROUND, _PAIRINGS.table == sa.bindparam("of_table"))
_CHANGE = Prepared(
    _SET.values({name: sa.bindparam(f"new_{name}") for name in ("result", "corrections", "uncounted")})
)
_LINK = Prepared(_SET.values(match_id=sa.bindparam("new_match_id")))
_LAST_TABLE = Prepared(sa.select(sa.func.max(_PAIRINGS.table)).where(_OF_ROUND))


def linked(
    connection: Connection, club_id: str, tournament_id: str, match_id: str
) -> tuple[TournamentRow, PairingRow] | None:
    """The tournament, which nobody else changes until the transaction ends, and its pairing that is linked to a match.

    Two statements, since what the second one sees must begin behind the wait of the first; but nobody waits between them.
    """
    locked = FINDS[True].run(connection, {"of_club": club_id, "wanted": tournament_id})
    found = _LINKED.run(connection, {"of_club": club_id, "of_match": match_id})
    tournament, pairing = locked.fetchone(), found.fetchone()
    return None if tournament is None or pairing is None else (TournamentRow(*tournament), MADE[PairingRow](pairing))


def last_table(connection: Connection, tournament_id: str, stage: int, number: int) -> int:
    """The highest table of a round, or 0."""
    wanted = {"of_tournament": tournament_id, "of_stage": stage, "of_round": number}
    return _LAST_TABLE.run(connection, wanted).fetchone()[0] or 0


def uncounted(connection: Connection, tournament_id: str, stage: int) -> list[PairingRow]:
    """The pairings of a stage that are not in its kept standings yet, in any order."""
    rows = _UNCOUNTED.run(connection, {"of_tournament": tournament_id, "of_stage": stage}).fetchall()
    return [MADE[PairingRow](row) for row in rows]


def is_behind(connection: Connection, tournament_id: str, stage: int) -> bool:
    """Whether a pairing of a stage is not in its kept standings yet."""
    return _IS_BEHIND.run(connection, {"of_tournament": tournament_id, "of_stage": stage}).fetchone() is not None


def count(connection: Connection, tournament_id: str, stage: int) -> None:
    """All pairings of a stage are in its kept standings from now on."""
    _COUNT.run(connection, {"of_tournament": tournament_id, "of_stage": stage})


def uncount_byes(connection: Connection, tournament_id: str, stage: int, number: int) -> None:
    """The byes of a round are not in the kept standings of their stage."""
    _UNCOUNT_BYES.run(connection, {"of_tournament": tournament_id, "of_stage": stage, "of_round": number})


def change(
    connection: Connection, tournament_id: str, at: Place, result: str | None, corrections: str, uncounted: bool
) -> None:
    """Write what a pairing that is there comes to. Its link stays: to check one costs more than all the rest."""
    new = {"new_result": result, "new_corrections": corrections, "new_uncounted": uncounted}
    _CHANGE.run(connection, {"of_tournament": tournament_id, **_at(at), **new})


def link(connection: Connection, tournament_id: str, at: Place, match_id: str | None) -> None:
    """Write to which match a pairing is linked."""
    _LINK.run(connection, {"of_tournament": tournament_id, **_at(at), "new_match_id": match_id})


def _at(place: Place) -> dict[str, int]:
    stage, number, table = place
    return {"of_stage": stage, "of_round": number, "of_table": table}
