"""Append-only in the database itself, on both engines: every table of a `Record` has triggers that refuse changes.

UPDATE, DELETE and (PostgreSQL) TRUNCATE are refused, and so is an INSERT whose key exists with other content: REPLACE
fails, ON CONFLICT DO NOTHING works. The one UPDATE that passes empties a record's erasable columns, once.
A trigger reads its own table only, else SQLite could not rebuild another (review 4). On SQLite the guard is a seat
belt, since whoever may write the file may drop it; the ledger is the proof (reliability 3.4).
"""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Q, UniqueConstraint

from lineage.guard_statements import ENGINES, Guard, Table
from lineage.models.record import Record

# What differs between two recordings of the same thing: never compared when a natural key is met again.
UNCOMPARED = {"public_id", "recorded_at"}


def guarded_models() -> list[type[Record]]:
    """Every append-only model of every application, by table name."""
    models = [model for model in apps.get_models() if issubclass(model, Record)]
    return sorted(models, key=lambda model: model._meta.db_table)


def expected(connection: BaseDatabaseWrapper) -> dict[str, Guard]:
    """The guards that the database should have, by name."""
    make = ENGINES[connection.vendor].make
    return {guard.name: guard for model in guarded_models() for guard in make(describe(model))}


def describe(model: type[Record]) -> Table:
    """A model's table: its columns, its unique keys, and what of a row may be erased."""
    fields = model._meta.concrete_fields
    keys = list(find_keys(model))
    fleeting = [key for key in keys if is_freed_by_erasure(model, key)]
    random = [[model._meta.pk.column], *(key for key in keys if key == ["public_id"])]
    natural = [key for key in keys if key not in random]
    compared = [field.column for field in fields if not field.primary_key and field.name not in UNCOMPARED]
    erasable = tuple(column_of(model, name) for name in model.erasable)
    nullable = frozenset(field.column for field in fields if field.null)
    names = [field.column for field in fields]
    return Table(model._meta.db_table, names, natural, random, compared, erasable, nullable, fleeting)


def find_keys(model: type[Record]) -> Iterator[list[str]]:
    for constraint in model._meta.constraints:
        # A condition only says that a key with NULL is none, and NULL equals nothing anyway.
        if isinstance(constraint, UniqueConstraint):
            yield [column_of(model, name) for name in constraint.fields]


def is_freed_by_erasure(model: type[Record], key: list[str]) -> bool:
    """Whether a key is unique among rows that were not erased alone: another row may then take it."""
    return any(
        isinstance(one, UniqueConstraint)
        and [column_of(model, name) for name in one.fields] == key
        and bool(model.erasable)
        and one.condition == Q(**{f"{model.erasable[-1]}__isnull": True})
        for one in model._meta.constraints
    )


def column_of(model: type[Record], name: str) -> str:
    field: Any = model._meta.get_field(name)
    assert isinstance(field, Field)
    return str(field.column)


def install(connection: BaseDatabaseWrapper) -> None:
    """Makes every guard whose table exists with all its columns; the others come with the migration that ends them."""
    drop(connection)
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        present = set(connection.introspection.table_names(cursor))
        engine = ENGINES[connection.vendor]
        for statement in engine.preparation:
            cursor.execute(statement)
        for table in map(describe, guarded_models()):
            if table.name not in present:
                continue
            described = connection.introspection.get_table_description(cursor, table.name)
            if {column.name for column in described} >= set(table.columns):
                for guard in engine.make(table):
                    for statement in guard.statements:
                        cursor.execute(statement)


def drop(connection: BaseDatabaseWrapper) -> None:
    """Removes every guard that the database has, also of tables that no model names any more."""
    engine = ENGINES[connection.vendor]
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        cursor.execute(engine.existing)
        for row in cursor.fetchall():
            cursor.execute(engine.removal(row[0], row[1]))


def find_missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Names of guards that are absent, switched off or altered; empty when all stand. Two statements, no lock."""
    engine = ENGINES[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(engine.existing)
        standing = {row[0]: row[2] for row in cursor.fetchall()}
        missing = [name for name, guard in expected(connection).items() if standing.get(name) != guard.fingerprint]
        cursor.execute(engine.setting)
        row = cursor.fetchone()
    return missing if row and row[0] else [*missing, engine.setting]


def require_guards(connection: BaseDatabaseWrapper) -> None:
    """Raises ImproperlyConfigured while a guard is missing: without guards the product does not serve."""
    missing = find_missing(connection)
    if missing:
        raise ImproperlyConfigured(
            f"{len(missing)} guards of append-only tables are missing, {missing[0]} first. Run manage.py migrate."
        )


def drop_before_migrating(using: str, **sent: Any) -> None:
    drop(connections[using])


def install_after_migrating(using: str, **sent: Any) -> None:
    install(connections[using])
