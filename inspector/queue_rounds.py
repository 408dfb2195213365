"""What workers do for queues: fill them, give their items the places and states that they lack, for a while each time.

Whoever is killed has left whole batches, and the next round goes on. What cannot be done for one queue or item is
logged, and the others do not wait for it.
"""

import logging
from collections.abc import Callable
from time import monotonic

from django.db import InterfaceError, OperationalError, transaction

from inspector.models import rows as opinions
from inspector.queue_dealing import deal
from inspector.queue_filling import fill
from inspector.queue_places import ensure_slots, hold_queue
from inspector.queue_states import write_missing_states
from lineage.bell import ring_task_after_commit
from lineage.models import rows

log = logging.getLogger(__name__)

FILL = "inspector.tasks.fill_queues"
Clock = Callable[[], float]


def fill_all(seconds: float, tenant_id: int | None = None, clock: Clock = monotonic) -> int:
    """Fills the open queues of all tenants, or of one, for so many seconds; how many items came in."""
    until, number = clock() + seconds, 0
    queues = opinions.Queue.objects.filter(closed_at__isnull=True).order_by("pk")
    for queue in queues.filter(tenant_id=tenant_id) if tenant_id is not None else queues:
        if clock() >= until:
            break
        try:
            give_places(queue)
            number += fill(queue, until, clock)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            log.exception("queue %s cannot be filled; look at its rule", queue.public_id)
    for tenant in rows.Tenant.objects.filter(pk=tenant_id) if tenant_id is not None else rows.Tenant.objects.all():
        write_missing_states(tenant.pk, until, clock)
    return number


def give_places(queue: opinions.Queue) -> int:
    """Slots for items that came without, dealt in a blind queue: also what waited for somebody to deal it to."""
    with transaction.atomic():
        hold_queue(queue)
        made = ensure_slots(queue)
        deal(queue)
    return made


def ring_after_commit() -> None:
    """Say that there is a queue to fill, once it can be read. A broker that is away is logged, and the clock rings."""
    ring_task_after_commit(FILL)
