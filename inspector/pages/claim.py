"""The claim page: its rows read in a fixed number of statements, the page, and the verdict that is sent from it."""

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import CharField, F, Subquery, Value
from django.db.models.functions import Cast, Concat
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from inspector.http import page_or_fragment, wrong
from inspector.pages.claim_addresses import read_addresses
from inspector.pages.claim_newer import successor_of, was_looked_for
from inspector.pages.claim_page import Judged, build, neighbours_of
from inspector.pages.claim_reading import Reading, Selection
from inspector.pages.claim_relocated import needed_texts
from inspector.pages.claim_relocation_rows import read_later, read_relocated
from inspector.pages.claim_relocations import panel_of as relocations_of
from inspector.pages.claim_today import evidence_as_given, evidence_today, hides_later, hides_newer
from inspector.pages.claim_withheld import since_taken
from inspector.pages.verdict_form import EVIDENCE_CHANGED, form_of, read_form
from inspector.pages.verdict_history import read_history
from inspector.pages.withheld_opening import read_closed
from inspector.pages.withheld_reading import masked_artifacts
from inspector.readers import reader_of
from inspector.reviewing import EvidenceChanged, KeyReused, record_verdict
from lineage.access import Action, Reader, get_visible, require
from lineage.dossiers import ANSWER_TEXTS, read_dossier
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import PolicyKind
from lineage.formats.stored_report import read_report
from lineage.models import rows

FRAGMENTS = {
    "evidence": "inspector/_evidence.html",
    "way": "inspector/_path.html",
    "verdict": "inspector/_verdict.html",
}
# Evidence, strip and path of another span; the form stays as it is, with what was chosen in it.
ANOTHER_SPAN = "inspector/_span.html"
WIDEST = 200
NOT_JUDGED = "A claim whose words you may not read cannot be judged by you."


@dataclass(frozen=True, slots=True)
class Opened:
    """A claim row with its reading."""

    claim: Any
    reading: Reading


def open_claim(reader: Reader, public_id: str, selection: Selection) -> Opened:
    """The claim with its dossier, and what was found when it was inspected. Raises NotVisible."""
    require(reader, Action.READ_CASES)
    claim = get_visible(_claims(reader), reader, public_id)
    answer = claim.answer
    dossier = read_dossier(answer)
    of_claims, of_versions = read_addresses(reader, answer, dossier)
    closed = read_closed(reader, dossier)
    reading = Reading(
        dossier=dossier,
        inspection=read_report(load_json(answer.state.inspection.report.get_bytes()), dossier),
        claim=dossier.claims[claim.key],
        selection=selection,
        masked=masked_artifacts(dossier, closed.versions),
        closed=closed,
        claim_urls=of_claims,
        version_urls=of_versions,
        guideline=claim.guideline or "",
        answer_url=reverse("answer", args=[answer.public_id]),
        why_url=reverse("why", args=[public_id]),
        relocated=read_relocated(reader, [claim.pk]).get(claim.pk, {}),
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
    guidelines = rows.Policy.objects.filter(tenant_id=reader.tenant_id, kind=PolicyKind.GUIDELINE.value)
    label = Concat(F("name"), Value("@"), Cast(F("revision"), CharField()))
    newest = guidelines.order_by("-revision", "-id").annotate(label=label).values("label")[:1]
    texts = [f"answer__{name}" for name in ANSWER_TEXTS]
    related = ("answer__case", *texts, "answer__state__inspection__report")
    return rows.Claim.objects.select_related(*related).annotate(guideline=Subquery(newest))


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


@require_safe
def claim(request: HttpRequest, public_id: str) -> HttpResponse:
    reader = reader_of(request)
    opened = open_claim(reader, public_id, read_selection(request.GET))
    page = build(opened.reading, judged_of(reader, opened), relocations_of(reader, opened.reading))
    fragments = FRAGMENTS | {"evidence": ANOTHER_SPAN} if request.headers.get("HX-Boosted") else FRAGMENTS
    return page_or_fragment(request, "inspector/claim.html", fragments, {"page": page})


@require_POST
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the next claim; 422 with what is missing, 409 with both texts where the evidence changed meanwhile."""
    reader = reader_of(request)
    require(reader, Action.RECORD_VERDICT)
    opened = open_claim(reader, public_id, read_selection(request.GET))
    if opened.reading.hides_any or hides_newer(opened.reading):
        return wrong(request, 403, f"{NOT_JUDGED} {opened.reading.masked_words}")
    sent, contested = request.POST.dict(), request.POST.getlist("contest")
    fields, errors = read_form(opened.reading, sent, contested)
    status = 422
    if fields is not None:
        try:
            record_verdict(reader, opened.claim, fields, evidence_as_given(opened.reading).digest)
        except EvidenceChanged:
            errors, status = {"evidence_digest": EVIDENCE_CHANGED}, 409
            # A run may have ended after the claim was read here: the form is drawn on what it found.
            opened = open_claim(reader, public_id, opened.reading.selection)
        except KeyReused as error:
            errors = {"form": str(error)}
        else:
            return _go_on(request, opened.reading)
    judged = judged_of(reader, opened, sent=sent, contested=contested, errors=errors)
    page = build(opened.reading, judged, relocations_of(reader, opened.reading))
    return page_or_fragment(request, "inspector/claim.html", FRAGMENTS, {"page": page}, status)


def _go_on(request: HttpRequest, reading: Reading) -> HttpResponse:
    """To the next claim of the answer; after the last one, back to this, whose history now shows the verdict."""
    _, following = neighbours_of(reading)
    address = following or reading.url
    if request.headers.get("HX-Request") == "true":
        response = HttpResponse(status=204)
        response["HX-Redirect"] = address
        return response
    response = redirect(address)
    response.status_code = 303
    return response
