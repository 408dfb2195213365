"""Testing a judge: a form that fixes what is asked for before any figure of the test is computed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from inspector.judging.certifying import Asked, NotCertifiable, certify
from inspector.judging.figures import MOST_VALUES, has_scores
from inspector.judging.judged_items import has_sealed, read_judged
from inspector.judging.matching import field_of
from inspector.judging.scoring import strata_of
from inspector.judging.traces import WHILE_BLIND
from inspector.pages.calibration_words import value_label
from inspector.pages.judge_asked import batch_url, read_number, read_stratum, written_strata
from inspector.pages.judge_batch import open_named
from inspector.pages.judge_batch_view import Option
from inspector.readers import reader_of
from lineage.access import Action, Reader, require

WORDS = ("tpr_low", "tnr_low", "threshold", "stratum", "tuned_on")
NOTHING: Mapping[str, str] = {}
SHARE = "give a share between 0 and 1, such as 0.8"


@dataclass(frozen=True, slots=True, kw_only=True)
class CertifyPage:
    """The form, as it was sent; no figure stands in it. `blind` says why the reader cannot test this judge."""

    judge: str
    judge_url: str
    batch_url: str
    action: str
    set: str
    revision: int
    field: str
    positive: tuple[Option, ...]
    strata: tuple[Option, ...]
    tuned_on: tuple[Option, ...]
    takes_threshold: bool
    written: Mapping[str, str]
    errors: Mapping[str, str]
    problem: str
    blind: str


@require_http_methods(["GET", "HEAD", "POST"])
def judge_certify(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the certificate, met or not; 422 with what is wrong, and nothing recorded."""
    reader = reader_of(request)
    require(reader, Action.CERTIFY_JUDGES)
    if request.method != "POST":
        return _draw(request, read_certify_page(reader, public_id))
    written = {name: request.POST.get(name, "").replace("\0", "").strip()[:200] for name in WORDS}
    positive = tuple(dict.fromkeys(request.POST.getlist("positive")[:200]))
    errors: dict[str, str] = {}
    asked = _asked(written, positive, errors)
    if not errors:
        try:
            certificate = certify(reader, public_id, asked)
        except NotCertifiable as refused:
            errors[refused.field] = str(refused)
        else:
            response = redirect("certificate", certificate.public_id)
            response.status_code = 303
            return response
    return _draw(request, read_certify_page(reader, public_id, written, positive, errors), 422)


def _asked(written: Mapping[str, str], positive: tuple[str, ...], errors: dict[str, str]) -> Asked:
    numbers: dict[str, float | None] = {}
    for name in ("tpr_low", "tnr_low", "threshold"):
        numbers[name], error = read_number(written[name])
        if error:
            errors[name] = error
    for name in ("tpr_low", "tnr_low"):
        if numbers[name] is None and name not in errors:
            errors[name] = SHARE
    return Asked(
        tpr_low=numbers["tpr_low"] or 0.0,
        tnr_low=numbers["tnr_low"] or 0.0,
        positive=positive,
        stratum=read_stratum(written["stratum"]),
        threshold=numbers["threshold"],
        tuned_on=read_stratum(written["tuned_on"]),
    )


def read_certify_page(
    reader: Reader,
    public_id: str,
    written: Mapping[str, str] = NOTHING,
    positive: tuple[str, ...] | None = None,
    errors: Mapping[str, str] = NOTHING,
) -> CertifyPage:
    """Raises NotVisible, NotAllowed."""
    batch = open_named(reader, public_id)
    items = read_judged(reader, batch)
    parts = written_strata(strata_of(items), MOST_VALUES)
    chosen = batch.mapping.get("positive", ()) if positive is None else positive
    return CertifyPage(
        judge=batch.configuration.evaluator.key,
        judge_url=reverse("judge", args=[batch.configuration.evaluator.public_id]),
        batch_url=batch_url(public_id),
        action=reverse("judge_certify", args=[public_id]),
        set=str(batch.revision.set),
        revision=batch.revision.number,
        field=batch.field,
        positive=_positive(batch, chosen),
        strata=_options(parts, written.get("stratum", "")),
        tuned_on=_options(parts, written.get("tuned_on", "")),
        takes_threshold=has_scores(items),
        written={name: written.get(name, "") for name in WORDS},
        errors=errors,
        problem=errors.get("", ""),
        blind=WHILE_BLIND if has_sealed(reader, batch.revision) else "",
    )


def _positive(batch: Any, chosen: Any) -> tuple[Option, ...]:
    values = field_of(batch.revision, batch.field)["values"]
    return tuple(Option(value, value_label(batch.field, value), value in chosen) for value in values)


def _options(parts: list[str], chosen: str) -> tuple[Option, ...]:
    return tuple(Option(part, part.replace(":", ": ", 1), part == chosen) for part in parts)


def _draw(request: HttpRequest, page: CertifyPage, status: int = 200) -> HttpResponse:
    return render(request, "inspector/judge_certify.html", {"page": page, "here": "figures"}, status=status)
