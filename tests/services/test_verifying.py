"""What every stored match must be, and that a change of any stored value, by somebody who has the database, is found."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from adjudicator.services.errors import NotFound
from adjudicator.services.inspection import Inspection
from adjudicator.storage import history, tables, whole
from adjudicator.storage.database import Garbled
from tests.cli.logs import FOUND
from tests.games.cases import GAMES
from tests.services.desk import Desk
from tests.services.lives import changed, lives, voided

NOT_FOUND = {("matches", "state_format"): 2}
"""Columns of which a change is not found, and such a change: a head of another format is never read, but made anew."""
OF_MATCH = (tables.seats, tables.moves, tables.frames, tables.findings, tables.history)
"""The tables whose rows are parts of a match."""
TABLES = {table.name: table for table in (tables.matches, *OF_MATCH)}
COLUMNS = {(table.name, column.name) for table in TABLES.values() for column in table.columns}
TRUTHS = {(table, column) for table, column in COLUMNS if isinstance(TABLES[table].c[column].type, sa.Boolean)}
GARBLED = b"\xff"
"""Stands for the text of this byte, which is not UTF-8."""
HIDING = {"game": "toy", "players": ["Asha", "Bo"], "setup": {"hands": {"Bo": [2, 3, 9]}}}


@pytest.mark.parametrize("game", GAMES)
def test_what_the_service_wrote_is_found_as_it_was_written(desk: Desk, game: str) -> None:
    found = {match_id: Inspection(desk.setting).of_match(match_id) for match_id in lives(desk, GAMES[game], 8)}
    assert len(found) == 9
    assert not any(found.values())
    assert Inspection(desk.setting).around() == []
    assert Inspection(desk.setting).matches() == sorted(found)


def test_one_match_of_those_there_are(desk: Desk) -> None:
    match_id = desk.create(HIDING).id
    assert Inspection(desk.setting).matches(match_id) == [match_id]
    with pytest.raises(NotFound):
        Inspection(desk.setting).matches("0" * 36)


def placeholder(value: Any) -> str:
    """For a value in a statement."""
    return "CAST(? AS TEXT)" if value == GARBLED else "?"


class Intruder:
    """Somebody with the file and without scruples: no foreign key, no check holds them."""

    def __init__(self, path: Path, setting: Any, match_id: str) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.row_factory = sqlite3.Row
        for pragma in ("busy_timeout=10000", "ignore_check_constraints=ON", "foreign_keys=OFF"):
            self.connection.execute(f"PRAGMA {pragma}")
        self.inspection, self.match_id = Inspection(setting), match_id

    def rows(self, table: str) -> list[dict[str, Any]]:
        return [dict(row) for row in self.connection.execute(f"SELECT * FROM {table}")]

    def delete(self, table: str, row: dict[str, Any]) -> None:
        keys = [column.name for column in TABLES[table].primary_key]
        where = " AND ".join(f"{key} = {placeholder(row[key])}" for key in keys)
        assert self.connection.execute(f"DELETE FROM {table} WHERE {where}", [row[key] for key in keys]).rowcount == 1

    def insert(self, table: str, row: dict[str, Any]) -> None:
        names = ", ".join(f'"{name}"' for name in row)
        values = ", ".join(map(placeholder, row.values()))
        self.connection.execute(f"INSERT INTO {table} ({names}) VALUES ({values})", list(row.values()))

    @contextmanager
    def instead(self, table: str, row: dict[str, Any] | None, other: dict[str, Any] | None) -> Iterator[bool]:
        """Inside, there is another row in place of this one (None: no row), if the database lets itself be changed so."""
        self.connection.execute("SAVEPOINT before")
        try:
            if row is not None:
                self.delete(table, row)
            if other is not None:
                self.insert(table, other)
        except sqlite3.IntegrityError:
            self.connection.execute("ROLLBACK TO before")
            self.connection.execute("RELEASE before")
            yield False
            return
        self.connection.execute("RELEASE before")
        try:
            yield True
        finally:
            if other is not None:
                self.delete(table, other)
            if row is not None:
                self.insert(table, row)

    def found(self) -> bool:
        """Whether looking through the database finds anything."""
        inspected = [self.inspection.of_match(match_id) for match_id in self.inspection.matches()]
        return any(inspected) or bool(self.inspection.around())


@pytest.fixture(scope="module")
def intruder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Intruder]:
    """At a match with a row in every table, in both views, which was written many times."""
    path = tmp_path_factory.mktemp("verifying") / "adjudicator.db"
    desk = Desk(f"sqlite:///{path}", GAMES)
    moves = FOUND["moves"]
    setup = {"hands": {"Asha": [4, 5, 7]}}
    begun = FOUND | {"setup": setup, "moves": moves[:2]}
    match_id = desk.create(begun, title="Friday", played_at="2026-05-01T19:30:00Z").id
    for move in moves[2:]:
        desk.append(match_id, move)
    changed(desk, match_id, place="Hall", title=None)
    voided(desk, match_id)
    intruder = Intruder(path, desk.setting, match_id)
    assert not intruder.found()
    assert all(intruder.rows(table) for table in TABLES)
    assert {row["view"] for row in intruder.rows("frames") + intruder.rows("findings")} == {"referee", "public"}
    yield intruder
    intruder.connection.close()
    desk.database.close()


def others(value: Any) -> list[Any]:
    """Other values in place of this one: near, far, of another kind."""
    if value is None:
        return ["x", 1]
    if isinstance(value, int):
        return [value + 1000, 1 - value, "x"]
    return [value + "x", value[:-1], "", 7]


@pytest.mark.parametrize(("table", "column"), sorted(COLUMNS - NOT_FOUND.keys()))
def test_no_value_can_be_changed(intruder: Intruder, table: str, column: str) -> None:
    is_truth = (table, column) in TRUTHS
    for row in intruder.rows(table):
        for value in [*others(row[column]), *([] if row[column] is None else [None])]:
            changed_row = row | {column: value}
            if changed_row == row or (is_truth and bool(value) == bool(row[column])):
                continue
            with intruder.instead(table, row, changed_row) as done:
                assert not done or intruder.found(), f"{value!r} for {row[column]!r}"
    assert not intruder.found()


@pytest.mark.parametrize(("table", "column"), sorted(COLUMNS - TRUTHS))
def test_a_text_that_is_not_utf_8_is_found_and_no_error(intruder: Intruder, table: str, column: str) -> None:
    for row in intruder.rows(table):
        with intruder.instead(table, row, row | {column: GARBLED}) as done:
            assert done
            assert intruder.found(), row[column]
    assert not intruder.found()


def test_where_a_text_is_not_utf_8_is_told(intruder: Intruder) -> None:
    def told(table: str, column: str, place: int = 0) -> list[str]:
        row = intruder.rows(table)[place]
        with intruder.instead(table, row, row | {column: GARBLED}):
            found = [str(each) for each in intruder.inspection.of_match(intruder.match_id)] if column != "id" else []
            return found + [f"{stray!a}: {each}" for stray, each in intruder.inspection.around() if table != "history"]

    assert told("moves", "entry", 2) == ["ply 3, The text entry is not UTF-8."]
    assert told("history", "payload", 1) == ["revision 2, The text payload is not UTF-8."]
    assert told("matches", "title") == ["The text title is not UTF-8."]
    assert told("seats", "name") == ["The seats have a text that is not UTF-8."]
    assert told("matches", "id")[-1] == "'\\udcff': The id of the match is not UTF-8."


@pytest.mark.parametrize("place", [("matches", "title"), ("moves", "entry"), ("frames", "data"), ("history", "payload")])
def test_other_readers_are_told_of_such_a_text_and_not_what_it_says(intruder: Intruder, place: tuple[str, str]) -> None:
    table, column = place
    row, database = intruder.rows(table)[0], intruder.inspection.setting.database
    with intruder.instead(table, row, row | {column: GARBLED}):
        with pytest.raises(Garbled, match=f"column {column}") as refused, database.read() as connection:
            whole.read(connection, intruder.match_id)
        with pytest.raises(Garbled, match=f"column {column}"):
            database.write(lambda connection: whole.read(connection, intruder.match_id))
    assert refused.value.__suppress_context__, "the driver's error quotes the text"


def test_a_reader_that_was_stopped_by_such_a_text_holds_on_to_nothing(intruder: Intruder) -> None:
    row, database = intruder.rows("history")[1], intruder.inspection.setting.database
    with intruder.instead("history", row, row | {"payload": GARBLED}):
        with pytest.raises(Garbled) as reading, database.read() as connection:
            history.page(connection, intruder.match_id, 0, 100)
        with pytest.raises(Garbled) as writing:
            database.write(lambda connection: history.page(connection, intruder.match_id, 0, 100))
    # As long as the errors are there, so are the statements that they stopped.
    assert reading.value.__context__ is not writing.value.__context__
    assert not intruder.found()
    database.write(lambda connection: history.redact(connection, intruder.match_id, 0))


@pytest.mark.parametrize("table", [table for table in TABLES if table != "matches"])
def test_no_row_can_be_taken_or_added(intruder: Intruder, table: str) -> None:
    keys = [column.name for column in TABLES[table].primary_key]
    for row in intruder.rows(table):
        for other in (None, row | {keys[-1]: row[keys[-1]] + 1000}):
            with intruder.instead(table, None if other else row, other):
                assert intruder.found(), other or row
    assert not intruder.found()


@pytest.mark.parametrize(("table", "column"), NOT_FOUND)
def test_what_is_not_found(intruder: Intruder, table: str, column: str) -> None:
    row = intruder.rows(table)[0]
    with intruder.instead(table, row, row | {column: NOT_FOUND[table, column]}) as done:
        assert done
        assert not intruder.found()


def test_a_match_that_is_gone_with_everything_is_not_missed(intruder: Intruder) -> None:
    with ExitStack() as stack:
        for table in TABLES:
            for row in intruder.rows(table):
                stack.enter_context(intruder.instead(table, row, None))
        assert not intruder.found()
    assert intruder.inspection.matches() == [intruder.match_id]
