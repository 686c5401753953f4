"""`adjudicator webhooks`: what clubs are told where, and another secret for it. The work, imported late, is in the services."""

import datetime
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from adjudicator.cli import terminal
from adjudicator.cli.keys import CLUB, FORM, write_rows
from adjudicator.core.game import Game

if TYPE_CHECKING:
    from adjudicator.services.access import Access
    from adjudicator.services.webhooks.managing import Webhooks

COLUMNS = ("id", "url", "events", "active", "failing_since", "former_secret_until", "created_at")
SHOWN = ("url", "events", "active", "failing_since", "id")
"""What is told of a webhook, to programs and to people: never a secret."""


@click.group()
def webhooks() -> None:
    """Webhooks: where clubs are told of results and rounds. They are made by the service (POST /v1/webhooks).

    \b
    Examples:
      adjudicator webhooks list
      adjudicator webhooks secret 0199...
      adjudicator deliver                  send what they are to be told
    """


@webhooks.command("list")
@CLUB
@click.option("-f", "--format", "form", type=FORM, default="text", help="For people, or for programs (JSON: a webhook a line).")
@click.pass_obj
def list_webhooks(known: Mapping[str, Game], /, club: str | None, form: str) -> None:
    """List a club's webhooks, the oldest first.

    With whether they are active, and since when nothing has succeeded there.

    \b
    Example:
      adjudicator webhooks list --club "Chess Café"
    """
    from adjudicator.services.later import Later

    webhooks, access = _opened(known, club)
    found = webhooks.listed(access, Later(lambda: None)).items
    write_rows(COLUMNS, SHOWN, [{name: _word(getattr(each, name)) for name in COLUMNS} for each in found], form)


@webhooks.command("secret")
@click.argument("webhook_id", metavar="ID")
@CLUB
@click.option("--overlap", type=click.IntRange(0, 168), default=24, show_default=True, metavar="HOURS",
              help="For so long the present secret signs as well; 0 if somebody has got hold of it.")
@click.pass_obj
def exchange_secret(known: Mapping[str, Game], /, webhook_id: str, club: str | None, overlap: int) -> None:
    """Give a webhook another secret, and print it, this once.

    The secret signs whatever is sent there.

    \b
    Example:
      adjudicator webhooks secret 0199... --overlap 48
    """
    from adjudicator.services.later import Later

    webhooks, access = _opened(known, club)
    made = webhooks.exchange_secret(access, webhook_id, Later(lambda: datetime.timedelta(hours=overlap)), None).value
    terminal.write(f"{made.secret}\n")
    until = made.former_secret_until
    terminal.complain(f"the former secret signs {'no more' if until is None else f'until {until}'}. This one is shown this once.")


def _opened(known: Mapping[str, Game], club: str | None) -> "tuple[Webhooks, Access]":
    """The webhooks of a club (the first, if not given), for whoever works on the installation's own machine."""
    from adjudicator.cli.keeping import opened
    from adjudicator.services.access import Access
    from adjudicator.services.keys import admin_key, club_named
    from adjudicator.services.webhooks.managing import Webhooks

    setting, _ = opened(known)
    owner = replace(admin_key(setting), club_id=club_named(setting, club))
    return Webhooks(setting, local=False), Access(None, owner=owner)


def _word(value: object) -> str | None:
    if isinstance(value, list):
        return " ".join(value)
    return value if value is None or isinstance(value, str) else str(value).lower()
