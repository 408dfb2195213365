"""Items of queues whose matter is completed: what each reviewer's counted verdict says, what an adjudicator settled.

A person is called by a handle of the set: an actor is a pseudonym of the house, and leaves it in no export.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Count

from inspector.calibrating.claims import address_of
from inspector.calibrating.drafts import Given
from inspector.calibrating.fields import agreed, labels_of
from inspector.figures.consensus import SUPPORT, Said, count
from inspector.item_reading import FIELDS, read_said
from inspector.labels.label_set import Label
from inspector.models import rows as opinions
from lineage.bulk import in_parts
from lineage.evidence.digests import keyed_digest
from lineage.evidence.vocabulary import COMPLETED, ExpectedBy, ItemProgress, RaterRole

PART = 500
HANDLE = 10


class Completed(NamedTuple):
    """A claim that is settled: what everybody said of it, and what others are compared with."""

    claim: int
    address: str
    given: tuple[Given, ...]
    expected: Mapping[str, str]
    expected_by: ExpectedBy


class Matter(NamedTuple):
    """A completed item, and the evidence on which its verdicts count."""

    item: int
    claim: int
    address: str
    state: ItemProgress
    today: bytes
    after: int
    citations: int


def completed_in(items: Any) -> Any:
    """Of a query set of items those that are completed."""
    return items.filter(state__state__in=[state.value for state in COMPLETED])


def read_completed(items: Any, handles: str) -> list[Completed]:
    """Of a query set of completed items, one for each claim, in their order; `handles` is what keys the handles.

    A claim in several queues counts in the first of them; of several versions of an answer, the newest.
    """
    newest: dict[str, Matter] = {}
    for matter in _matters(items):
        known = newest.get(matter.address)
        if known is None or known.claim < matter.claim:
            newest[matter.address] = matter
    return [one for part in in_parts(list(newest.values()), PART) for one in _read(part, handles)]


def _matters(items: Any) -> Iterator[Matter]:
    opened = opinions.Reopening.objects.order_by("id").values_list("item_id", "after_id")
    found = items.annotate(citations=Count("claim__citations"))
    columns = ("pk", "claim_id", "claim__answer__case__key", "claim__key", "state__state", "state__today", "citations")
    every = list(found.values_list(*columns))
    after: dict[int, int] = {}
    for part in in_parts([row[0] for row in every], PART):
        after.update(opened.filter(item__in=part))
    for item, claim, case, key, state, today, citations in every:
        progress = ItemProgress(state)
        yield Matter(item, claim, address_of(case, key), progress, bytes(today), after.get(item, 0), citations)


def _read(matters: Sequence[Matter], handles: str) -> Iterator[Completed]:
    said = read_said([one.item for one in matters])
    settled = _read_settled([one.item for one in matters if one.state is ItemProgress.ADJUDICATED])
    for matter in matters:
        counted = sorted(count(said.get(matter.item, ()), matter.today, matter.after), key=lambda one: one.verdict)
        given = [labels_of(one.fields, matter.citations) for one in counted]
        labels = list(_labels(counted, given, handles))
        if matter.state is ItemProgress.ADJUDICATED:
            actor, fields = settled[matter.item]
            expected = labels_of(fields, matter.citations)
            handle = f"adjudicator-{_handle(handles, actor)}"
            labels += [Given(Label(name, handle, value, RaterRole.ADJUDICATOR)) for name, value in expected.items()]
            by = ExpectedBy.ADJUDICATED
        else:
            expected, by = agreed(given), ExpectedBy.AGREED
        yield Completed(matter.claim, matter.address, tuple(labels), expected, by)


def _labels(counted: Iterable[Said], given: Iterable[Mapping[str, str]], handles: str) -> Iterator[Given]:
    for one, values in zip(counted, given, strict=True):
        rater = f"rater-{_handle(handles, one.reviewer)}"
        yield from (Given(Label(field, rater, value), one.verdict) for field, value in values.items())


def _handle(handles: str, actor: str) -> str:
    return keyed_digest(handles.encode(), actor.encode()).partition(":")[2][:HANDLE]


def _read_settled(items: Sequence[int]) -> dict[int, tuple[str, dict[str, str | None]]]:
    """By item who settled it last, and the fields as settled, by name as in `Said`. Two statements."""
    found: dict[int, Any] = {}
    newest = opinions.Adjudication.objects.filter(item__in=items).order_by("id")
    for row in newest.values("pk", "item_id", "adjudicator", *FIELDS):
        found[row["item_id"]] = row
    pairs: dict[int, dict[str, str | None]] = {row["pk"]: {} for row in found.values()}
    of_citations = opinions.AdjudicatedPair.objects.filter(adjudication__in=pairs)
    for pk, citation, support in of_citations.values_list("adjudication_id", "citation_id", "support"):
        pairs[pk][f"{SUPPORT}{citation}"] = support
    return {
        item: (row["adjudicator"], {name: row[name] for name in FIELDS} | pairs[row["pk"]])
        for item, row in found.items()
    }
