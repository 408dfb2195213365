"""Every item of a revision beside what a judge said of it: what all figures of the judge are computed from.

An item whose claim the reader is to judge blind, or could still be asked to, bears none of its labels here.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import BooleanField, Exists, OuterRef, Value

from inspector.blindness import is_sealed
from inspector.models import rows as opinions
from inspector.models.judging import JudgeBatch, JudgeLabel
from lineage.access import Reader
from lineage.evidence.vocabulary import Comparability, JudgeStatus, RaterRole

ITEM = ("item_id", "item__public_id", "item__key", "item__expected", "item__strata", "item__comparability")
SAID = ("item_id", "attempt", "status", "label", "score", "message")


class Answer(NamedTuple):
    """One answer of the judge. A completed one has a label, a score, or both."""

    attempt: int
    status: JudgeStatus
    label: str | None
    score: float | None
    message: str

    @property
    def is_completed(self) -> bool:
        return self.status is JudgeStatus.COMPLETED


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedItem:
    """`expected` is None where nobody settled the field; `answers` are in the order of their attempts."""

    id: int
    public_id: str
    key: str
    ordinal: int
    expected: str | None = None
    strata: Mapping[str, str]
    is_comparable: bool
    is_hidden: bool
    answers: tuple[Answer, ...] = ()

    @property
    def first(self) -> Answer | None:
        """What figures are computed from: later attempts tell how stable the judge is."""
        return self.answers[0] if self.answers else None

    def is_in(self, stratum: tuple[str, str] | None) -> bool:
        return stratum is None or self.strata.get(stratum[0]) == stratum[1]


def read_judged(reader: Reader | None, batch: JudgeBatch) -> list[JudgedItem]:
    """In the order of the revision; for nobody in particular (a certificate) all of them. Two statements."""
    members = opinions.RevisionItem.objects.filter(revision_id=batch.revision_id)
    members = members.annotate(sealed=_sealed(reader)).order_by("ordinal")
    answers = _answers(JudgeLabel.objects.filter(batch=batch))
    return [_item(row, batch.field, answers) for row in members.values("ordinal", "sealed", *ITEM)]


def has_sealed(reader: Reader, revision: opinions.SetRevision) -> bool:
    """Whether an item of the revision is a claim that the reader is to judge without knowing of others."""
    return opinions.RevisionItem.objects.filter(_sealed(reader), revision=revision).exists()


def _sealed(reader: Reader | None) -> Any:
    if reader is None:
        return Value(False, output_field=BooleanField())
    return is_sealed(reader, OuterRef("item__claim_id"))


def _item(row: Mapping[str, Any], field: str, answers: Mapping[int, list[Answer]]) -> JudgedItem:
    hidden = bool(row["sealed"])
    return JudgedItem(
        id=row["item_id"],
        public_id=row["item__public_id"],
        key=row["item__key"],
        ordinal=row["ordinal"],
        expected=None if hidden else row["item__expected"].get(field),
        strata=row["item__strata"],
        is_comparable=row["item__comparability"] == Comparability.COMPARABLE.value,
        is_hidden=hidden,
        answers=() if hidden else tuple(answers.get(row["item_id"], ())),
    )


def _answers(labels: Any) -> dict[int, list[Answer]]:
    found: dict[int, list[Answer]] = defaultdict(list)
    for item, attempt, status, label, score, message in labels.order_by("item_id", "attempt").values_list(*SAID):
        found[item].append(Answer(attempt, JudgeStatus(status), label, score, message))
    return found


def read_ratings(batch: JudgeBatch, items: Iterable[int]) -> list[tuple[int, str, str]]:
    """(item, rater, value) of what raters said of the batch's field, of these items. One statement.

    Never an adjudicator: whoever settles a difference is no rater.
    """
    members = opinions.RevisionItem.objects.filter(revision_id=batch.revision_id, item=OuterRef("item"))
    labels = opinions.ItemLabel.objects.filter(Exists(members), field=batch.field, role=RaterRole.RATER.value)
    wanted = set(items)
    found = labels.order_by("item_id", "rater").values_list("item_id", "rater", "value")
    return [row for row in found if row[0] in wanted]
