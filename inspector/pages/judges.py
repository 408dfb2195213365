"""The judges of a tenant: what each is set to, on what it was tested, and which certificates hold."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.judging.listing import certificates, list_judges, newest_configurations
from inspector.pages.judge_reading import read_certificate_lines
from inspector.pages.judge_view import CertificateLine, JudgeLine, JudgesPage
from inspector.pages.run_people import named_by
from inspector.readers import reader_of
from lineage.access import Action, Reader
from lineage.evidence.vocabulary import CertificateState

MOST_CERTIFICATES = 500


def read_judges_page(reader: Reader) -> JudgesPage:
    """By name; the same number of statements whatever there is."""
    judges = list_judges(reader)
    newest = newest_configurations([judge.pk for judge in judges])
    issued = list(named_by(certificates(reader).defer("figures__body"), "issued_by")[:MOST_CERTIFICATES])
    by_judge: dict[int, list[CertificateLine]] = {}
    for row, line in zip(issued, read_certificate_lines(reader, issued), strict=True):
        by_judge.setdefault(row.batch.configuration.evaluator_id, []).append(line)
    lines = []
    for judge in judges:
        known = by_judge.get(judge.pk, [])
        valid = tuple(one for one in known if one.said.word == CertificateState.VALID.label)
        configuration = newest.get(judge.pk)
        lines.append(
            JudgeLine(
                name=judge.key,
                url=reverse("judge", args=[judge.public_id]),
                model=configuration.model if configuration is not None else "",
                configuration=configuration.number if configuration is not None else 0,
                batches=judge.batches_seen,
                tested_at=judge.tested_at,
                valid=valid,
                others=len(known) - len(valid),
            )
        )
    return JudgesPage(lines=tuple(lines), may_import=reader.may(Action.KEEP_SETS))


@require_safe
def judges(request: HttpRequest) -> HttpResponse:
    page = read_judges_page(reader_of(request))
    return render(request, "inspector/judges.html", {"page": page, "here": "figures"})
