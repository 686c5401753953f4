"""What a use case can refuse besides faults of the text (those are `core.errors`)."""

from adjudicator.core.errors import AdjudicatorError


class NotFound(AdjudicatorError):
    """What the caller named is not there (404)."""
