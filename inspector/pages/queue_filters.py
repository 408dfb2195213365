"""What a queue's lists are narrowed by: a tag, and when a verdict is due."""

import json
from datetime import timedelta
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from inspector.queue_sorting import LONGEST_TAG

OVERDUE, WEEK, DATED = "overdue", "week", "dated"
DUES = {OVERDUE: "overdue", WEEK: "due within 7 days", DATED: "with a date"}


class Filters(NamedTuple):
    """A value that is none of ours narrows nothing and is dropped."""

    tag: str = ""
    due: str = ""


def read_filters(query: Any) -> Filters:
    tag, due = " ".join(query.get("tag", "").replace("\0", "").split()), query.get("due", "")
    return Filters(tag[:LONGEST_TAG], due if due in DUES else "")


def narrowed(found: QuerySet[Any], filters: Filters, item: str = "item__") -> QuerySet[Any]:
    """Rows of items (`item` leads to them) that have the tag and are due so."""
    if filters.tag:
        found = found.alias(written=Cast(f"{item}tags", TextField())).filter(_has_tag(filters.tag))
    if filters.due == OVERDUE:
        found = found.filter(**{f"{item}due_at__lt": timezone.now()})
    elif filters.due == WEEK:
        found = found.filter(**{f"{item}due_at__lt": timezone.now() + timedelta(days=7)})
    elif filters.due == DATED:
        found = found.filter(**{f"{item}due_at__isnull": False})
    return found


def _has_tag(tag: str) -> Q:
    # One engine keeps a letter beyond ASCII as it is, the other escapes it.
    escaped, plain = json.dumps(tag), json.dumps(tag, ensure_ascii=False)
    return Q(written__contains=escaped) | Q(written__contains=plain)
