"""Rows of tournaments as the repository hands them over and takes them; see `tournament_tables`. JSON stays text."""

from dataclasses import dataclass


@dataclass(slots=True)
class TournamentRow:
    """A tournament."""

    id: str
    club_id: str
    name: str
    game: str
    ruleset: str | None
    settings: str
    seed: str
    status: str
    revision: int
    created_at: str
    updated_at: str


@dataclass(slots=True, frozen=True)
class StageRow:
    """A stage, without what happened in it."""

    stage: int
    name: str | None
    format: str
    scheme: str
    tie_breaks: str


@dataclass(slots=True, frozen=True)
class EntrantRow:
    """An entrant of the tournament. `name` is None for one that goes by its members' names."""

    entrant: str
    name: str | None


@dataclass(slots=True, frozen=True)
class MemberRow:
    """Somebody who plays for an entrant."""

    entrant: str
    place: int
    name: str
    player_id: str | None


@dataclass(slots=True, frozen=True)
class StageEntrantRow:
    """An entrant in a stage."""

    stage: int
    entrant: str
    seeding: int | None
    joined: int
    absences: str


@dataclass(slots=True, frozen=True)
class RoundRow:
    """A round: how far it has got, and what its pairing reported."""

    stage: int
    round: int
    status: str
    cost: str
    departures: str
    paired_at: str
    published_at: str | None
    closed_at: str | None


@dataclass(slots=True, frozen=True)
class PairingRow:
    """A match of a round. `match_id`: the adjudicated match that it is linked to. `uncounted`: not in the kept standings yet."""

    stage: int
    round: int
    table: int
    sides: str
    bye: str | None
    manual: bool
    match_id: str | None
    result: str | None
    corrections: str
    uncounted: bool


@dataclass(slots=True, frozen=True)
class SanctionRow:
    """A change of an entrant's score, by its number in the stage."""

    stage: int
    number: int
    entrant: str
    round: int
    points: int
    reason: str
    withdrawn: bool


@dataclass(slots=True, frozen=True)
class StandingRow:
    """Where an entrant stands in a stage: in the order of `sort_key`, then of `entrant`."""

    stage: int
    entrant: str
    sort_key: str
    score: int
    played: int
    tie_break_values: str


@dataclass(slots=True, frozen=True)
class DisturbanceRow:
    """Another result that waits, or waited, for the organiser's choice."""

    number: int
    stage: int
    round: int
    table: int
    origin: str
    change: str
    effect: str
    state: str
    reason: str | None
    created_at: str
    settled_at: str | None


@dataclass(slots=True, frozen=True)
class TournamentWriteRow:
    """One write to a tournament. The key that wrote is told as it was then."""

    revision: int
    kind: str
    recorded_at: str
    key_id: str
    key_label: str
    key_role: str
    reason: str | None
    payload: str
