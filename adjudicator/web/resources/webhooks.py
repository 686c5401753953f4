"""/v1/webhooks: where a club wants to be told of results and rounds, and what was sent there."""

import datetime

from flask import Response
from flask.views import MethodView

from adjudicator.services.access import Answer
from adjudicator.services.rights import Right
from adjudicator.services.webhooks.managing import LogWish, Made, Wanted
from adjudicator.services.webhooks.managing import Webhook as WebhookShown
from adjudicator.web.answers import (
    CREATE_HEADERS,
    PAGE_HEADERS,
    READ_HEADERS,
    REPLAY_HEADERS,
    WRITE_HEADERS,
    as_json,
    nothing,
    page_of,
    replay_told,
)
from adjudicator.web.blueprint import Blueprint
from adjudicator.web.context import context
from adjudicator.web.match_bodies import by_schema
from adjudicator.web.preconditions import if_match, tag_of, tagged
from adjudicator.web.schemas.queries import PageQuery
from adjudicator.web.schemas.webhooks import (
    ChangedWebhook,
    Delivery,
    DeliveryList,
    MadeWebhook,
    NewSecret,
    NewWebhook,
    Webhook,
    WebhookList,
)
from adjudicator.web.turns import Asked, Given, Turn, in_turn

blueprint = Blueprint(
    "webhooks", __name__, url_prefix="/v1/webhooks", description="Webhooks of a club, in the form of Standard Webhooks."
)

WEBHOOK = "webhook"
RIGHT = Right.KEEP_WEBHOOKS
LISTED = Turn(right=RIGHT, finds=False, thing=WEBHOOK)
CREATED = Turn(
    right=RIGHT, done=201, described=NewWebhook, parse=by_schema(NewWebhook), write=True, finds=False, thing=WEBHOOK
)
SHOWN = Turn(right=RIGHT, thing=WEBHOOK)
CHANGED = Turn(
    right=RIGHT, described=ChangedWebhook, parse=by_schema(ChangedWebhook), write=True, needs_revision=True, thing=WEBHOOK
)
EXCHANGED = Turn(
    right=RIGHT, described=NewSecret, parse=by_schema(NewSecret), write=True, needs_revision=False, thing=WEBHOOK
)
DELETED = Turn(right=RIGHT, done=204, write=True, needs_revision=True, thing=WEBHOOK)
LOG = Turn(right=RIGHT, query=PageQuery, thing=WEBHOOK, tagged=False)
REDELIVERED = Turn(right=RIGHT, write=True, thing=WEBHOOK)


@blueprint.route("")
class Webhooks(MethodView):
    """All webhooks of the club."""

    @blueprint.response(200, WebhookList, description="The club's webhooks, the oldest first.")
    @in_turn(LISTED)
    def get(self, asked: Asked) -> Response:
        """List the webhooks"""
        return page_of(WebhookList().dump(context().webhooks.listed(asked.access, asked.given)))

    @blueprint.response(201, MadeWebhook, headers=CREATE_HEADERS, description="The webhook, and its secret.")
    @in_turn(CREATED)
    def post(self, asked: Asked) -> Response:
        """Add a webhook"""
        answer = context().webhooks.create(asked.access, asked.given.then(_wanted))
        response = _made(answer, 201)
        response.headers["Location"] = f"/v1/webhooks/{answer.value.id}"
        return response


@blueprint.route("/<webhook_id>")
class OneWebhook(MethodView):
    """One webhook."""

    @blueprint.response(200, Webhook, headers=READ_HEADERS, description="The webhook.")
    @in_turn(SHOWN)
    def get(self, webhook_id: str, asked: Asked) -> Response:
        """Show a webhook"""
        return _shown(Answer(context().webhooks.one(asked.access, webhook_id, asked.given)))

    @blueprint.response(200, Webhook, headers=WRITE_HEADERS, description="The webhook as it is now.")
    @in_turn(CHANGED)
    def patch(self, webhook_id: str, asked: Asked) -> Response:
        """Change where a webhook leads, what it is told, or whether it is told anything"""
        return _shown(context().webhooks.change(asked.access, webhook_id, asked.given.then(_wanted), if_match()))

    @blueprint.response(204, headers=REPLAY_HEADERS, description="The webhook is gone.")
    @in_turn(DELETED)
    def delete(self, webhook_id: str, asked: Asked) -> Response:
        """Take a webhook away, with the log of what was sent"""
        answer = context().webhooks.delete(asked.access, webhook_id, asked.given, if_match())
        return replay_told(nothing(), answer.replayed)


@blueprint.route("/<webhook_id>/secret")
class Secret(MethodView):
    """What signs."""

    @blueprint.response(200, MadeWebhook, headers=WRITE_HEADERS, description="The webhook, and its new secret.")
    @in_turn(EXCHANGED)
    def post(self, webhook_id: str, asked: Asked) -> Response:
        """Let another secret sign what is sent to a webhook, beside the present one for a while"""
        overlap = asked.given.then(lambda given: datetime.timedelta(hours=given.body["overlap_hours"]))
        return _made(context().webhooks.exchange_secret(asked.access, webhook_id, overlap, if_match()), 200)


@blueprint.route("/<webhook_id>/deliveries")
class Deliveries(MethodView):
    """What was and is to be sent to a webhook."""

    @blueprint.response(200, DeliveryList, headers=PAGE_HEADERS, description="The deliveries, newest first.")
    @in_turn(LOG)
    def get(self, webhook_id: str, asked: Asked) -> Response:
        """List the deliveries of a webhook"""
        page = context().webhooks.deliveries(asked.access, webhook_id, asked.given.then(_log_wish))
        return page_of(DeliveryList().dump(page), page.items[-1].id if page.more else None)


@blueprint.route("/<webhook_id>/deliveries/<delivery_id>/redeliver")
class Redelivery(MethodView):
    """A delivery that is to be sent again."""

    @blueprint.response(200, Delivery, headers=REPLAY_HEADERS, description="The delivery, which waits again.")
    @in_turn(REDELIVERED)
    def post(self, webhook_id: str, delivery_id: str, asked: Asked) -> Response:
        """Send a delivery again, at once and as often as a new one"""
        answer = context().webhooks.redeliver(asked.access, webhook_id, delivery_id, asked.given)
        return replay_told(as_json(Delivery().dump(answer.value)), answer.replayed)


def _shown(answer: Answer[WebhookShown]) -> Response:
    return replay_told(tagged(as_json(Webhook().dump(answer.value)), _tag(answer.value)), answer.replayed)


def _made(answer: Answer[Made], status: int) -> Response:
    """With the secret, which nobody on the way is to keep."""
    response = replay_told(tagged(as_json(MadeWebhook().dump(answer.value), status), _tag(answer.value)), answer.replayed)
    response.headers["Cache-Control"] = "no-store"
    return response


def _tag(shown: WebhookShown) -> str:
    """Some of it changes without a write, and so without a new revision."""
    return tag_of(shown.revision, *filter(None, (shown.failing_since, shown.former_secret_until)))


def _wanted(given: Given) -> Wanted:
    return Wanted(given.body.get("url"), given.body.get("events"), given.body.get("active"))


def _log_wish(given: Given) -> LogWish:
    return LogWish(given.query.get("after"), given.query["limit"])
