"""Rows in bulk keep what any INSERT keeps: guards, constraints, defaults, and the caller's transaction."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.db.transaction import TransactionManagementError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lineage import bulk
from lineage.evidence.vocabulary import SourceKind
from lineage.models import rows
from lineage.models.coding import encode_record
from lineage.models.content import pack
from tests.conftest import CommittedDatabase
from tests.lineage.making import MORNING, make_answer, make_content, make_tenant

in_database = pytest.mark.django_db
NUL_AND_ASTRAL = "a\0b\U0001f33e\u202e"


@in_database
def test_mappings_get_the_defaults_of_their_fields() -> None:
    tenant = make_tenant()
    bulk.write(rows.Source, [{"tenant_id": tenant.pk, "key": key, "kind": SourceKind.PDF} for key in "ab"])
    first, second = rows.Source.objects.order_by("id")
    assert (first.key, first.kind, first.owner, first.authority) == ("a", "pdf", "", "unknown")
    assert len({first.public_id, second.public_id}) == 2
    assert len(first.public_id) == 32


@in_database
def test_tuples_stand_in_the_order_of_the_columns() -> None:
    tenant = make_tenant()
    assert bulk.columns(rows.SourceLabel) == ("id", "tenant_id", "version_id", "label")
    (first,) = bulk.next_ids(rows.Source, 1)
    values = {"id": first, "tenant_id": tenant.pk, "public_id": "f" * 32, "key": "a", "recorded_at": MORNING}
    defaults = {"kind": "other", "owner": "", "jurisdiction": "", "language": "", "authority": "unknown"}
    bulk.write(rows.Source, [tuple((values | defaults)[name] for name in bulk.columns(rows.Source))])
    assert rows.Source.objects.get(pk=first).recorded_at == MORNING
    with pytest.raises(TypeError, match="10 values, not 2"):
        bulk.write(rows.Source, [(1, 2)])
    with pytest.raises(TypeError, match="has no colour"):
        bulk.write(rows.Source, [{"tenant_id": tenant.pk, "key": "b", "colour": "red"}])


@in_database
def test_reserved_ids_are_given_to_nobody_else() -> None:
    tenant = make_tenant()
    reserved = list(bulk.next_ids(rows.Source, 3))
    more = list(bulk.next_ids(rows.Source, 2))
    assert len({*reserved, *more}) == 5
    assert sorted(reserved + more) == reserved + more
    saved = rows.Source.objects.create(tenant=tenant, key="between")
    assert saved.pk > more[-1]
    bulk.write(rows.Source, [{"id": id, "tenant_id": tenant.pk, "key": f"k{id}"} for id in reserved])
    assert rows.Source.objects.create(tenant=tenant, key="after").pk > saved.pk
    assert list(bulk.next_ids(rows.Source, 0)) == []


def test_ids_are_reserved_in_a_transaction_only_where_a_lock_keeps_others_off(
    committed_db: CommittedDatabase, engine: str
) -> None:
    if engine == "sqlite":
        with pytest.raises(TransactionManagementError):
            bulk.next_ids(rows.Source, 1)
    else:
        assert len(bulk.next_ids(rows.Source, 1)) == 1


def test_a_reservation_is_undone_with_its_transaction_and_never_given_twice(committed_db: CommittedDatabase) -> None:
    tenant = make_tenant()
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        (lost,) = bulk.next_ids(rows.Source, 1)
        bulk.write(rows.Source, [{"id": lost, "tenant_id": tenant.pk, "key": "lost"}])
        raise ZeroDivisionError
    with transaction.atomic():
        (kept,) = bulk.next_ids(rows.Source, 1)
        bulk.write(rows.Source, [{"id": kept, "tenant_id": tenant.pk, "key": "kept"}])
    assert list(rows.Source.objects.values_list("pk", "key")) == [(kept, "kept")]


@in_database
def test_the_same_row_again_is_passed_over_and_other_content_is_refused() -> None:
    tenant = make_tenant()
    row = {"tenant_id": tenant.pk, "key": "handbook", "owner": "Harbour"}
    bulk.write(rows.Source, [row])
    bulk.write(rows.Source, [row, row | {"key": "memo"}], ignore_existing=True)
    assert sorted(rows.Source.objects.values_list("key", flat=True)) == ["handbook", "memo"]
    for ignore in (False, True):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            bulk.write(rows.Source, [row | {"owner": "Other"}], ignore_existing=ignore)
    with pytest.raises(IntegrityError), transaction.atomic():
        bulk.write(rows.Source, [row])


@in_database
def test_constraints_hold_in_bulk() -> None:
    made = make_answer(make_tenant())
    claim = {"tenant_id": made.tenant.pk, "answer_id": made.answer.pk, "ordinal": 1, "key": "c2"}
    for wrong in ({"start": 5, "end": 4}, {"start": -1, "end": 4}, {"start": 5}, {"kind": "guess"}, {"ordinal": 0}):
        for ignore in (False, True):
            with pytest.raises(IntegrityError), transaction.atomic():
                bulk.write(rows.Claim, [claim | wrong], ignore_existing=ignore)
    bulk.write(rows.Claim, [claim | {"start": 4, "end": 4}])


@in_database
def test_no_rows_are_no_statement(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        bulk.write(rows.Claim, [])


@in_database
def test_contents_are_written_once_and_keep_every_code_point() -> None:
    tenant = make_tenant()
    known = make_content(tenant, "known")
    strange = NUL_AND_ASTRAL.encode()
    first = bulk.write_contents(tenant.pk, [pack(b"known"), pack(strange), pack(b"x" * 900)])
    again = bulk.write_contents(tenant.pk, [pack(strange, encode_record), pack(b"known")])
    assert first[known.sha256] == known.pk
    assert again.items() <= first.items()
    assert rows.Content.objects.count() == 3
    assert rows.Content.objects.get(pk=first[pack(strange).sha256]).get_text() == NUL_AND_ASTRAL
    assert rows.Content.objects.get(pk=first[pack(b"x" * 900).sha256]).get_bytes() == b"x" * 900


@in_database
def test_a_purged_content_stays_purged_and_the_same_bytes_are_another_row() -> None:
    tenant = make_tenant()
    gone = make_content(tenant, "gone")
    rows.Content.objects.filter(pk=gone.pk).erase(MORNING)
    with transaction.atomic():
        written = bulk.write_contents(tenant.pk, [pack(b"gone")])
    assert written.keys() == {gone.sha256} and written[gone.sha256] != gone.pk
    assert rows.Content.objects.get(pk=gone.pk).body is None


@in_database
def test_equal_contents_of_two_tenants_are_two_rows() -> None:
    ours, theirs = make_tenant(), make_tenant("island")
    one = bulk.write_contents(ours.pk, [pack(b"same")])
    other = bulk.write_contents(theirs.pk, [pack(b"same")])
    assert set(one) == set(other) and one != other


@in_database
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0")), min_size=1, max_size=5))
def test_words_come_back_as_they_went_in(texts: list[str]) -> None:
    with transaction.atomic():
        tenant = make_tenant(f"t{rows.Tenant.objects.count()}")
        plain = [{"tenant_id": tenant.pk, "key": f"a{n}", "owner": text} for n, text in enumerate(texts)]
        again = [{"tenant_id": tenant.pk, "key": f"b{n}", "owner": text} for n, text in enumerate(texts)]
        bulk.write(rows.Source, plain)
        bulk.write(rows.Source, again, ignore_existing=True)
        stored = rows.Source.objects.filter(tenant=tenant).order_by("id").values_list("owner", flat=True)
        assert list(stored) == texts + texts
        transaction.set_rollback(True)


@in_database
def test_a_nul_in_our_words_is_refused() -> None:
    tenant = make_tenant()
    for ignore in (False, True):
        with pytest.raises(DatabaseError), transaction.atomic():
            bulk.write(rows.Source, [{"tenant_id": tenant.pk, "key": "a", "owner": "b\0c"}], ignore_existing=ignore)
    assert rows.Source.objects.count() == 0
