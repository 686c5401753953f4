"""Which players may be meant by the names at a table. Guessing proposes, a person decides."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.services.folding import folded, words
from adjudicator.storage import players, seats

NAME, ALIAS, SEATED, FOLDED, SIMILAR = "name", "alias", "seated_before", "folded", "similar"
REASONS = (NAME, ALIAS, SEATED, FOLDED, SIMILAR)
"""Why a player is proposed, the best reason first: it is their name; another name of theirs (that of somebody merged into them,
too); under this name they sat before; a name of theirs but for case and accents; or one like it."""
MOST = 5
CANDIDATES = 2_000
ALIKE = 0.75
"""The least likeness (twice the characters in common by all characters) that is called similar."""


class Proposal(Struct, frozen=True):
    """A player who may be meant, and why."""

    player_id: str
    name: str
    reason: str


def proposals(
    connection: Connection, club_id: str, names: Collection[str], taken: Collection[str]
) -> dict[str, list[Proposal]]:
    """For each name at most MOST proposals, the best first; nobody who is `taken` (roots), and nobody who was anonymised."""
    guesses = list(_guesses(connection, club_id, names))
    roots = players.roots_of(connection, club_id, {player_id for _, player_id, _ in guesses})
    found = [(name, roots[one], ALIAS if reason == NAME and roots[one].id != one else reason) for name, one, reason in guesses]
    made: dict[str, dict[str, Proposal]] = {name: {} for name in names}
    for name, root, reason in sorted(found, key=lambda guess: REASONS.index(guess[2])):
        if root.anonymised_at is None and root.id not in taken:
            made[name].setdefault(root.id, Proposal(root.id, root.name, reason))
    return {name: list(each.values())[:MOST] for name, each in made.items()}


def _guesses(connection: Connection, club_id: str, names: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """(name at the table, player, reason), in no order, and with the same player for several reasons."""
    for row in players.named(connection, club_id, names):
        yield row.name, row.player_id, NAME if row.main else ALIAS
    for name, player_id in seats.linked_before(connection, club_id, names):
        yield name, player_id, SEATED
    by_folded: dict[str, list[str]] = {}
    for name in names:
        by_folded.setdefault(folded(name), []).append(name)
    for row in players.named(connection, club_id, by_folded, "folded"):
        for name in by_folded[row.folded]:
            yield name, row.player_id, FOLDED
    yield from _similar(connection, club_id, by_folded)


def _similar(connection: Connection, club_id: str, by_folded: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str, str]]:
    """Among those of whom a word begins with the same letter as a word of the name."""
    letters = {word[0] for each in by_folded for word in words(each)}
    candidates = players.all_names(connection, club_id, players.with_words(connection, club_id, letters, CANDIDATES))
    for each, said in by_folded.items():
        for row in candidates:
            if alike(each, row.folded):
                yield from ((name, row.player_id, SIMILAR) for name in said)


def alike(one: str, other: str) -> bool:
    """Whether two folded names are nearly the same, or every word of one begins a word of the other."""
    short, long = sorted((one.split(), other.split()), key=len)
    if len(long) > 1 and all(any(_begins(word, each) for each in long) for word in short):
        return True
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE


def _begins(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)

