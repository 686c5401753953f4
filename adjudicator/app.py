"""The composition root of the service: settings and games in, a WSGI application out."""

import datetime
import os
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Flask, Response
from flask.json.provider import JSONProvider
from werkzeug.middleware.proxy_fix import ProxyFix

from adjudicator.config import Rate, Settings
from adjudicator.core.game import Game
from adjudicator.games import discover
from adjudicator.services.adjudication import Adjudication
from adjudicator.services.anonymising import Anonymising
from adjudicator.services.appends import Appends
from adjudicator.services.catalogue import Catalogue
from adjudicator.services.clubs import Clubs
from adjudicator.services.corrections import Corrections
from adjudicator.services.exporting import Exports
from adjudicator.services.feed import Feed
from adjudicator.services.histories import Histories
from adjudicator.services.leaderboards import Leaderboards
from adjudicator.services.links import Links
from adjudicator.services.matches import Matches
from adjudicator.services.merging import Merging
from adjudicator.services.player_import import PlayerLists
from adjudicator.services.players import Players
from adjudicator.services.ratings import RatingLists
from adjudicator.services.seating import Seating
from adjudicator.services.setting import Setting
from adjudicator.services.sights import Sights
from adjudicator.services.signing import Signing
from adjudicator.services.streams import Streams
from adjudicator.services.tournaments.use_cases import tournaments_of
from adjudicator.services.webhooks.courier import Courier
from adjudicator.services.webhooks.managing import Webhooks
from adjudicator.storage import migrating
from adjudicator.storage.database import Database
from adjudicator.web import access, converters, limiting, openapi, problems, rights
from adjudicator.web.context import Context, Limits, attach
from adjudicator.web.limiting import Budget
from adjudicator.web.metrics import Metrics
from adjudicator.web.resources import (
    adjudications,
    clubs,
    corrections,
    exports,
    leaderboards,
    links,
    match_logs,
    matches,
    operations,
    player_lists,
    players,
    public,
    ratings,
    seats,
    streams,
    tournament_entrants,
    tournament_lists,
    tournament_results,
    tournament_rounds,
    tournament_tables,
    tournaments,
    webhooks,
)
from adjudicator.web.resources import games as catalogue
from adjudicator.wiring import configure_logging, delivering_of, setting_of

_BLUEPRINTS = (
    adjudications.blueprint, catalogue.blueprint, matches.blueprint, match_logs.blueprint, corrections.blueprint,
    links.blueprint, exports.blueprint, public.blueprint, streams.blueprint, clubs.blueprint, players.blueprint,
    player_lists.blueprint, seats.blueprint, tournaments.blueprint, tournament_entrants.blueprint, tournament_rounds.blueprint,
    tournament_results.blueprint, tournament_tables.blueprint, tournament_lists.blueprint, leaderboards.blueprint,
    ratings.blueprint, webhooks.blueprint, operations.blueprint,
)
_NOT_MIGRATED = "The database cannot be reached, or is not at the newest migration (adjudicator migrate)."


def create_app(
    settings: Settings | None = None, games: Mapping[str, Game] | None = None, setting: Setting | None = None
) -> Flask:
    """The service. Without settings, those of the environment; without games, those that are installed.

    `setting`: what the use cases are given, if not what the settings make of it (see `setting_of`).
    """
    settings = Settings.from_environ(os.environ) if settings is None else settings
    games = discover() if games is None else games
    configure_logging(settings.log_level)
    app = _Service("adjudicator", static_folder=None)
    app.json = _Json(app)
    app.url_map.merge_slashes = False
    setting = setting_of(settings, games) if setting is None else setting
    attach(app, _context(settings, games, setting))
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies, x_proto=0)  # type: ignore[method-assign]
    converters.register(app)
    problems.register(app)
    access.register(app, settings.cors_origins, settings.tls)
    limiting.register(app, _budget(settings.rate_read), _budget(settings.rate_write))
    api = openapi.describe(app, games)
    for blueprint in _BLUEPRINTS:
        api.register_blueprint(blueprint)
    return app


def _context(settings: Settings, games: Mapping[str, Game], setting: Setting) -> Context:
    """What the resources are given."""
    feed = Feed(setting.database, settings.max_streams)
    metrics = Metrics()
    courier = Courier(delivering_of(settings, setting, metrics.attempt))
    waits = (datetime.timedelta(seconds=each) for each in (settings.heartbeat_seconds, settings.stream_seconds))
    return Context(
        adjudication=Adjudication(games),
        catalogue=Catalogue(games),
        matches=Matches(setting),
        appends=Appends(setting),
        corrections=Corrections(setting),
        histories=Histories(setting),
        sights=Sights(setting),
        links=Links(setting),
        exports=Exports(setting, Signing(setting, settings.signing_key, lambda: secrets.token_bytes(32))),
        clubs=Clubs(setting),
        players=Players(setting),
        player_lists=PlayerLists(setting),
        merging=Merging(setting),
        anonymising=Anonymising(setting),
        leaderboards=Leaderboards(setting),
        ratings=RatingLists(setting),
        seating=Seating(setting),
        streams=Streams(setting, feed, *waits),
        tournaments=tournaments_of(setting),
        webhooks=Webhooks(setting, settings.webhooks_local),
        limits=Limits(body=settings.max_body, batch=settings.max_batch, spool_dir=settings.spool_dir),
        metrics=metrics,
        checks=[lambda: None if migrating.at_newest(setting.database) else _NOT_MIGRATED],
        begin=courier.begin,
        end=lambda: _end(feed, courier),
        close=lambda: _close(feed, courier, setting.database),
    )


def _budget(rate: Rate | None) -> Budget | None:
    return None if rate is None or not rate.count else Budget(rate.count, rate.seconds)


def _end(feed: Feed, courier: Courier) -> None:
    feed.end()
    courier.end()


def _close(feed: Feed, courier: Courier, database: Database) -> None:
    _end(feed, courier)
    feed.close()
    courier.close()
    database.close()


def openapi_document(games: Mapping[str, Game] | None = None) -> str:
    """The OpenAPI document as YAML, as it is committed: that of the default settings."""
    return openapi.document_text(create_app(Settings(), games))


def rights_document(games: Mapping[str, Game] | None = None) -> str:
    """Who may do what, as it is committed in docs/rights.md."""
    return rights.document(create_app(Settings(), games))


class _Service(Flask):
    """The application: Flask's, but that an answer to OPTIONS is empty in every way (204), with `Allow`."""

    def make_default_options_response(self) -> Response:
        """What can be asked of the path of the present request."""
        response = super().make_default_options_response()
        response.status_code = 204
        del response.headers["Content-Type"]
        return response


class _Json(JSONProvider):
    """msgspec's JSON, in the order in which things are given."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        """JSON text."""
        return msgspec.json.encode(obj).decode()

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """The value of a JSON text."""
        return msgspec.json.decode(s)
