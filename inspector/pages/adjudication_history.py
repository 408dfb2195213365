"""The adjudications of a claim for its page, newest first: appended, never edited, in one statement."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef
from django.urls import reverse

from inspector.figures.consensus import SUPPORT
from inspector.item_reading import FIELDS, label_of
from inspector.models import rows as opinions
from inspector.pages.run_people import name_of as person
from inspector.pages.run_people import named_by
from inspector.pages.settled_reading import ADOPTED, NEITHER, sentence_of
from inspector.pages.verdict_words import name_of, word_of
from inspector.settled_verdicts import words_of
from lineage.access import Reader
from lineage.evidence.vocabulary import ErrorKind

MOST = 20
PAIRS = {"support": F("pairs__support"), "cited": F("pairs__citation__key")}


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjudicationLine:
    """One settled disagreement; `values` are field and value as settled."""

    url: str
    by: str
    at: datetime
    outcome: str
    values: tuple[tuple[str, str], ...]
    error_kind: str
    guideline: str
    sentence: str
    guideline_flag: bool
    reason: str
    chain_digest: bytes


def was_adjudicated(claim: str = "pk") -> Exists:
    """For the query that reads a claim: whether there is any, so that a claim without costs no statement."""
    return Exists(opinions.Adjudication.objects.filter(claim=OuterRef(claim)))


def read_adjudications(reader: Reader, claim_id: int, *, hidden: str = "") -> tuple[AdjudicationLine, ...]:
    """One statement. Reasons may repeat the words that were judged: `hidden` stands in their place where those may
    not be read. Not to be asked where the claim is sealed for the reader.
    """
    found = named_by(opinions.Adjudication.objects.visible_to(reader).filter(claim=claim_id), "adjudicator")
    joined = found.select_related("reason", "guideline__body").order_by("-pk", "pairs__citation__ordinal")
    by_row: dict[int, list[Any]] = {}
    for row in joined.annotate(**PAIRS)[: MOST * 50]:
        by_row.setdefault(row.pk, []).append(row)
    return tuple(_line(reader, group, hidden) for group in list(by_row.values())[:MOST])


def _line(reader: Reader, group: list[Any], hidden: str) -> AdjudicationLine:
    row = group[0]
    fields = {name: getattr(row, name) for name in FIELDS if getattr(row, name) is not None}
    pairs = [(pair.cited, word_of(SUPPORT, pair.support)) for pair in group if pair.support]
    return AdjudicationLine(
        url=reverse("settlement", args=[row.public_id]),
        by=person(reader, row.adjudicator, row.first_name, row.username),
        at=row.recorded_at,
        outcome=ADOPTED if row.adopted_id is not None else NEITHER,
        values=(*((name_of(name, {}), word_of(name, value)) for name, value in fields.items()), *pairs),
        error_kind=ErrorKind(row.error_kind).label,
        guideline=label_of(row.guideline),
        sentence=sentence_of(row),
        guideline_flag=row.guideline_flag,
        reason=hidden or words_of(row.reason),
        chain_digest=bytes(row.chain_digest),
    )
