"""A statement written once gives what its query set gives, whatever values it runs with, on both engines."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from lineage.evidence.vocabulary import SourceKind
from lineage.models import rows
from lineage.models.ledger import LedgerHead
from lineage.written import WORDS, Given, as_model, open_cursor, written, written_to_hold
from tests.lineage.making import make_tenant

pytestmark = pytest.mark.django_db
ASKED = list[int]()


@written
def _named() -> Any:
    ASKED.append(1)
    found = rows.Source.objects.filter(tenant_id=Given("tenant"), key=Given("key", WORDS))
    return found.order_by("id").values("id", "tenant__key", "kind", "recorded_at")


@written
def _whole() -> Any:
    found = rows.Source.objects.filter(pk=Given("source"))
    return found.values(*(f.attname for f in rows.Source._meta.concrete_fields))


@written_to_hold(LedgerHead)
def _held() -> Any:
    return LedgerHead.objects.filter(tenant_id=Given("tenant")).values("seq", "hash", "tenant__key")


def test_the_rows_are_those_of_the_query_set_for_each_value() -> None:
    tenant = make_tenant()
    for key in ("a", "b'; --", "c%s"):
        rows.Source.objects.create(tenant=tenant, key=key, kind=SourceKind.PDF.value)
    for key in ("a", "b'; --", "c%s"):
        due = rows.Source.objects.filter(key=key).values("id", "tenant__key", "kind", "recorded_at")
        assert _named.rows(tenant=tenant.pk, key=key) == list(due)
    assert _named.rows(tenant=tenant.pk, key="d") == []
    assert _named.rows(tenant=tenant.pk + 1, key="a") == []


def test_the_query_set_is_written_once_for_an_engine_and_each_run_is_one_statement() -> None:
    tenant = make_tenant()
    _named.rows(tenant=tenant.pk, key="a")
    before = len(ASKED)
    with CaptureQueriesContext(connection) as captured:
        for key in "abc":
            _named.rows(tenant=tenant.pk, key=key)
    assert len(ASKED) == before
    assert len(captured) == 3


def test_a_row_whose_columns_were_all_selected_is_the_model() -> None:
    source = rows.Source.objects.create(tenant=make_tenant(), key="a", kind=SourceKind.PDF.value)
    (row,) = _whole.rows(source=source.pk)
    found = as_model(rows.Source, row)
    assert found == source
    assert (found.key, found.recorded_at, found._state.adding) == ("a", source.recorded_at, False)


def test_rows_that_are_held_say_so_where_the_engine_locks_rows() -> None:
    tenant = make_tenant()
    LedgerHead.objects.create(tenant=tenant, seq=7, hash=b"h" * 32)
    with transaction.atomic(), CaptureQueriesContext(connection) as captured:
        (row,) = _held.rows(tenant=tenant.pk)
    assert (row["seq"], bytes(row["hash"]), row["tenant__key"]) == (7, b"h" * 32, tenant.key)
    locks = [query["sql"] for query in captured if 'FOR NO KEY UPDATE OF "lineage_ledgerhead"' in query["sql"]]
    assert len(locks) == (connection.vendor == "postgresql")


@pytest.mark.only_on("postgresql")
def test_postgresql_plans_the_same_statement_once_a_connection() -> None:
    """SQLite has no server that keeps plans."""
    for number in range(1, 6):
        with open_cursor(connection) as cursor:
            cursor.execute("SELECT 'planned once', %s + 1", [number])
            assert cursor.fetchone() == ("planned once", number + 1)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT ''planned once''%%'")
        assert cursor.fetchone() == (1,)
