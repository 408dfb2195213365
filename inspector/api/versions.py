"""`POST /sources/{id}/versions`: a new version of a source, which starts a run over all citations of the source."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Router
from ninja.responses import Status

from inspector.api.auth import reader_for
from inspector.api.errors import refusals
from inspector.api.runs import RunOut, run_out
from inspector.api.sent import Sent, body_schema, read_sent, refuse
from inspector.models.tokens import TokenScope
from lineage.access import NotVisible, Reader
from lineage.models import rows
from lineage.reprocessing import NotAccepted, add_version

router = Router(tags=["sources"])
FIELDS = {
    "version": "Its name; without one it is called after the moment.",
    "title": "Its title; without one that of the version it replaces.",
}
REQUEST_BODY = body_schema("The whole document, of the kind that the source is.", FIELDS)


def get_source(reader: Reader, name: str) -> Any:
    """The source of a version's public id, else the source with this key. Raises NotVisible."""
    if "\0" in name:
        raise NotVisible(name)
    versions = rows.SourceVersion.objects.visible_to(reader).select_related("source")
    version = versions.filter(public_id=name).first()
    source = version.source if version is not None else rows.Source.objects.visible_to(reader).filter(key=name).first()
    if source is None:
        raise NotVisible(name)
    return source


def send_version(reader: Reader, source: Any, sent: Sent) -> RunOut:
    """Raises NotVisible, NotAllowed, Refused."""
    try:
        return run_out(add_version(reader, source, sent.data, media_type=sent.media_type, **sent.fields))
    except NotAccepted as refused:
        raise refuse(refused) from refused


@router.post(
    "/sources/{path:id}/versions",
    response={202: RunOut, **refusals(400, 409, 411, 413, 415, 422, 507)},
    url_name="versions",
    operation_id="send_version",
    summary="Send a new version of a source",
    openapi_extra={"requestBody": REQUEST_BODY},
)
def new_version(request: HttpRequest, response: HttpResponse, id: str) -> Status:
    """A new version of the source with this key, or of the source of the version with this id.

    It is kept as it came, and a run looks for every citation of the source in it; `Location` is the run's address.
    The same version with the same bytes, sent again, is answered with the run that it started. As the body itself, the
    fields `version` and `title` are parameters of the address.
    """
    reader = reader_for(request, TokenScope.SOURCES_WRITE)
    found = send_version(reader, get_source(reader, id), read_sent(request, tuple(FIELDS)))
    response["Location"] = found.url
    return Status(202, found)
