"""Calibration candidates: claims on which people differed, with all that is kept of each, a page at a time."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from inspector.candidates import disputed_states
from inspector.figures.consensus import SUPPORT, Said
from inspector.item_reading import read_said
from inspector.models import rows as opinions
from inspector.pages.candidate_reading import Candidate, Cited, read_candidates
from inspector.pages.drawing import DrawnText, draw
from inspector.pages.review_again_reading import read_claims
from inspector.pages.verdict_words import name_of, word_of
from inspector.readers import reader_of
from inspector.settled_verdicts import words_of
from lineage.access import Reader
from lineage.evidence.bundle import JudgeResult
from lineage.evidence.vocabulary import ItemProgress

PAGE = 10
PUBLIC_ID = re.compile("[0-9a-f]{32}")
COLUMNS = ("item_id", "state", "item__public_id", "item__claim_id", "item__claim__public_id", "item__claim__ordinal")
COLUMNS += ("item__claim__answer__state__heading", "item__queue__name")
CLOSED = "These words are not shown to you; their source page says why."
NOT_KEPT = "These words are not kept."
FIELDS = ("coverage", "support_class")


class PassageLine(NamedTuple):
    marker: str
    drawn: DrawnText | None
    why_not: str


class JudgedLine(NamedTuple):
    """What one judge said; `reason` is empty where it gave none, or this reader may not read it."""

    judge: str
    said: str
    reason: str


class DecidedLine(NamedTuple):
    """`who` is a number, never a name: who judged how is of no use to a calibration set."""

    who: str
    values: tuple[tuple[str, str], ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateLine:
    """`is_closed` says that reasons are left out, since they may repeat words that this reader may not read."""

    heading: str
    ordinal: int
    url: str
    claim: str
    queue: str
    standing: ItemProgress
    cited: tuple[PassageLine, ...]
    judged: tuple[JudgedLine, ...]
    decided: tuple[DecidedLine, ...]
    is_closed: bool


class CandidatesPage(NamedTuple):
    lines: tuple[CandidateLine, ...]
    next_url: str
    first_url: str


def read_page(reader: Reader, after: str) -> CandidatesPage:
    """The newest first; those behind the item `after`, by its public id."""
    states = disputed_states(reader)
    if after:
        last = opinions.Item.objects.visible_to(reader).filter(public_id=after)
        states = states.filter(item__lt=last.values("pk")[:1])
    found = list(states.order_by("-item").values(*COLUMNS)[: PAGE + 1])
    shown = found[:PAGE]
    more = urlencode({"after": shown[-1]["item__public_id"]}) if len(found) > PAGE else ""
    address = reverse("candidates")
    return CandidatesPage(_lines(reader, shown), f"{address}?{more}" if more else "", address if after else "")


def _lines(reader: Reader, shown: Sequence[Mapping[str, Any]]) -> tuple[CandidateLine, ...]:
    if not shown:
        return ()
    items = {row["item_id"]: row["item__claim_id"] for row in shown}
    candidates, said = read_candidates(reader, items), read_said(list(items))
    verdicts = [one.verdict for group in said.values() for one in group]
    rationales = opinions.Verdict.objects.filter(pk__in=verdicts).select_related("rationale")
    reasons = {row.pk: words_of(row.rationale) for row in rationales}
    claims = read_claims(sorted(set(items.values())))
    return tuple(
        _line(row, candidates[row["item_id"]], said.get(row["item_id"], ()), reasons, claims) for row in shown
    )


def _line(
    row: Mapping[str, Any],
    candidate: Candidate,
    said: Sequence[Said],
    reasons: Mapping[int, str],
    claims: Mapping[int, str],
) -> CandidateLine:
    markers = {one.citation: one.marker for one in candidate.cited}
    hides = candidate.is_closed
    decided = [
        DecidedLine(f"reviewer {number}", _values(one.fields, markers), "" if hides else reasons.get(one.verdict, ""))
        for number, one in enumerate(sorted(said, key=lambda one: one.verdict), start=1)
    ]
    if candidate.settled is not None:
        decided.append(DecidedLine("adjudicator", _values(candidate.settled, markers), ""))
    return CandidateLine(
        heading=row["item__claim__answer__state__heading"],
        ordinal=row["item__claim__ordinal"] + 1,
        url=reverse("claim", args=[row["item__claim__public_id"]]),
        claim=claims.get(row["item__claim_id"], ""),
        queue=row["item__queue__name"],
        standing=ItemProgress(row["state"]),
        cited=tuple(_passage(one) for one in candidate.cited),
        judged=tuple(_judged(one, hides=hides) for one in candidate.judged),
        decided=tuple(decided),
        is_closed=hides,
    )


def _values(fields: Mapping[str, str | None], markers: Mapping[int, str]) -> tuple[tuple[str, str], ...]:
    """What was said of the fields that a set is labelled by: support of each citation first."""
    named = [*(name for name in fields if name.startswith(SUPPORT)), *FIELDS]
    return tuple((name_of(name, markers), word_of(name, fields[name])) for name in named if fields.get(name))


def _passage(one: Cited) -> PassageLine:
    why = CLOSED if one.is_closed else NOT_KEPT if one.words is None else ""
    return PassageLine(one.marker, draw(one.words) if one.words is not None and not why else None, why)


def _judged(one: JudgeResult, *, hides: bool) -> JudgedLine:
    said = one.verdict.label if one.verdict else one.status.label
    score = f", {one.score:g}" if one.score is not None else ""
    judge = " ".join(part for part in (one.evaluator, one.version) if part)
    return JudgedLine(judge or "a judge without a name", f"{said}{score}", "" if hides else one.reason)


@require_safe
def candidates(request: HttpRequest) -> HttpResponse:
    after = request.GET.get("after", "")
    page = read_page(reader_of(request), after if PUBLIC_ID.fullmatch(after) else "")
    return render(request, "inspector/candidates.html", {"page": page, "here": "candidates"})
