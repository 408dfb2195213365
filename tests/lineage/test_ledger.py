"""The chain of each tenant: dense, linked, provable after erasure, and every tampering seen (G19, reliability 3.2)."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.db.transaction import TransactionManagementError

from lineage import guards, ledger
from lineage.models import rows
from lineage.models.content import ContentAbsent
from tests.conftest import CommittedDatabase
from tests.lineage.making import MORNING, make_tenant

in_database = pytest.mark.django_db


def record_three(tenant: rows.Tenant) -> list[rows.AuditEvent]:
    return [
        ledger.record(tenant.pk, "answers imported", "ada", f"import:{number}", {"count": number})
        for number in range(1, 4)
    ]


@contextmanager
def unguarded() -> Iterator[Any]:
    """The hand of one who has the database and takes the guards off."""
    guards.drop(connection)
    with connection.cursor() as cursor:
        yield cursor.execute
    connection.check_constraints()
    guards.install(connection)


@in_database
def test_a_chain_is_dense_and_each_event_holds_the_hash_before_it() -> None:
    tenant = make_tenant()
    first, second, third = record_three(tenant)
    assert [first.seq, second.seq, third.seq] == [1, 2, 3]
    assert (first.previous, second.previous, third.previous) == (None, first.hash, second.hash)
    assert ledger.verify(tenant) == []
    head = rows.LedgerHead.objects.get(tenant=tenant)
    assert (head.seq, bytes(head.hash)) == (3, third.hash)


@in_database
def test_an_event_is_hashed_as_written_down() -> None:
    event = ledger.record(make_tenant().pk, "verdict recorded", "ada", "claim:c1", {"coverage": "supported"})
    payload = bytes(rows.Content.objects.get(pk=event.payload_id).body)
    assert json.loads(payload[32:]) == {"coverage": "supported"}
    entry = (
        '{"actor":"ada","algorithm":"sha256","at":"' + event.at.strftime("%Y-%m-%dT%H:%M:%S.%fZ") + '",'
        '"commitment":"sha256:' + hashlib.sha256(payload).hexdigest() + '","seq":1,"subject":"claim:c1",'
        '"tenant":"harbour","v":1,"verb":"verdict recorded"}'
    )
    assert event.hash == hashlib.sha256(b"\x00" + b"" + b"\x00" + entry.encode()).digest()


@in_database
def test_equal_payloads_have_unlike_commitments() -> None:
    tenant = make_tenant()
    one, other = (ledger.record(tenant.pk, "v", "ada", "s", {"coverage": "supported"}) for _ in range(2))
    assert one.commitment != other.commitment


@in_database
def test_an_erased_payload_leaves_a_chain_that_verifies() -> None:
    tenant = make_tenant()
    events = record_three(tenant)
    assert json.loads(ledger.read_payload(rows.AuditEvent.objects.get(pk=events[1].pk))) == {"count": 2}
    rows.Content.objects.filter(pk=events[1].payload_id).erase(MORNING)
    assert ledger.verify(tenant) == []
    with pytest.raises(ContentAbsent):
        ledger.read_payload(rows.AuditEvent.objects.get(pk=events[1].pk))


@in_database
@pytest.mark.parametrize(
    ("tampering", "seen_at"),
    [
        ("UPDATE lineage_auditevent SET actor = 'ben' WHERE seq = 2", 2),
        ("UPDATE lineage_auditevent SET at = '2026-01-01 00:00:00+00:00' WHERE seq = 2", 2),
        ("UPDATE lineage_auditevent SET commitment = previous WHERE seq = 2", 2),
        ("UPDATE lineage_auditevent SET hash = previous WHERE seq = 3", 3),
        ("DELETE FROM lineage_auditevent WHERE seq = 1", 2),
        ("DELETE FROM lineage_auditevent WHERE seq = 2", 3),
        ("DELETE FROM lineage_auditevent WHERE seq = 3", 0),
        ("UPDATE lineage_auditevent SET seq = seq + 10 WHERE seq = 2", 3),
        ("UPDATE lineage_content SET body = sha256, size = 32", 1),
        ("UPDATE lineage_ledgerhead SET seq = 4", 0),
    ],
)
def test_tampering_is_seen(tampering: str, seen_at: int) -> None:
    tenant = make_tenant()
    record_three(tenant)
    connection.check_constraints()
    with unguarded() as execute:
        execute(tampering)
    assert seen_at in {problem.seq for problem in ledger.verify(tenant)}


@in_database
def test_events_of_two_tenants_cannot_be_swapped() -> None:
    ours, theirs = make_tenant(), make_tenant("island")
    record_three(ours)
    record_three(theirs)
    connection.check_constraints()
    with unguarded() as execute:
        execute("UPDATE lineage_auditevent SET seq = seq + 100")
        execute(f"UPDATE lineage_auditevent SET tenant_id = {ours.pk + theirs.pk} - tenant_id, seq = seq - 100")
        execute(f"UPDATE lineage_ledgerhead SET seq = 3, hash = NULL WHERE tenant_id = {ours.pk}")
    assert ledger.verify(ours) and ledger.verify(theirs)


@in_database
def test_a_truncated_tail_with_a_mended_head_is_seen_against_a_checkpoint_only() -> None:
    tenant = make_tenant()
    events = record_three(tenant)
    ledger.make_checkpoint(tenant, "harbour.example/ledger")
    assert ledger.verify(tenant) == []
    connection.check_constraints()
    with unguarded() as execute:
        execute("DELETE FROM lineage_auditevent WHERE seq = 3")
        execute("UPDATE lineage_ledgerhead SET seq = 2, hash = %s", [events[1].hash])
    assert [problem.seq for problem in ledger.verify(tenant)] == [3]
    with unguarded() as execute:
        execute("DELETE FROM lineage_checkpoint")
    assert ledger.verify(tenant) == []


@in_database
def test_a_tenant_without_events_verifies() -> None:
    assert ledger.verify(make_tenant()) == []


def hashed(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def test_the_merkle_root_is_that_of_rfc_6962() -> None:
    a, b, c, d, e = (hashed(b"\x00", letter) for letter in (b"a", b"b", b"c", b"d", b"e"))
    ab, cd = hashed(b"\x01", a, b), hashed(b"\x01", c, d)
    abcd = hashed(b"\x01", ab, cd)
    assert ledger.merkle_root([]) == hashed(b"")
    assert ledger.merkle_root([a]) == a
    assert ledger.merkle_root([a, b, c]) == hashed(b"\x01", ab, c)
    assert ledger.merkle_root([a, b, c, d, e]) == hashed(b"\x01", abcd, e)


def test_an_event_outside_a_transaction_is_refused(committed_db: CommittedDatabase) -> None:
    with pytest.raises(TransactionManagementError):
        ledger.record(make_tenant().pk, "v", "ada", "s", {})


def test_an_event_goes_with_its_transaction(committed_db: CommittedDatabase) -> None:
    tenant = make_tenant()
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        ledger.record(tenant.pk, "v", "ada", "s", {})
        raise ZeroDivisionError
    with transaction.atomic():
        assert ledger.record(tenant.pk, "v", "ada", "s", {}).seq == 1
    assert ledger.verify(tenant) == []


def test_many_writers_at_once_make_one_dense_chain(committed_db: CommittedDatabase) -> None:
    tenant = make_tenant()
    failures: list[BaseException] = []

    def append() -> None:
        try:
            for number in range(10):
                with transaction.atomic():
                    ledger.record(tenant.pk, "v", "ada", f"s:{number}", {"n": number})
        except BaseException as failure:
            failures.append(failure)
        finally:
            connections.close_all()

    writers = [threading.Thread(target=append) for _ in range(5)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert failures == []
    assert list(rows.AuditEvent.objects.order_by("seq").values_list("seq", flat=True)) == list(range(1, 51))
    assert ledger.verify(tenant) == []
