"""Lots: every chance of a stage follows from its published seed, so that anybody can draw them again.

The lot of a thing is the SHA-256 of the seed and its words, UTF-8 with a line feed between them, read as one number; the
lower is drawn first. `printf 'seed\\nword' | sha256sum` is the whole of it.
"""

import hashlib
from random import Random


def lot(seed: str, *words: object) -> int:
    """The lot that these words draw under this seed: the same on every machine, whatever else is drawn."""
    return int.from_bytes(hashlib.sha256("\n".join([seed, *map(str, words)]).encode()).digest())


def generator(seed: str, *words: object) -> Random:
    """A generator of its own for these words."""
    return Random(lot(seed, *words))
