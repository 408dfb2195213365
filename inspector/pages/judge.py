"""One judge: what it is and was set to, the results it was tested with, and what that certified."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.judging.configurations import open_judge
from inspector.judging.listing import MOST, batches, certificates, configurations_of
from inspector.pages.judge_reading import batch_line, configuration_lines, read_certificate_lines
from inspector.pages.judge_view import JudgePage
from inspector.pages.run_people import named_by
from inspector.readers import reader_of
from lineage.access import Action, Reader

AFTER = {
    "configured": "The configuration is recorded and in force. Certificates of another one have expired.",
    "unchanged": "That is what the judge is set to already; nothing was recorded.",
}


def read_judge_page(reader: Reader, public_id: str, after: str) -> JudgePage:
    """Raises NotVisible, NotAllowed."""
    judge = open_judge(reader, public_id)
    found = named_by(batches(reader).filter(configuration__evaluator=judge), "imported_by")[:MOST]
    issued = certificates(reader).filter(batch__configuration__evaluator=judge).defer("figures__body")
    return JudgePage(
        name=judge.key,
        configurations=configuration_lines(reader, list(named_by(configurations_of(judge), "recorded_by")[:MOST])),
        batches=tuple(batch_line(reader, batch) for batch in found),
        certificates=read_certificate_lines(reader, list(named_by(issued, "issued_by")[:MOST])),
        configure_url=reverse("judge_configure", args=[public_id]) if reader.may(Action.CERTIFY_JUDGES) else "",
        import_url=reverse("judge_import") if reader.may(Action.KEEP_SETS) else "",
        after=AFTER.get(after, ""),
    )


@require_safe
def judge(request: HttpRequest, public_id: str) -> HttpResponse:
    page = read_judge_page(reader_of(request), public_id, request.GET.get("after", ""))
    return render(request, "inspector/judge.html", {"page": page, "here": "figures"})
