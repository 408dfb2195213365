"""Results of a judge against the items of a revision: which names which, what was said, and what fits nowhere."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from inspector.judging.mapping import LARGEST_ATTEMPT, Read, read_said, without_words
from inspector.labels.label_set import JudgeResults, JudgeSaid
from inspector.models import rows as opinions
from lineage.evidence.vocabulary import JudgeStatus

MOST_LISTED = 100


class NotImportable(ValueError):
    """These results cannot be those of a judge on this set; the message says why, for people."""


class Matched(NamedTuple):
    """A result with the row of its item; `raw` are the judge's own words, empty where none are kept."""

    item: int
    said: JudgeSaid
    read: Read
    raw: str


class Matching(NamedTuple):
    """The results that name an item, and how many are of which kind, those that name none by their keys too."""

    matched: tuple[Matched, ...]
    counts: dict[str, Any]


class Known(NamedTuple):
    """The row of an item, and whether it is a claim of this house."""

    id: int
    is_claim: bool


def items_of(revision: opinions.SetRevision) -> dict[str, Known]:
    """A revision's items by their keys, in its order."""
    members = opinions.RevisionItem.objects.filter(revision=revision).order_by("ordinal")
    found = members.values_list("item__key", "item_id", "item__claim_id")
    return {key: Known(pk, claim is not None) for key, pk, claim in found}


def field_of(revision: opinions.SetRevision, name: str) -> Mapping[str, Any]:
    """The field of a revision by its name. Raises NotImportable, which names those that there are."""
    for field in revision.fields:
        if field["name"] == name:
            return {"positive": [], **field}
    known = ", ".join(field["name"] for field in revision.fields)
    raise NotImportable(f"The set has no field “{name[:100]}”; it has: {known}.")


def match(
    revision: opinions.SetRevision, items: Mapping[str, Known], results: JudgeResults, mapping: Mapping[str, str]
) -> Matching:
    """Raises NotImportable for a field that is none, for an attempt that stands there twice, and where nothing fits."""
    values = field_of(revision, results.field)["values"]
    matched: list[Matched] = []
    unmatched: dict[str, None] = {}
    seen: set[tuple[str, int]] = set()
    for said in results.said:
        if (said.item, said.attempt) in seen or not 1 <= said.attempt <= LARGEST_ATTEMPT:
            raise NotImportable(f"Attempt {said.attempt} on “{said.item[:100]}” stands there twice, or is no number.")
        seen.add((said.item, said.attempt))
        item = items.get(said.item)
        if item is None:
            unmatched[said.item] = None
        else:
            matched.append(_matched(item, said, read_said(said, values, mapping)))
    if not matched:
        raise NotImportable("None of these results names an item of this revision by its key.")
    return Matching(tuple(matched), _count(items, results, matched, list(unmatched)))


def _matched(item: Known, said: JudgeSaid, read: Read) -> Matched:
    own, raw = without_words(said, read) if item.is_claim else (read, said.raw)
    return Matched(item.id, said, own, raw)


def _count(
    items: Mapping[str, Known], results: JudgeResults, matched: Sequence[Matched], unmatched: Sequence[str]
) -> dict[str, Any]:
    completed = sum(one.read.status is JudgeStatus.COMPLETED for one in matched)
    foreign = sum(one.said.status is JudgeStatus.COMPLETED for one in matched) - completed
    return {
        "results": len(results.said),
        "matched": len(matched),
        "completed": completed,
        "no_label": foreign,
        "failed": len(matched) - completed - foreign,
        "missing": len(items) - len({one.item for one in matched}),
        "attempts": max(one.read.attempt for one in matched),
        "unmatched": len(unmatched),
        "unmatched_keys": [key.replace("\0", "")[:200] for key in unmatched[:MOST_LISTED]],
    }
