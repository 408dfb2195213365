"""The list of answers: filtered, searched and counted on AnswerState alone; a line opens where the fault is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import Count, Subquery
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.blindness import blind_answers, told
from inspector.http import page_or_fragment
from inspector.pages.evidence_view import Said
from inspector.pages.states import STATE_OF_DECISION
from inspector.pages.untold import NOT_TOLD, said_of_decision
from inspector.readers import reader_of
from inspector.untold import HIDDEN, UNTOLD
from lineage.access import Action, Reader, require
from lineage.evidence.rules.registry import RULES
from lineage.evidence.vocabulary import LEVEL_WEIGHT, Decision, Level, Owner
from lineage.models import rows

PAGE = 50
PUBLIC_ID = re.compile("[0-9a-f]{32}")


class Filters(NamedTuple):
    """What the address asks for; a value that is none of ours filters nothing and is dropped."""

    decision: str = ""
    rule: str = ""
    owner: str = ""
    search: str = ""

    def address(self, **changes: str) -> str:
        kept = {name: value for name, value in self._replace(**changes)._asdict().items() if value}
        return "?" + urlencode(kept) if kept else reverse("cases")


class Counted(NamedTuple):
    label: str
    number: int
    url: str
    is_here: bool
    state: str


class Option(NamedTuple):
    value: str
    label: str
    is_chosen: bool


class CaseLine(NamedTuple):
    id: str
    heading: str
    url: str
    answer_url: str
    decided: Said
    rules: tuple[str, ...]
    owners: tuple[str, ...]
    claims: int
    citations: int
    answered_at: datetime
    environment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CasesPage:
    lines: tuple[CaseLine, ...]
    counts: tuple[Counted, ...]
    total: int
    filters: Filters
    decisions: tuple[Option, ...]
    rules: tuple[Option, ...]
    owners: tuple[Option, ...]
    older_url: str
    newest_url: str
    is_empty_house: bool
    may_import: bool


def read_cases(reader: Reader, filters: Filters, after: tuple[datetime, str] | None) -> CasesPage:
    """One page of 50, newest first, from the key `after`; three statements whatever the number of answers."""
    require(reader, Action.READ_CASES)
    every = rows.AnswerState.objects.visible_to(reader)
    matching = _filtered(reader, every, filters)
    counted = dict(matching.order_by().annotate(told=_told(reader)).values_list("told").annotate(Count("pk")))
    chosen = _decided(reader, matching, filters.decision)
    if after is not None:
        moment, public_id = after
        # A public id, because a row id in an address would count the answers of other tenants (G2).
        answer = rows.Answer.objects.visible_to(reader).filter(public_id=public_id).values("pk")[:1]
        chosen = chosen.filter(answered_at__lte=moment).exclude(answered_at=moment, answer_id__gte=Subquery(answer))
    ordered = chosen.annotate(told=_told(reader)).order_by("-answered_at", "-answer_id")
    found = list(ordered[: PAGE + 1].values(*COLUMNS))
    shown = found[:PAGE]
    opened = _first_claims(shown) | _failing_claims(shown, filters.rule)
    total = counted.get(filters.decision, 0) if filters.decision else sum(counted.values())
    last = found[PAGE - 1] if len(found) > PAGE else None
    older = filters.address() + ("&" if "?" in filters.address() else "?") if last else ""
    key = urlencode({"before": last["answered_at"].isoformat(), "answer": last["answer__public_id"]}) if last else ""
    return CasesPage(
        lines=tuple(_line(row, opened.get(row["answer_id"], "")) for row in shown),
        counts=_counts(counted, filters),
        total=total,
        filters=filters,
        decisions=_options(_decisions(counted), filters.decision),
        rules=_options(((rule.code, rule.code) for rule in RULES), filters.rule),
        owners=_options(((term.value, term.label) for term in Owner), filters.owner),
        older_url=older + key,
        newest_url=filters.address() if after is not None else "",
        is_empty_house=not counted and filters == Filters(),
        may_import=reader.may(Action.IMPORT_ANSWERS),
    )


COLUMNS = (
    *("answer_id", "inspection_id", "answer__public_id", "heading", "told", "rules", "owners"),
    *("claims", "citations", "answered_at", "environment"),
)


def _told(reader: Reader) -> Any:
    return told(reader, "answer_id", "decision")


def _filtered(reader: Reader, states: Any, filters: Filters) -> Any:
    """By all but the decision. What failed is not told either where the decision is not: no such filter finds it."""
    if filters.rule or filters.owner:
        states = states.exclude(answer_id__in=blind_answers(reader))
    if filters.rule:
        states = states.filter(rules__contains=f" {filters.rule} ")
    if filters.owner:
        states = states.filter(owners__contains=f" {filters.owner} ")
    if filters.search:
        states = states.filter(search__contains=filters.search.casefold())
    return states


def _decided(reader: Reader, states: Any, decision: str) -> Any:
    if decision == UNTOLD:
        return states.filter(answer_id__in=blind_answers(reader))
    if decision:
        # By the column, which has an index, and not by what is told of it.
        return states.filter(decision=decision).exclude(answer_id__in=blind_answers(reader))
    return states


def _first_claims(shown: Sequence[dict[str, Any]]) -> dict[int, str]:
    answers = [row["answer_id"] for row in shown]
    return dict(rows.Claim.objects.filter(answer_id__in=answers, ordinal=FIRST).values_list("answer_id", "public_id"))


def _failing_claims(shown: Sequence[dict[str, Any]], rule: str) -> dict[int, str]:
    """Where a finding lands: the first claim with the heaviest finding, among those of the rule that was asked for."""
    inspections = [row["inspection_id"] for row in shown if row["told"] != UNTOLD]
    findings = rows.Finding.objects.filter(inspection_id__in=inspections)
    found = (findings.filter(rule=rule) if rule else findings).filter(claim__isnull=False)
    columns = ("level", "claim__ordinal", "claim__answer_id", "claim__public_id")
    lightest_first = sorted(found.values_list(*columns), key=lambda row: (LEVEL_WEIGHT[Level(row[0])], -row[1]))
    return {answer: public_id for _, _, answer, public_id in lightest_first}


FIRST = 0


def _line(row: dict[str, Any], claim: str) -> CaseLine:
    is_told = row["told"] != UNTOLD
    return CaseLine(
        id=row["answer__public_id"],
        heading=row["heading"],
        url=reverse("claim", args=[claim]) if claim else "",
        answer_url=reverse("answer", args=[row["answer__public_id"]]),
        decided=said_of_decision(row["told"]),
        rules=tuple(row["rules"].split()) if is_told else (HIDDEN,),
        owners=tuple(Owner(owner).label for owner in row["owners"].split()) if is_told else (),
        claims=row["claims"],
        citations=row["citations"],
        answered_at=row["answered_at"],
        environment=row["environment"],
    )


def _counts(counted: dict[str, int], filters: Filters) -> tuple[Counted, ...]:
    """All, and each decision that occurs; the parts add up to all of them under the same other filters.

    Last, where there are any, those whose decision the reader is not told.
    """
    every = Counted("all", sum(counted.values()), filters.address(decision=""), not filters.decision, "none")
    parts = [
        Counted(
            term.label,
            counted[term],
            filters.address(decision=term.value),
            filters.decision == term,
            STATE_OF_DECISION[term],
        )
        for term in Decision
        if counted.get(term)
    ]
    if counted.get(UNTOLD):
        here = filters.decision == UNTOLD
        parts.append(Counted(HIDDEN, counted[UNTOLD], filters.address(decision=UNTOLD), here, NOT_TOLD.state))
    return (every, *parts)


def _decisions(counted: dict[str, int]) -> list[tuple[str, str]]:
    known = [(term.value, term.label) for term in Decision]
    return [*known, (UNTOLD, HIDDEN)] if counted.get(UNTOLD) else known


def _options(values: Any, chosen: str) -> tuple[Option, ...]:
    return tuple(Option(value, label, value == chosen) for value, label in values)


def read_filters(query: Any) -> Filters:
    """Filters from an address; what is not a decision, rule or owner of ours is no filter."""
    decision, rule, owner = (query.get(name, "") for name in ("decision", "rule", "owner"))
    return Filters(
        decision=decision if decision in {*Decision, UNTOLD} else "",
        rule=rule if rule in {known.code for known in RULES} else "",
        owner=owner if owner in set(Owner) else "",
        search=" ".join(query.get("search", "").replace("\0", "").split())[:200],
    )


def read_after(query: Any) -> tuple[datetime, str] | None:
    """Where the page before ended; None where the address has no such place, which is the first page."""
    answer = query.get("answer", "")
    try:
        moment = datetime.fromisoformat(query.get("before", ""))
        if moment.tzinfo is None or not PUBLIC_ID.fullmatch(answer):
            return None
        return moment.astimezone(UTC), answer
    except (ValueError, OverflowError):  # The first and last hours of the calendar have no UTC.
        return None


@require_safe
def cases(request: HttpRequest) -> HttpResponse:
    page = read_cases(reader_of(request), read_filters(request.GET), read_after(request.GET))
    return page_or_fragment(request, "inspector/cases.html", {}, {"page": page, "here": "cases"})
