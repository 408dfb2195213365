"""Queues, items and places made row by row, for pages that are read before there is a verb for what they show."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from inspector.models import rows as opinions
from lineage.evidence.vocabulary import ItemProgress, SlotState
from lineage.models import rows
from tests.inspector.making import import_bundle, simple_bundle

DIGEST = b"\1" * 32


def make_queue(tenant: rows.Tenant, key: str = "second-look", **fields: Any) -> opinions.Queue:
    return opinions.Queue.objects.create(tenant=tenant, key=key, **{"name": key.replace("-", " ").title()} | fields)


def claims_of(tenant: rows.Tenant, number: int, case: str = "refund") -> list[rows.Claim]:
    """The claims of one answer, each of which quotes a sentence of its own."""
    import_bundle(tenant, simple_bundle(case, number))
    return list(rows.Claim.objects.filter(tenant=tenant, answer__case__key=case).order_by("ordinal"))


def put(
    queue: opinions.Queue,
    claims: Iterable[rows.Claim],
    state: ItemProgress = ItemProgress.NEEDS_REVIEW,
    *,
    priority: int = 0,
    verdicts: int = 0,
    **fields: Any,
) -> list[opinions.Item]:
    """Items of these claims, each with its state."""
    items = []
    for claim in claims:
        item = opinions.Item.objects.create(
            tenant=queue.tenant, queue=queue, claim=claim, priority=priority, **fields
        )
        about = {"tenant": queue.tenant, "queue": queue, "priority": priority, "state": state, "verdicts": verdicts}
        opinions.ItemState.objects.create(item=item, given=DIGEST, today=DIGEST, **about)
        items.append(item)
    return items


def give(item: opinions.Item, user: Any, state: SlotState, ordinal: int = 1, **fields: Any) -> opinions.Slot:
    """A place at the item that is this person's; one that is held, for half an hour from now."""
    values: dict[str, Any] = {"priority": item.priority, "ordinal": ordinal, "state": state, **fields}
    if state is SlotState.HELD:
        values.setdefault("lease_until", timezone.now() + timedelta(minutes=30))
    reviewer = None if state is SlotState.FREE else actor_of(user)
    about = {"tenant": item.tenant, "queue": item.queue, "item": item, "reviewer": reviewer}
    return opinions.Slot.objects.create(**about, **values)


def stand(item: opinions.Item, state: ItemProgress, verdicts: int) -> None:
    """What somebody's verdict does to the state of an item."""
    opinions.ItemState.objects.filter(item=item).update(state=state, verdicts=verdicts)


def actor_of(user: Any) -> str:
    actor: str = user.memberships.get().actor
    return actor
