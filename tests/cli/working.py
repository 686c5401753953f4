"""Work for the processes of a crew, which import it."""

import os
import time
from collections.abc import Mapping

from adjudicator.cli.sources import Source
from adjudicator.core.game import Game


def shout(games: Mapping[str, Game], source: Source) -> tuple[str, list[str]]:
    """The text in capitals, and what is known of games. Some texts are slow, are an error, or are the end of the process."""
    word = source.data.decode().strip()
    if word == "slow":
        time.sleep(0.3)
    if word == "die":
        os._exit(9)
    if word == "err":
        raise ZeroDivisionError
    return word.upper(), list(games)
