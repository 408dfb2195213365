"""What a judge said of single items, with its own words where they were kept."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from inspector.judging.judged_items import Answer
from inspector.models import rows as opinions
from inspector.models.judging import JudgeBatch, JudgeLabel
from inspector.noting import read_words
from lineage.evidence.vocabulary import JudgeStatus

NOT_KEPT = "its words were not imported"


class Told(NamedTuple):
    """An answer with the judge's own words; empty where none were kept."""

    answer: Answer
    raw: str


def read_told(batch: JudgeBatch, items: Collection[int], with_words: Collection[int]) -> dict[int, tuple[Told, ...]]:
    """By item in the order of attempts. Words only of the items `with_words`, which may be read. Two statements."""
    found: dict[int, list[Told]] = defaultdict(list)
    labels = JudgeLabel.objects.filter(batch=batch, item__in=items).order_by("item_id", "attempt")
    plain = labels.exclude(item__in=with_words) if with_words else labels
    for label in plain:
        found[label.item_id].append(Told(_answer(label), ""))
    for label in labels.filter(item__in=with_words).select_related("raw") if with_words else ():
        found[label.item_id].append(Told(_answer(label), read_words(label.raw) if label.raw is not None else ""))
    return {item: tuple(told) for item, told in found.items()}


def _answer(label: JudgeLabel) -> Answer:
    return Answer(label.attempt, JudgeStatus(label.status), label.label, label.score, label.message)


def read_items(ids: Collection[int]) -> list[opinions.CalibrationItem]:
    """These versions of items, in the order of their ids."""
    return list(opinions.CalibrationItem.objects.filter(pk__in=ids).select_related("content", "claim").order_by("pk"))
