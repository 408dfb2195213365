"""The states of many items of queues: anew after a queue asks for something else, and those that are not there yet."""

import logging
from collections.abc import Callable, Sequence
from math import inf
from time import monotonic

from django.db import InterfaceError, OperationalError, transaction

from inspector.item_states import hold_evidence, rebuild
from inspector.models import rows as opinions
from inspector.staleness import restate_items
from lineage.bulk import in_parts

log = logging.getLogger(__name__)

PART, STATES_AT_ONCE = 500, 50


def restate_queue(queue: opinions.Queue) -> None:
    """Derives the states of its items anew from what is stored, without the texts.

    A part is a transaction: a relocation or a verdict waits for a part.
    """
    stated = opinions.ItemState.objects.filter(queue=queue).order_by("item")
    for part in in_parts(list(stated.values_list("item_id", flat=True)), PART):
        with transaction.atomic():
            hold_evidence(queue.tenant_id, shared=True)
            restate_items(queue.tenant_id, hold_items(part))


def hold_items(items: Sequence[int]) -> list[int]:
    """Nobody else writes a verdict in these items, or their states, until the caller's transaction ends."""
    held = opinions.Item.objects.filter(pk__in=items).order_by("pk").select_for_update(no_key=True)
    return list(held.values_list("pk", flat=True))


def write_missing_states(tenant_id: int, until: float = inf, clock: Callable[[], float] = monotonic) -> int:
    """Derives the states of items that have none yet, from the texts, until the clock says so; how many.

    One that cannot be derived is logged, and the others do not wait for it.
    """
    number = after = 0
    while clock() < until:
        missing = opinions.Item.objects.filter(tenant_id=tenant_id, state__isnull=True, pk__gt=after).order_by("pk")
        items: list[int] = list(missing.values_list("pk", flat=True)[:STATES_AT_ONCE])
        if not items:
            break
        number += rebuild_each(tenant_id, items)
        after = items[-1]
    return number


def rebuild_each(tenant_id: int, items: Sequence[int]) -> int:
    """As `rebuild`; an item that cannot be derived is logged, and the others do not wait for it."""
    try:
        return rebuild(tenant_id, items)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        if len(items) == 1:
            log.exception("item %s: its state could not be derived anew; manage.py verify says what is wrong", items[0])
            return 0
    return sum(rebuild_each(tenant_id, [item]) for item in items)
