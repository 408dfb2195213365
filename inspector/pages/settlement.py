"""One adjudication at its permanent address: who said what, how it was settled, and the chain as it was judged."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from inspector.blindness import HIDDEN
from inspector.figures.consensus import SUPPORT
from inspector.http import page_or_fragment
from inspector.item_reading import FIELDS, label_of
from inspector.models import rows as opinions
from inspector.pages.cards import in_reading_order
from inspector.pages.claim import open_claim
from inspector.pages.claim_reading import Reading, Selection
from inspector.pages.claim_today import hides_later
from inspector.pages.frozen_chain import panel_of
from inspector.pages.run_people import name_of as person
from inspector.pages.run_people import named_by
from inspector.pages.settled_reading import (
    disagreement_of,
    line_of,
    markers_in,
    read_own,
    read_settled,
    visible_adjudications,
    with_columns,
)
from inspector.pages.settlement_view import PersonColumn, SaidRow, SettlementPage
from inspector.pages.verdict_words import name_of, word_of
from inspector.readers import reader_of
from inspector.settled_verdicts import words_of
from lineage.access import Action, Reader, get_visible, require
from lineage.evidence.bundle import claim_text


def read_settlement(reader: Reader, public_id: str) -> SettlementPage:
    """Raises NotVisible also for who is still to judge the claim without seeing what others said."""
    require(reader, Action.READ_CASES)
    found = with_columns(visible_adjudications(reader)).select_related(
        *("claim__answer__state", "guideline__body", "policy", "disagreement", "reason", "chain")
    )
    settled = get_visible(found, reader, public_id)
    reading = open_claim(reader, settled.claim.public_id, Selection()).reading
    hidden = _why_hidden(reading)
    values = read_settled([settled])[settled.pk]
    own = read_own(reader, [settled])
    words = claim_text(reading.dossier.answer, reading.claim)
    people = list(_people(disagreement_of(settled)["verdicts"]))
    return SettlementPage(
        line=line_of(reader, settled, values, own, words or ""),
        people=tuple(
            PersonColumn(
                person(reader, verdict.reviewer, verdict.first_name, verdict.username),
                verdict.pk in own,
                verdict.pk == settled.adopted_id,
            )
            for verdict in people
        ),
        rows=_rows(settled, people, values),
        policy=label_of(settled.policy),
        reason="" if hidden else words_of(settled.reason),
        hidden=hidden,
        # What judges had said is in the chain, and the reader may be yet to judge another claim of this answer.
        chain=panel_of(reading, settled, hidden or (f"What was seen is {HIDDEN}." if reading.is_blind else "")),
    )


def _why_hidden(reading: Reading) -> str:
    """Reasons may repeat the words that were judged, and a chain names their source."""
    return reading.masked_words if reading.hides_any or hides_later(reading) else ""


def _people(verdicts: list[int]) -> Any:
    """The verdicts in the order of their recording: whoever reads this has judged already, or never will."""
    return named_by(opinions.Verdict.objects.filter(pk__in=verdicts), "reviewer").order_by("pk")


def _rows(settled: Any, people: list[Any], values: Any) -> tuple[SaidRow, ...]:
    disagreement = disagreement_of(settled)
    markers = markers_in(disagreement)
    said = {verdict.pk: disagreement["said"].get(str(verdict.pk), {}) for verdict in people}
    support = dict.fromkeys(name for one in (*said.values(), values) for name in one if name.startswith(SUPPORT))
    found = []
    for field in in_reading_order([*FIELDS, *support]):
        row = SaidRow(
            name=name_of(field, markers),
            values=tuple(word_of(field, said[verdict.pk].get(field)) for verdict in people),
            settled=word_of(field, values.get(field)),
            is_decisive=(SUPPORT.rstrip(":") if field.startswith(SUPPORT) else field) in disagreement["decisive"],
            differs=field in disagreement["fields"],
        )
        if row.is_decisive or any(said[verdict.pk].get(field) for verdict in people) or values.get(field):
            found.append(row)
    return tuple(sorted(found, key=lambda row: not row.differs))


@require_safe
def settlement(request: HttpRequest, public_id: str) -> HttpResponse:
    page = read_settlement(reader_of(request), public_id)
    return page_or_fragment(request, "inspector/settlement.html", {}, {"page": page, "here": "settled"})
