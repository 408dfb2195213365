"""The claim page: its rows read in a fixed number of statements, and the page."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import OuterRef
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.blindness import INSPECTED, is_blind_about, is_sealed, read_as_seen
from inspector.claim_kinds import newest_kind
from inspector.http import page_or_fragment
from inspector.noting import count_notes
from inspector.pages.adjudication_history import AdjudicationLine, read_adjudications, was_adjudicated
from inspector.pages.claim_addresses import read_addresses
from inspector.pages.claim_newer import successor_of, was_looked_for
from inspector.pages.claim_page import Judged, build
from inspector.pages.claim_reading import Reading, Selection
from inspector.pages.claim_relocated import needed_texts
from inspector.pages.claim_relocation_rows import read_later, read_relocated
from inspector.pages.claim_relocations import panel_of as relocations_of
from inspector.pages.claim_today import evidence_today, hides_later
from inspector.pages.claim_withheld import since_taken
from inspector.pages.verdict_form import NOTHING, form_of
from inspector.pages.verdict_history import read_history
from inspector.pages.withheld_opening import read_closed
from inspector.pages.withheld_reading import masked_artifacts
from inspector.pages.work import with_work, work_of
from inspector.policies_in_force import in_force, with_policies
from inspector.readers import reader_of
from inspector.verdict_fields import Sent
from lineage.access import Action, Reader, get_visible, require
from lineage.dossiers import ANSWER_TEXTS
from lineage.evidence.vocabulary import ClaimKind
from lineage.models import rows

FRAGMENTS = {
    "evidence": "inspector/_evidence.html",
    "way": "inspector/_path.html",
    "verdict": "inspector/_verdict.html",
}
# Evidence, strip and path of another span; the form stays as it is, with what was chosen in it.
ANOTHER_SPAN = "inspector/_span.html"
WIDEST = 200


@dataclass(frozen=True, slots=True)
class Opened:
    """A claim row with its reading."""

    claim: Any
    reading: Reading


def open_claim(reader: Reader, public_id: str, selection: Selection) -> Opened:
    """The claim with its dossier, and what was found when it was inspected. Raises NotVisible."""
    require(reader, Action.READ_CASES)
    claim = get_visible(_claims(reader), reader, public_id)
    answer, policies = claim.answer, in_force(claim)
    dossier, inspection, _ = read_as_seen(answer, is_blind=claim.is_blind)
    of_claims, of_versions = read_addresses(reader, answer, dossier)
    closed = read_closed(reader, dossier)
    reading = Reading(
        dossier=dossier,
        inspection=inspection,
        claim=dossier.claims[claim.key],
        selection=selection,
        masked=masked_artifacts(dossier, closed.versions),
        closed=closed,
        claim_urls=of_claims,
        version_urls=of_versions,
        guideline=policies.guideline,
        policies=policies,
        given_kind=ClaimKind(claim.given_kind) if claim.given_kind else None,
        answer_url=reverse("answer", args=[answer.public_id]),
        why_url=reverse("why", args=[public_id]),
        notes_url=reverse("notes", args=[public_id]),
        notes=claim.notes_seen,
        relocated=read_relocated(reader, [claim.pk]).get(claim.pk, {}),
        is_blind=claim.is_blind,
        is_sealed=claim.is_sealed,
    )
    texts = read_later(reader, needed_texts(reading), closed, _find_newer(reading))
    return Opened(claim, replace(reading, newer=texts.extract, later=texts.by_key))


def _find_newer(reading: Reading) -> tuple[str, str] | None:
    """The source and version that replaced what the selected citation rests on, where no run looked for it."""
    found = successor_of(reading, reading.resolution)
    if found is None or was_looked_for(reading):
        return None
    newer = found[0], found[1].version.version
    return newer if reading.closed.why(newer) is None else None


def _claims(reader: Reader) -> Any:
    texts = [f"answer__{name}" for name in ANSWER_TEXTS]
    related = ("answer__case", *texts, *(f"answer__{name}" for name in INSPECTED))
    return with_policies(rows.Claim.objects.select_related(*related)).annotate(
        given_kind=newest_kind(),
        is_blind=is_blind_about(reader, answer=OuterRef("answer_id")),
        is_sealed=is_sealed(reader, OuterRef("pk")),
        notes_seen=count_notes(reader, OuterRef("pk")),
        was_adjudicated=was_adjudicated(),
        **with_work(reader),
    )


def read_selection(query: Any) -> Selection:
    """The selected span, the open stage and the width from an address; what is no number there counts as not said."""
    stage, wider = query.get("stage", ""), query.get("wider", "")
    return Selection(
        span=query.get("span") or None,
        stage=int(stage) if stage.isascii() and stage.isdigit() and len(stage) < 4 else None,
        wider=min(int(wider), WIDEST) if wider.isascii() and wider.isdigit() and len(wider) < 4 else 0,
    )


def judged_of(reader: Reader, opened: Opened, **sent: Any) -> Judged:
    reading = opened.reading
    hidden = reading.masked_words if reading.hides_any or hides_later(reading) else ""
    today, taken = evidence_today(reading).digest, since_taken(reading)
    history = read_history(reader, opened.claim.pk, today, hidden=hidden, taken=taken)
    return Judged(form=form_of(reader, reading, history, **sent), history=history)


def draw_claim(
    reader: Reader, opened: Opened, sent: Sent | None = None, errors: Mapping[str, str] = NOTHING
) -> dict[str, Any]:
    """What the templates of the page draw: the form as it was sent, else as it was left when it was typed in last."""
    reading = opened.reading
    work = work_of(reader, opened.claim, reading, sent)
    drawn = sent if sent is not None else work.draft.sent if work.draft is not None else None
    hidden = (("evidence_token", work.evidence_token), ("slot_token", work.slot_token))
    judged = judged_of(reader, opened, sent=drawn, errors=errors, hidden=hidden)
    page = build(reading, judged, relocations_of(reader, reading))
    return {"page": page, "work": work, "adjudications": _adjudications(reader, opened)}


def _adjudications(reader: Reader, opened: Opened) -> tuple[AdjudicationLine, ...]:
    """How people's differences on this claim were settled; no statement where none was."""
    reading = opened.reading
    if not opened.claim.was_adjudicated or reading.is_sealed:
        return ()
    hidden = reading.masked_words if reading.hides_any or hides_later(reading) else ""
    return read_adjudications(reader, opened.claim.pk, hidden=hidden)


@require_safe
def claim(request: HttpRequest, public_id: str) -> HttpResponse:
    reader = reader_of(request)
    opened = open_claim(reader, public_id, read_selection(request.GET))
    fragments = FRAGMENTS | {"evidence": ANOTHER_SPAN} if request.headers.get("HX-Boosted") else FRAGMENTS
    return page_or_fragment(request, "inspector/claim.html", fragments, draw_claim(reader, opened))
