"""What lies in the box: nine cards."""

CARDS = range(1, 10)
HAND = 3
COMPONENTS = {"cards": list(CARDS)}
