"""Dealing the free slots of a blind queue to people, in the transaction of who added them (DESIGN 8, review 13)."""

from collections import defaultdict
from typing import Any

from django.db.models import Count
from django.utils import timezone

from inspector.figures.dealing import Wanted
from inspector.figures.dealing import deal as draw
from inspector.models import rows as opinions
from lineage.access import MAY, Action
from lineage.bulk import in_parts
from lineage.evidence.vocabulary import Role, SlotState

PART = 500


def find_judges(tenant_id: int) -> list[str]:
    """Pseudonyms of everybody in the tenant who may record a verdict now, in the order in which they joined."""
    members = opinions.Membership.objects.filter(tenant_id=tenant_id, user__is_active=True).order_by("pk")
    found = members.values_list("actor", "roles")
    return [actor for actor, roles in found if may_judge(roles)]


def may_judge(roles: list[str]) -> bool:
    return not MAY[Action.RECORD_VERDICT].isdisjoint({Role(role) for role in roles})


def find_dealt_to(queue: opinions.Queue) -> list[str]:
    """Pseudonyms of those whom the queue's items are dealt to: the named ones who still may, else whoever may."""
    judges = find_judges(queue.tenant_id)
    return [actor for actor in judges if actor in queue.reviewers] if queue.reviewers else judges


def deal(queue: opinions.Queue) -> int:
    """Deals the free slots of a blind queue by its seed; how many. What there is nobody for stays free.

    Nothing happens in an open queue, where whoever comes takes the next one.
    """
    free = opinions.Slot.objects.filter(queue=queue, state=SlotState.FREE.value).order_by("id")
    if not queue.blind:
        return 0
    slots: dict[str, list[int]] = defaultdict(list)
    for pk, item in free.values_list("pk", "item__public_id"):
        slots[item].append(pk)
    if not slots:
        return 0
    taken = _taken(queue)
    wanted = [Wanted(item, len(places), taken.get(item, frozenset())) for item, places in slots.items()]
    dealt = draw(queue.seed, wanted, find_dealt_to(queue), _shares(queue))
    by_person: dict[str, list[int]] = defaultdict(list)
    for item, people in dealt.items():
        for pk, person in zip(slots[item], people, strict=False):
            by_person[person].append(pk)
    for person, places in by_person.items():
        _write(person, places)
    return sum(map(len, by_person.values()))


def _taken(queue: opinions.Queue) -> dict[str, set[str]]:
    """By item with a free slot the people who have another of its slots."""
    free = opinions.Slot.objects.filter(queue=queue, state=SlotState.FREE.value)
    own = opinions.Slot.objects.filter(queue=queue, reviewer__isnull=False, item__in=free.values("item"))
    found: dict[str, set[str]] = defaultdict(set)
    for item, person in own.values_list("item__public_id", "reviewer"):
        found[item].add(person)
    return found


def _shares(queue: opinions.Queue) -> dict[str, int]:
    own: Any = opinions.Slot.objects.filter(queue=queue, reviewer__isnull=False).order_by()
    return dict(own.values("reviewer").annotate(number=Count("pk")).values_list("reviewer", "number"))


def _write(person: str, places: list[int]) -> None:
    dealt = {"reviewer": person, "state": SlotState.DEALT.value, "changed_at": timezone.now()}
    for part in in_parts(places, PART):
        opinions.Slot.objects.filter(pk__in=part, state=SlotState.FREE.value).update(**dealt)
