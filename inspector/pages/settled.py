"""What was settled: of one's own verdicts where they differed and which sentence decided it, and of everybody's."""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.db.models import Subquery
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.models import rows as opinions
from inspector.pages.review_again_reading import read_claims
from inspector.pages.settled_reading import (
    line_of,
    read_own,
    read_settled,
    settled_of_mine,
    visible_adjudications,
    with_columns,
)
from inspector.pages.settlement_view import SettledLine, SettledPage, Whose
from inspector.readers import reader_of
from lineage.access import Action, Reader, require

PAGE = 20
PUBLIC_ID = re.compile("[0-9a-f]{32}")
MINE, ALL, FLAGGED = "mine", "all", "flagged"
LABELS = {MINE: "of your verdicts", ALL: "all", FLAGGED: "the guideline needs work"}


def read_settled_page(reader: Reader, whose: str, after: str) -> SettledPage:
    """20, newest first, from the adjudication `after`; the same number of statements whatever there is."""
    require(reader, Action.READ_CASES)
    found = visible_adjudications(reader)
    if whose == MINE:
        found = settled_of_mine(reader, found)
    elif whose == FLAGGED:
        found = found.filter(guideline_flag=True)
    if after:
        # A public id, because a row id in an address would count those of other tenants (G2).
        last = opinions.Adjudication.objects.visible_to(reader).filter(public_id=after)
        found = found.filter(pk__lt=Subquery(last.values("pk")[:1]))
    every = list(with_columns(found).order_by("-pk")[: PAGE + 1])
    shown = every[:PAGE]
    return SettledPage(
        lines=_lines(reader, shown),
        choices=tuple(Whose(label, address(key), key == whose) for key, label in LABELS.items()),
        whose=whose,
        next_url=address(whose, shown[-1].public_id) if len(every) > PAGE else "",
        first_url=address(whose) if after else "",
    )


def _lines(reader: Reader, shown: Sequence[Any]) -> tuple[SettledLine, ...]:
    if not shown:
        return ()
    claims = sorted({one.claim_id for one in shown})
    values, own = read_settled(shown), read_own(reader, shown)
    words = read_claims(claims)
    return tuple(line_of(reader, one, values[one.pk], own, words.get(one.claim_id, "")) for one in shown)


def address(whose: str, after: str = "") -> str:
    query = {"whose": whose, "after": after}
    return f"{reverse('settled')}?{urlencode({name: value for name, value in query.items() if value})}"


@require_safe
def settled(request: HttpRequest) -> HttpResponse:
    """A reviewer's own first; who does not judge has none, and sees all."""
    reader = reader_of(request)
    whose, after = request.GET.get("whose", ""), request.GET.get("after", "")
    first = MINE if reader.may(Action.RECORD_VERDICT) else ALL
    page = read_settled_page(
        reader, whose if whose in LABELS else first, after if PUBLIC_ID.fullmatch(after) else ""
    )
    return page_or_fragment(request, "inspector/settled.html", {}, {"page": page, "here": "settled"})
