"""The four things that are kept of a disputed claim: its words, the cited ones, what judges said, what people decided.

Whoever may not read a text that the answer was given reads no words that others wrote of it either.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import F

from inspector.figures.consensus import SUPPORT
from inspector.models import rows as opinions
from inspector.pages.review_again_reading import Place, read_around, read_texts
from inspector.pages.withheld_opening import find_closed_artifacts
from lineage.access import Reader
from lineage.dossiers import ANSWER_TEXTS, read_answer
from lineage.evidence.bundle import Answer, JudgeResult
from lineage.evidence.reading import load_json, validate
from lineage.models import rows
from lineage.models.content import ContentAbsent
from lineage.redactions import read_json
from lineage.text.span import Span

LONGEST_PASSAGE = 600


class Cited(NamedTuple):
    """A passage as the answer cites it. `words` is None where they are not kept; `is_closed`: not for this reader."""

    citation: int
    marker: str
    words: str | None
    is_closed: bool


class Candidate(NamedTuple):
    """`settled` are the fields of the newest adjudication, None where there is none.

    `is_closed`: a text that the answer was given may not be read by this reader, so nobody's reasons are shown.
    """

    claim: Any
    cited: tuple[Cited, ...]
    judged: tuple[JudgeResult, ...]
    settled: Mapping[str, str | None] | None
    is_closed: bool


def read_candidates(reader: Reader, items: Mapping[int, int]) -> dict[int, Candidate]:
    """By item, of claims by item; a fixed number of statements, whatever they hold."""
    texts = (f"answer__{name}" for name in ANSWER_TEXTS)
    found = rows.Claim.objects.filter(pk__in=items.values()).select_related("answer", *texts)
    claims = {claim.pk: claim for claim in found}
    answers = {claim.answer_id: claim.answer for claim in claims.values()}
    resolved = _read_resolved(claims)
    wire = {pk: _read_answer(answer) for pk, answer in answers.items()}
    given = _read_given(answers)
    named = {row["artifact__key"] for group in resolved.values() for row in group if row["artifact__key"]}
    closed = find_closed_artifacts(reader, named.union(*given.values())).keys()
    words = _read_words(reader, resolved, closed)
    judged = _read_judged(wire)
    settled = _read_settled(items)
    return {
        item: Candidate(
            claim=claims[claim],
            cited=tuple(
                _cited(row, wire[claims[claim].answer_id], words, closed) for row in resolved.get(claim, ())
            ),
            judged=tuple(one for one in judged[claims[claim].answer_id] if one.claim == claims[claim].key),
            settled=settled.get(item),
            is_closed=not closed.isdisjoint(_all_of(resolved.get(claim, ()), given.get(claims[claim].answer_id, ()))),
        )
        for item, claim in items.items()
    }


def _all_of(resolved: Sequence[Mapping[str, Any]], given: Iterable[str]) -> set[str]:
    return {row["artifact__key"] for row in resolved if row["artifact__key"]} | set(given)


def _read_resolved(claims: Iterable[int]) -> dict[int, list[Mapping[str, Any]]]:
    """By claim what its citations lead to, in the answer's order."""
    newest = rows.Resolution.objects.filter(
        inspection=F("citation__answer__state__inspection"), citation__claim__in=list(claims)
    )
    columns = ("citation_id", "citation__claim_id", "citation__key", "start", "end")
    found: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for row in newest.order_by("citation__ordinal").values(*columns, "artifact__key"):
        found[row["citation__claim_id"]].append(row)
    return found


def _read_given(answers: Iterable[int]) -> dict[int, set[str]]:
    """By answer the keys of the texts that it was given."""
    given: dict[int, set[str]] = defaultdict(set)
    entries = rows.ManifestEntry.objects.filter(answer__in=list(answers), artifact__isnull=False)
    for answer, key in entries.values_list("answer_id", "artifact__key"):
        given[answer].add(key)
    return given


def _read_words(
    reader: Reader, resolved: Mapping[int, Sequence[Mapping[str, Any]]], closed: Iterable[str]
) -> dict[Place, str]:
    places = [_place(row) for group in resolved.values() for row in group if row["artifact__key"]]
    texts = read_texts(reader, {key for key, _ in places} - set(closed))
    return {place: words for place, (words, _) in read_around(texts, places, 0).items()}


def _place(row: Mapping[str, Any]) -> Place:
    """The cited range, its beginning only; that of the whole text where none was recorded."""
    start = row["start"] or 0
    end = row["end"] if row["end"] is not None else start + LONGEST_PASSAGE
    return row["artifact__key"], Span(start, max(start, min(end, start + LONGEST_PASSAGE)))


def _cited(row: Mapping[str, Any], answer: Answer | None, words: Mapping[Place, str], closed: Iterable[str]) -> Cited:
    key = row["artifact__key"]
    markers = {one.key: one.marker for one in answer.citations} if answer else {}
    marker = markers.get(row["citation__key"]) or row["citation__key"]
    found = words.get(_place(row)) if key else None
    return Cited(row["citation_id"], marker, found or None, bool(key) and key in closed)


def _read_answer(answer: Any) -> Answer | None:
    """The answer as it came; None where its words were erased."""
    try:
        return read_answer(answer)[0]
    except ContentAbsent:
        return None


def _read_judged(wire: Mapping[int, Answer | None]) -> dict[int, list[JudgeResult]]:
    """By answer: the results that came with it, and those that came apart. One statement."""
    judged = {pk: list(answer.judge_results) if answer else [] for pk, answer in wire.items()}
    apart = rows.JudgeResult.objects.filter(claim__answer__in=list(wire), record__isnull=False)
    for row in apart.select_related("record", "claim").order_by("id"):
        judged[row.claim.answer_id].append(validate(JudgeResult, load_json(read_json(row.record))))
    return judged


def _read_settled(items: Iterable[int]) -> dict[int, dict[str, str | None]]:
    """By item what its newest adjudication says, with the support of each citation. Two statements."""
    newest = {row.item_id: row for row in opinions.Adjudication.objects.filter(item__in=list(items)).order_by("id")}
    settled: dict[int, dict[str, str | None]] = {
        item: {"coverage": row.coverage, "support_class": row.support_class} for item, row in newest.items()
    }
    by_row = {row.pk: item for item, row in newest.items()}
    pairs = opinions.AdjudicatedPair.objects.filter(adjudication__in=list(by_row))
    for pk, citation, support in pairs.values_list("adjudication_id", "citation_id", "support"):
        settled[by_row[pk]][f"{SUPPORT}{citation}"] = support
    return settled
