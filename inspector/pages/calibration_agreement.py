"""How far the people agree who labelled a frozen set, and how far they are from what is expected."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from inspector.agreeing.jobs import intervals_in
from inspector.agreeing.jobs import request as request_intervals
from inspector.agreeing.measuring import measure, measure_briefly
from inspector.agreeing.revision_ratings import RevisionRatings, read_revision
from inspector.agreeing.scopes import Scope
from inspector.calibrating.reading import fields_of
from inspector.figures.figure import Figure
from inspector.figures.measures import Measure
from inspector.http import page_or_fragment
from inspector.pages.agreement import FRAGMENTS, INTERVALS, see
from inspector.pages.agreement_job import read_job
from inspector.pages.agreement_panel import Words, panel_of
from inspector.pages.agreement_view import Counted
from inspector.pages.calibration_addresses import revision_url, set_url
from inspector.pages.calibration_agreement_asked import AskedOfSet, SetLinks, read_asked_of_set
from inspector.pages.calibration_agreement_expected import (
    MOST_VALUES,
    against_of,
    expected_of,
    majority_of,
    means_of,
    strata_of,
)
from inspector.pages.calibration_agreement_view import SetAgreementPage
from inspector.pages.calibration_reading import find_field, open_revision, read_raters
from inspector.readers import reader_of
from lineage.access import NotVisible, Reader
from lineage.evidence.vocabulary import Scale


def read_set_agreement(reader: Reader, asked: AskedOfSet) -> SetAgreementPage:
    """A dozen statements. Raises NotAllowed, and NotVisible for a revision that is none of the reader's."""
    revision = open_revision(reader, asked.revision)
    fields = fields_of(revision)
    field = find_field(fields, asked.field)
    if field is None:
        raise NotVisible(asked.revision)
    raters = read_raters(reader, revision, field.name)
    scope = asked.scope(field.name, {one.key for one in raters if not one.is_adjudicator})
    scope = scope if scope.label in field.values else scope._replace(label="")
    asked = asked._replace(field=field.name, pair=",".join(scope.pair), label=scope.label)
    found = read_revision(reader, scope)
    measured = measure(found.patterns, field.values, field.scale, scope.label, scope.ratings)
    job, panel = read_job(reader, scope, measured.counted.marks)
    names = {one.key: one.name for one in raters}
    links = SetLinks(asked)
    words = Words(value=str, rater=lambda key: names.get(key, key), key=str)
    against, against_more = against_of(found, words.rater, links)
    return SetAgreementPage(
        set=revision.set.name or revision.set.key,
        set_url=set_url(revision.set.public_id),
        revision=revision.number,
        revision_url=revision_url(revision.public_id),
        field=field.name,
        scale=Scale(field.scale).label,
        fields=tuple(
            Counted(one.name, one.name, "", 0, AskedOfSet(asked.revision, one.name).address()) for one in fields
        ),
        narrowed=_narrowed(asked, scope, words),
        strata=_strata(asked, found),
        panel=panel_of(measured, words, links, intervals_in(job)),
        job=panel,
        hides_any=found.hidden > 0,
        with_adjudicators=_with_adjudicators(found),
        adjudicated=len(found.judged_again),
        expected=expected_of(found, links),
        against=against,
        against_more=against_more,
        majority=majority_of(found, links),
        means=means_of(found, links),
    )


def _with_adjudicators(found: RevisionRatings) -> Figure | None:
    """What alpha would be if adjudicators were raters; None where nobody adjudicated."""
    if not found.judged_again:
        return None
    return measure_briefly(found.with_adjudicators, found.field.values, found.field.scale)[Measure.ALPHA_NOMINAL]


def _narrowed(asked: AskedOfSet, scope: Scope, words: Words) -> tuple[tuple[str, str], ...]:
    found = [
        (one.replace(":", " is ", 1), asked.address(strata=tuple(other for other in asked.strata if other != one)))
        for one in asked.strata
    ]
    if asked.pair:
        found.append((" and ".join(map(words.rater, scope.pair)), asked.address(pair="")))
    if asked.label:
        found.append((f"“{asked.label}” against all others", asked.address(label="")))
    if asked.ratings:
        found.append((f"items with {asked.ratings} ratings", asked.address(ratings=0)))
    return tuple(found)


def _strata(asked: AskedOfSet, found: RevisionRatings) -> tuple[tuple[str, tuple[Counted, ...]], ...]:
    """What items are divided by, where there is anything to choose from."""
    offered = []
    for name, values in strata_of(found).items():
        if 1 < len(values) <= MOST_VALUES:
            chosen = tuple(
                Counted(value, value, "", number, asked.address(strata=(*asked.strata, f"{name}:{value}")))
                for value, number in sorted(values.items())
            )
            offered.append((name, chosen))
    return tuple(offered)


@require_safe
def calibration_agreement(request: HttpRequest, public_id: str) -> HttpResponse:
    page = read_set_agreement(reader_of(request), read_asked_of_set(public_id, request.GET))
    context = {"page": page, "panel": page.panel, "job": page.job, "here": "figures"}
    return page_or_fragment(request, "inspector/calibration_agreement.html", FRAGMENTS, context)


@require_POST
def calibration_intervals(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the page, which then says how far they are; the same twice is asked once."""
    reader, asked = reader_of(request), read_asked_of_set(public_id, request.GET)
    revision = open_revision(reader, asked.revision)
    field = find_field(fields_of(revision), asked.field)
    if field is None:
        raise NotVisible(public_id)
    raters = {one.key for one in read_raters(reader, revision, field.name) if not one.is_adjudicator}
    scope = asked.scope(field.name, raters)
    request_intervals(reader, scope if scope.label in field.values else scope._replace(label=""))
    return see(asked.address() + INTERVALS)
