"""What is done with many items of a queue in one go, as its form says it: everything but judging."""

from datetime import UTC, date, datetime, time
from typing import Any, NamedTuple

from inspector.models import rows as opinions
from inspector.pages.queue_people import find_actors
from inspector.queue_reading import NotKept
from inspector.queue_sorting import assign, prioritise, set_due, tag
from lineage.access import Reader, get_visible

ASSIGN, TAG, UNTAG, PRIORITISE, DUE = "assign", "tag", "untag", "prioritise", "due"
WHOLE_PAGE = "page"


class Bulk(NamedTuple):
    """A deed and what it takes, as it was written."""

    deed: str
    items: tuple[str, ...]
    person: str
    tag: str
    priority: str
    due: str


def read_bulk(sent: Any) -> Bulk:
    name = "on_page" if sent.get("which") == WHOLE_PAGE else "item"
    words = (sent.get(field, "").replace("\0", "").strip() for field in ("person", "tag", "priority", "due"))
    return Bulk(sent.get("deed", ""), tuple(dict.fromkeys(sent.getlist(name))), *words)


def do_with_items(reader: Reader, public_id: str, bulk: Bulk) -> str:
    """Does it, and says what was done. Raises NotKept, NotVisible, NotAllowed; nothing is written then."""
    get_visible(opinions.Queue.objects, reader, public_id)
    if not bulk.items:
        raise NotKept("Tick the claims first, or say that you mean all of this page.")
    if bulk.deed == ASSIGN:
        return _assign(reader, bulk)
    if bulk.deed in (TAG, UNTAG):
        return _tag(reader, bulk)
    if bulk.deed == PRIORITISE:
        number = _whole(bulk.priority)
        return f"{_claims(prioritise(reader, bulk.items, number))} now of priority {number}."
    if bulk.deed == DUE:
        due = _end_of(bulk.due)
        changed = _claims(set_due(reader, bulk.items, due))
        return f"{changed} now due on {bulk.due}." if due else f"{changed} due on no day any more."
    raise NotKept("The form was not whole; it is drawn anew.")


def _assign(reader: Reader, bulk: Bulk) -> str:
    people = find_actors(reader, [bulk.person])
    if not people:
        raise NotKept("Choose the person to assign the claims to.")
    given = assign(reader, bulk.items, people[0])
    kept = len(bulk.items) - given
    rest = f" Left as before: {kept}, judged by that person already, or every place is begun." if kept else ""
    return f"{_claims(given)} now with that person.{rest}"


def _tag(reader: Reader, bulk: Bulk) -> str:
    written = (bulk.tag,)
    if bulk.deed == UNTAG:
        return f"{_claims(tag(reader, bulk.items, remove=written))} no longer tagged {bulk.tag}."
    return f"{_claims(tag(reader, bulk.items, add=written))} now tagged {bulk.tag}."


def _claims(number: int) -> str:
    return "1 claim is" if number == 1 else f"{number} claims are"


def _whole(written: str) -> int:
    digits = written.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6):
        raise NotKept("Write the priority as a whole number, such as 5 or -5.")
    return int(written)


def _end_of(written: str) -> datetime | None:
    """The end of the day in UTC; None where no day is written."""
    if not written:
        return None
    try:
        return datetime.combine(date.fromisoformat(written), time.max, UTC)
    except ValueError:
        raise NotKept("Write the day as year-month-day, such as 2026-12-24.") from None
