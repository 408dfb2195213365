"""The SQL of the guards, for SQLite and for PostgreSQL."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

PREFIX = "guard_"


@dataclass(frozen=True)
class Table:
    """A table to guard. `natural` and `random` are its unique keys, those with a meaning and those without.

    `compared` are the columns that make two rows the same content; `erasable` is empty, or the columns that may be
    emptied and last the one that says when; of all columns those that may be NULL are `nullable`. An erased row gives
    up its `fleeting` keys.
    """

    name: str
    columns: list[str]
    natural: list[list[str]]
    random: list[list[str]]
    compared: list[str]
    erasable: tuple[str, ...]
    nullable: frozenset[str]
    fleeting: list[list[str]]


class Guard(NamedTuple):
    """One trigger: the statements that make it, and what the database then shows of it."""

    name: str
    statements: list[str]
    fingerprint: str


class Engine(NamedTuple):
    """`existing` gives name, table and fingerprint of each guard; `setting` is true where the connection is right."""

    preparation: list[str]
    make: Callable[[Table], Iterator[Guard]]
    existing: str
    removal: Callable[[str, str], str]
    setting: str


def quote(name: str) -> str:
    return f'"{name}"'


def differ(columns: Iterable[str], comparison: str, one: str, other: str) -> str:
    """Whether any of the columns differs between two rows, NULL being equal to NULL."""
    return " OR ".join(f"{one}{quote(column)} {comparison} {other}{quote(column)}" for column in columns)


def clash(table: Table, keys: Iterable[list[str]], comparison: str) -> Iterator[str]:
    """For each key, the query for a row that has it and other content."""
    for key in keys:
        same = " AND ".join(f"{quote(column)} = NEW.{quote(column)}" for column in key)
        if key in table.fleeting:
            same += f" AND {quote(table.erasable[-1])} IS NULL"
        others = [column for column in table.compared if column not in key]
        if others:
            yield f"SELECT 1 FROM {quote(table.name)} WHERE {same} AND ({differ(others, comparison, '', 'NEW.')})"


def erasure(table: Table, comparison: str) -> str:
    """Whether an UPDATE does anything but the one permitted erasure."""
    *emptied, moment = table.erasable
    others = [column for column in table.columns if column not in table.erasable]
    kept = [
        f"OLD.{quote(column)} IS NULL OR NEW.{quote(column)} IS NOT NULL"
        if column in table.nullable
        else f"NEW.{quote(column)} <> ''"
        for column in emptied
    ]
    return (
        f"{' OR '.join(kept)} OR OLD.{quote(moment)} IS NOT NULL OR NEW.{quote(moment)} IS NULL"
        f" OR {differ(others, comparison, 'OLD.', 'NEW.')}"
    )


def sqlite_guards(table: Table) -> Iterator[Guard]:
    changes = f" WHEN {erasure(table, 'IS NOT')}" if table.erasable else ""
    keys = [*table.random, *table.natural]
    clashes = " OR ".join(f"EXISTS ({query})" for query in clash(table, keys, "IS NOT"))
    for event, condition in (
        ("update", changes),
        ("delete", ""),
        ("insert", f" WHEN {clashes}"),
    ):
        name = f"{PREFIX}{event}_{table.name}"
        statement = (
            f"CREATE TRIGGER {quote(name)} BEFORE {event.upper()} ON {quote(table.name)}{condition}"
            f" BEGIN SELECT RAISE(ABORT, '{refusal(event, table)}'); END"
        )
        yield Guard(name, [statement], statement)


def refusal(event: str, table: Table) -> str:
    """What the database says when it refuses."""
    if event == "insert":
        return f"append-only: {table.name} has this key with other content"
    return f"append-only: {table.name} refuses {event}"


def postgresql_guards(table: Table) -> Iterator[Guard]:
    """Here nothing replaces a row, so an INSERT that meets a random key fails or is passed over by itself."""
    clashes = [f"EXISTS ({query})" for query in clash(table, table.natural, "IS DISTINCT FROM")]
    for event, each, body in (
        ("update", "ROW", postgresql_erasure(table) if table.erasable else REFUSE),
        ("delete", "ROW", REFUSE),
        ("truncate", "STATEMENT", REFUSE),
        *([("insert", "ROW", postgresql_check(table, " OR ".join(clashes)))] if clashes else []),
    ):
        name, on = f"{PREFIX}{event}_{table.name}", quote(table.name)
        moment = f"BEFORE {event.upper()} ON {on} FOR EACH {each}"
        function = SHARED_FUNCTION if body == REFUSE else name
        statements = [
            *([] if body == REFUSE else [postgresql_function(function, body)]),
            f"CREATE TRIGGER {quote(name)} {moment} EXECUTE FUNCTION {quote(function)}()",
            f"ALTER TABLE {on} ENABLE ALWAYS TRIGGER {quote(name)}",
        ]
        yield Guard(name, statements, f"A {POSTGRESQL_EVENTS[event]} true {body}")


def postgresql_erasure(table: Table) -> str:
    return (
        f"BEGIN IF {erasure(table, 'IS DISTINCT FROM')} THEN {raise_refusal('update', table)} END IF; RETURN NEW; END"
    )


def postgresql_check(table: Table, clashes: str) -> str:
    return f"BEGIN IF {clashes} THEN {raise_refusal('insert', table)} END IF; RETURN NEW; END"


def raise_refusal(event: str, table: Table) -> str:
    return f"RAISE EXCEPTION '{refusal(event, table)}' USING ERRCODE = 'integrity_constraint_violation';"


def postgresql_function(name: str, body: str) -> str:
    return f"CREATE OR REPLACE FUNCTION {quote(name)}() RETURNS trigger LANGUAGE plpgsql AS $guard${body}$guard$"


SHARED_FUNCTION = f"{PREFIX}refuse"
REFUSE = (
    "BEGIN RAISE EXCEPTION 'append-only: % refuses %', TG_TABLE_NAME, lower(TG_OP)"
    " USING ERRCODE = 'integrity_constraint_violation'; END"
)
# pg_trigger.tgtype: bit 0 row, 1 before, 2 insert, 3 delete, 4 update, 5 truncate.
POSTGRESQL_EVENTS = {"update": 19, "delete": 11, "truncate": 34, "insert": 7}

ENGINES = {
    "sqlite": Engine(
        preparation=[],
        make=sqlite_guards,
        existing=(
            "SELECT name, tbl_name, sql FROM sqlite_master"
            f" WHERE type = 'trigger' AND substr(name, 1, {len(PREFIX)}) = '{PREFIX}'"
        ),
        removal=lambda name, table: f"DROP TRIGGER {quote(name)}",
        setting="PRAGMA recursive_triggers",
    ),
    "postgresql": Engine(
        preparation=[postgresql_function(SHARED_FUNCTION, REFUSE)],
        make=postgresql_guards,
        existing=(
            "SELECT t.tgname, c.relname, t.tgenabled::text || ' ' || t.tgtype::text || ' '"
            " || (t.tgqual IS NULL)::text || ' ' || p.prosrc"
            " FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid"
            f" WHERE NOT t.tgisinternal AND starts_with(t.tgname, '{PREFIX}') AND pg_table_is_visible(c.oid)"
        ),
        removal=lambda name, table: f"DROP TRIGGER {quote(name)} ON {quote(table)}",
        setting="SELECT TRUE",
    ),
}
