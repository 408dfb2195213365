"""Where a claim stands in its queue: derived by one pure function, written with each verdict, rebuilt and compared."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from inspector.evidence_today import combine, read_changed
from inspector.figures.consensus import Said, count, standing
from inspector.item_reading import (
    ASKED,
    AsGiven,
    Asked,
    asked_of,
    items_as_given,
    read_decisive,
    read_said,
    with_asked,
)
from inspector.models import rows as opinions
from lineage.evidence.vocabulary import PolicyKind, QueueKind, SlotState
from lineage.models import rows
from lineage.policies import newest_policy
from lineage.single_rows import change

COMPLIANCE = "compliance"
EVIDENCE_LOCK = 0x45494556
# Citations that were added afterwards decorate a claim; nothing bound its words to them (S3-12).
OF_POST_HOC = 10


class Evidence(NamedTuple):
    """Digests of a claim's evidence, as the answer was given it under a guideline (its row) and today.

    `has_text` is False where its words cannot be shown to anybody, so that nobody can judge it.
    """

    given: bytes
    today: bytes
    guideline: int | None = None
    has_text: bool = True


def derive(said: Sequence[Said], today: bytes, asked: Asked, *, has_text: bool = True) -> dict[str, Any]:
    """The state of an item: verdicts on yesterday's evidence make it stale and count for nothing else (DESIGN 6)."""
    found = standing(
        said,
        today,
        asked.judgements,
        asked.decisive,
        settled=asked.settled,
        after=asked.after,
        has_text=has_text,
    )
    priority = asked.priority + (OF_POST_HOC if asked.attachment.is_post_hoc else 0)
    return found._asdict() | {"state": str(found.state), "priority": priority}


def hold_evidence(tenant_id: int, *, shared: bool = False) -> None:
    """Nobody else writes a verdict, or with `shared` a verdict alone waits, until the caller's transaction ends.

    Who records a verdict holds the tenant's evidence alone, who writes relocations holds it with others that do:
    without that the two would not see each other, and a verdict on yesterday's words would count as one on today's. A
    lock by number, since who serves may not lock a record; SQLite has one writer anyway.
    """
    if connection.vendor == "postgresql":
        lock = "pg_advisory_xact_lock_shared" if shared else "pg_advisory_xact_lock"
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {lock}(%s, %s)", [EVIDENCE_LOCK, tenant_id])


def lock_items(citation_ids: Sequence[int]) -> list[int]:
    """Ids of the items whose claims hold these citations, held until the caller's transaction ends; one statement."""
    citing = rows.Citation.objects.filter(pk__in=citation_ids, claim__isnull=False).values("claim")
    held = opinions.Item.objects.filter(claim__in=citing).order_by("pk").select_for_update(of=("self",))
    return [item.pk for item in held]


def ensure_item(claim: rows.Claim) -> opinions.Item:
    """The claim's item in the tenant's compliance queue, whose evidence is held until the caller's transaction ends."""
    hold_evidence(claim.tenant_id)
    queue = ensure_compliance(claim.tenant_id)
    item, _ = opinions.Item.objects.get_or_create(tenant_id=claim.tenant_id, queue=queue, claim=claim)
    return opinions.Item.objects.select_related("queue", "claim__answer").get(pk=item.pk)


def ensure_compliance(tenant_id: int) -> opinions.Queue:
    """The queue that every tenant has: one judgement, not blind; a claim judged outside of any queue belongs to it."""
    known = opinions.Queue.objects.filter(tenant_id=tenant_id, key=COMPLIANCE).first()
    if known is not None:
        return known
    policy = newest_policy(tenant_id, PolicyKind.ADJUDICATION)
    defaults = {"name": "Compliance", "kind": QueueKind.COMPLIANCE.value, "policy": policy}
    queue, _ = opinions.Queue.objects.get_or_create(tenant_id=tenant_id, key=COMPLIANCE, defaults=defaults)
    return queue


def write_state(item: opinions.Item, evidence: Evidence) -> None:
    """Derive an item's state and put it in the place of the one it had; in the transaction of the event."""
    hold_item(item.pk)
    said, asked = _read(item)
    put_state(item, said, asked, evidence)
    turn_slots([item.pk], {item.pk: said}, {item.pk: evidence.today}, {item.pk: asked.after})


def hold_item(item_id: int) -> None:
    """Nobody else writes a verdict in this item, or its state, until the caller's transaction ends; one statement."""
    # Not what other rows point at: who gives it a slot need not wait.
    list(opinions.Item.objects.filter(pk=item_id).select_for_update(no_key=True).values_list("pk"))


def put_state(item: opinions.Item, said: Sequence[Said], asked: Asked, evidence: Evidence) -> None:
    """Put the state of an item that is held in the place of the one it had; one statement where it had one."""
    values = derive(said, evidence.today, asked, has_text=evidence.has_text) | evidence._asdict()
    values["guideline_id"] = values.pop("guideline")
    values |= {"tenant_id": item.tenant_id, "queue_id": item.queue_id}
    if not change(opinions.ItemState, {"item_id": item.pk}, values):
        opinions.ItemState.objects.create(item=item, **values)


def turn_slots(
    items: Sequence[int], said: dict[int, list[Said]], today: dict[int, bytes], after: dict[int, int]
) -> None:
    """Slots of people whose verdict counts no more are to be judged again; done, where it counts again.

    One statement, and one for each of the two turns where there is any; one more for what is to be judged again.
    """
    slots = opinions.Slot.objects.filter(item__in=items, state__in=[SlotState.DONE.value, SlotState.AGAIN.value])
    turned: dict[str, list[int]] = {}
    for pk, item, reviewer, state in slots.values_list("pk", "item_id", "reviewer", "state"):
        counted = {one.reviewer for one in count(said.get(item, ()), today[item], after.get(item, 0))}
        due = SlotState.DONE.value if reviewer in counted else SlotState.AGAIN.value
        if due != state:
            turned.setdefault(due, []).append(pk)
    for due, found in turned.items():
        turning = opinions.Slot.objects.filter(pk__in=found)
        turning.update(state=due, changed_at=timezone.now())
        if due == SlotState.AGAIN:
            # What they once skipped, and judged all the same, is offered to them again.
            own = turning.filter(item=OuterRef("item"), reviewer=OuterRef("reviewer"))
            opinions.SetAside.objects.filter(Exists(own), item__in=items).delete()


def rebuild(tenant_id: int, item_ids: Sequence[int] | None = None) -> int:
    """Write every item's state anew, or those of the given items; how many."""
    number = 0
    for found in items_as_given(tenant_id, item_ids):
        with transaction.atomic():
            hold_evidence(tenant_id)
            write_state(found.item, _evidence(found))
        number += 1
    return number


def restate_answers(tenant_id: int, answer_ids: Sequence[int]) -> int:
    """Writes the states of the items of these answers anew, after words that they rest on went; how many."""
    items = opinions.Item.objects.filter(tenant_id=tenant_id, claim__answer_id__in=answer_ids)
    return rebuild(tenant_id, list(items.values_list("pk", flat=True)))


def find_differences(tenant_id: int) -> Iterator[int]:
    """Ids of items whose stored state is not what their verdicts and the newest relocations say.

    One that was derived under an earlier guideline is no fault: it waits for a worker (`inspector.restating`).
    """
    for found in items_as_given(tenant_id):
        evidence = _evidence(found)
        said, asked = _read(found.item)
        due = derive(said, evidence.today, asked, has_text=evidence.has_text) | evidence._asdict()
        stored = opinions.ItemState.objects.filter(item=found.item).values(*due).first()
        if stored is not None and stored["guideline"] != found.guideline:
            continue
        if stored is None or {name: _plain(value) for name, value in stored.items()} != due:
            yield found.item.pk


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def _evidence(found: AsGiven) -> Evidence:
    changed = read_changed([found.item.claim_id]).get(found.item.claim_id, {})
    return Evidence(found.given, combine(found.given, changed), found.guideline, found.has_text)


def _read(item: opinions.Item) -> tuple[list[Said], Asked]:
    said = read_said([item.pk]).get(item.pk, [])
    row = with_asked(opinions.Item.objects.filter(pk=item.pk)).values(*ASKED).get()
    return said, asked_of(row, read_decisive([row["policy_id"]]))
