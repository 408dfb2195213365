"""Import with inspection: answers a second and bytes an answer, beside a bulk insert of the very same rows."""

from contextlib import closing
from datetime import UTC, datetime
from functools import reduce
from operator import or_
from time import perf_counter, process_time
from typing import Any, NamedTuple

import pytest
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Q

from lineage.formats.registry import read_payload
from lineage.ingest import find_gate, ingest
from lineage.models import rows
from tests.bench import data
from tests.bench.timing import show
from tests.conftest import CommittedDatabase
from tests.databases import Databases, new_connection, use

NOW = datetime(2026, 11, 29, tzinfo=UTC)
ANSWERS, PARTS = 2000, 4
LEAST_ANSWERS_A_SECOND = {"sqlite": 500, "postgresql": 300}
MOST_BYTES_AN_ANSWER = 18_000
MOST_TIMES_STORED = 1.02
# In the order in which rows refer to each other.
TABLES = (
    rows.Tenant, rows.Content, rows.Policy, rows.Source, rows.SourceVersion, rows.Artifact, rows.Case, rows.Answer,
    rows.ManifestEntry, rows.Claim, rows.Citation, rows.Inspection, rows.Resolution, rows.Finding, rows.AnswerState,
)  # fmt: skip


class Pace(NamedTuple):
    """Seconds of one part, by the clock and of this process's processor."""

    wall: float
    cpu: float


@pytest.mark.parametrize("repeats", [1, 5])
def test_answers_are_imported_and_inspected_quickly_and_kept_small(
    repeats: int, committed_db: CommittedDatabase, databases: Databases
) -> None:
    engine, answers = committed_db.engine, data.make_answers(ANSWERS, repeats=repeats)
    tenant = rows.Tenant(key="bench")
    tenant.save()
    find_gate(tenant.pk)
    bytes_before, texts_before = measure_bytes(), measure_texts()
    paces, reading = [], 0.0
    for part in range(PARTS):
        before = perf_counter()
        collected = read_payload(answers.part(part, PARTS))
        reading += perf_counter() - before
        assert not collected.problems
        wall, cpu = perf_counter(), process_time()
        report = ingest(tenant, collected, actor="bench", as_of=NOW)
        paces.append(Pace(perf_counter() - wall, process_time() - cpu))
        assert (len(report.imported), report.problems) == (ANSWERS // PARTS, [])
    size = (measure_bytes() - bytes_before) / ANSWERS
    stored = (measure_texts() - texts_before) / answers.distinct_bytes
    control = insert_the_same_rows(databases, engine)

    best = min(paces)
    pace, processor = ANSWERS / PARTS / best.wall, ANSWERS / PARTS / min(p.cpu for p in paces)
    show(
        f"Import with inspection, {engine}, {ANSWERS} answers of 6 kB, each passage in {repeats}",
        ("", "measured", "bar"),
        [
            ("answers/s, best of four parts", f"{pace:.0f}", f">= {LEAST_ANSWERS_A_SECOND[engine]}"),
            ("answers/s of this process's processor", f"{processor:.0f}", ""),
            ("answers/s, all", f"{ANSWERS / sum(p.wall for p in paces):.0f}", ""),
            ("answers/s read from the file before", f"{ANSWERS / reading:.0f}", ""),
            ("answers/s, the same rows inserted in bulk", f"{ANSWERS / control:.0f}", ""),
            ("times as long as the bulk insert", f"{sum(p.wall for p in paces) / control:.1f}", ""),
            ("bytes an answer", f"{size:.0f}", f"<= {MOST_BYTES_AN_ANSWER}"),
            ("texts kept / distinct texts", f"{stored:.3f}", f"<= {MOST_TIMES_STORED}"),
        ],
    )
    assert pace >= LEAST_ANSWERS_A_SECOND[engine]
    assert size <= MOST_BYTES_AN_ANSWER
    assert stored <= MOST_TIMES_STORED


def measure_bytes() -> int:
    """Of all tables with their indexes."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        else:
            cursor.execute(
                "SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class"
                " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
            )
        return int(cursor.fetchone()[0])


def measure_texts() -> int:
    """Bytes of the contents that are texts of answers, questions, claims and artifacts."""
    named = [
        rows.Artifact.objects.values("content"),
        rows.Answer.objects.values("text"),
        rows.Answer.objects.values("rendered"),
        rows.Case.objects.values("question"),
        rows.Claim.objects.values("text"),
    ]
    texts = rows.Content.objects.filter(reduce(or_, (Q(pk__in=ids) for ids in named)))
    return sum(texts.values_list("size", flat=True))


def insert_the_same_rows(databases: Databases, engine: str) -> float:
    """Seconds to insert every row that was imported into an empty database with the same indexes and guards."""
    kept = {model._meta.db_table: read_rows(connection, model._meta.db_table) for model in TABLES}
    imported = connections["default"]
    with databases.copy(engine, databases.migrated(engine)) as url, closing(new_connection(url)) as empty:
        use(imported)
        return insert(empty, kept)


def read_rows(source: BaseDatabaseWrapper, table: str) -> list[tuple[Any, ...]]:
    with source.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table}")
        return cursor.fetchall()


def insert(target: BaseDatabaseWrapper, kept: dict[str, list[tuple[Any, ...]]]) -> float:
    with target.cursor() as cursor:
        before = perf_counter()
        cursor.execute("BEGIN")
        for table, found in kept.items():
            if target.vendor == "sqlite":
                holders = ", ".join(["%s"] * len(found[0])) if found else ""
                cursor.executemany(f"INSERT INTO {table} VALUES ({holders})", found)
            else:
                with cursor.copy(f"COPY {table} FROM STDIN") as stream:
                    for row in found:
                        stream.write_row(row)
        cursor.execute("COMMIT")
        return perf_counter() - before
