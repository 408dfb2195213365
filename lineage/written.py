"""Statements that are written once a process for each engine and run with other values each time, for the hot paths.

To compose a query set costs Django several times what the database needs to answer it. On PostgreSQL these statements
are prepared too: the server reads and plans each of them once a connection.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression

Values = Sequence[Any]
Compose = Callable[[], "models.QuerySet[Any, Any]"]
NUMBER, WORDS = models.BigIntegerField, models.CharField
# Runs of a statement on a connection before the server keeps its plan.
PREPARED_AFTER = 2


class Given(Expression):
    """The place of a value in a query set, by the name under which it is given when the statement runs."""

    def __init__(self, name: str, field: Callable[[], models.Field] = NUMBER) -> None:
        super().__init__(output_field=field())
        self.name = name

    def as_sql(self, compiler: Any, connection: BaseDatabaseWrapper) -> tuple[str, list[Any]]:
        return "%s", [self]


class Composed(NamedTuple):
    """`conversions` are (place in the row, functions, expression), where a column is not read as it comes."""

    sql: str
    params: Values
    names: tuple[str, ...]
    conversions: Sequence[tuple[int, Any, Any]]


class Written:
    """The rows of one query set of `values(...)`, which `compose` writes with `Given` where its values differ.

    Rows of `locked` are held until the transaction ends, on SQLite by the transaction itself (IMMEDIATE); not what
    other rows point at.
    """

    def __init__(self, compose: Compose, locked: type[models.Model] | None = None) -> None:
        self.compose, self.locked = compose, locked
        self.composed: dict[str, Composed] = {}

    def rows(self, **given: Any) -> list[dict[str, Any]]:
        """The rows by name, as the query set would give them; one statement."""
        connection = connections[DEFAULT_DB_ALIAS]
        composed = self.composed.get(connection.vendor)
        if composed is None:
            composed = self.composed[connection.vendor] = compose_rows(self.compose(), self.locked, connection)
        params = [fill(value, given, connection) for value in composed.params]
        with open_cursor(connection) as cursor:
            cursor.execute(composed.sql, params)
            found = cursor.fetchall()
        return [read_row(row, composed, connection) for row in found]


def written(compose: Compose) -> Written:
    """Marks a function that writes a query set, so that it is asked once a process and engine."""
    return Written(compose)


def written_to_hold(locked: type[models.Model]) -> Callable[[Compose], Written]:
    """`written`, where the rows of this model are held until the transaction ends."""
    return lambda compose: Written(compose, locked)


def as_model(model: type[models.Model], row: dict[str, Any], before: str = "") -> Any:
    """The row of a model all of whose columns were selected, under names that begin with `before`."""
    names = [field.attname for field in model._meta.concrete_fields]
    return model.from_db(DEFAULT_DB_ALIAS, names, [row[before + name] for name in names])


def compose_rows(
    rows: "models.QuerySet[Any, Any]", locked: type[models.Model] | None, connection: BaseDatabaseWrapper
) -> Composed:
    compiler = rows.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    if locked is not None and connection.vendor == "postgresql":
        sql = f'{sql} FOR NO KEY UPDATE OF "{locked._meta.db_table}"'
    converters = compiler.get_converters([chosen[0] for chosen in compiler.select[: compiler.col_count]])
    conversions = [(place, functions, expression) for place, (functions, expression) in converters.items()]
    return Composed(sql, params, tuple(rows.query.selected), conversions)


def fill(value: Any, given: dict[str, Any], connection: BaseDatabaseWrapper) -> Any:
    if not isinstance(value, Given):
        return value
    return value.output_field.get_db_prep_value(given[value.name], connection)


def read_row(row: Values, composed: Composed, connection: BaseDatabaseWrapper) -> dict[str, Any]:
    found = dict(zip(composed.names, row, strict=True))
    for place, functions, expression in composed.conversions:
        value = row[place]
        for convert in functions:
            value = convert(value, expression, connection)
        found[composed.names[place]] = value
    return found


def open_cursor(connection: BaseDatabaseWrapper) -> Any:
    """A cursor for statements whose words are always the same: on PostgreSQL the server plans them once a connection.

    That is half of what it spends on a verdict. Cursors that Django opens itself are not prepared.
    """
    if connection.vendor != "postgresql":
        return connection.cursor()
    # Where no PostgreSQL is used, its driver need not be there.
    from psycopg import Cursor

    connection.close_if_health_check_failed()
    connection.ensure_connection()
    # Django cannot log the words of a statement that only its name was sent of.
    connection.connection.prepare_threshold = None if connection.queries_logged else PREPARED_AFTER
    cursor = Cursor(connection.connection)
    return connection.make_debug_cursor(cursor) if connection.queries_logged else connection.make_cursor(cursor)
