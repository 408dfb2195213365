"""How far a labeller is in a queue, told of their own work alone: what others did says nothing here."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from statistics import median
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from inspector.models import rows as opinions
from inspector.queue_offers import held_by, offers
from lineage.access import Reader
from lineage.evidence.vocabulary import ClaimKind, SlotState

MOST_COUNTED = 1_000
REMEMBERED = 100
"""How many of the newest labels the median is of."""

UNDO_FOR = timedelta(minutes=30)
LAST = ("item__public_id", "claim__public_id", "idempotency_key")


class Last(NamedTuple):
    """The newest label of the reader in a queue that stands: of which item and claim, and by which key."""

    item: str
    claim: str
    key: str


class Progress(NamedTuple):
    """`left` are by kind the claims that wait for the reader, `MOST_COUNTED` at most.

    `seconds` is the median of the reader's own newest labels, `last` the newest of them, while it may be taken back;
    None where there is none.
    """

    today: int = 0
    left: Mapping[ClaimKind, int] = MappingProxyType({})
    seconds: float | None = None
    last: Last | None = None

    @property
    def waiting(self) -> int:
        return sum(self.left.values())


def read_progress(reader: Reader, queue: opinions.Queue) -> Progress:
    """Two statements."""
    said = _newest(reader, queue)
    seconds = [row["seconds"] for row in said if row["seconds"] is not None]
    since = timezone.now() - UNDO_FOR
    last = next((row for row in said if not row["is_superseded"] and row["recorded_at"] >= since), None)
    return Progress(
        today=said[0]["today"] if said else 0,
        left=_count_left(reader, queue),
        seconds=median(seconds) if seconds else None,
        last=Last(*(last[name] for name in LAST)) if last else None,
    )


def _newest(reader: Reader, queue: opinions.Queue) -> Sequence[Mapping[str, Any]]:
    """The reader's newest labels in a queue, and beside each how many places of theirs were done since midnight."""
    midnight = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    done = opinions.Slot.objects.filter(queue=queue, reviewer=reader.actor, state=SlotState.DONE.value)
    today = done.filter(changed_at__gte=midnight).order_by().values("reviewer").annotate(number=Count("pk"))
    later = opinions.Verdict.objects.filter(supersedes=OuterRef("pk"))
    own = opinions.Verdict.objects.visible_to(reader).filter(reviewer=reader.actor, item__queue=queue, withdrawn=False)
    known = {"is_superseded": Exists(later), "today": Coalesce(Subquery(today.values("number")), 0)}
    return own.annotate(**known).order_by("-id").values(*LAST, "seconds", "recorded_at", *known)[:REMEMBERED]


def _count_left(reader: Reader, queue: opinions.Queue) -> Mapping[ClaimKind, int]:
    """Each claim once, also where several places of it are free."""
    if queue.closed_at is not None:
        return {}
    every = [held_by(reader, queue), *offers(reader, queue, timezone.now())]
    first, *others = (slots.order_by().values_list("item_id", "item__claim__kind") for slots in every)
    found = first.union(*others)[:MOST_COUNTED]
    return Counter(ClaimKind(kind) for _, kind in found)
