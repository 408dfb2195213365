"""The pages of a labeller, read: the list of their queues, and one queue with the claim before them."""

from django.urls import reverse

from inspector.calibrating.gold import own_gold
from inspector.labelling.holding import read_held
from inspector.labelling.progress import MOST_COUNTED, Progress, read_progress
from inspector.models import rows as opinions
from inspector.pages.label_item import FULLER, read_item
from inspector.pages.label_view import Gold, LabelItem, LabelLine, LabelPage, Own
from inspector.pages.queue_own import read_queue_lines
from lineage.access import Action, Reader, require


def read_label_queues(reader: Reader) -> tuple[LabelLine, ...]:
    """Open queues of labels, those first in which something waits for the reader."""
    require(reader, Action.RECORD_VERDICT)
    lines = [line for line in read_queue_lines(reader) if line.head.label_url]
    return tuple(
        LabelLine(
            name=line.head.name,
            url=line.head.label_url,
            next_url=reverse("label_next", args=[line.head.id]),
            is_blind=line.head.is_blind,
            today=line.today.done,
            left=line.today.of - line.today.done,
        )
        for line in lines
        if line.today is not None and not line.head.is_closed
    )


def read_page(reader: Reader, queue: opinions.Queue, item: LabelItem | None) -> LabelPage:
    """`item` as it is drawn already, None where the reader holds nothing."""
    progress = read_progress(reader, queue)
    return LabelPage(
        queue=queue.public_id,
        name=str(queue),
        url=reverse("label", args=[queue.public_id]),
        is_blind=queue.blind,
        is_closed=queue.closed_at is not None,
        own=own_of(progress),
        last=progress.last,
        gold=_gold(reader, queue),
        item=item,
        has_left=progress.waiting > 0,
    )


def _gold(reader: Reader, queue: opinions.Queue) -> Gold | None:
    """No statement where nothing known was mixed in."""
    found = own_gold(reader, queue) if queue.gold_id is not None else None
    return Gold(found.same, found.judged) if found is not None and found.judged else None


def read_current(reader: Reader, queue: opinions.Queue, named: str = "") -> LabelItem | None:
    """The named one of the items that the reader holds, else the one that they took first; None where there is none."""
    held = read_held(reader, queue)
    chosen = [slot for slot in held if slot.item.public_id == named]
    slot = next(iter((*chosen, *held)), None)
    return None if slot is None else read_item(reader, slot)


def own_of(progress: Progress) -> Own:
    left = f"{MOST_COUNTED:,} or more" if progress.waiting >= MOST_COUNTED else str(progress.waiting)
    fuller = sum(number for kind, number in progress.left.items() if kind in FULLER)
    return Own(progress.today, left, fuller, "" if progress.seconds is None else f"{progress.seconds:g}")
