"""Sentences about a number of things."""


def counted(number: int, one: str, several: str = "") -> str:
    """`1 log`, `2 logs`. `several`: the plural where it is not the word with an s."""
    return f"{number} {one if number == 1 else several or one + 's'}"
