"""A frozen revision as a file, JSONL or CSV: what people said of which items, and nothing that a judge said."""

from collections.abc import Callable, Iterator

from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_safe

from inspector.calibrating.exporting import export
from inspector.labels.jsonl import write_jsonl
from inspector.labels.label_set import LabelSet
from inspector.labels.sheet import write_csv
from inspector.pages.calibration_reading import open_revision
from inspector.readers import reader_of
from lineage.access import Action, require
from lineage.access_log import Taken, record_access


@require_safe
def calibration_jsonl(request: HttpRequest, public_id: str) -> StreamingHttpResponse:
    return _file(request, public_id, "jsonl", "application/jsonl", write_jsonl)


@require_safe
def calibration_csv(request: HttpRequest, public_id: str) -> StreamingHttpResponse:
    return _file(request, public_id, "csv", "text/csv; charset=utf-8; header=present", write_csv)


def _file(
    request: HttpRequest, public_id: str, ending: str, kind: str, write: Callable[[LabelSet], Iterator[bytes]]
) -> StreamingHttpResponse:
    """Items that the reader is still to judge blind are not in it, nor words that they may not read."""
    reader = reader_of(request)
    revision = open_revision(reader, public_id)
    require(reader, Action.EXPORT)
    exported = export(reader, revision)
    record_access(reader, Taken.EXPORTED, f"set_revision:{revision.public_id}")
    response = StreamingHttpResponse(write(exported.label_set), content_type=kind)
    name = f"labels-{public_id[:8]}-{revision.number}.{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
