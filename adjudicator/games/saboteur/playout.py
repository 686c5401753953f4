"""Random lawful games: up to three rounds, each played card by card or only summed up, with more or less written down."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, get_args

from msgspec import UNSET, Struct, structs

from adjudicator.core.entries import Adjust, End, Entry, Placing, Remark, Result
from adjudicator.core.game import Playout
from adjudicator.core.seats import after

from .choosing import GOALS, Deal, token_of
from .digging import play
from .gold import new_stack, pass_on
from .mine import new_mine
from .moves import Discard, Gold, Map, Roles, Round, Summary, Turn
from .options import CardFrame, GoldDraw, GoldPass, NextStarter, Options, Placement
from .pieces import COPIES, GOLD, GOLD_CARDS, HAND, MINER, ROLES, SABOTEUR, STONES, TOOLS, Role

_CHOICES = {
    "placement": get_args(Placement),
    "gold_draw": get_args(GoldDraw),
    "gold_pass": get_args(GoldPass),
    "next_starter": get_args(NextStarter),
    "card_frame": get_args(CardFrame),
    "stuck_ends_round": (True, False),
    "goal_distance": (2, 3, 4, 5, 20),
    "goal_gap": (1, 2, 3, 10),
    "rounds": (1, 2, 3),
}


class Habits(Struct):
    """How much the referee of this log writes down: shares of rounds, roles, hands, goals, draws, discards, looks, ends."""

    rounds: float
    roles: float
    hands: float
    goals: float
    draws: float
    discards: float
    looks: float


class Evening(Struct):
    """A game in the making: who starts, the gold left in the box, what has been logged."""

    rng: random.Random
    names: Sequence[str]
    options: Options
    habits: Habits
    starter: int
    gold: list[int]
    entries: list[Entry]

    def chance(self, share: float) -> bool:
        """Whether something happens that happens in so many cases."""
        return self.rng.random() < share


def playout(rng: random.Random, players: Sequence[str], options: Options) -> Playout:
    """One random lawful log."""
    starter = rng.randrange(len(players))
    setup = {"first": players[starter]} if starter or rng.random() < 0.3 else {}
    if rng.random() < 0.01:
        return Playout(setup, [*_remarks(rng, players), _result(rng, players), *_remarks(rng, players)])
    gold = [nuggets for nuggets, count in GOLD_CARDS.items() for _ in range(count)]
    rng.shuffle(gold)
    habits = Habits(*(rng.choice([0.0, 0.5, 1.0]) for _ in structs.fields(Habits)))
    evening = Evening(rng, players, options, habits, starter, gold, [])
    for _ in range(options.rounds):
        if evening.chance(0.55):
            _sum_up(evening)
        else:
            play_round(evening)
    return Playout(setup, list(_interrupted(evening)))


def playout_options(rng: random.Random, players: int) -> dict[str, Any]:
    """Any values of some options."""
    return {name: rng.choice(choices) for name, choices in _CHOICES.items() if rng.random() < 0.6}


def _remarks(rng: random.Random, players: Sequence[str]) -> Iterator[Remark]:
    if rng.random() < 0.5:
        yield Remark(player=rng.choice(players), note="A photograph was taken.")


def _result(rng: random.Random, players: Sequence[str]) -> Result:
    """Only the outcome is known, with points or without."""
    points = sorted((rng.randint(0, 9) for _ in players), reverse=True)
    order = rng.sample(players, len(players))
    shown = rng.random() < 0.7
    rows = [
        Placing(players=(name,), rank=points.index(mine) + 1, points=mine if shown else UNSET)
        for name, mine in zip(order, points, strict=True)
    ]
    rng.shuffle(rows)
    return Result(standings=tuple(rows))


def _interrupted(evening: Evening) -> Iterator[Entry]:
    """The log with remarks and corrections in it, one in eight ended before its time."""
    rng, names, entries = evening.rng, evening.names, evening.entries
    ends = rng.randrange(len(entries)) if rng.random() < 0.12 else None
    for place, entry in enumerate(entries):
        if rng.random() < 0.02:
            yield Adjust(player=rng.choice(names), points=rng.randint(-3, 3), note="The nuggets were counted again.")
        if rng.random() < 0.02:
            yield Remark(note="The table was moved to the window.")
        if place == ends:
            yield _end(rng, names)
            return
        yield entry


def _end(rng: random.Random, names: Sequence[str]) -> End:
    reason = rng.choice(["time", "abandoned", "forfeit"])
    if reason == "forfeit":
        return End(reason="forfeit", player=rng.choice(names), note="Did not come back after the break.")
    return End(reason="time" if reason == "time" else "abandoned")


def _cast(evening: Evening) -> list[Role]:
    """Roles for everybody, the spare one left out."""
    miners, saboteurs = ROLES[len(evening.names)]
    return evening.rng.sample([MINER] * miners + [SABOTEUR] * saboteurs, len(evening.names))


def _sum_up(evening: Evening) -> None:
    """SAB-9: a whole round in one entry."""
    rng, names = evening.rng, evening.names
    roles = _cast(evening)
    saboteurs = tuple(name for name, role in zip(names, roles, strict=True) if role == SABOTEUR)
    last = rng.choice([None, *range(len(names))])
    path = UNSET if last is None else names[last]
    if evening.chance(0.5):
        evening.entries.append(Summary(winner="saboteurs", saboteurs=saboteurs, last_path=path))
    else:
        takings = {name: 0 for name, role in zip(names, roles, strict=True) if role == MINER}
        for entry in _takings(evening, roles, rng.randrange(len(names))):
            takings[entry.player] += 0 if entry.nuggets is UNSET else entry.nuggets
        evening.entries.append(Summary(winner="miners", saboteurs=saboteurs, nuggets=takings, last_path=path))
    if last is not None:
        evening.starter = after(last, len(names), int(evening.options.next_starter == "left_of_last"))


def _takings(evening: Evening, roles: Sequence[Role], finder: int) -> Iterator[Gold]:
    """SAB-7.1, SAB-7.2: gold cards are drawn, and each miner takes one of them when the stack comes round."""
    miners = [role == MINER for role in roles]
    stack = new_stack(evening.options, miners, finder)
    drawn = [evening.gold.pop() for _ in range(stack.left)]
    while drawn:
        best = max(drawn) if evening.chance(0.8) else evening.rng.choice(drawn)
        drawn.remove(best)
        yield Gold(player=evening.names[stack.taker], nuggets=best)
        stack.cards[stack.taker] += 1
        pass_on(evening.options, miners, stack, stack.taker)


def play_round(evening: Evening) -> None:
    """A round card by card: the deal, the turns, the end, the roles, the gold."""
    rng, names, options = evening.rng, evening.names, evening.options
    deal = _deal(evening)
    _log_deal(evening, deal)
    done = play(rng, deal, names, evening.starter, options.stuck_ends_round)
    evening.entries += (_written(evening, entry) for entry in done.entries)
    faces = [rng.choice(card) for card in deal.faces]
    shown = UNSET if evening.chance(0.5) else (faces[0], faces[1], faces[2])
    evening.entries.append(Roles(roles=dict(zip(names, deal.roles, strict=True)), goals=shown))
    if done.finder is not None:
        evening.entries += _takings(evening, deal.roles, done.finder)
    if options.next_starter == "left_of_last" and done.acted is not None:
        evening.starter = after(done.acted, len(names))
    elif options.next_starter == "last_path" and done.last_path is not None:
        evening.starter = done.last_path


def _deal(evening: Evening) -> Deal:
    rng, names, options = evening.rng, evening.names, evening.options
    frame = rng.choice(["portrait", "landscape"]) if options.card_frame == "any" else options.card_frame
    pack = [kind for kind, copies in enumerate(COPIES[frame]) for _ in range(copies)]
    rng.shuffle(pack)
    hands = [[pack.pop() for _ in range(HAND[len(names)])] for _ in names]
    faces = rng.sample([(GOLD,), *STONES], len(GOALS))
    mood = rng.choices(["dig", "jam", "idle"], [10, 2, 1])[0]
    return Deal(
        mine=new_mine(options), hands=hands, pile=pack, roles=_cast(evening), faces=faces,
        tools=[[0] * len(TOOLS) for _ in names], from_start=options.placement == "from_start", mood=mood,
    )


def _log_deal(evening: Evening, deal: Deal) -> None:
    """The entry `round`, if the referee writes one, with what the referee knows."""
    rng, habits = evening.rng, evening.habits
    if not evening.chance(habits.rounds):
        return
    roles = {name: role for name, role in zip(evening.names, deal.roles, strict=True) if rng.random() < habits.roles}
    hands = {
        name: tuple(token_of(rng, kind) for kind in hand)
        for name, hand in zip(evening.names, deal.hands, strict=True)
        if rng.random() < habits.hands
    }
    faces = [rng.choice(card) for card in deal.faces]
    goals = (faces[0], faces[1], faces[2]) if evening.chance(habits.goals) else UNSET
    evening.entries.append(Round(roles=roles or UNSET, hands=hands or UNSET, goals=goals))


def _written(evening: Evening, entry: Entry) -> Entry:
    """The entry with what this referee leaves out."""
    habits, gone = evening.habits, {}
    if isinstance(entry, Turn) and not evening.chance(habits.draws):
        gone["drew"] = UNSET
    if isinstance(entry, Discard) and not evening.chance(habits.discards):
        gone["card"] = UNSET
    if isinstance(entry, Map) and not evening.chance(habits.looks):
        gone["saw"] = UNSET
    return structs.replace(entry, **gone) if gone else entry
