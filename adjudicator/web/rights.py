"""Who may do what: the resources that need a key, by role and by the state of the match, from the turns that they declare."""

import re
from collections.abc import Iterator

from flask import Flask
from msgspec import Struct

from adjudicator.services.rights import STATES, Role
from adjudicator.web.turns import MATCH, Turn

METHODS = ("GET", "POST", "PATCH", "PUT", "DELETE")
FORBIDDEN, CLOSED = 403, 409
_ABOVE = """\
# Who may do what

Written by `make rights` from the code, and tested cell by cell. Keys are made by `adjudicator keys add`.

The key is looked at first: without one, or with one that is unknown, expired or revoked, everything here is 401. Then the role:
403, whether there is such a match or not. Then the match: another club's is 404, whatever the method, and so is any other match
for a key that is for one match only. Such a key lists its own match, and has nothing to do with all else (403). Then the state
of the match.

A `viewer` sees of every match what the public sees, and is refused another `view` (403); of players, names and ids. `voided`
and `outdated` (played under rules that are no longer judged) stand beside a match's status and come first. A 409 says in its
type what is against it. What else can be refused (an entry that is illegal, an If-Match that is stale) is in openapi.yaml.

"""


class Line(Struct, frozen=True):
    """One resource and method, and what its turn declares."""

    method: str
    path: str
    turn: Turn

    def status(self, role: Role, state: str) -> int:
        """The status of the answer to a request that is in order but for these."""
        if role < self.turn.right.least:
            return FORBIDDEN
        return CLOSED if state in self.turn.closed else self.turn.done


def lines(app: Flask) -> list[Line]:
    """Every resource that needs a key, sorted by path and method."""
    return sorted(_lines(app), key=lambda line: (line.path, METHODS.index(line.method)))


def document(app: Flask) -> str:
    """The lines as a page of Markdown."""
    roles = [role.name.lower() for role in Role]
    heading = ["", *roles, *STATES]
    rows = [heading, ["---", *[":-:"] * (len(heading) - 1)], *(_cells(line) for line in lines(app))]
    return _ABOVE + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _lines(app: Flask) -> Iterator[Line]:
    for rule in app.url_map.iter_rules():
        view = getattr(app.view_functions[rule.endpoint], "view_class", None)
        for method in METHODS:
            turn = getattr(getattr(view, method.lower(), None), "turn", None)
            if turn is not None and not turn.linked:
                yield Line(method, re.sub("<(?:[a-z]+:)?([a-z_]+)>", r"{\1}", rule.rule), turn)


def _cells(line: Line) -> list[str]:
    path = f"`{line.method} {re.sub('{[a-z]+_id}', '{id}', line.path)}`"
    by_role = [str(line.status(role, "")) for role in Role]
    has_states = line.turn.finds and line.turn.thing == MATCH
    return [path, *by_role, *(str(line.status(Role.ADMIN, state)) if has_states else "" for state in STATES)]
