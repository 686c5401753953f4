"""Random lawful logs, from real cards: what a table could have played, and a referee could have written down.

Hands and drawn cards are shown in some logs, to some extent. Nobody draws though able or keeps cards back where that is
forbidden; calls are forgotten now and then. What may be laid is built here card by card, and not asked of the checks.
"""

import random
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, structs

from adjudicator.core.entries import End, Entry, Placing, Remark, Result
from adjudicator.core.game import Playout, Table
from adjudicator.core.ruling import Judged, Outcome

from .composing import Hand, compose
from .drawing import available, due_now
from .effects import STEPS
from .laying import held_up, window_open
from .legality import CHECKS
from .moves import Catch, Draw, Play, Say, Setup, Summary
from .options import STAGES, Options, starting_hand
from .pieces import BREAKER, COLOR, COLOUR, COLOURS, COPIES, KING, OPENERS, SYMBOL, TOTAL
from .state import NOBODY, SINGLE, State, begin

REMARKS = ("The pile is counted.", "Coffee.", "A card has fallen from the table and is put back.")


def playout(rng: random.Random, players: Sequence[str], options: Options) -> Playout:
    """Mostly a log of play, sometimes one of summaries or of a result alone."""
    roll = rng.random()
    if roll < 0.03:
        return Playout({}, _reported(rng, players))
    if roll < 0.1:
        return Playout({}, _summaries(rng, players, options))
    return _Game(rng, players, options).play()


def playout_options(rng: random.Random, players: int) -> dict[str, Any]:
    """Any value of any option."""
    return {
        "format": rng.choice(["single", "tournament"]),
        "hand_size": rng.randint(1, 10),
        "stages": rng.randint(1, STAGES),
        "draw_when_able": rng.choice(["forbidden", "allowed"]),
        "two_player_direction": rng.choice(["pass", "again"]),
        "win_on_plus": rng.random() < 0.5,
        "king_on_plus3": rng.choice(["cancels", "forbidden"]),
        "king_followup": rng.choice(["optional", "required"]),
        "plus3_on_stack": rng.choice(["forbidden", "allowed"]),
        "taki_must_play_all": rng.random() < 0.5,
        "wild_in_run": rng.choice(["end_only", "forbidden"]),
        "unclosed_action": rng.choice(["inert", "resolve"]),
        "last_card": rng.choice(["automatic", "challenge"]),
    }


def _reported(rng: random.Random, players: Sequence[str]) -> list[Entry]:
    order = rng.sample(players, len(players))
    shared = rng.random() < 0.5
    ranks = [1 if place == 0 else 2 if shared else place + 1 for place in range(len(order))]
    result = Result(standings=tuple(Placing(players=(name,), rank=rank) for name, rank in zip(order, ranks, strict=True)))
    return [Remark(note=rng.choice(REMARKS)), result]


def _summaries(rng: random.Random, players: Sequence[str], options: Options) -> list[Entry]:
    """TAKI-12: the winner, or stage after stage until somebody wins or time is called."""
    if options.format == SINGLE:
        winner = rng.choice(players)
        cards = {name: 0 if name == winner else rng.randint(1, (TOTAL - 1) // len(players)) for name in players}
        return [Summary(winner=winner, cards=cards if rng.random() < 0.6 else UNSET)]
    entries: list[Entry] = []
    stages = dict.fromkeys(players, options.stages)
    while min(stages.values()) > 0 and rng.random() < 0.97:
        name = rng.choice(players)
        entries.append(Summary(player=name, stage=stages[name]))
        stages[name] -= 1
    return entries if min(stages.values()) == 0 else [*entries, _end(rng, players)]


def _end(rng: random.Random, players: Sequence[str]) -> End:
    reason = rng.choice(["time", "abandoned", "forfeit"])
    if reason == "forfeit":
        return End(reason="forfeit", player=rng.choice(players), note="Did not come back.")
    return End(reason="time" if reason == "time" else "abandoned")


class _Game:
    """One table: the real cards, beside the state as the engine sees it."""

    def __init__(self, rng: random.Random, players: Sequence[str], options: Options) -> None:
        self.rng, self.players, self.options = rng, players, options
        self.deck = [card for card, copies in COPIES.items() for _ in range(copies)]
        rng.shuffle(self.deck)
        size = starting_hand(options)
        self.hands = [Hand(self.deck.pop() for _ in range(size)) for _ in players]
        self.discards = [self.deck.pop()]
        while self.discards[-1] not in COLOUR:
            self.discards.append(self.deck.pop())
        self.shown = rng.choice([0.0, 0.0, 0.5, 1.0])
        self.tidy = rng.choice([0.3, 0.8, 1.0])
        self.setup = self._setup()
        self.state: State = begin(Table(tuple(players), "standard", options, self.setup))
        self.entries: list[Entry] = []

    def _setup(self) -> Setup:
        leading = tuple(self.discards)
        first = self.rng.choice(self.players) if self.rng.random() < 0.5 else UNSET
        hands = {name: tuple(hand) for name, hand in zip(self.players, self.hands, strict=True) if self.chance(self.shown)}
        return Setup(first=first, leading=leading, hands=hands if hands else UNSET)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def play(self) -> Playout:
        """Entry after entry until the game is over, is ended, or the log breaks off."""
        length = self.rng.choice([8, 40, 150])
        while self.state.ending is None and len(self.entries) < length:
            self.log(self.next_entry())
        if self.state.ending is None and self.chance(0.4):
            self.log(_end(self.rng, self.players))
        if self.chance(0.1):
            self.entries.append(Remark(note=self.rng.choice(REMARKS)))
        setup = {name: value for name, value in structs.asdict(self.setup).items() if value is not UNSET}
        setup |= {name: list(setup[name]) for name in ("leading",) if name in setup}
        return Playout(setup, self.entries)

    def log(self, entry: Entry) -> None:
        """The entry happens: to the cards, and to the state."""
        self.entries.append(entry)
        self.state.ply += 1
        if isinstance(entry, Remark):
            return
        plan = CHECKS[type(entry)].plan(self.state, entry)
        if isinstance(entry, Play):
            self.hands[plan.seat].lay(entry.cards)
            self.discards += entry.cards
        for step in STEPS[type(entry)]:
            step(self.state, entry, Judged("legal", plan=plan), Outcome([], [], []))

    def next_entry(self) -> Entry:
        state = self.state
        if self.chance(0.02):
            return Remark(note=self.rng.choice(REMARKS))
        spoken = self.spoken()
        if spoken is not None:
            return spoken
        if state.owed:
            return self.answer() or self.owed_draw()
        return self.on_turn()

    def spoken(self) -> Entry | None:
        """A late call, a catch, or "closed Taki" said behind the play."""
        state = self.state
        for seat in sorted(state.uncalled):
            if not state.missed[seat] and self.chance(0.4):
                return Say(player=self.players[seat], phrase="last_card")
            if state.missed[seat] and self.chance(0.3):
                return Catch(player=self.rng.choice(self.others(seat)), target=self.players[seat])
        if state.run and state.top not in OPENERS and self.chance(0.3):
            seat = self.rng.choice([state.turn] + [state.layer] * (state.layer != NOBODY))
            return Say(player=self.players[seat], phrase="closed_taki")
        return None

    def others(self, seat: int) -> list[str]:
        return [name for other, name in enumerate(self.players) if other != seat]

    def answer(self) -> Play | None:
        """TAKI-5.3, 5.5: a Breaker, or the next player's King, in answer to a +3."""
        state = self.state
        for seat in self.rng.sample(range(len(self.players)), len(self.players)):
            if not window_open(state, seat) or held_up(state, seat):
                continue
            if BREAKER in self.hands[seat]:
                return self.laid(seat, [BREAKER])
            if KING in self.hands[seat] and seat == state.turn and self.options.king_on_plus3 == "cancels":
                return self.laid(seat, compose(self.rng, state, self.hands[seat], KING))
        return None

    def owed_draw(self) -> Draw:
        due = self.rng.choice(due_now(self.state))
        return self.drawn(due.seat, due.count)

    def on_turn(self) -> Entry:
        """A play that fits, if there is one; else the turn's draw, or that of the stack."""
        state, hand = self.state, self.hands[self.state.turn]
        fitting = [card for card in hand if self.may_begin(card)]
        free_to_draw = bool(state.stack) or self.options.draw_when_able == "allowed"
        if not fitting or (free_to_draw and self.chance(0.3)):
            return self.drawn(state.turn, state.stack or 1)
        return self.laid(state.turn, compose(self.rng, state, hand, self.rng.choice(fitting)))

    def may_begin(self, card: str) -> bool:
        """TAKI-2.2, 2.3, 4.2, 5.4: whether this card may be laid first."""
        state = self.state
        if state.stack:
            return card == KING or SYMBOL[card] == "+2" or (card == "+3" and self.options.plus3_on_stack == "allowed")
        if card not in COLOUR:
            return True
        return COLOUR[card] == state.colour or SYMBOL[card] == state.symbol

    def laid(self, seat: int, cards: list[str]) -> Play:
        """The play, with what is said with it."""
        left = len(self.hands[seat]) - len(cards)
        say = ["last_card"] if (left == 1 and self.chance(self.tidy)) or self.chance(0.02) else []
        on_turn = seat == self.state.turn
        closed = on_turn and self.chance(0.5 if any(card in OPENERS for card in cards) or self.state.run else 0.02)
        if closed and self.chance(0.3):
            say.append("closed_taki")
        play = Play(
            player=self.players[seat],
            cards=tuple(cards),
            closed=closed and "closed_taki" not in say,
        )
        return structs.replace(play, say=tuple(say), color=self.rng.choice(COLOURS) if COLOR in cards else UNSET)

    def drawn(self, seat: int, wanted: int) -> Draw:
        """TAKI-3.6: cards from the pile, into which the discards are shuffled when it does not hold enough."""
        count = min(wanted, available(self.state))
        if count > len(self.deck):
            self.deck, self.discards = self.discards[:-1] + self.deck, self.discards[-1:]
            self.rng.shuffle(self.deck)
        cards = tuple(self.deck.pop() for _ in range(count))
        self.hands[seat] += cards
        return Draw(player=self.players[seat], count=count, cards=cards if self.chance(self.shown) else UNSET)
