"""A tenant with people, claims and a queue of them, for tests of what is done with queues."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone

from inspector.members import ensure_tenant
from inspector.models import rows as opinions
from inspector.queue_adding import add_claims
from inspector.queue_fields import QueueFields
from inspector.queue_keeping import create_queue
from inspector.readers import find_reader_of_actor
from lineage.access import Reader
from lineage.evidence.vocabulary import PolicyKind, Role, SlotState
from lineage.models import rows
from lineage.policies import newest_policy
from tests.inspector.making import import_bundle, make_member, simple_bundle


class House(NamedTuple):
    """Ada, Ben and Eve review, Cleo adjudicates and keeps the queues, Drew is a reviewer of another tenant."""

    tenant: rows.Tenant
    ada: Reader
    ben: Reader
    eve: Reader
    cleo: Reader
    drew: Reader

    def claims(self) -> list[str]:
        """Public ids of the tenant's claims, in the order in which they came."""
        return list(rows.Claim.objects.filter(tenant=self.tenant).order_by("pk").values_list("public_id", flat=True))

    def queue(self, claims: int | None = None, **fields: Any) -> opinions.Queue:
        """A queue with so many of the tenant's claims in it, all of them where no number is given."""
        queue = create_queue(self.cleo, QueueFields(**({"name": "Refunds"} | fields)))
        chosen = self.claims()[:claims]
        if chosen:
            add_claims(self.cleo, queue, chosen, "to be tried")
        return queue


def make_house(claims: int = 3, **bundle: Any) -> House:
    tenant = ensure_tenant("meridian", "Meridian")
    if claims:
        import_bundle(tenant, simple_bundle(claims=claims, **bundle))
    names = [make_reader(tenant, name, Role.REVIEWER) for name in ("ada", "ben", "eve")]
    cleo = make_reader(tenant, "cleo", Role.ADJUDICATOR)
    return House(tenant, *names, cleo, make_reader(ensure_tenant("halcyon", "Halcyon"), "drew", Role.REVIEWER))


def make_reader(tenant: rows.Tenant, name: str, *roles: Role) -> Reader:
    actor = make_member(tenant, name, *roles).memberships.get(tenant=tenant).actor
    reader = find_reader_of_actor(tenant.pk, actor)
    assert reader is not None
    return reader


def run_out(slot: opinions.Slot) -> None:
    """Its lease was over a minute ago."""
    opinions.Slot.objects.filter(pk=slot.pk).update(lease_until=timezone.now() - timedelta(minutes=1))


def say(reader: Reader, item: opinions.Item, **fields: Any) -> opinions.Verdict:
    """A verdict of this person in the item, on evidence that is nobody's, by hand."""
    number = opinions.Verdict.objects.count()
    about = {"evidence_digest": b"e" * 32, "body_digest": b"b" * 32, "idempotency_key": str(number)} | fields
    return opinions.Verdict.objects.create(
        tenant_id=item.tenant_id,
        claim=item.claim,
        item=item,
        reviewer=reader.actor,
        guideline=newest_policy(item.tenant_id, PolicyKind.GUIDELINE),
        **about,
    )


def slots_of(item: opinions.Item) -> list[tuple[str, str | None]]:
    """State and person of each slot, by ordinal."""
    slots = opinions.Slot.objects.filter(item=item).order_by("ordinal")
    return [(state, reviewer) for state, reviewer in slots.values_list("state", "reviewer")]


def states_in(queue: opinions.Queue) -> dict[str, int]:
    """How many slots of a queue are in which state."""
    slots = opinions.Slot.objects.filter(queue=queue)
    return {state.value: n for state in SlotState if (n := slots.filter(state=state.value).count())}


def together(*calls: Callable[[], Any]) -> list[Any]:
    """What each returned, or raised; all began at once, in threads with connections of their own."""
    results: list[Any] = [None] * len(calls)
    all_there = Barrier(len(calls))

    def run(place: int) -> None:
        try:
            all_there.wait()
            results[place] = calls[place]()
        except Exception as failure:
            results[place] = failure
        finally:
            connection.close()

    threads = [Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
