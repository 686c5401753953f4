"""Webhooks, as they are shown and as they are said to be."""

from typing import Any

from marshmallow import fields

from adjudicator.services.webhooks.outbox import EVENTS
from adjudicator.web.schemas.fields import Form, Schema, Text, Truth, Whole, Word, listed

LONGEST_URL = 500
DEFAULT_OVERLAP, LONGEST_OVERLAP = 24, 7 * 24
"""Hours."""
URL = Form("^https?://[!-~]+$", "a URL that begins with https://, in ASCII signs without blanks")
_TOLD = "; ".join(f"`{kind}`: {words}" for kind, words in EVENTS.items())
_EVENTS = f"What is to be told. {_TOLD}"


def _url(**more: Any) -> Text:
    words = "Where to: https, and no private address unless the service allows."
    return Text(most=LONGEST_URL, form=URL, metadata={"description": words}, **more)


class ChangedWebhook(Schema):
    """What is to be changed of a webhook."""

    url = _url()
    events = listed(Word(*EVENTS), len(EVENTS), _EVENTS, least=1)
    active = Truth(metadata={"description": "Whether it is to be told. What waits meanwhile is sent when it is active again."})


class NewWebhook(ChangedWebhook):
    """Where a club wants to be told of what."""

    url = _url(required=True)
    events = listed(Word(*EVENTS), len(EVENTS), _EVENTS, least=1, required=True)


class NewSecret(Schema):
    """That another secret is to sign."""

    overlap_hours = Whole(
        least=0,
        most=LONGEST_OVERLAP,
        load_default=DEFAULT_OVERLAP,
        metadata={
            "default": DEFAULT_OVERLAP,
            "description": "For so long the present secret signs as well, until the receiver knows the new one. 0: not at all.",
        },
    )


class Webhook(Schema):
    """A webhook."""

    id = fields.String(required=True)
    url = fields.String(required=True)
    events = fields.List(fields.String(metadata={"enum": list(EVENTS)}), required=True)
    active = fields.Boolean(
        required=True,
        metadata={"description": "Whether it is told. An answer 410, and nothing but failures for five days, make it inactive."},
    )
    failing_since = fields.String(
        required=True,
        allow_none=True,
        metadata={"format": "date-time", "description": "When the first of those attempts failed behind which none succeeded."},
    )
    former_secret_until = fields.String(
        required=True,
        allow_none=True,
        metadata={"format": "date-time", "description": "Until then the secret before the present one signs as well."},
    )
    revision = fields.Integer(required=True, metadata={"minimum": 1, "description": "Grows with every change."})
    created_at = fields.String(required=True, metadata={"format": "date-time"})


class MadeWebhook(Webhook):
    """A webhook, and the new secret by which its deliveries are signed: told in this answer (and to the same request again)."""

    secret = fields.String(
        required=True, metadata={"description": "`whsec_` and 32 bytes in base64, as Standard Webhooks has it."}
    )


class WebhookList(Schema):
    """The club's webhooks, the oldest first."""

    items = fields.List(fields.Nested(Webhook), required=True)


class Delivery(Schema):
    """An event that was or is to be sent."""

    id = fields.String(required=True, metadata={"description": "Also its `webhook-id`, the same at every attempt."})
    event = Word(*EVENTS, required=True)
    state = Word("waiting", "delivered", "failed", required=True)
    attempts = fields.Integer(required=True, metadata={"minimum": 0, "description": "How often it was sent."})
    due_at = fields.String(required=True, metadata={"format": "date-time", "description": "When it is sent next, if it waits."})
    attempted_at = fields.String(
        required=True, allow_none=True, metadata={"format": "date-time", "description": "Of the latest attempt."}
    )
    status = fields.Integer(required=True, allow_none=True, metadata={"description": "Of the answer; null if there was none."})
    error = fields.String(required=True, allow_none=True, metadata={"description": "Why there was none."})
    created_at = fields.String(required=True, metadata={"format": "date-time"})


class DeliveryList(Schema):
    """Deliveries, newest first."""

    items = fields.List(fields.Nested(Delivery), required=True)
