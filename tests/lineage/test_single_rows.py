"""Rows written by statements that are written once are those that the ORM would write; guards refuse as ever."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from lineage.evidence.vocabulary import SourceKind
from lineage.models import rows
from lineage.models.ledger import LedgerHead
from lineage.models.record import AppendOnly
from lineage.single_rows import change, insert, remove
from tests.lineage.making import MORNING, make_tenant

pytestmark = pytest.mark.django_db
ASTRAL = "a\U0001f33e\u202e"


def test_rows_get_their_ids_in_their_order_and_are_read_as_they_were_made() -> None:
    tenant = make_tenant()
    made = [rows.Source(tenant=tenant, key=key, kind=SourceKind.PDF, recorded_at=MORNING) for key in "abc"]
    with CaptureQueriesContext(connection) as captured:
        insert(*made)
    assert len(captured) == 1
    for row in made:
        found = rows.Source.objects.get(pk=row.pk)
        assert (found.key, found.kind, found.recorded_at) == (row.key, "pdf", MORNING)
        assert found.public_id == row.public_id


def test_a_row_that_was_inserted_is_a_record_that_is_not_saved_again() -> None:
    source = rows.Source(tenant=make_tenant(), key="a", owner=ASTRAL)
    insert(source)
    assert rows.Source.objects.get(pk=source.pk).owner == ASTRAL
    with pytest.raises(AppendOnly):
        source.save()


def test_nothing_is_asked_for_no_rows() -> None:
    with CaptureQueriesContext(connection) as captured:
        insert()
    assert len(captured) == 0


def test_a_key_that_exists_is_refused() -> None:
    tenant = make_tenant()
    insert(rows.Source(tenant=tenant, key="a"))
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(rows.Source(tenant=tenant, key="a"))


def test_values_are_changed_where_the_others_stand_and_the_rows_counted() -> None:
    tenant, other = make_tenant("one"), make_tenant("other")
    LedgerHead.objects.bulk_create([LedgerHead(tenant=tenant), LedgerHead(tenant=other)])
    assert change(LedgerHead, {"tenant_id": tenant.pk}, {"seq": 4, "hash": b"h" * 32}) == 1
    assert change(LedgerHead, {"tenant_id": tenant.pk, "seq": 9}, {"seq": 5}) == 0
    found = {head.tenant_id: (head.seq, head.hash and bytes(head.hash)) for head in LedgerHead.objects.all()}
    assert found == {tenant.pk: (4, b"h" * 32), other.pk: (0, None)}


def test_only_rows_with_the_values_are_removed() -> None:
    tenant, other = make_tenant("one"), make_tenant("other")
    LedgerHead.objects.bulk_create([LedgerHead(tenant=tenant), LedgerHead(tenant=other)])
    assert remove(LedgerHead, {"tenant_id": tenant.pk}) == 1
    assert [head.tenant_id for head in LedgerHead.objects.all()] == [other.pk]


def test_records_are_guarded_by_the_database() -> None:
    source = rows.Source(tenant=make_tenant(), key="a")
    insert(source)
    with pytest.raises(DatabaseError), transaction.atomic():
        change(rows.Source, {"id": source.pk}, {"owner": "somebody"})
    with pytest.raises(DatabaseError), transaction.atomic():
        remove(rows.Source, {"id": source.pk})
