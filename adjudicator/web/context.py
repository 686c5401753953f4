"""What the resources of one application are given by the composition root."""

from collections.abc import Callable
from threading import BoundedSemaphore

from flask import Flask, current_app
from msgspec import Struct, field

from adjudicator.services.adjudication import Adjudication
from adjudicator.services.anonymising import Anonymising
from adjudicator.services.appends import Appends
from adjudicator.services.catalogue import Catalogue
from adjudicator.services.clubs import Clubs
from adjudicator.services.corrections import Corrections
from adjudicator.services.exporting import Exports
from adjudicator.services.histories import Histories
from adjudicator.services.leaderboards import Leaderboards
from adjudicator.services.links import Links
from adjudicator.services.matches import Matches
from adjudicator.services.merging import Merging
from adjudicator.services.player_import import PlayerLists
from adjudicator.services.players import Players
from adjudicator.services.ratings import RatingLists
from adjudicator.services.seating import Seating
from adjudicator.services.sights import Sights
from adjudicator.services.streams import Streams
from adjudicator.services.tournaments.use_cases import Tournaments
from adjudicator.services.webhooks.managing import Webhooks
from adjudicator.web.metrics import Metrics

KEY = "adjudicator"
MOST_BATCHES = 4
"""Batches that one process answers at once."""

Check = Callable[[], str | None]
"""A condition for serving: None if it holds, else what is wrong, in a sentence that may be shown to anybody."""


class Limits(Struct, frozen=True, kw_only=True):
    """Largest body, longest line of a batch (both `body`), largest batch; in bytes. And where a batch waits."""

    body: int
    batch: int
    spool_dir: str


class Context(Struct, kw_only=True):
    """Services, limits and conditions of one application. Later services are further fields.

    `begin`: what is to be done beside answering begins (never before a fork). `end` lets it end, and every open stream; `close`
    does so too, and ends the use of the database. `batches`: the places for batches, each of which takes room in the spool
    folder.
    """

    adjudication: Adjudication
    catalogue: Catalogue
    matches: Matches
    appends: Appends
    corrections: Corrections
    histories: Histories
    sights: Sights
    links: Links
    exports: Exports
    clubs: Clubs
    players: Players
    player_lists: PlayerLists
    merging: Merging
    anonymising: Anonymising
    leaderboards: Leaderboards
    ratings: RatingLists
    seating: Seating
    streams: Streams
    tournaments: Tournaments
    webhooks: Webhooks
    limits: Limits
    metrics: Metrics
    checks: list[Check]
    begin: Callable[[], None]
    end: Callable[[], None]
    close: Callable[[], None]
    batches: BoundedSemaphore = field(default_factory=lambda: BoundedSemaphore(MOST_BATCHES))


def attach(app: Flask, context: Context) -> None:
    """Give an application its context."""
    app.extensions[KEY] = context


def begin(app: Flask) -> None:
    """Begin what an application does beside answering: webhooks are delivered. Not before a fork."""
    found: Context = app.extensions[KEY]
    found.begin()


def end(app: Flask) -> None:
    """Let streams and deliveries of an application end, which is about to stop. Safe in a handler of a signal."""
    found: Context = app.extensions[KEY]
    found.end()


def close(app: Flask) -> None:
    """End an application that serves no more."""
    found: Context = app.extensions[KEY]
    found.close()


def context() -> Context:
    """The context of the application that serves the present request."""
    found: Context = current_app.extensions[KEY]
    return found
