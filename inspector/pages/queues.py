"""All queues of the tenant, each with what waits in it for the reader; the list to review again stands among them."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.queue_own import read_queue_lines
from inspector.pages.queue_view import QueuesPage
from inspector.pages.review_again_reading import all_stale
from inspector.readers import reader_of
from lineage.access import Action, Reader, require


def read_queues(reader: Reader) -> QueuesPage:
    """At most ten statements with those of the session."""
    require(reader, Action.READ_CASES)
    lines = read_queue_lines(reader)
    return QueuesPage(
        lines=tuple(line for line in lines if not line.head.is_closed),
        closed=tuple(line for line in lines if line.head.is_closed),
        again=all_stale(reader).count(),
        may_keep=reader.may(Action.KEEP_QUEUES),
        may_judge=reader.may(Action.RECORD_VERDICT),
    )


@require_safe
def queues(request: HttpRequest) -> HttpResponse:
    page = read_queues(reader_of(request))
    return page_or_fragment(request, "inspector/queues.html", {}, {"page": page, "here": "queues"})
