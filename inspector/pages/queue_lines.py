"""The lines of a page of a queue: the claim's words, how it stands, and what the reader has to do with it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils import timezone

from inspector.blindness import HIDDEN, is_sealed
from inspector.models import rows as opinions
from inspector.pages.evidence_view import Said
from inspector.pages.queue_tabs import Desk
from inspector.pages.queue_view import AtIt, ItemLine
from inspector.pages.review_again_reading import read_claims
from inspector.pages.run_people import name_of, named_by
from inspector.queue_adding import BY_HAND
from inspector.queue_offers import is_open_to
from lineage.evidence.vocabulary import OPEN_SLOTS, AsideKind, ItemProgress, SlotState

STATE_OF_PROGRESS = {
    ItemProgress.NEEDS_REVIEW: "none",
    ItemProgress.NEEDS_OTHERS: "unclear",
    ItemProgress.DISAGREEMENT: "fail",
    ItemProgress.AGREED: "pass",
    ItemProgress.ADJUDICATED: "pass",
    ItemProgress.NO_TEXT: "absent",
}
STATE_OF_SLOT = {
    SlotState.DEALT: "none",
    SlotState.HELD: "unclear",
    SlotState.DONE: "pass",
    SlotState.AGAIN: "stale",
    SlotState.DECLINED: "none",
}
JUDGEABLE = {ItemProgress.NEEDS_REVIEW.value, ItemProgress.NEEDS_OTHERS.value}
COLUMNS = (
    *("pk", "public_id", "claim_id", "claim__public_id", "claim__ordinal", "claim__answer__state__heading"),
    *("priority", "tags", "due_at", "reason", "state__state", "state__verdicts", "state__agreement"),
    *("own", "aside", "sealed"),
)


def read_lines(desk: Desk, items: Sequence[int]) -> tuple[ItemLine, ...]:
    """In the order of the ids; at most five statements."""
    if not items:
        return ()
    own = opinions.Slot.objects.filter(item=OuterRef("pk"), reviewer=desk.reader.actor)
    aside = opinions.SetAside.objects.filter(item=OuterRef("pk"), reviewer=desk.reader.actor)
    found = opinions.Item.objects.visible_to(desk.reader).filter(pk__in=items)
    about = found.annotate(
        own=Subquery(own.values("state")[:1]),
        aside=Subquery(aside.values("kind")[:1]),
        sealed=is_sealed(desk.reader, OuterRef("claim")),
    )
    known = {row["pk"]: row for row in about.values(*COLUMNS)}
    words = read_claims([row["claim_id"] for row in known.values()])
    at_it = _read_at_it(desk, [pk for pk, row in known.items() if not row["sealed"]])
    now = timezone.now()
    return tuple(_line(desk, known[pk], words, at_it.get(pk, ()), now) for pk in items if pk in known)


def _line(
    desk: Desk, row: Mapping[str, Any], words: Mapping[int, str], at_it: tuple[AtIt, ...], now: datetime
) -> ItemLine:
    is_told = not row["sealed"] and row["state__state"] is not None
    return ItemLine(
        id=row["public_id"],
        url=reverse("claim", args=[row["claim__public_id"]]),
        ordinal=row["claim__ordinal"] + 1,
        heading=row["claim__answer__state__heading"] or "",
        claim=words.get(row["claim_id"], ""),
        said=_progress(row["state__state"]) if is_told else None,
        why_hidden="" if is_told else HIDDEN,
        judged=f"{row['state__verdicts']} of {desk.queue.judgements}" if is_told else "",
        agreement=row["state__agreement"] if is_told else None,
        mine=_mine(row["own"]),
        aside=AsideKind(row["aside"]).label if row["aside"] else "",
        at_it=at_it,
        priority=row["priority"],
        tags=tuple(str(tag) for tag in row["tags"]),
        due_at=row["due_at"],
        is_overdue=row["due_at"] is not None and row["due_at"] < now,
        reason=_reason(desk, row),
        may_take=_may_take(desk, row),
    )


def _reason(desk: Desk, row: Mapping[str, Any]) -> str:
    """Why a rule drew it, which may follow from what a judge said; that somebody put it in needs no words."""
    is_told = not desk.own_only and not row["sealed"] and row["reason"] != BY_HAND
    return row["reason"] if is_told else ""


def _progress(state: str) -> Said:
    term = ItemProgress(state)
    return Said(term.label, STATE_OF_PROGRESS[term], meaning=term.meaning)


def _mine(state: str | None) -> Said | None:
    if state is None:
        return None
    term = SlotState(state)
    return Said(term.label, STATE_OF_SLOT[term], meaning=term.meaning)


def _may_take(desk: Desk, row: Mapping[str, Any]) -> bool:
    """Whether the reader could judge it next: it waits for them, or it is open to all and they are not done with it."""
    if not desk.may_judge or desk.queue.closed_at is not None or row["state__state"] == ItemProgress.NO_TEXT:
        return False
    if row["own"] in {state.value for state in OPEN_SLOTS}:
        return True
    is_open = row["sealed"] or row["state__state"] in JUDGEABLE
    return row["own"] is None and is_open and is_open_to(desk.reader, desk.queue)


def _read_at_it(desk: Desk, items: Sequence[int]) -> dict[int, tuple[AtIt, ...]]:
    """Who else is at an item or was dealt it; of what is sealed nobody is told. One statement."""
    if desk.own_only or not items:
        return {}
    at_work = [SlotState.HELD.value, SlotState.DEALT.value, SlotState.AGAIN.value]
    slots = opinions.Slot.objects.visible_to(desk.reader).filter(item__in=items, state__in=at_work)
    columns = ("item_id", "reviewer", "state", "lease_until", "first_name", "username")
    found: dict[int, tuple[AtIt, ...]] = {}
    others = slots.exclude(reviewer=desk.reader.actor).order_by("ordinal")
    for item, reviewer, state, until, first_name, username in named_by(others, "reviewer").values_list(*columns):
        name = name_of(desk.reader, reviewer, first_name, username)
        found[item] = (*found.get(item, ()), AtIt(name, SlotState(state).label, until))
    return found
