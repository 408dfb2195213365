"""What somebody at work on a claim needs beside the page: their slot and its lease, their draft, the way back.

Everything is read as annotations of the claim's own statement, so that a page for who works costs no statement more
than one for who only reads. Counts are of the reader's own slots: they say nothing of what others did.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Count, F, OuterRef, Subquery
from django.db.models.functions import JSONObject
from django.urls import reverse
from django.utils import timezone

from inspector.drafts import draft_in, with_draft
from inspector.evidence_tokens import Drawn, make_token, marks_in, marks_of
from inspector.item_states import COMPLIANCE
from inspector.models import rows as opinions
from inspector.pages.claim_page import neighbours_of
from inspector.pages.claim_reading import Reading
from inspector.pages.claim_today import evidence_today, hides_newer
from inspector.pages.verdict_kinds import sheet_of
from inspector.pages.work_view import Bar, Last, Work
from inspector.queue_reading import OPEN, find_open_slot, in_hand
from inspector.verdict_fields import Sent
from lineage.access import Action, Reader, get_visible
from lineage.evidence.vocabulary import QueueKind, SlotState
from lineage.models import rows

UNDO_FOR = timedelta(minutes=30)


def with_work(reader: Reader) -> Mapping[str, Any]:
    """Annotations of claims for `work_of`; none for who judges nothing."""
    if not reader.may(Action.RECORD_VERDICT):
        return {}
    own = opinions.Slot.objects.visible_to(reader).filter(reviewer=reader.actor)
    items = opinions.Item.objects.visible_to(reader).filter(claim=OuterRef("pk"), queue__key=COMPLIANCE)
    done = own.filter(item__claim=OuterRef("pk"), state=SlotState.DONE.value, queue__closed_at__isnull=True)
    said = opinions.Verdict.objects.visible_to(reader).filter(reviewer=reader.actor).order_by("-id")
    last = {"key": "idempotency_key", "claim": "claim__public_id", "case": "claim__answer__case__key"}
    return {
        "work_slot": Subquery(_bars(own)[:1]),
        "work_own": Subquery(done.order_by("-changed_at", "-id").values("item_id")[:1]),
        "work_item": Subquery(items.values("pk")[:1]),
        "work_last": Subquery(said.values(found=JSONObject(**last, at="recorded_at", withdrawn="withdrawn"))[:1]),
        **with_draft(reader, OuterRef("pk")),
        **marks_of(reader.tenant_id, OuterRef("pk")),
    }


def _bars(own: Any) -> Any:
    """The open slots on a claim, held ones first, as JSON: one column of the claim's statement."""
    midnight = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    beside = own.filter(queue=OuterRef("queue")).order_by().values("queue").annotate(number=Count("pk"))
    done = beside.filter(state=SlotState.DONE.value, changed_at__gte=midnight)
    said = {
        "item": F("item_id"),
        "queue_id": F("queue__public_id"),
        "queue": F("queue__name"),
        "queue_key": F("queue__key"),
        "queue_kind": F("queue__kind"),
        "state": F("state"),
        "token": F("token"),
        "lease_until": F("lease_until"),
        "is_blind": F("queue__blind"),
        "done_today": Subquery(done.values("number")),
        "waiting": Subquery(beside.filter(state__in=OPEN).values("number")),
    }
    return in_hand(own.filter(item__claim=OuterRef("pk"))).values(found=JSONObject(**said))


def work_of(reader: Reader, claim: Any, reading: Reading, sent: Sent | None = None) -> Work:
    """Of a claim row that was selected with `with_work`. A token only for who may read every word of the evidence."""
    if not reader.may(Action.RECORD_VERDICT):
        return Work()
    bar = _bar(claim.work_slot)
    draft = draft_in(claim)
    may_judge = not (reading.hides_any or hides_newer(reading))
    return Work(
        bar=bar,
        draft=draft,
        draft_url=reverse("draft", args=[claim.public_id]),
        step_url=reverse("slot_step", args=[claim.public_id]),
        evidence_token=make_token(reader, _drawn(claim, reading)) if may_judge else "",
        last=_last(claim),
        is_restored=draft is not None and sent is None,
    )


def read_slot(reader: Reader, claim: str) -> opinions.Slot | None:
    """The reader's open slot on a claim (its public id). Raises NotVisible where there is no such claim for them."""
    return find_open_slot(reader, get_visible(rows.Claim.objects, reader, claim).pk)


def item_of(claim: Any) -> int | None:
    """Where a verdict of the reader belongs: to their open slot, else to the item in which they judged it before."""
    slot = getattr(claim, "work_slot", None)
    return slot["item"] if slot else getattr(claim, "work_own", None)


def _drawn(claim: Any, reading: Reading) -> Drawn:
    _, following = neighbours_of(reading)
    return Drawn(
        claim=claim.public_id,
        item=item_of(claim) or claim.work_item,
        digest=evidence_today(reading).digest,
        marks=marks_in(claim),
        is_blind=reading.is_blind,
        following=following or reading.url,
        sheet=sheet_of(reading).light,
    )


def _bar(found: Mapping[str, Any] | None) -> Bar | None:
    if found is None:
        return None
    return Bar(
        item=found["item"],
        queue=found["queue"] or found["queue_key"],
        queue_id=found["queue_id"],
        queue_url=reverse("queue", args=[found["queue_id"]]),
        next_url=reverse("queue_next", args=[found["queue_id"]]),
        label_url=reverse("label", args=[found["queue_id"]]) if found["queue_kind"] == QueueKind.CALIBRATION else "",
        state=SlotState(found["state"]),
        token=found["token"],
        lease_until=_moment(found["lease_until"]) if found["lease_until"] else None,
        is_blind=bool(found["is_blind"]),
        done_today=found["done_today"] or 0,
        waiting=found["waiting"] or 0,
    )


def _last(claim: Any) -> Last | None:
    found = claim.work_last
    if found is None or found["withdrawn"]:
        return None
    at = _moment(found["at"])
    if at < timezone.now() - UNDO_FOR:
        return None
    page, undo = (reverse(route, args=[found["claim"]]) for route in ("claim", "undo"))
    return Last(page, found["case"], at, undo, found["key"], found["claim"] == claim.public_id)


def _moment(written: str) -> datetime:
    """A time as the database writes it into JSON: with its zone or, on SQLite, in UTC without saying so."""
    found = datetime.fromisoformat(written)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
