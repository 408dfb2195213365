"""Claims become items of a queue, each with its places for judgements and its state.

Writing the state reads the texts, an answer at a time. It follows once the rest is committed; what a process that died
left without one is found by the next filling.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from inspector.item_states import rebuild
from inspector.models import rows as opinions
from inspector.queue_dealing import deal
from inspector.queue_gold import mix_in, write_gold
from inspector.queue_places import ensure_slots, hold_queue
from inspector.queue_reading import NotKept, Queue, read_queue
from lineage import ledger
from lineage.access import Action, NotVisible, Reader, require
from lineage.bulk import in_parts, next_ids, write
from lineage.models import rows

MOST_AT_ONCE, PART = 500, 500
BY_HAND = "put here by hand"


class Added(NamedTuple):
    """A claim's row, and how it was drawn where it was."""

    claim: int
    stratum: str = ""
    inclusion: float | None = None


def add_claims(reader: Reader, queue: Queue, claims: Iterable[str], reason: str) -> int:
    """Puts claims (public ids) into a queue; how many were not in it. `reason` is kept with the audit event.

    All or none. Raises NotAllowed, NotVisible where one of the claims is not the reader's to see, NotKept.
    """
    require(reader, Action.KEEP_QUEUES)
    asked = list(dict.fromkeys(claims))
    found = rows.Claim.objects.visible_to(reader).filter(public_id__in=[one for one in asked if "\0" not in one])
    ids = dict(found.values_list("public_id", "pk"))
    missing = [one for one in asked if one not in ids]
    if missing:
        raise NotVisible(missing[0])
    return _add(reader, read_queue(reader, queue), [ids[one] for one in asked], reason)


def add_answers(reader: Reader, queue: Queue, answers: Iterable[str], reason: str) -> int:
    """As `add_claims`, every claim of these answers (public ids)."""
    require(reader, Action.KEEP_QUEUES)
    asked = list(dict.fromkeys(answers))
    found = rows.Answer.objects.visible_to(reader).filter(public_id__in=[one for one in asked if "\0" not in one])
    ids = dict(found.values_list("public_id", "pk"))
    missing = [one for one in asked if one not in ids]
    if missing:
        raise NotVisible(missing[0])
    claims = rows.Claim.objects.filter(answer__in=list(ids.values())).order_by("answer_id", "ordinal")
    return _add(reader, read_queue(reader, queue), list(claims.values_list("pk", flat=True)), reason)


def add_items(queue: opinions.Queue, claims: Iterable[Added], reason: str) -> list[int]:
    """Ids of the new items, with slots that are dealt where the queue is blind; in the transaction of the event.

    `reason` is our own words for how they came here. Claims that are in the queue already are passed over; where the
    queue has gold, some of it comes in with the others. Call `rebuild(tenant, ids)` once it is committed.
    """
    hold_queue(queue)
    wanted, known = {one.claim: one for one in claims}, []
    for part in in_parts(list(wanted), PART):
        for id, claim in opinions.Item.objects.filter(queue=queue, claim__in=part).values_list("pk", "claim_id"):
            known.append(id)
            del wanted[claim]
    places = mix_in(queue, list(wanted))
    ids, now = list(next_ids(opinions.Item, len(places))), timezone.now()
    about: dict[str, Any] = {"tenant_id": queue.tenant_id, "queue_id": queue.pk, "reason": reason, "added_at": now}
    write(
        opinions.Item,
        [
            about | {"id": id, "claim_id": one.claim, "stratum": one.stratum, "inclusion": one.inclusion}
            for id, one in zip(ids, (wanted.get(place.claim, Added(place.claim)) for place in places), strict=True)
        ],
        # Who judges a claim meanwhile puts it into the compliance queue, and asks nobody.
        ignore_existing=True,
    )
    added = [id for part in in_parts(ids, PART) for id in _existing(part)]
    write_gold(queue, added, {place.claim: place.known for place in places if place.known is not None})
    # Also those that were judged outside of any queue and are to be judged by others now.
    ensure_slots(queue, [*known, *added])
    deal(queue)
    return added


def _existing(ids: Sequence[int]) -> list[int]:
    return list(opinions.Item.objects.filter(pk__in=ids).order_by("pk").values_list("pk", flat=True))


def _add(reader: Reader, queue: opinions.Queue, claims: Sequence[int], reason: str) -> int:
    if queue.closed_at is not None:
        raise NotKept("This queue is closed; nothing is put into it any more.", "queue")
    if not claims:
        raise NotKept("Choose at least one claim to put into the queue.", "claims")
    if len(claims) > MOST_AT_ONCE:
        raise NotKept(f"At most {MOST_AT_ONCE} claims are put into a queue at once; choose fewer.", "claims")
    with transaction.atomic():
        added = add_items(queue, [Added(claim) for claim in claims], BY_HAND)
        # Beside what was asked for the others would be known as those that were mixed in.
        asked = {} if queue.gold_id else {"claims": list(claims)}
        payload = asked | {"items": added, "reason": reason}
        ledger.record(reader.tenant_id, "claims_queued", reader.actor, f"queue:{queue.public_id}", payload)
    rebuild(reader.tenant_id, added)
    return len(added)
