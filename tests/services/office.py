"""The webhooks of a club and what sends their deliveries: the calls of a test without their wrapping."""

import base64
import datetime
import hashlib
import hmac
from typing import Any

from adjudicator.services.later import Later
from adjudicator.services.webhooks.courier import Courier
from adjudicator.services.webhooks.delivering import Delivering
from adjudicator.services.webhooks.managing import Delivery, LogWish, Made, Wanted, Webhook, Webhooks
from adjudicator.services.webhooks.outbox import EVENTS
from tests.services.desk import Desk

ALWAYS = lambda revision: True  # noqa: E731 (an If-Match of *)


def later(value: Any) -> Later[Any]:
    return Later(lambda: value)


def signature(secret: str, headers: dict[str, str], body: bytes) -> str:
    signed = b".".join([headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), body])
    made = hmac.new(base64.b64decode(secret.split("_")[1]), signed, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(made).decode()}"


class Office:
    """A club's webhooks, and what sends their deliveries."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.webhooks = Webhooks(desk.setting, local=True)
        self.told: list[str] = []
        self.delivering = Delivering(desk.setting, local=True, told=self.told.append)

    def listen(self, url: str, *events: str) -> Made:
        return self.webhooks.create(self.desk.access, later(Wanted(url, events or tuple(EVENTS)))).value

    def log(self, webhook: Webhook) -> list[Delivery]:
        return list(self.webhooks.deliveries(self.desk.access, webhook.id, later(LogWish(None, 200))).items)

    def events(self, webhook: Webhook) -> list[str]:
        return [each.event for each in reversed(self.log(webhook))]

    def deliver(self) -> list[str]:
        """The states behind what was due, in whatever order that ended."""
        return [attempt.state for attempt in Courier(self.delivering).once()]

    def one(self, webhook: Webhook) -> Webhook:
        return self.webhooks.one(self.desk.access, webhook.id, later(None))

    def wait(self, seconds: float) -> None:
        self.desk.clock.time += datetime.timedelta(seconds=seconds)
