"""The page of a queue: its lists with their numbers, fifty items of one of them, and who did what in it."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from inspector.models import rows as opinions
from inspector.pages.evidence_view import Said
from inspector.pages.queue_counts import count
from inspector.pages.queue_desk import open_desk
from inspector.pages.queue_filters import DUES, Filters, read_filters
from inspector.pages.queue_lines import read_lines
from inspector.pages.queue_people import read_members, read_people
from inspector.pages.queue_stretches import LAST, Asked, Found, Place, read_asked, read_page
from inspector.pages.queue_tabs import LABELS, NEEDS_REVIEW, PEOPLE, STATES_OF, Desk
from inspector.pages.queue_view import Choice, QueueHead, QueuePage, Tab
from lineage.access import Action, Reader, require
from lineage.evidence.vocabulary import QueueKind

NOTES = {
    "own": "A blind queue: you see your own places in it and nothing of what others or a judge said, until your "
    "verdict is in.",
    "blind": "A blind queue: its claims are dealt to people beforehand, and each of them sees nothing of what others "
    "said until their own verdict is in.",
    "": "",
    "closed": "This queue is closed: nothing is offered from it any more, and what was said stays.",
}


class Wanted(NamedTuple):
    """What an address asks for; a list that the reader does not have counts as not said."""

    tab: str = ""
    filters: Filters = Filters()
    asked: Asked = Asked()


def read_wanted(query: Any) -> Wanted:
    tab = query.get("tab", "")
    return Wanted(tab if tab in LABELS else "", read_filters(query), read_asked(query))


def read_queue(reader: Reader, public_id: str, wanted: Wanted) -> QueuePage:
    """At most fifteen statements with those of the session, whatever is in it."""
    require(reader, Action.READ_CASES)
    desk = open_desk(reader, public_id, wanted.filters)
    queue = desk.queue
    name = wanted.tab if wanted.tab in desk.names else NEEDS_REVIEW
    counts = count(desk)
    found = Found((), None, None) if name == PEOPLE else read_page(desk.stretches(name), wanted.asked)
    people, free = read_people(desk) if name == PEOPLE else ((), 0)
    is_filtered = desk.filters != Filters()
    tabs = tuple(_tab(desk, one, counts.numbers.get(one), one == name) for one in desk.names)
    is_first = found.newer is None
    is_open = queue.closed_at is None
    return QueuePage(
        head=head_of(queue),
        note=NOTES["closed" if not is_open else "own" if desk.own_only else "blind" if queue.blind else ""],
        tabs=tabs,
        here=next(tab for tab in tabs if tab.is_here),
        today=counts.today if is_open and not is_filtered else None,
        left=counts.left,
        hidden=counts.hidden,
        is_mixed=len(STATES_OF.get(name, ())) != 1,
        lines=read_lines(desk, found.items),
        people=people,
        free=free,
        tag=desk.filters.tag,
        dues=tuple(Choice(value, label, value == desk.filters.due) for value, label in DUES.items()),
        is_filtered=is_filtered,
        unfiltered_url=_address(queue, name, Filters()),
        first_url="" if is_first else _address(queue, name, desk.filters),
        newer_url=_at(desk, name, "before", found.newer),
        older_url=_at(desk, name, "after", found.older),
        last_url="" if found.older is None else _address(queue, name, desk.filters, at=LAST),
        may_take=desk.may_judge and is_open,
        may_keep=desk.may_keep,
        members=read_members(reader) if desk.may_keep and found.items else (),
    )


def head_of(queue: opinions.Queue) -> QueueHead:
    kind = QueueKind(queue.kind)
    return QueueHead(
        id=queue.public_id,
        name=queue.name or queue.key,
        kind=Said(kind.label, "none", meaning=kind.meaning),
        is_blind=queue.blind,
        judgements=queue.judgements,
        lease_minutes=queue.lease_minutes,
        is_closed=queue.closed_at is not None,
        url=reverse("queue", args=[queue.public_id]),
        label_url=reverse("label", args=[queue.public_id]) if kind is QueueKind.CALIBRATION else "",
    )


def _tab(desk: Desk, name: str, number: int | None, is_here: bool) -> Tab:
    return Tab(name, LABELS[name], desk.meaning(name), number, _address(desk.queue, name, desk.filters), is_here)


def _at(desk: Desk, name: str, side: str, place: Place | None) -> str:
    return "" if place is None else _address(desk.queue, name, desk.filters, **{side: place.address})


def _address(queue: opinions.Queue, name: str, filters: Filters, **place: str) -> str:
    query = {"tab": "" if name == NEEDS_REVIEW else name, **filters._asdict(), **place}
    kept = {key: value for key, value in query.items() if value}
    return reverse("queue", args=[queue.public_id]) + (f"?{urlencode(kept)}" if kept else "")
