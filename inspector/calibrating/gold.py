"""How often somebody said of known items what is expected of them: told to them alone, where the set allows it."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import BooleanField, Min, Value

from inspector.calibrating.fields import LABEL, compared_field, labels_of
from inspector.figures.consensus import SUPPORT, Said
from inspector.item_reading import VERDICTS, said_in
from inspector.models import rows as opinions
from inspector.queue_reading import Queue, read_queue
from lineage.access import Action, Reader, require

FIRST = tuple("stands" if name == "withdrawn" else name for name in VERDICTS)
"""As `VERDICTS`, but what was said first counts though it was taken back."""
STEP = 10
"""Told of so many at once: a number that moved with each label would say which of them was known, and what of it."""


class OwnGold(NamedTuple):
    """Of the known items that the reader has judged: how many, and on how many they said at first what is expected."""

    judged: int
    same: int


def own_gold(reader: Reader, queue: Queue, step: int = STEP) -> OwnGold | None:
    """Of each item the first verdict, and of the items as many as whole steps hold, in the order of these verdicts.

    None where the queue has no gold or its set does not tell. Raises NotAllowed, NotVisible.
    """
    require(reader, Action.RECORD_VERDICT)
    found = read_queue(reader, queue)
    if not opinions.CalibrationSet.objects.filter(pk=found.gold_id, shows_gold=True).exists():
        return None
    gold = opinions.GoldItem.objects.filter(item__queue=found, item__verdicts__reviewer=reader.actor).distinct()
    expected = dict(gold.values_list("item_id", "known__expected"))
    own = opinions.Verdict.objects.filter(item__in=list(expected), reviewer=reader.actor)
    first = own.order_by().values("item").annotate(first=Min("pk")).values("first")
    rows = own.filter(pk__in=first).annotate(stands=Value(False, BooleanField())).order_by("id")
    told = list(said_in(rows.values_list("item_id", *FIRST)).items())
    told = told[: len(told) - len(told) % step]
    return OwnGold(len(told), sum(_is_as_known(said, expected[item]) for item, (said,) in told))


def _is_as_known(said: Said, expected: Mapping[str, str]) -> bool:
    cited = sum(name.startswith(SUPPORT) for name in said.fields)
    field = compared_field(expected) or LABEL
    return labels_of(said.fields, cited).get(field) == expected.get(field)
