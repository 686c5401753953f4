"""Judging a log that is sent and not kept."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from adjudicator.core.game import Game
from adjudicator.core.log import Log, decode_log
from adjudicator.core.reading import Document, read_json
from adjudicator.core.report import report
from adjudicator.core.views import viewer_of


class Wish(Struct, frozen=True):
    """How a report is wanted: for whom, with the table's state or without, which rulings, in which languages (best first)."""

    view: str = "referee"
    state: bool = True
    rulings: str = "all"
    languages: tuple[str, ...] = ()


class Answer(Struct, frozen=True):
    """A report, and the language of its sentences."""

    report: dict[str, Any]
    language: str


class Adjudication:
    """Reads and judges logs of these games."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self.games = games

    def read(self, text: bytes) -> Log:
        """The log of a text. Raises Unreadable, Malformed, TooLarge."""
        return self.decode(read_json(text))

    def decode(self, document: Document) -> Log:
        """The log of a text that was read. Raises Malformed, TooLarge."""
        return decode_log(self.games, document)

    def judge(self, log: Log, wish: Wish) -> Answer:
        """The report of a log. Raises UnknownView."""
        viewer = viewer_of(wish.view, log.table.players)
        language = log.game.texts.choose(wish.languages)
        return Answer(report(log, viewer, language, state=wish.state, rulings=wish.rulings), language)
