"""Parts of paths that are ids, where words of their own stand beside them."""

from flask import Flask
from werkzeug.routing import BaseConverter

WORDS = ("import", "export")


class PlayerId(BaseConverter):
    """Anything but the words that name all players at once: else their resources would seem to have a player's methods."""

    regex = rf"(?!(?:{'|'.join(WORDS)})\Z)[^/]+"
    part_isolating = True


def register(app: Flask) -> None:
    """Let routes of this application use them."""
    app.url_map.converters["player"] = PlayerId
