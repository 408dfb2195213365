"""Rows written in bulk: a model's INSERT is compiled once and given tuples, by executemany or COPY.

The ORM costs eight times as much (review 11). Foreign keys are wired beforehand, with ids from `next_ids`; guards and
constraints hold as for any other INSERT, defaults of fields are filled in, signals and `save` are not called.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from django.db import IntegrityError, connections, models, router, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.transaction import TransactionManagementError

from lineage.evidence.vocabulary import Custody
from lineage.models.content import Content, Packed
from lineage.written import open_cursor

LARGEST_LOOKUP = 500
LARGEST_ARRAY = 2_000
# Moments repeat: when a batch was recorded, from when a version is valid.
MOST_MOMENTS = 1_000


class Plan(NamedTuple):
    """A model compiled for one engine. `conversions` are (place in the tuple, function) where the driver needs one."""

    table: str
    names: str
    types: tuple[str, ...]
    fields: tuple[Any, ...]
    defaults: tuple[tuple[str, Callable[[], Any]], ...]
    attributes: frozenset[str]
    key: int
    conversions: tuple[tuple[int, Callable[[Any], Any]], ...]


def columns(model: type[models.Model]) -> tuple[str, ...]:
    """The names of a row's values in the order of a tuple: `id`, `tenant_id`, ..., as attributes are called."""
    return tuple(field.attname for field in model._meta.concrete_fields)


def next_ids(model: type[models.Model], count: int) -> range | list[int]:
    """`count` ids that no other row has or will get, ascending. On SQLite only in a transaction, which holds the lock.

    An id that is not used in the end is a gap, which means nothing.
    """
    connection = connection_for(model)
    table = model._meta.db_table
    if count <= 0:
        return range(0)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            sequence = "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)"
            cursor.execute(sequence, [f'"{table}"', count])
            return [row[0] for row in cursor.fetchall()]
        require_transaction(connection)
        cursor.execute("UPDATE sqlite_sequence SET seq = seq + %s WHERE name = %s RETURNING seq", [count, table])
        moved = cursor.fetchall()
        if not moved:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, count])
        last = moved[0][0] if moved else count
        return range(last - count + 1, last + 1)


def write(
    model: type[models.Model], rows: Iterable[Sequence[Any] | Mapping[str, Any]], *, ignore_existing: bool = False
) -> None:
    """Inserts rows: tuples in the order of `columns(model)`, or mappings whose missing values are the defaults.

    An id that is None or left out is given by the database. With `ignore_existing` a row whose key exists with the
    same content is passed over, and its id does not come to be.
    Raises IntegrityError where a key exists with other content or a constraint fails, TypeError for a row of another
    shape; whatever was written of the call goes with the caller's transaction.
    """
    connection = connection_for(model)
    plan = compile_plan(model, connection.vendor, connection.alias)
    given = convert(plan, as_columns(plan, list(rows)))
    if not given:
        return
    with connection.wrap_database_errors, connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            holders = ", ".join(["%s"] * len(plan.fields))
            conflict = " ON CONFLICT DO NOTHING" if ignore_existing else ""
            cursor.executemany(f"INSERT INTO {plan.table} ({plan.names}) VALUES ({holders}){conflict}", given)
            return
        numbered = with_ids(model, plan, given)
        if not ignore_existing:
            with cursor.copy(f"COPY {plan.table} ({plan.names}) FROM STDIN") as stream:
                for row in numbered:
                    stream.write_row(row)
            return
        arrays = ", ".join(f"%s::{kind}[]" for kind in plan.types)
        statement = f"INSERT INTO {plan.table} ({plan.names}) SELECT * FROM unnest({arrays}) ON CONFLICT DO NOTHING"
        for part in in_parts(numbered, LARGEST_ARRAY):
            cursor.execute(statement, [list(values) for values in zip(*part, strict=True)])


def write_contents(tenant_id: int, contents: Iterable[Packed]) -> dict[bytes, int]:
    """Ids by SHA-256 of contents, those written that the tenant does not have yet. Only in a transaction on SQLite.

    A purged content is not brought back: the same bytes, where they may come again, are another row.
    """
    wanted = {content.sha256: content for content in contents}
    known = find_contents(tenant_id, wanted)
    # By length, since bodies of one length fill a page: unsorted, a third of it stays empty.
    missing = sorted(
        (wanted[digest] for digest in wanted.keys() - known.keys()), key=lambda it: (len(it.body), it.sha256)
    )
    if not missing:
        return known
    ids = next_ids(Content, len(missing))
    written = {content.sha256: id for id, content in zip(ids, missing, strict=True)}
    new = [{"id": written[content.sha256], "tenant_id": tenant_id, **content._asdict()} for content in missing]
    try:
        with transaction.atomic(using=router.db_for_write(Content)):
            write(Content, new)
    except IntegrityError:
        # Another transaction came first with some of the same bytes: then its rows are the ones that exist.
        write(Content, new, ignore_existing=True)
        written = find_contents(tenant_id, written)
    return known | written


def write_content(tenant_id: int, content: Packed) -> int:
    """The id of one content, written where the tenant does not have it yet: one statement if it is new.

    For words that somebody just typed and payloads with a salt of their own, which hardly ever stand here already.
    """
    connection = connection_for(Content)
    row = {"tenant_id": tenant_id, "custody": Custody.INLINE_PROTECTED.value, **content._asdict()}
    names, holders = ", ".join(row), ", ".join(["%s"] * len(row))
    statement = f"INSERT INTO {Content._meta.db_table} ({names}) VALUES ({holders}) ON CONFLICT DO NOTHING RETURNING id"
    with open_cursor(connection) as cursor:
        cursor.execute(statement, list(row.values()))
        written = cursor.fetchone()
    return int(written[0]) if written else find_contents(tenant_id, [content.sha256])[content.sha256]


def find_contents(tenant_id: int, digests: Iterable[bytes]) -> dict[bytes, int]:
    """Ids by SHA-256 of those contents that the tenant has, the erased ones left out."""
    connection, found = connection_for(Content), dict[bytes, int]()
    # Not by the ORM, which prepares each digest by itself: that took longer than the lookup.
    kept = f"FROM {Content._meta.db_table} WHERE tenant_id = %s AND purged_at IS NULL"
    statement = f"SELECT sha256, id {kept} AND sha256 IN "
    with connection.cursor() as cursor:
        for part in in_parts(list(digests), LARGEST_LOOKUP):
            cursor.execute(f"{statement} ({', '.join(['%s'] * len(part))})", [tenant_id, *part])
            found.update((bytes(digest), id) for digest, id in cursor.fetchall())
    return found


def connection_for(model: type[models.Model]) -> BaseDatabaseWrapper:
    return connections[router.db_for_write(model)]


def require_transaction(connection: BaseDatabaseWrapper) -> None:
    if not connection.in_atomic_block:
        raise TransactionManagementError("ids are reserved inside a transaction, whose lock keeps others from them")


@cache
def compile_plan(model: type[models.Model], vendor: str, alias: str) -> Plan:
    connection = connections[alias]
    fields = tuple(model._meta.concrete_fields)
    conversions = ((place, find_conversion(field, connection)) for place, field in enumerate(fields))
    return Plan(
        table=f'"{model._meta.db_table}"',
        names=", ".join(f'"{field.column}"' for field in fields),
        types=tuple(array_type(field, connection) for field in fields),
        fields=fields,
        defaults=tuple((field.attname, field.get_default) for field in fields),
        attributes=frozenset(field.attname for field in fields),
        key=next(place for place, field in enumerate(fields) if field.primary_key),
        conversions=tuple((place, convert) for place, convert in conversions if convert),
    )


def array_type(field: Any, connection: BaseDatabaseWrapper) -> str:
    """The type to cast to; text for varchar(n), where a cast would cut silently what an INSERT refuses."""
    kind = str(field.db_type(connection))
    return "text" if kind.startswith("varchar") else kind


def find_conversion(field: Any, connection: BaseDatabaseWrapper) -> Callable[[Any], Any] | None:
    if isinstance(field, models.DateTimeField) and connection.vendor == "sqlite":
        return lru_cache(maxsize=MOST_MOMENTS)(connection.ops.adapt_datetimefield_value)
    if isinstance(field, models.JSONField):
        return to_json
    if isinstance(field, models.CharField | models.TextField):
        return to_plain_text
    return None


def to_json(value: Any) -> str | None:
    return None if value is None else json.dumps(value)


def to_plain_text(value: Any) -> Any:
    """A member of an enumeration as its value, which is what both drivers know."""
    return value if value is None or type(value) is str else str(value)


def as_columns(plan: Plan, rows: list[Any]) -> list[list[Any]]:
    """The values of the rows, column by column, which is quicker than row by row; none for no rows."""
    if not rows:
        return []
    first = rows[0]
    if isinstance(first, dict) and all(type(row) is dict and row.keys() == first.keys() for row in rows):
        require_known(plan, first)
        return [
            list(map(itemgetter(name), rows)) if name in first else [get_default() for _ in rows]
            for name, get_default in plan.defaults
        ]
    return [list(column) for column in zip(*(as_tuple(plan, row) for row in rows), strict=True)]


def as_tuple(plan: Plan, row: Sequence[Any] | Mapping[str, Any]) -> Sequence[Any]:
    if not isinstance(row, Mapping):
        if len(row) != len(plan.fields):
            raise TypeError(f"a row of {plan.table} has {len(plan.fields)} values, not {len(row)}")
        return row
    require_known(plan, row)
    return [row[name] if name in row else get_default() for name, get_default in plan.defaults]


def require_known(plan: Plan, row: Mapping[str, Any]) -> None:
    unknown = row.keys() - plan.attributes
    if unknown:
        raise TypeError(f"{plan.table} has no {', '.join(sorted(unknown))}")


def convert(plan: Plan, values: list[list[Any]]) -> list[tuple[Any, ...]]:
    """The columns as rows of what the driver takes."""
    for place, conversion in plan.conversions if values else ():
        values[place] = [conversion(value) for value in values[place]]
    return list(zip(*values, strict=True))


def with_ids(model: type[models.Model], plan: Plan, rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    missing = sum(row[plan.key] is None for row in rows)
    if not missing:
        return rows
    ids = iter(next_ids(model, missing))
    before, after = slice(0, plan.key), slice(plan.key + 1, None)
    return [row if row[plan.key] is not None else (*row[before], next(ids), *row[after]) for row in rows]


def in_parts(values: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    for start in range(0, len(values), size):
        yield values[start : start + size]
