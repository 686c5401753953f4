"""adjudicator: rulings and scores for physical games, from the referee's log."""

__version__ = "0.1.0"
