"""How often somebody said of known items what is expected of them: told to them alone, where the set allows it."""

from typing import NamedTuple

from inspector.calibrating.fields import LABEL, compared_field, labels_of
from inspector.figures.consensus import SUPPORT
from inspector.item_reading import VERDICTS, said_in
from inspector.models import rows as opinions
from inspector.queue_reading import Queue, read_queue
from lineage.access import Action, Reader, require


class OwnGold(NamedTuple):
    """Of the known items that the reader has judged: how many, and on how many they said what is expected."""

    judged: int
    same: int


def own_gold(reader: Reader, queue: Queue) -> OwnGold | None:
    """Only of verdicts that are in; None where the queue has no gold or its set does not tell. Raises NotAllowed,
    NotVisible."""
    require(reader, Action.RECORD_VERDICT)
    found = read_queue(reader, queue)
    if not opinions.CalibrationSet.objects.filter(pk=found.gold_id, shows_gold=True).exists():
        return None
    gold = opinions.GoldItem.objects.filter(item__queue=found, item__verdicts__reviewer=reader.actor).distinct()
    expected = dict(gold.values_list("item_id", "known__expected"))
    own = opinions.Verdict.objects.filter(item__in=list(expected), reviewer=reader.actor).order_by("id")
    judged = same = 0
    for item, said in said_in(own.values_list("item_id", *VERDICTS)).items():
        for one in said:
            cited = sum(name.startswith(SUPPORT) for name in one.fields)
            field = compared_field(expected[item]) or LABEL
            judged += 1
            same += labels_of(one.fields, cited).get(field) == expected[item].get(field)
    return OwnGold(judged, same)
