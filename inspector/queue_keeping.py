"""Making, changing and closing queues: what they ask for is written down, with who asked (M-62, M-74).

What would make earlier judgements mean something else is fixed once a queue has items: its kind, whether it is blind,
and the seed that drew and dealt them.
"""

import secrets
from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.text import slugify

from inspector.figures.sampling import SamplingRule, dump_rule
from inspector.item_states import ensure_compliance
from inspector.models import rows as opinions
from inspector.queue_dealing import deal
from inspector.queue_fields import QueueFields, values_of
from inspector.queue_places import drop_surplus, ensure_slots, hold_queue
from inspector.queue_reading import NotKept, Queue, read_queue
from inspector.queue_rounds import ring_after_commit
from inspector.queue_states import hold_items, restate_queue
from lineage import ledger
from lineage.access import Action, Reader, require
from lineage.evidence.vocabulary import PolicyKind, QueueKind
from lineage.policies import newest_policy

LONGEST_KEY, SEED_BITS = 60, 31
FIXED = {"kind": "its kind", "blind": "whether it is blind", "seed": "its seed"}
FED = frozenset({QueueKind.NEEDS_CLAIM_KIND, QueueKind.JUDGE_UNSTABLE, QueueKind.REREVIEW})
"""Kinds that say themselves what comes in; the others are filled by hand until somebody gives them a rule."""


def create_queue(reader: Reader, fields: QueueFields) -> opinions.Queue:
    """A new queue, empty until it is filled. Raises NotAllowed, NotVisible for the policy, NotKept."""
    require(reader, Action.KEEP_QUEUES)
    values = values_of(reader, fields)
    if values["seed"] is None:
        values["seed"] = secrets.randbits(SEED_BITS)
    queue = opinions.Queue(tenant_id=reader.tenant_id, key=_new_key(reader.tenant_id, fields), **values)
    try:
        with transaction.atomic():
            queue.save()
            ring_after_commit()
            _record(reader, queue, "queue_created")
    except IntegrityError:
        # Two sent at once: the other one is made, and this one may be the same again.
        raise NotKept("A queue of this name was made just now; choose another name.", "name") from None
    return queue


def change_queue(reader: Reader, queue: Queue, fields: QueueFields) -> opinions.Queue:
    """The queue as it is asked for now; places and states of its items follow. Raises as `create_queue`."""
    require(reader, Action.KEEP_QUEUES)
    values = values_of(reader, fields)
    with transaction.atomic():
        hold_queue(read_queue(reader, queue))
        # Of two who change it at once the second one sees what the first one made of it.
        before = read_queue(reader, queue)
        values["seed"] = before.seed if values["seed"] is None else values["seed"]
        _require_changeable(before, values)
        opinions.Queue.objects.filter(pk=before.pk).update(**values)
        after = opinions.Queue.objects.get(pk=before.pk)
        _shift(after, after.priority - before.priority)
        if after.judgements != before.judgements:
            drop_surplus(after)
            ensure_slots(after)
        deal(after)
        ring_after_commit()
        _record(reader, after, "queue_changed")
    if (after.judgements, after.policy_id) != (before.judgements, before.policy_id):
        restate_queue(after)
    return after


def _require_changeable(queue: opinions.Queue, values: Mapping[str, Any]) -> None:
    if queue.closed_at is not None:
        raise NotKept("This queue is closed, and stays as it is.")
    changed = [name for name in FIXED if values[name] != getattr(queue, name)]
    if changed and opinions.Item.objects.filter(queue=queue).exists():
        raise NotKept(f"A queue with claims in it keeps {FIXED[changed[0]]}; make a new queue instead.", changed[0])


def close_queue(reader: Reader, queue: Queue) -> opinions.Queue:
    """Nothing is taken from it, put into it or dealt in it any more; what was said stays. Again changes nothing."""
    require(reader, Action.KEEP_QUEUES)
    found = read_queue(reader, queue)
    with transaction.atomic():
        if opinions.Queue.objects.filter(pk=found.pk, closed_at__isnull=True).update(closed_at=timezone.now()):
            found = read_queue(reader, found)
            _record(reader, found, "queue_closed")
    return found


def ensure_queue(tenant_id: int, kind: QueueKind) -> opinions.Queue:
    """The tenant's open queue of a kind, the oldest; one is made with what the kind says itself where there is none.

    Without an event of its own: it belongs to the transaction of who needs it.
    """
    if kind is QueueKind.COMPLIANCE:
        return ensure_compliance(tenant_id)
    known = opinions.Queue.objects.filter(tenant_id=tenant_id, kind=kind.value, closed_at__isnull=True).order_by("pk")
    found = known.first()
    if found is not None:
        return found
    policy = newest_policy(tenant_id, PolicyKind.ADJUDICATION)
    rule = dump_rule(SamplingRule()) if kind in FED else {}
    defaults = {"name": kind.label.capitalize(), "kind": kind.value, "policy": policy, "rule": rule}
    made, _ = opinions.Queue.objects.get_or_create(
        tenant_id=tenant_id, key=_free_key(tenant_id, kind.value), defaults=defaults
    )
    return made


def _new_key(tenant_id: int, fields: QueueFields) -> str:
    return _free_key(tenant_id, slugify(fields.name)[:LONGEST_KEY].strip("-") or fields.kind.value)


def _free_key(tenant_id: int, wished: str) -> str:
    alike = opinions.Queue.objects.filter(tenant_id=tenant_id, key__startswith=wished)
    taken = set(alike.values_list("key", flat=True))
    number, key = 1, wished
    while key in taken:
        number, key = number + 1, f"{wished}-{number + 1}"
    return key


def _shift(queue: opinions.Queue, by: int) -> None:
    """The queue's priority is in that of its slots and states."""
    if by:
        # Who judges or restates one of them has its state and then its slots, or the other way round.
        hold_items(opinions.Item.objects.filter(queue=queue).values("pk"))
        opinions.Slot.objects.filter(queue=queue).update(priority=F("priority") + by)
        opinions.ItemState.objects.filter(queue=queue).update(priority=F("priority") + by)


def _record(reader: Reader, queue: opinions.Queue, verb: str) -> None:
    names = ("key", "name", "kind", "judgements", "blind", "policy_id", "rule", "seed", "priority", "lease_minutes")
    about = {name: getattr(queue, name) for name in (*names, "reviewers", "gold_id", "gold_share")}
    ledger.record(reader.tenant_id, verb, reader.actor, f"queue:{queue.public_id}", about)
