"""The three goals: what is known of which is which, which of them lie open, and who owes a reveal (SAB-2.2, 6.1, 6.2).

In what order the gold and the two stones lie is one of six orders; `orders` has a bit for each that agrees with the log.
"""

from collections.abc import Iterable, Sequence
from itertools import permutations

from msgspec import Struct, field

from .pieces import EDGES, GOLD, START, STONES

_CARDS = (GOLD, *STONES)
_ORDERS = tuple(permutations(range(3)))
ANY_ORDER = (1 << len(_ORDERS)) - 1
_CARD_OF = {GOLD: 0, **{lie: card for card, lies in enumerate(_CARDS) if card for lie in lies}}
_SHOWING = {
    (goal, face): sum(1 << bit for bit, order in enumerate(_ORDERS) if order[goal - 1] == card)
    for goal in (1, 2, 3)
    for face, card in _CARD_OF.items()
}
FACES = {face: START if face == GOLD else EDGES[face] for face in _CARD_OF}
"""What a goal shows -> its edges as it lies."""


class Goals(Struct):
    """`shown`: what each goal shows, None while it lies face down. `owed`: goal -> the seat that must turn it over.

    `finder`: the seat that reached the gold, once it lies open.
    """

    orders: int = ANY_ORDER
    shown: list[str | None] = field(default_factory=lambda: [None] * 3)
    owed: dict[int, int] = {}
    finder: int | None = None


def orders_of(faces: Iterable[str]) -> int:
    """The orders in which the goals, from north to south, are these; 0 if they are not the gold and the two stones."""
    found = ANY_ORDER
    for goal, face in enumerate(faces, 1):
        found &= _SHOWING[goal, face]
    return found


def orders_showing(goal: int, face: str) -> int:
    """The orders in which this goal is that card."""
    return _SHOWING[goal, face]


def known_card(goals: Goals, goal: int) -> str | None:
    """What a goal must be by all that is known: `gold`, a stone's two lies, or None."""
    cards = {order[goal - 1] for bit, order in enumerate(_ORDERS) if goals.orders >> bit & 1}
    if len(cards) != 1:
        return None
    card = _CARDS[cards.pop()]
    return card if isinstance(card, str) else "/".join(card)


def face_down(goals: Goals) -> list[int]:
    """The goals that still lie face down."""
    return [goal for goal, face in enumerate(goals.shown, 1) if face is None]


def now_reached(goals: Goals, reached: Sequence[int], seat: int) -> list[int]:
    """SAB-6.2: this seat owes the goals that were met just now, but for those already owed. Those new."""
    new = [goal for goal in sorted(set(reached)) if goal not in goals.owed]
    for goal in new:
        goals.owed[goal] = seat
    return new
