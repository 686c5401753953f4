"""Secrets of webhooks: told once, exchanged without a break, and kept nowhere but where they sign."""

import base64
import datetime
import itertools

import pytest
import sqlalchemy as sa
from msgspec import structs

from adjudicator.services.access import Answer, access_of
from adjudicator.services.webhooks.managing import Made, Wanted, Webhook
from adjudicator.storage.tables import idempotency
from adjudicator.storage.webhook_tables import webhooks
from tests.receiving import Receiver
from tests.services.desk import KEY, Desk
from tests.services.office import ALWAYS, Office, later, signature


@pytest.fixture
def office(desk: Desk) -> Office:
    """With salts that differ, as they do."""
    numbers = itertools.count()
    desk.setting = structs.replace(desk.setting, salt=lambda: f"{next(numbers):032x}")
    return Office(desk)


def test_the_secret_is_told_once(office: Office) -> None:
    desk, webhook = office.desk, office.listen("http://club.example/")
    kind, _, key = webhook.secret.partition("_")
    assert (kind, len(base64.b64decode(key, validate=True))) == ("whsec", 32)
    seen = [*office.webhooks.listed(desk.access, later(None)).items, office.one(webhook)]
    seen.append(office.webhooks.change(desk.access, webhook.id, later(Wanted(events=["match.voided"])), ALWAYS).value)
    assert not any(key in str(each) for each in seen)


def exchanged(office: Office, webhook: Webhook, hours: int, word: str | None = None) -> Answer[Made]:
    access = access_of(KEY, word, "exchange", "")
    return office.webhooks.exchange_secret(access, webhook.id, later(datetime.timedelta(hours=hours)), None)


def test_both_secrets_sign_for_a_while(office: Office, receiver: Receiver, toy: dict) -> None:
    webhook = office.listen(receiver.url, "match.created")
    made = exchanged(office, webhook, 24).value
    assert (made.id, made.revision, made.secret == webhook.secret) == (webhook.id, 2, False)
    for hours in (0, 24):
        office.wait(hours * 3_600)
        office.desk.create(toy)
        assert office.deliver() == ["delivered"]
    (_, headers, body), (_, later_headers, later_body) = receiver.got
    both = [signature(each, headers, body) for each in (made.secret, webhook.secret)]
    assert headers["webhook-signature"] == " ".join(both)
    assert later_headers["webhook-signature"] == signature(made.secret, later_headers, later_body)


def test_without_overlap_the_former_secret_is_gone(office: Office) -> None:
    webhook = office.listen("http://club.example/")
    exchanged(office, webhook, 24)
    assert exchanged(office, webhook, 0).value.former_secret_until is None
    assert secrets_of(office)[1] is None


def test_a_former_secret_does_not_lie_about(office: Office) -> None:
    webhook = office.listen("http://club.example/")
    exchanged(office, webhook, 1)
    office.deliver()
    assert secrets_of(office)[1] == webhook.secret
    office.wait(3_600)
    office.deliver()
    assert secrets_of(office)[1] is None
    assert office.one(webhook).former_secret_until is None


def secrets_of(office: Office) -> tuple[str, str | None]:
    with office.desk.database.read() as connection:
        row = connection.execute(sa.select(webhooks.c.secret, webhooks.c.former_secret)).one()
    return row[0], row[1]


def test_what_is_kept_for_retries_has_no_secret(office: Office) -> None:
    access = access_of(KEY, "word", "create", "")
    made, again = (office.webhooks.create(access, later(Wanted("http://club.example/", ["match.created"]))) for _ in range(2))
    other, retry = (exchanged(office, made.value, 24, "word") for _ in range(2))
    assert (again.replayed, again.value) == (True, made.value)
    assert (retry.replayed, retry.value) == (True, other.value)
    with office.desk.database.read() as connection:
        kept = list(connection.scalars(sa.select(idempotency.c.result)))
    assert len(kept) == 2
    assert not any("whsec_" in each or each_secret in each for each in kept for each_secret in bare(made.value, other.value))


def bare(*made: Made) -> list[str]:
    return [each.secret.removeprefix("whsec_") for each in made]
