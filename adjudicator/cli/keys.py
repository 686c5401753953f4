"""`adjudicator keys` and `adjudicator clubs`: who may use the service. The work, imported late, is in `keeping`."""

import datetime
import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from adjudicator.cli import terminal
from adjudicator.core.game import Game
from adjudicator.services.columns import table
from adjudicator.services.rights import ROLES, Role

if TYPE_CHECKING:
    from adjudicator.services.keys import Keys
    from adjudicator.storage.rows import KeyRow

COLUMNS = ("id", "club", "label", "role", "match_id", "state", "created_at", "expires_at", "revoked_at")
SHOWN = ("label", "club", "role", "match_id", "state", "expires_at", "id")
"""What is told of a key, to programs and to people: never the key itself, nor its digest."""
FORM = click.Choice(["text", "json", "csv"])
CLUB = click.option("--club", metavar="NAME|ID", help="The club; if not given, the first.")


def end_of(context: click.Context, parameter: click.Parameter, said: str | None) -> datetime.datetime | None:
    """The time that a user says: a date (to its end, in UTC), a time with its offset, or so many days from now (30d)."""
    if said is None:
        return None
    try:
        days = re.fullmatch("([1-9][0-9]{0,4})d", said, re.ASCII)
        if days is not None:
            return datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=int(days[1]))
        found = datetime.datetime.fromisoformat(said)
        if re.fullmatch(r"\d{4}-\d\d-\d\d", said, re.ASCII):
            found = found.replace(tzinfo=datetime.UTC) + datetime.timedelta(days=1)
        if found.tzinfo is not None:
            return found.astimezone(datetime.UTC)
    except (ValueError, OverflowError):
        pass
    raise click.BadParameter(f"{said!r} is neither a date (2026-12-31), nor a time with its offset, nor a number of days (30d).")


@click.group()
def keys() -> None:
    """API keys: who may do what in which club.

    \b
    Examples:
      adjudicator keys add "Table 3" --role referee --expires 30d
      adjudicator keys list
      adjudicator keys revoke "Table 3"
    """


@keys.command("add")
@click.argument("label")
@click.option("--role", required=True, type=click.Choice(ROLES), help="Each may do all that those before it may.")
@CLUB
@click.option("--match", "match_id", metavar="ID", help="Good for this match only (a referee's phone).")
@click.option("--expires", callback=end_of, metavar="WHEN", help="To the end of that day in UTC (2026-12-31), or for days (30d).")
@click.option("-f", "--format", "form", type=click.Choice(["text", "json"]), default="text", help="For people, or for programs.")
@click.pass_obj
def add_key(
    known: Mapping[str, Game], /, label: str, form: str, expires: datetime.datetime | None, role: str, **where: str | None
) -> None:
    """Make a key and print it, this once: only its hash is kept. LABEL says whose it is, or what for.

    \b
    Examples:
      adjudicator keys add "Scoreboard" --role viewer
      KEY=$(adjudicator keys add "Table 3" --role referee --expires 2026-12-31)
      adjudicator keys add "Phone" --role referee --match 0199... --expires 1d --format json
    """
    from adjudicator.services.keys import NewKey

    keyring = _keyring(known)
    row, said = keyring.add(NewKey(label, Role.named(role), **where, expires_at=expires))
    told = _told(keyring, row)
    if form == "json":
        terminal.write(json.dumps(told | {"key": said}, ensure_ascii=False) + "\n")
        return
    terminal.write(f"{said}\n")
    terminal.complain(f"{row.label!r} of {told['club']}: {_good_for(row)}. The key is shown this once.")


@keys.command("list")
@click.option("--club", metavar="NAME|ID", help="Of this club only.")
@click.option("-f", "--format", "form", type=FORM, default="text", help="For people, or for programs (JSON: a key a line).")
@click.pass_obj
def list_keys(known: Mapping[str, Game], /, club: str | None, form: str) -> None:
    """List the keys, the oldest first.

    Also those that are good no more (revoked or expired). What is listed is about the keys: they themselves are not kept.

    \b
    Examples:
      adjudicator keys list --club "Chess Café"
      adjudicator keys list --format csv > keys.csv
    """
    keyring = _keyring(known)
    write_rows(COLUMNS, SHOWN, [_told(keyring, row) for row in keyring.all(club)], form)


@keys.command("revoke")
@click.argument("key", metavar="ID|LABEL")
@CLUB
@click.pass_obj
def revoke_key(known: Mapping[str, Game], /, key: str, club: str | None) -> None:
    """Revoke a key, at once and for ever.

    Services that are running refuse it from now on, too.

    \b
    Example:
      adjudicator keys revoke "Table 3" --club "Chess Café"
    """
    row = _keyring(known).revoke(key, club)
    terminal.complain(f"the key {row.label!r} is revoked.")


@keys.command()
@click.pass_obj
def rights(known: Mapping[str, Game], /) -> None:
    """Print what each role may do (Markdown).

    Resource by resource, and by the state of the match.

    \b
    Example:
      adjudicator keys rights
    """
    from adjudicator.app import rights_document

    terminal.write(rights_document(known))


@click.group()
def clubs() -> None:
    """Clubs: each has its own matches, players and keys.

    \b
    Examples:
      adjudicator clubs add "Chess Café"
      adjudicator clubs list
    """


@clubs.command("add")
@click.argument("name")
@click.pass_obj
def add_club(known: Mapping[str, Game], /, name: str) -> None:
    """Make a club, and print its id.

    \b
    Example:
      adjudicator clubs add "Chess Café" && adjudicator keys add Secretary --role admin --club "Chess Café"
    """
    terminal.write(_keyring(known).add_club(name) + "\n")


@clubs.command("list")
@click.option("-f", "--format", "form", type=FORM, default="text", help="For people, or for programs (JSON: a club a line).")
@click.pass_obj
def list_clubs(known: Mapping[str, Game], /, form: str) -> None:
    """List the clubs, the oldest first.

    \b
    Example:
      adjudicator clubs list --format json
    """
    names = ("id", "name", "created_at")
    write_rows(names, names, [dict(zip(names, club, strict=True)) for club in _keyring(known).clubs()], form)


def _keyring(known: Mapping[str, Game]) -> "Keys":
    from adjudicator.cli import keeping

    return keeping.keyring(known)


def _told(keyring: "Keys", row: "KeyRow") -> dict[str, str | None]:
    clubs = {club_id: name for club_id, name, _ in keyring.clubs()}
    known = {name: getattr(row, name) for name in COLUMNS if name not in ("club", "state")}
    told = known | {"club": clubs[row.club_id], "state": keyring.state(row)}
    return {name: told[name] for name in COLUMNS}


def _good_for(row: "KeyRow") -> str:
    where = "" if row.match_id is None else f" of match {row.match_id} only"
    until = "" if row.expires_at is None else f", until {row.expires_at}"
    return f"{row.role}{where}{until}"


def write_rows(names: Sequence[str], shown: Sequence[str], rows: Sequence[Mapping[str, str | None]], form: str) -> None:
    """Rows for people (`text`: what is `shown` of them) or for programs (`json`, `csv`: everything that has a name)."""
    if form == "text":
        lines = table([shown, *([row[name] or "-" for name in shown] for row in rows)])
        terminal.show("".join(f"{line}\n" for line in lines))
    elif form == "json":
        terminal.write("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    else:
        terminal.write(_csv(names, rows))


def _csv(names: Sequence[str], rows: Sequence[Mapping[str, str | None]]) -> str:
    from adjudicator.web.csv_tables import table_csv

    return table_csv([names, *([row[name] for name in names] for row in rows)], end="\n")
