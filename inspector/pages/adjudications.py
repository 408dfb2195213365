"""Claims on which people differ, by lowest agreement: those that this adjudicator may settle, and no others."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.disputes import open_disputes
from inspector.figures.consensus import SUPPORT, count, differing
from inspector.http import page_or_fragment
from inspector.item_reading import ASKED, asked_of, read_decisive, read_said, with_asked
from inspector.models import rows as opinions
from inspector.pages.review_again_reading import read_claims
from inspector.pages.verdict_words import NAMES
from inspector.readers import reader_of
from lineage.access import Action, Reader, require

PAGE = 50
PUBLIC_ID = re.compile("[0-9a-f]{32}")
COLUMNS = ("item_id", "agreement", "verdicts", "today", "item__public_id", "item__claim_id", "item__claim__ordinal")
COLUMNS += ("item__claim__answer__state__heading", "item__queue__name", "item__queue__judgements")


class DisputeLine(NamedTuple):
    """`waits_for` verdicts are still to come: who settles it now may see it opened again by one of them."""

    url: str
    claim: str
    ordinal: int
    heading: str
    queue: str
    agreement: int
    people: int
    waits_for: int
    differs: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjudicationsPage:
    lines: tuple[DisputeLine, ...]
    total: int
    next_url: str
    first_url: str


def read_adjudications_page(reader: Reader, after: str) -> AdjudicationsPage:
    """50 from the item `after`, in a fixed number of statements whatever there is."""
    require(reader, Action.ADJUDICATE)
    found = list(ordered(reader, after).values(*COLUMNS)[: PAGE + 1])
    shown = found[:PAGE]
    last = shown[-1]["item__public_id"] if len(found) > PAGE else ""
    return AdjudicationsPage(
        lines=lines_of(shown),
        total=open_disputes(reader).count(),
        next_url=f"{reverse('adjudications')}?{urlencode({'after': last})}" if last else "",
        first_url=reverse("adjudications") if after else "",
    )


def ordered(reader: Reader, after: str = "") -> QuerySet[opinions.ItemState]:
    """Lowest agreement first; those behind the item `after`, by its public id, which tells nothing of others'."""
    found = open_disputes(reader)
    if after:
        last = opinions.ItemState.objects.visible_to(reader).filter(item__public_id=after)
        agreement, item = (Subquery(last.values(name)[:1]) for name in ("agreement", "item"))
        found = found.filter(Q(agreement__gt=agreement) | Q(agreement=agreement, item__gt=item))
    return found.order_by("agreement", "item")


def lines_of(shown: Sequence[Mapping[str, Any]]) -> tuple[DisputeLine, ...]:
    if not shown:
        return ()
    differs = _differs(shown)
    words = read_claims(sorted({row["item__claim_id"] for row in shown}))
    return tuple(
        DisputeLine(
            url=reverse("adjudication", args=[row["item__public_id"]]),
            claim=words.get(row["item__claim_id"], ""),
            ordinal=row["item__claim__ordinal"] + 1,
            heading=row["item__claim__answer__state__heading"],
            queue=row["item__queue__name"],
            agreement=row["agreement"],
            people=row["verdicts"],
            waits_for=max(0, row["item__queue__judgements"] - row["verdicts"]),
            differs=differs[row["item_id"]],
        )
        for row in shown
    )


def _differs(shown: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """By item in which decisive fields its verdicts differ, in words. Two statements, three with a policy."""
    today = {row["item_id"]: bytes(row["today"]) for row in shown}
    found = with_asked(opinions.Item.objects.filter(pk__in=list(today))).values("pk", *ASKED)
    asked = {row["pk"]: row for row in found}
    decisive = read_decisive(row["policy_id"] for row in asked.values())
    said = read_said(list(today))
    named = {}
    for item, digest in today.items():
        rules = asked_of(asked[item], decisive)
        named[item] = _words(differing(count(said.get(item, ()), digest, rules.after), rules.decisive))
    return named


def _words(names: Sequence[str]) -> str:
    citations = sum(name.startswith(SUPPORT) for name in names)
    parts = [NAMES[name].lower() for name in names if name in NAMES]
    if citations:
        parts.append(f"support of {citations} citation{'' if citations == 1 else 's'}")
    return ", ".join(parts)


@require_safe
def adjudications(request: HttpRequest) -> HttpResponse:
    after = request.GET.get("after", "")
    page = read_adjudications_page(reader_of(request), after if PUBLIC_ID.fullmatch(after) else "")
    return page_or_fragment(request, "inspector/adjudications.html", {}, {"page": page, "here": "adjudications"})
