"""A few rows inserted, changed and removed, by statements that are written once a process (`lineage.written`).

`save`, `update` and `delete` compose theirs each time. Guards and constraints hold as for any other statement, defaults
are those of the model; signals and `save` are not called.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.db import models

from lineage.bulk import Plan, compile_plan, connection_for
from lineage.written import open_cursor

Columns = Mapping[str, Any]
"""Values by attribute: `tenant_id`, as in `lineage.bulk.columns`."""


def insert(*rows: models.Model) -> None:
    """Appends rows of one model that have no id yet, and gives them those that they got; one statement.

    Raises IntegrityError. For many rows there is `lineage.bulk`.
    """
    if not rows:
        return
    model = type(rows[0])
    connection = connection_for(model)
    sql, names = compose_insert(model, connection.vendor, connection.alias, len(rows))
    values = [value for row in rows for value in prepare(model, {name: getattr(row, name) for name in names})]
    with open_cursor(connection) as cursor:
        cursor.execute(sql, values)
        for row, (key,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk, row._state.adding, row._state.db = key, False, connection.alias


def change(model: type[models.Model], found: Columns, changed: Columns) -> int:
    """Puts these values into the rows that have those; how many rows. One statement."""
    return run(model, compose_change(model, tuple(found), tuple(changed)), changed, found)


def remove(model: type[models.Model], found: Columns) -> int:
    """Deletes the rows that have these values, to which nothing points; how many rows. One statement."""
    return run(model, compose_remove(model, tuple(found)), found)


def run(model: type[models.Model], sql: str, *given: Columns) -> int:
    with open_cursor(connection_for(model)) as cursor:
        cursor.execute(sql, [value for values in given for value in prepare(model, values)])
        return int(cursor.rowcount)


def prepare(model: type[models.Model], given: Columns) -> list[Any]:
    """The values as the driver takes them."""
    connection = connection_for(model)
    conversions = conversions_of(model, connection.vendor, connection.alias)
    return [conversions[name](value) if name in conversions else value for name, value in given.items()]


@cache
def conversions_of(model: type[models.Model], vendor: str, alias: str) -> Mapping[str, Callable[[Any], Any]]:
    plan = compile_plan(model, vendor, alias)
    return {plan.fields[place].attname: convert for place, convert in plan.conversions}


@cache
def compose_insert(model: type[models.Model], vendor: str, alias: str, count: int) -> tuple[str, tuple[str, ...]]:
    plan: Plan = compile_plan(model, vendor, alias)
    key, fields = plan.fields[plan.key], [field for field in plan.fields if not field.primary_key]
    names, holders = ", ".join(f'"{field.column}"' for field in fields), ", ".join(["%s"] * len(fields))
    each = ", ".join([f"({holders})"] * count)
    sql = f'INSERT INTO {plan.table} ({names}) VALUES {each} RETURNING "{key.column}"'
    return sql, tuple(field.attname for field in fields)


@cache
def compose_change(model: type[models.Model], found: tuple[str, ...], changed: tuple[str, ...]) -> str:
    put = ", ".join(f"{column_of(model, name)} = %s" for name in changed)
    return f'UPDATE "{model._meta.db_table}" SET {put} WHERE {where(model, found)}'


@cache
def compose_remove(model: type[models.Model], found: tuple[str, ...]) -> str:
    return f'DELETE FROM "{model._meta.db_table}" WHERE {where(model, found)}'


def where(model: type[models.Model], found: tuple[str, ...]) -> str:
    return " AND ".join(f"{column_of(model, name)} = %s" for name in found)


def column_of(model: type[models.Model], name: str) -> str:
    """Raises StopIteration for what is no attribute of the model."""
    return next(f'"{field.column}"' for field in model._meta.concrete_fields if field.attname == name)
