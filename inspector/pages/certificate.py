"""A certificate: what a judge was found to be, under which conditions, whether that still holds, and what it is not."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.judging.certificate_body import read_figure
from inspector.judging.certificate_states import state_of
from inspector.judging.judged_items import has_sealed
from inspector.judging.listing import certificates
from inspector.models.judging import Certificate
from inspector.pages.calibration_addresses import revision_url
from inspector.pages.calibration_words import value_label
from inspector.pages.certificate_view import CertificatePage, CertifiedCount, CertifiedFigure
from inspector.pages.judge_asked import JudgeAsked, batch_url, items_url
from inspector.pages.judge_parameters import write_parameters
from inspector.pages.judge_reading import certificate_line
from inspector.pages.run_people import FORMER, named_by
from inspector.readers import reader_of
from lineage.access import Reader, get_visible
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import CertificateState, Exclusion
from lineage.models.content import ContentAbsent
from lineage.redactions import read_json

RATES = {
    "tpr": "sensitivity",
    "tnr": "specificity",
    "precision": "precision",
    "f1": "F1",
    "accuracy": "accuracy",
    "auroc": "AUROC",
    "brier": "Brier score",
    "ece": "ECE",
}
BOUNDED = {"tpr": "tpr_low", "tnr": "tnr_low"}
COUNTS = {"tp": "true positives", "fp": "false positives", "fn": "false negatives", "tn": "true negatives"}
WHOLE = "the whole set"
ERASED = "The figures were erased, since they repeated words of a source that was erased."
BLIND = "You have claims of this set to judge without knowing what a judge said of them; figures are hidden until then."
SENTENCES = {
    CertificateState.VALID: "The judge reached what was asked, and nothing that it was tested with has changed since.",
    CertificateState.NOT_MET: "The judge was tested, and did not reach what was asked.",
    CertificateState.EXPIRED: "The judge reached what was asked; something that it was tested with has changed since.",
}


def read_certificate_page(reader: Reader, public_id: str) -> CertificatePage:
    """Raises NotVisible, NotAllowed."""
    certificate = get_visible(named_by(certificates(reader), "issued_by"), reader, public_id)
    batch, state, conditions = certificate.batch, state_of(certificate), certificate.conditions
    found, why_not = _figures(reader, certificate)
    asked = _asked(certificate)
    return CertificatePage(
        judge=batch.configuration.evaluator.key,
        judge_url=reverse("judge", args=[batch.configuration.evaluator.public_id]),
        by=certificate.first_name or certificate.username or FORMER,
        line=certificate_line(reader, certificate, state),
        sentence=SENTENCES[state.state],
        batch_url=batch_url(batch.public_id, asked),
        revision_url=revision_url(batch.revision.public_id),
        threshold=certificate.threshold,
        threshold_from=_threshold_from(conditions),
        part=": ".join(conditions["stratum"]) if conditions["stratum"] else WHOLE,
        counts=tuple(
            CertifiedCount(name, label, found["counts"][name], items_url(batch.public_id, asked, outcome=name))
            for name, label in COUNTS.items()
            if found
        ),
        figures=_lines(found, certificate.required),
        why_not=why_not,
        excluded=tuple((Exclusion(name).label, n) for name, n in found.get("excluded", {}).items()),
        stable=read_figure(found["stability"]["share"]) if found else None,
        repeated=found["stability"]["items"] if found else 0,
        conditions=_conditions(batch.field, certificate, conditions),
        digests=_digests(certificate, conditions),
        tests_before=_tests_before(certificate),
    )


def _figures(reader: Reader, certificate: Certificate) -> tuple[Mapping[str, Any], str]:
    """What was found, or why it is not shown."""
    if has_sealed(reader, certificate.batch.revision):
        return {}, BLIND
    try:
        return dict(load_json(read_json(certificate.figures))), ""
    except ContentAbsent:
        return {}, ERASED


def _lines(found: Mapping[str, Any], required: Mapping[str, float]) -> tuple[CertifiedFigure, ...]:
    figures = {name: read_figure(kept) for name, kept in found.get("figures", {}).items()}
    return tuple(
        CertifiedFigure(name, label, figures[name], figures.get(BOUNDED.get(name, "")), required.get(f"{name}_low"))
        for name, label in RATES.items()
        if name in figures
    )


def _asked(certificate: Certificate) -> JudgeAsked:
    """The certificate's question, so that its numbers lead to the items they count."""
    stratum = certificate.conditions["stratum"]
    return JudgeAsked(
        positive=tuple(certificate.positive),
        threshold=certificate.threshold,
        stratum=(stratum[0], stratum[1]) if stratum else None,
    )


def _threshold_from(conditions: Mapping[str, Any]) -> str:
    if conditions["threshold"] is None:
        return "Labels were compared."
    if conditions["tuned_on"]:
        return f"Found on {': '.join(conditions['tuned_on'])}, the first with the largest F1 there."
    return "Given by who tested, who could read the figures of every threshold before."


def _conditions(field: str, certificate: Certificate, kept: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Empty where nothing was recorded."""
    mapping = "; ".join(f"{word} = {value_label(field, label)}" for word, label in kept["mapping"].items())
    return (
        ("model", kept["model"]),
        ("parser", kept["parser_version"]),
        ("parameters", write_parameters(kept["parameters"]).replace("\n", "; ")),
        ("positive", ", ".join(value_label(field, value) for value in certificate.positive)),
        ("its words read as", mapping or "they are the labels of the field"),
        ("earlier tests", f"{_tests_of_judge(certificate)} of this judge on any revision of the set, however set"),
    )


def _digests(certificate: Certificate, kept: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """What it was tested with, each by its digest; empty where nothing was recorded."""
    return (
        ("configuration", kept["configuration_digest"]),
        ("prompt", kept["prompt"] or ""),
        ("rubric", kept["rubric"] or ""),
        ("set revision", kept["revision_digest"]),
        ("results", kept["results_digest"]),
        ("this certificate", digest_from_raw(bytes(certificate.digest))),
    )


def _tests_of_judge(certificate: Certificate) -> int:
    """Whoever changes a parameter or adds an item begins no new count."""
    batch = certificate.batch
    judge, found = batch.configuration.evaluator_id, batch.revision.set_id
    every = Certificate.objects.filter(batch__configuration__evaluator=judge, batch__revision__set=found)
    return int(every.filter(batch__field=batch.field, pk__lt=certificate.pk).count())


def _tests_before(certificate: Certificate) -> int:
    batch = certificate.batch
    alike = Certificate.objects.filter(
        batch__revision=batch.revision_id, batch__configuration=batch.configuration_id, batch__field=batch.field
    )
    return int(alike.filter(pk__lt=certificate.pk).count())


@require_safe
def certificate(request: HttpRequest, public_id: str) -> HttpResponse:
    page = read_certificate_page(reader_of(request), public_id)
    return render(request, "inspector/certificate.html", {"page": page, "here": "figures"})
