"""The words of items as somebody may read them: of imported ones those that came, of claims where they are kept.

What a reader may not read of a source is not read here either: then there are no words of the item, and it says why.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from inspector.calibrating.claims import Inspected, address_of, inspect_claims
from inspector.calibrating.drafts import Stored, load_words
from inspector.judged_evidence import reached_by
from inspector.labels.label_set import Passage, Words
from lineage.access import Reader
from lineage.bulk import in_parts
from lineage.dossiers import find_labelled
from lineage.evidence.bundle import Citation, claim_text
from lineage.evidence.outcomes import Resolution
from lineage.evidence.vocabulary import Withheld
from lineage.models import rows
from lineage.models.content import ContentAbsent
from lineage.redactions import read_json, read_text
from lineage.withholding import find_withheld_artifacts

PART = 200
MASKED = "The claim rests on words of a source that you may not read now."
ERASED = "The words were erased."
NOT_PUBLISHED = "The data set does not publish the words."
REQUIRED = "The claim has to cite what supports it."


class ItemWords(NamedTuple):
    """`why_not` is empty where there are words. `address` is that of the claim of a house which the item is."""

    words: Words | None
    why_not: str
    address: str


def read_words(reader: Reader, items: Sequence[Any]) -> dict[int, ItemWords]:
    """By row of the item. Texts of claims are read an answer at a time: for a page of them, not for a list."""
    found: dict[int, ItemWords] = {}
    for part in in_parts(items, PART):
        contents = rows.Content.objects.in_bulk([item.content_id for item in part if item.content_id is not None])
        claims = _of_claims(reader, sorted({item.claim_id for item in part if item.claim_id is not None}))
        for item in part:
            is_own = item.claim_id is None
            found[item.pk] = _of_content(contents[item.content_id]) if is_own else claims[item.claim_id]
    return found


def stored_words(content: rows.Content | None) -> Words | None:
    """Of an imported item; None where it came without, and where they were erased."""
    return _of_content(content).words if content is not None else None


def _of_content(content: rows.Content) -> ItemWords:
    try:
        stored: Stored = load_words(read_json(content))
    except ContentAbsent:
        return ItemWords(None, ERASED, "")
    return ItemWords(stored.words, "" if stored.words is not None else NOT_PUBLISHED, stored.address)


def _of_claims(reader: Reader, claims: Sequence[int]) -> dict[int, ItemWords]:
    inspected = list(inspect_claims(claims))
    reached = {one.row.pk: _reached(one) for one in inspected}
    closed = _closed(reader, {key for keys in reached.values() for key in keys})
    found = {}
    for one in inspected:
        is_masked = not closed.isdisjoint(reached[one.row.pk])
        words = None if is_masked else _words_of(one)
        address = address_of(one.row.answer.case.key, one.row.key)
        found[one.row.pk] = ItemWords(words, MASKED if is_masked else "", address)
    return found


def _resolutions(one: Inspected) -> Mapping[str, Resolution]:
    return {resolution.citation: resolution for resolution in one.inspection.resolutions}


def _reached(one: Inspected) -> set[str]:
    """The artifacts whose words the claim's citations lead to."""
    resolutions = _resolutions(one)
    cited = [citation for citation in one.dossier.citations_of(one.claim.key) if citation.key in resolutions]
    reached = [reached_by(citation, resolutions[citation.key]) for citation in cited]
    return {key for keys in reached for key in keys if key}


def _closed(reader: Reader, artifacts: Iterable[str]) -> set[str]:
    """Of these artifacts those that the reader may not read. At most two statements for 500 where none is."""
    keys = sorted(artifacts)
    if not keys:
        return set()
    withheld = find_withheld_artifacts(reader.tenant_id, keys, reader)
    closed = {key for key, kind in withheld.items() if kind is not Withheld.NOT_RETAINED}
    return closed if reader.reads_every_label else closed | find_labelled(reader.tenant_id, keys, reader.labels)


def _words_of(one: Inspected) -> Words:
    resolutions = _resolutions(one)
    cited = one.dossier.citations_of(one.claim.key)
    return Words(
        claim=claim_text(one.dossier.answer, one.claim),
        passages=tuple(passage for citation in cited for passage in _passages(one, citation, resolutions)),
        question=_question(one.row.answer.case.question),
        requirement=REQUIRED if one.row.requires_citation else "",
    )


def _passages(one: Inspected, citation: Citation, resolutions: Mapping[str, Resolution]) -> Iterable[Passage]:
    """The very words that a citation leads to; none where they are not kept."""
    resolution = resolutions.get(citation.key)
    for place in resolution.primary if resolution is not None else ():
        text = one.dossier.find_text(place.artifact)
        if text is not None:
            yield Passage(place.span.slice(text), citation.marker or citation.key)


def _question(content: rows.Content | None) -> str:
    try:
        return read_text(content) if content is not None else ""
    except ContentAbsent:
        return ""
