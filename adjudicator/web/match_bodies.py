"""The bodies of requests about matches, parsed. Moves are the kernel's; what else a body holds is marshmallow's."""

from collections.abc import Callable, Mapping
from typing import Any

from marshmallow import Schema, ValidationError

from adjudicator.core.errors import Fault, Malformed
from adjudicator.core.game import Game
from adjudicator.core.log import Log, decode_log
from adjudicator.core.reading import Document
from adjudicator.services.new_match import NewMatch
from adjudicator.web.schemas.faults import faults_of
from adjudicator.web.schemas.matches import FACTS, NewFacts

BESIDE_LOG = (*FACTS, "accept_stop", "player_ids")
"""What a new match may have beside its log."""


_NEW_FACTS = NewFacts()


def by_schema(schema: type[Schema]) -> Callable[[Document], Any]:
    """A body that this schema reads."""
    reader = schema()

    def parse(document: Document) -> Any:
        found, faults = _loaded(reader, document.value, list(document.faults))
        if faults:
            raise Malformed(faults)
        return found

    return parse


def read_new_match(games: Mapping[str, Game], document: Document) -> NewMatch:
    """A log without its moves or with them, and the facts of a match beside it. Every fault of both is told."""
    raw = document.value if isinstance(document.value, dict) else {}
    beside = {name: raw[name] for name in raw if name in BESIDE_LOG}
    facts, faults = _loaded(_NEW_FACTS, beside, []) if beside else ({}, [])
    if not isinstance(document.value, dict):
        return NewMatch(_log(games, document, faults))
    rest = {"moves": [], **{name: raw[name] for name in raw if name not in BESIDE_LOG}}
    accept_stop, player_ids = facts.pop("accept_stop", False), facts.pop("player_ids", {})
    return NewMatch(_log(games, Document(rest, document.faults), faults), facts, accept_stop, player_ids)


def as_read(document: Document) -> Document:
    """A body whose reading hangs on the match."""
    return document


def _log(games: Mapping[str, Game], document: Document, faults: list[Fault]) -> Log:
    try:
        log = decode_log(games, document)
    except Malformed as malformed:
        raise Malformed(_without_twins([*malformed.faults, *faults])) from None
    if faults:
        raise Malformed(faults)
    return log


def _loaded(schema: Schema, value: Any, faults: list[Fault]) -> tuple[Any, list[Fault]]:
    """(what the schema makes of the value, the faults and what it adds to them)."""
    try:
        return schema.load(value), faults
    except ValidationError as error:
        return {}, _without_twins([*faults, *faults_of(error)])


def _without_twins(faults: list[Fault]) -> list[Fault]:
    """The reader and a schema may both name a control character."""
    return list({(fault.pointer, fault.code): fault for fault in faults}.values())
