"""Components of the document that describe what is shown of tournaments, generated from the structs that are written."""

from typing import Any

import msgspec

from adjudicator.services.tournaments import disturbing, records, result_import, rounds, shown, tables
from adjudicator.services.tournaments.words import FORMAT
from adjudicator.web.log_schemas import REF, Described, closed, reference

START = "Tournament"
SHOWN = (
    FORMAT,
    shown.Overview,
    shown.Entrants,
    shown.RoundShown,
    shown.Rounds,
    shown.Entered,
    shown.Sanctions,
    rounds.Undone,
    disturbing.Disturbances,
    disturbing.Settled,
    tables.Table,
    tables.Crosstable,
    tables.Explained,
    records.Write,
    records.Export,
    result_import.ImportedResults,
)
PAGED = "more"
"""A field for who writes the answer: it becomes a Link."""


def tournament_components() -> Described:
    """Everything that is shown of tournaments, and lists of it."""
    schemas, found = msgspec.json.schema_components(SHOWN, ref_template=REF + START + "{name}")
    components = {START + name: _plain(schema) for name, schema in found.items()}
    return {
        **components,
        f"{START}Format": schemas[0],
        f"{START}List": _items("Overview"),
        f"{START}History": _items("Write"),
    }


def part(name: str) -> Described:
    """The use of a component."""
    return reference(START + name)


def _plain(schema: dict[str, Any]) -> Described:
    """The component without its title, which its name says better, and without what is not written."""
    found = {key: value for key, value in schema.items() if key != "title"}
    if PAGED in found.get("properties", {}):
        found["properties"] = {name: value for name, value in found["properties"].items() if name != PAGED}
        found["required"] = [name for name in found["required"] if name != PAGED]
    return found


def _items(name: str) -> Described:
    return closed({"items": {"type": "array", "items": part(name)}})
