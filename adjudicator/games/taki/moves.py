"""The entries of a log, and what is malformed in them and in the setup beyond what the schema says."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from adjudicator.core import game
from adjudicator.core.entries import BOUND, End, Entry, Remark, Result, Seat, Token, Whole
from adjudicator.core.errors import Fault
from adjudicator.core.game import Table
from adjudicator.core.reading import pointer

from .options import starting_hand
from .pieces import COLOR, COLOUR, COPIES

Cards = tuple[Token, ...]
Phrase = Literal["last_card", "closed_taki"]


class Setup(game.Setup, frozen=True):
    """`leading`: the cards turned at the start, the only coloured one last. `hands`: what some of the players were dealt."""

    leading: Annotated[Cards, Meta(min_length=1)] | UnsetType = UNSET
    hands: dict[Seat, Cards] | UnsetType = UNSET


class Play(Entry, frozen=True, tag="play"):
    """What a player lays down in one go, in order: any Kings and Pluses, then one card or one run.

    `color`: the colour named for a Change Colour. `closed`, or `closed_taki` in `say`: "closed Taki" was said with it.
    """

    player: Seat
    cards: Annotated[Cards, Meta(min_length=1)]
    color: Literal["R", "B", "G", "Y"] | UnsetType = UNSET
    closed: bool = False
    say: tuple[Phrase, ...] = ()


class Draw(Entry, frozen=True, tag="draw"):
    """A player draws `count` cards, on turn or because they are owed. `cards`: what they were, if known."""

    player: Seat
    count: Annotated[int, Meta(ge=0, le=BOUND)]
    cards: Cards | UnsetType = UNSET


class Say(Entry, frozen=True, tag="say"):
    """A player calls "last card" or "closed Taki" without playing."""

    player: Seat
    phrase: Phrase


class Catch(Entry, frozen=True, tag="catch"):
    """A player points out that the target has not called the last card."""

    player: Seat
    target: Seat


class Summary(Entry, frozen=True, tag="summary"):
    """A result in the place of play. Single game: `winner`, and the `cards` left. Tournament: who finished which stage."""

    winner: Seat | UnsetType = UNSET
    cards: dict[Seat, Whole] | UnsetType = UNSET
    player: Seat | UnsetType = UNSET
    stage: Whole | UnsetType = UNSET


ENTRIES = (Play, Draw, Say, Catch, Summary, End, Remark, Result)
KINDS = (Play, Draw, Say, Catch, Summary)
"""The entries that decide whether a log is one of play or of summaries (TAKI-12.1)."""


def malformed(entry: Entry, table: Table) -> Iterable[Fault]:
    """What the schema cannot say of one entry."""
    if type(entry) is Play:
        return _malformed_colour(entry) if (COLOR in entry.cards) is (entry.color is UNSET) else ()
    if type(entry) is Draw:
        return _malformed_count(entry) if entry.cards is not UNSET and len(entry.cards) != entry.count else ()
    return _malformed_summary(entry, table) if isinstance(entry, Summary) else ()


def _malformed_colour(entry: Play) -> Iterator[Fault]:
    """A colour is named for a Change Colour, and for nothing else."""
    if entry.color is UNSET:
        yield Fault("/color", "missing", "A Change Colour names a colour.")
    else:
        yield Fault("/color", "unknown_field", "Only a play with a Change Colour names a colour.")


def _malformed_count(entry: Draw) -> Iterator[Fault]:
    cards = () if entry.cards is UNSET else entry.cards
    yield Fault("/cards", "wrong_length", f"{entry.count} card(s) were drawn, but {len(cards)} stand here.")


def _malformed_summary(entry: Summary, table: Table) -> Iterator[Fault]:
    """TAKI-12.2, 12.3: the fields of this format, and no others; the cards of everybody or of nobody."""
    single = table.options.format == "single"
    kind = "single game" if single else "tournament"
    needed, others = (("winner",), ("player", "stage")) if single else (("player", "stage"), ("winner", "cards"))
    for name in needed:
        if getattr(entry, name) is UNSET:
            yield Fault(f"/{name}", "missing", f"The field {name} is required.")
    for name in others:
        if getattr(entry, name) is not UNSET:
            yield Fault(f"/{name}", "unknown_field", f"A summary of a {kind} has no field {name}.")
    if single and entry.cards is not UNSET:
        for name in table.players:
            if name not in entry.cards:
                yield Fault(pointer("cards", name), "missing", f"The cards left in the hand of {name} are required.")
            elif entry.cards[name] < 0:
                yield Fault(pointer("cards", name), "out_of_range", "Nobody holds fewer than 0 cards.")


def malformed_table(table: Table, entries: Sequence[Entry]) -> Iterator[Fault]:
    """TAKI-1.5, 12.1: the turned cards and the hands dealt."""
    first = next((entry for entry in entries if isinstance(entry, KINDS)), None)
    if table.setup.leading is not UNSET:
        yield from _malformed_leading(table.setup.leading)
    elif first is not None and not isinstance(first, Summary):
        yield Fault("/setup/leading", "missing", "A game that is logged card by card needs its leading card.")
    if table.setup.hands is not UNSET:
        yield from _malformed_hands(table)
    yield from _too_many(table)


def _malformed_leading(leading: Cards) -> Iterator[Fault]:
    """Cards that exist, of which the last alone is coloured."""
    for index, card in enumerate(leading):
        place = pointer("setup", "leading", index)
        if card not in COPIES:
            yield _no_card(place, card)
        elif (card in COLOUR) != (index == len(leading) - 1):
            yield Fault(place, "wrong_leading", "Colourless cards are covered until a coloured one lies on top; it is the last.")


def _malformed_hands(table: Table) -> Iterator[Fault]:
    """Each hand is exactly the starting hand, of cards that exist."""
    size = starting_hand(table.options)
    for name, hand in table.setup.hands.items():
        if len(hand) != size:
            yield Fault(pointer("setup", "hands", name), "wrong_length", f"Everybody is dealt {size} card(s), not {len(hand)}.")
        for index, card in enumerate(hand):
            if card not in COPIES:
                yield _no_card(pointer("setup", "hands", name, index), card)


def _no_card(place: str, card: str) -> Fault:
    return Fault(place, "no_such_card", f"There is no card {card}.")


def _too_many(table: Table) -> Iterator[Fault]:
    """TAKI-1.4: more copies of a card than exist; every place where one of them stands."""
    leading = () if table.setup.leading is UNSET else table.setup.leading
    hands = {} if table.setup.hands is UNSET else table.setup.hands
    places: list[tuple[str, tuple[str | int, ...]]] = [(card, ("leading", at)) for at, card in enumerate(leading)]
    places += [(card, ("hands", name, at)) for name, hand in hands.items() for at, card in enumerate(hand)]
    copies = Counter(card for card, _ in places)
    for card, steps in places:
        if card in COPIES and copies[card] > COPIES[card]:
            yield Fault(pointer("setup", *steps), "too_many_copies", f"There are only {COPIES[card]} copies of {card}.")
