"""After a guideline was published: the states of items that were derived under an earlier one, derived anew.

The digest of a claim's evidence contains the guideline, so every verdict of before is stale then. Deriving reads texts,
which may take minutes for a whole house: workers do it, a part at a time, and the states say themselves what is left.
Whoever is killed in between has left whole items only, and the next one goes on.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any

from django.db.models import QuerySet, Subquery

from inspector.models import rows as opinions
from inspector.queue_states import rebuild_each
from lineage.bell import ring_task_after_commit
from lineage.evidence.vocabulary import PolicyKind
from lineage.models import rows

RESTATE = "inspector.tasks.restate"
BATCH = 50


def outdated_states(tenant_id: int) -> "QuerySet[opinions.ItemState]":
    """The states of a tenant that were not derived under its guideline in force."""
    guidelines = rows.Policy.objects.filter(tenant_id=tenant_id, kind=PolicyKind.GUIDELINE.value)
    newest = Subquery(guidelines.order_by("-revision", "-id").values("pk")[:1])
    states: QuerySet[opinions.ItemState] = opinions.ItemState.objects.filter(tenant_id=tenant_id)
    return states.exclude(guideline=newest)


def restate_outdated(seconds: float, clock: Callable[[], float] = monotonic) -> int:
    """Derives outdated states of all tenants anew, for so many seconds; how many. What is left is the next one's."""
    until, number = clock() + seconds, 0
    for tenant_id in rows.Tenant.objects.order_by("pk").values_list("pk", flat=True):
        after = 0
        while clock() < until:
            outdated = outdated_states(tenant_id).filter(item__gt=after).order_by("item")
            batch: list[int] = list(outdated.values_list("item_id", flat=True)[:BATCH])
            if not batch:
                break
            number += rebuild_each(tenant_id, batch)
            # An item that cannot be derived stays as it is; the others behind it do not wait for it.
            after = batch[-1]
    return number


def ring_after_commit() -> None:
    """Say that states are outdated, once it can be read. A broker that is away is logged: the clock rings anyway."""
    ring_task_after_commit(RESTATE)


def count_outdated(tenant_id: int) -> int:
    """How many items wait for a worker; one statement."""
    number: Any = outdated_states(tenant_id).count()
    return int(number)
