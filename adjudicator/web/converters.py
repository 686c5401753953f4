"""Parts of paths: ids where words of their own stand beside them, and numbers."""

from typing import Any

from flask import Flask
from werkzeug.routing import BaseConverter, IntegerConverter, Map

WORDS = ("import", "export")
MOST = 999_999_999


class PlayerId(BaseConverter):
    """Anything but the words that name all players at once: else their resources would seem to have a player's methods."""

    regex = rf"(?!(?:{'|'.join(WORDS)})\Z)[^/]+"
    part_isolating = True


class Number(IntegerConverter):
    """A number that every database has room for, in ASCII digits; where there is another, there is nothing (404)."""

    regex = "[0-9]{1,9}"

    def __init__(self, url_map: Map, **kwargs: Any) -> None:
        super().__init__(url_map, max=MOST, **kwargs)


def register(app: Flask) -> None:
    """Let routes of this application use them."""
    app.url_map.converters |= {"player": PlayerId, "int": Number}
