"""Core statements that are compiled once and run by the driver: for what runs at every append or for every entry.

Working out a statement anew costs several times what SQLite needs to run it. Values go in and come out as the driver has
them, so these statements are for texts and numbers (SQLite's truth is 0 or 1); errors are the driver's own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy.engine import Connection
from sqlalchemy.sql.base import Executable

Values = Mapping[str, Any]


class Prepared:
    """A statement whose parameters are given by name, or in the order that `order` names them in."""

    def __init__(self, statement: Executable, order: Sequence[str] = ()) -> None:
        self._statement, self._order = statement, list(order)
        self._made: dict[str, _Made] = {}

    def run(self, connection: Connection, values: Values) -> Any:
        """Run it; the driver's cursor."""
        made = self._made_for(connection)
        cursor: Any = connection.connection.cursor()
        cursor.execute(made.sql, made.parameters(values))
        return cursor

    def run_all(self, connection: Connection, values: Sequence[Values]) -> None:
        """Run it with each of these values."""
        made = self._made_for(connection)
        cursor: Any = connection.connection.cursor()
        cursor.executemany(made.sql, [made.parameters(each) for each in values])

    def run_rows(self, connection: Connection, rows: Iterable[tuple[Any, ...]]) -> None:
        """Run it with each of these rows: values in the order of the statement's parameters (of an insert: of its columns)."""
        made = self._made_for(connection)
        cursor: Any = connection.connection.cursor()
        found = list(made.rows(rows))
        if len(found) == 1:
            cursor.execute(made.sql, found[0])
        else:
            cursor.executemany(made.sql, found)

    def run_ordered(self, connection: Connection, values: Sequence[Any]) -> None:
        """Run it with these values, in the statement's own order."""
        made = self._made_for(connection)
        cursor: Any = connection.connection.cursor()
        cursor.execute(made.sql, values if made.names == self._order else made.named(self._order, values))

    def _made_for(self, connection: Connection) -> "_Made":
        dialect = connection.dialect
        made = self._made.get(dialect.name)
        if made is None:
            compiled: Any = self._statement.compile(dialect=dialect)  # type: ignore[attr-defined]
            made = self._made[dialect.name] = _Made(compiled)
        return made


class _Made:
    """A statement's text in one dialect, and how its parameters go in."""

    parameters: Callable[[Values], Any]
    rows: Callable[[Iterable[tuple[Any, ...]]], Any]

    def __init__(self, compiled: Any) -> None:
        self.sql = str(compiled)
        names = self.names = compiled.positiontup
        order = list(compiled.params)
        self.rows = (lambda rows: rows) if names == order else (lambda rows: [self.named(order, row) for row in rows])
        fixed = {name: value for name, value in compiled.params.items() if value is not None}
        if names is None:
            self.parameters = lambda values: {**fixed, **values}
        elif fixed:
            self.parameters = lambda values: [values[name] if name in values else fixed[name] for name in names]
        elif len(names) == 1:
            self.parameters = lambda values: (values[names[0]],)
        else:
            self.parameters = itemgetter(*names)

    def named(self, order: Sequence[str], row: Sequence[Any]) -> Any:
        return self.parameters(dict(zip(order, row, strict=True)))
