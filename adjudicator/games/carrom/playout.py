"""Random lawful games: `simulate`, and the conformance suite.

A playout plays on the engine's own state, so that it always knows what may fall and what must be named.
"""

import random
from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from adjudicator.core.entries import Adjust, End, Entry, Placing, Remark, Result
from adjudicator.core.game import Playout, Table
from adjudicator.core.ruling import Judged, Outcome

from . import legality, rules
from .effects import STEPS
from .moves import DeclinePenalty, Foul, Setup, Stroke, Summary
from .options import ICF, Options
from .pieces import BLACK, COLOURS, EACH, WHITE, Colour
from .sides import SIDE_OF, SIDES
from .state import State, begin

CODES = (*rules.TOUCH.codes, *rules.STRIKING.codes)
LONGEST = 150


class Habits(Struct, frozen=True):
    """How a table plays, as chances: an own piece falls, several do, a slip happens, boards are logged as a whole."""

    hit: float
    many: float
    slip: float
    whole: float
    stop: float


def playout(rng: random.Random, players: Sequence[str], options: Options) -> Playout:
    """One random lawful log: strokes and whole boards, with fouls, declined penalties, corrections, remarks, early ends."""
    setup = {"first": rng.choice(players)} if rng.random() < 0.5 else {}
    if rng.random() < 0.03:
        return Playout(setup, [Remark(note="from the club's sheet"), _result(rng, players)])
    state = begin(Table(tuple(players), "standard", options, Setup(**setup)))
    habits = _habits(rng)
    entries: list[Entry] = []
    while state.ending is None and len(entries) < LONGEST:
        entry = _entry(rng, state, habits)
        entries.append(entry)
        _apply(state, entry)
    return Playout(setup, entries)


def playout_options(rng: random.Random, players: int) -> dict[str, Any]:
    """Options of a table of this size: those of a preset, or any."""
    kind = rng.random()
    if kind < 0.2:
        return {}
    options = dict(ICF)
    if kind > 0.5:
        options = {name: rng.choice(values) for name, values in _WORDS.items()}
        options["queen_points"] = rng.randint(0, 9)
        options["queen_points_until"] = rng.choice([None, 1, 5, 10, 22])
        black, white, worth = rng.choice([(1, 2, 5), (1, 1, 1), (5, 9, 9), (0, 3, 0)])
        options["piece_points"] = {"black": black, "white": white, "queen": worth}
    options["game_points"] = rng.choice([1, 5, 12, 25])
    options["max_boards"] = rng.choice([None, 1, 2, 3, 8])
    return options


_WORDS: dict[str, list[Any]] = {
    "next_break": ["alternate", "winner", "loser"],
    "turn_after_foul": ["ends", "icf"],
    "queen_needs_own": [True, False],
    "queen_first_piece": ["needs_cover", "return", "covered"],
    "queen_ineligible": ["return_at_turn_end", "return_now_end_turn"],
    "penalties_per_stroke": ["one", "per_offence"],
    "striker_with_own": ["return_all", "keep"],
    "off_board": ["foul", "respot"],
    "striker_off_board": ["foul", "none"],
    "opponent_piece": ["return_and_penalty", "stays_down", "return_only"],
    "last_before_queen": ["return_and_penalty", "lose_board"],
    "opponent_last": ["return_and_penalty", "lose_board"],
    "break_failed": ["penalty", "pass"],
    "foul_before_stroke": ["ends_turn", "continues"],
    "dues": ["owed", "waived"],
    "tie": ["draw", "extra_board"],
    "match_games": [1, 3, 5],
}


def _habits(rng: random.Random) -> Habits:
    whole = rng.choice([0.0, 0.0, 0.1, 0.9])
    slip, stop = rng.choice([0.02, 0.05, 0.1, 0.3]), rng.choice([0.0, 0.002, 0.02])
    return Habits(rng.uniform(0.3, 0.9), rng.uniform(0.0, 0.6), slip, whole, stop)


def _apply(state: State, entry: Entry) -> None:
    """Play on: the steps of an entry that is known to be lawful."""
    if isinstance(entry, Remark):
        return
    plan = legality.CHECKS[type(entry)].plan(state, entry)
    for step in STEPS[type(entry)]:
        step(state, entry, Judged("legal", plan=plan), Outcome([], [], []))


def _entry(rng: random.Random, state: State, habits: Habits) -> Entry:
    """Whatever may come next at a table."""
    anybody = rng.choice(state.players)
    if rng.random() < habits.stop:
        return _end(rng, anybody)
    if rng.random() < 0.015:
        return Remark(note="the board was wiped") if rng.random() < 0.5 else Remark(player=anybody, note="asked for the rule")
    if rng.random() < 0.008:
        return Adjust(player=anybody, points=rng.choice([-2, -1, 1, 2, 5]), note="the score sheet was wrong")
    if not state.begun and rng.random() < habits.whole:
        return _summary(rng, state)
    if state.latest is not None and rng.random() < 0.15:
        opponents = [seat for seat, side in enumerate(SIDE_OF[len(state.players)]) if side != state.latest.side]
        return DeclinePenalty(player=state.players[rng.choice(opponents)])
    if rng.random() < habits.slip * 0.15:
        return _named(rng, state, Foul(player=anybody, code=rng.choice(CODES)))  # type: ignore[arg-type]
    return _named(rng, state, _stroke(rng, state, habits))


def _end(rng: random.Random, player: str) -> End:
    reason = rng.choice(["time", "abandoned", "forfeit"])
    if reason == "forfeit":
        return End(reason="forfeit", player=player, note="had to leave")
    return End(reason="time") if reason == "time" else End(reason="abandoned")


def _summary(rng: random.Random, state: State) -> Summary:
    if state.shared:
        worth = state.options.piece_points
        return Summary(points=_shares(rng, state.players, EACH * (worth.white + worth.black) + worth.queen))
    options = state.options
    queen = rng.random() < 0.5
    least = 1
    if options.opponent_last == "lose_board" or (queen and options.last_before_queen == "lose_board"):
        least = 0
    return Summary(winner=rng.choice(state.players), pieces=rng.randint(least, EACH), queen=queen)


def _shares(rng: random.Random, players: Sequence[str], total: int) -> dict[str, int]:
    cuts = sorted(rng.randint(0, total) for _ in players[1:])
    return dict(zip(players, (after - before for before, after in zip([0, *cuts], [*cuts, total], strict=True)), strict=True))


def _result(rng: random.Random, players: Sequence[str]) -> Result:
    sides = list(SIDES[len(players)])
    rng.shuffle(sides)
    points = sorted((rng.randint(0, 30) for _ in sides), reverse=True)
    rows = [
        Placing(players=tuple(players[seat] for seat in seats), rank=1 + points.index(mine), points=mine)
        for seats, mine in zip(sides, points, strict=True)
    ]
    return Result(standings=tuple(rows))


def _stroke(rng: random.Random, state: State, habits: Habits) -> Stroke:
    """A stroke of the player on turn, of pieces that lie there."""
    player, slip = state.players[state.turn], habits.slip
    if not state.broken and rng.random() < slip + 0.1:
        return _failed_try(rng, player, slip)
    lie = {WHITE: state.lie[0], BLACK: state.lie[1]}
    fell = _fall(rng, state, habits, lie)
    if state.queen == "board" and rng.random() < (0.25 if any(state.fallen) else 0.05):
        fell.append("queen")
    if rng.random() < slip / 2:
        fell.append("striker")
    rng.shuffle(fell)
    flown: list[str] = []
    if rng.random() < slip / 3:
        loose: list[str] = [piece for piece, lying in lie.items() if lying > fell.count(piece)]
        loose += ["queen"] if state.queen == "board" and "queen" not in fell else []
        flown = [rng.choice([*loose, *([] if "striker" in fell else ["striker"])])] if loose else []
    fouls = tuple(rng.sample(CODES, rng.choice([1, 1, 1, 2]))) if rng.random() < slip / 3 else ()
    return Stroke(player=player, pocketed=tuple(fell), off_board=tuple(flown), fouls=fouls)  # type: ignore[arg-type]


def _failed_try(rng: random.Random, player: str, slip: float) -> Stroke:
    striker: Any = ("striker",) if rng.random() < slip else ()
    return Stroke(player=player, pocketed=striker, broke=False)


def _fall(rng: random.Random, state: State, habits: Habits, lie: dict[Colour, int]) -> list[str]:
    """The black and white pieces of a stroke."""
    side = SIDE_OF[len(state.players)][state.turn]
    own = COLOURS[side != state.white] if not state.shared else rng.choice(COLOURS)
    other = COLOURS[own == WHITE]
    fell: list[str] = []
    while len(fell) < lie[own] and rng.random() < (habits.many if fell else habits.hit):
        fell.append(own)
    chance = habits.hit / 3 if state.shared else habits.slip / 2
    theirs = 0
    while theirs < lie[other] and rng.random() < (habits.many if theirs else chance):
        theirs += 1
    return fell + [other] * theirs


def _named(rng: random.Random, state: State, entry: Stroke | Foul) -> Stroke | Foul:
    """The entry with the penalty piece named where that is owed, and sometimes where it is free."""
    cost = legality.CHECKS[type(entry)].plan(state, entry).cost
    choices = [colour for index, colour in enumerate(COLOURS) if cost.going()[index]]
    if not choices:
        return entry
    if state.shared and all(cost.held):
        choices = list(COLOURS)
    elif rng.random() < 0.8:
        return entry
    return structs.replace(entry, penalty_piece=rng.choice(choices))


