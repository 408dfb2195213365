"""A hash chain of audit events for each tenant, and what proves it (reliability 3.2, 3.3).

Each event commits to its payload with a random salt; the payload may be erased and the chain still verifies. Checked
here without a saved checkpoint: edits, deletions inside, reorderings, insertions and swaps between tenants, unless
everything was hashed again; with one also truncation and a rewritten whole, up to it. Checkpoints are not signed yet.
"""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC
from typing import Any, NamedTuple

from django.db import connections, router, transaction
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from lineage.bulk import write_content
from lineage.evidence.digests import (
    canonical_json,
    commitment,
    digest_bytes,
    digest_from_raw,
    link,
    raw_digest,
)
from lineage.models.content import ContentDamaged, pack
from lineage.models.ledger import AuditEvent, Checkpoint, LedgerHead
from lineage.models.tenancy import Tenant
from lineage.single_rows import change, insert
from lineage.written import Given, written_to_hold

SCHEME = 1
SALT_LENGTH = 32
BATCH = 2_000


class Problem(NamedTuple):
    """`seq` is the event it shows at (0: the chain as a whole)."""

    seq: int
    message: str


class Head(NamedTuple):
    """Where a chain ends: `seq` and `hash` of its last event, with the key of the tenant."""

    tenant: str
    seq: int
    hash: bytes | None


def record(tenant_id: int, verb: str, actor: str, subject: str, payload: Mapping[str, Any]) -> AuditEvent:
    """Appends an event; the last statement of a transaction, since it locks the tenant's chain until the commit.

    `actor` is a pseudonym, `subject` a kind and id (`answer:<public id>`); what may have to be erased goes into
    `payload`, which canonical JSON must be able to hold. Raises TransactionManagementError outside a transaction.
    """
    if not connections[router.db_for_write(AuditEvent)].in_atomic_block:
        raise TransactionManagementError("an audit event belongs to the transaction of what it records")
    salt = secrets.token_bytes(SALT_LENGTH)
    secret = canonical_json(dict(payload))
    committed = raw_digest(commitment(salt, secret))
    content = write_content(tenant_id, pack(salt + secret))
    head = lock_head(tenant_id)
    event = AuditEvent(
        tenant_id=tenant_id,
        seq=head.seq + 1,
        scheme=SCHEME,
        at=timezone.now(),
        verb=verb,
        actor=actor,
        subject=subject,
        payload_id=content,
        commitment=committed,
        previous=head.hash,
    )
    event.hash = event_hash(event, head.tenant)
    insert(event)
    change(LedgerHead, {"tenant_id": tenant_id}, {"seq": event.seq, "hash": event.hash})
    return event


def lock_head(tenant_id: int) -> Head:
    """The end of the chain, locked: by row on PostgreSQL, by the whole transaction (IMMEDIATE) on SQLite."""
    found = head_of.rows(tenant=tenant_id)
    if not found:
        LedgerHead.objects.bulk_create([LedgerHead(tenant_id=tenant_id)], ignore_conflicts=True)
        found = head_of.rows(tenant=tenant_id)
    (row,) = found
    return Head(row["tenant__key"], row["seq"], row["hash"])


@written_to_hold(LedgerHead)
def head_of() -> Any:
    return LedgerHead.objects.filter(tenant_id=Given("tenant")).values("tenant__key", "seq", "hash")


def event_hash(event: AuditEvent, tenant: str) -> bytes:
    """The leaf of an event: everything it says, and the hash before it. `tenant` is the tenant's key."""
    entry = {
        "v": event.scheme,
        "algorithm": "sha256",
        "tenant": tenant,
        "seq": event.seq,
        "at": event.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        "verb": event.verb,
        "actor": event.actor,
        "subject": event.subject,
        "commitment": digest_from_raw(bytes(event.commitment)),
    }
    previous = digest_from_raw(bytes(event.previous)) if event.previous is not None else None
    return raw_digest(link(previous, canonical_json(entry)))


def verify(tenant: Tenant) -> list[Problem]:
    """Every fault of the tenant's chain, its payloads and its checkpoints; empty when all is as it was recorded."""
    problems: list[Problem] = []
    leaves: list[bytes] = []
    previous: bytes | None = None
    for seq, event in enumerate(events_of(tenant), start=1):
        problems.extend(find_event_problems(event, seq, previous, tenant.key))
        previous = bytes(event.hash)
        leaves.append(previous)
    head = LedgerHead.objects.filter(tenant=tenant).first()
    if (head.seq if head else 0) != len(leaves) or (bytes(head.hash) if head and head.hash else None) != previous:
        problems.append(Problem(0, f"the chain has {len(leaves)} events, its head says {head.seq if head else 0}"))
    for checkpoint in Checkpoint.objects.filter(tenant=tenant).order_by("size", "id"):
        if checkpoint.size > len(leaves) or merkle_root(leaves[: checkpoint.size]) != bytes(checkpoint.root):
            problems.append(
                Problem(checkpoint.size, f"the first {checkpoint.size} events are not those of a checkpoint")
            )
    return problems


def events_of(tenant: Tenant) -> Iterator[AuditEvent]:
    """The tenant's events in order, with their payloads, a batch at a time."""
    at = 0
    while True:
        rows = AuditEvent.objects.filter(tenant=tenant, seq__gt=at).select_related("payload").order_by("seq")
        batch = list(rows[:BATCH])
        if not batch:
            return
        yield from batch
        at = batch[-1].seq


def find_event_problems(event: AuditEvent, seq: int, previous: bytes | None, tenant: str) -> Iterator[Problem]:
    if event.seq != seq:
        yield Problem(event.seq, f"event {seq} is missing or out of order")
    if (bytes(event.previous) if event.previous is not None else None) != previous:
        yield Problem(event.seq, "it does not follow the event before it")
    if event_hash(event, tenant) != bytes(event.hash):
        yield Problem(event.seq, "it is not as it was recorded")
    if bytes(event.payload.sha256) != bytes(event.commitment):
        yield Problem(event.seq, "its payload is another's")
    elif event.payload.body is not None:
        try:
            event.payload.get_bytes()
        except ContentDamaged:
            yield Problem(event.seq, "its payload is not as it was recorded")


def read_payload(event: AuditEvent) -> bytes:
    """The canonical JSON that the event committed to. Raises ContentAbsent once erased, ContentDamaged."""
    payload: bytes = event.payload.get_bytes()
    return payload[SALT_LENGTH:]


def make_checkpoint(tenant: Tenant, origin: str) -> Checkpoint:
    """The root over all events so far, to be kept outside the database too: it proves no more than who keeps it."""
    with transaction.atomic():
        lock_head(tenant.pk)
        leaves = [bytes(leaf) for leaf in hashes_of(tenant)]
        checkpoint = Checkpoint(tenant=tenant, origin=origin, size=len(leaves), root=merkle_root(leaves))
        checkpoint.save()
    return checkpoint


def hashes_of(tenant: Tenant) -> Iterable[bytes]:
    return AuditEvent.objects.filter(tenant=tenant).order_by("seq").values_list("hash", flat=True)


def merkle_root(leaves: Sequence[bytes]) -> bytes:
    """The Merkle tree hash of RFC 6962 section 2.1 over leaves that are hashed already."""
    if not leaves:
        return raw_digest(digest_bytes(b""))
    level = list(leaves)
    # Joining neighbours and carrying the odd one up gives the same tree as the standard's split at a power of two.
    while len(level) > 1:
        joined = [node(level[place], level[place + 1]) for place in range(0, len(level) - 1, 2)]
        level = joined + level[len(joined) * 2 :]
    return level[0]


def node(left: bytes, right: bytes) -> bytes:
    return raw_digest(digest_bytes(b"\x01" + left + right))
