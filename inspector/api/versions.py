"""`POST /sources/{id}/versions`: a new version of a source, which starts a run over all citations of the source."""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.http.request import UnreadablePostError
from ninja import Router
from ninja.responses import Status

from inspector.api.auth import reader_for
from inspector.api.errors import Refused, refusals
from inspector.api.runs import RunOut, run_out
from inspector.models.tokens import TokenScope
from lineage.access import NotVisible, Reader
from lineage.models import rows
from lineage.reprocessing import NotAccepted, add_version

router = Router(tags=["sources"])
FIELDS = ("version", "title")
MULTIPART = "multipart/form-data"
BYTES = "application/octet-stream"
TEXTS = ("text/plain", "text/markdown")
UNSUPPORTED = (
    f"Send the text in UTF-8: as {MULTIPART} with a field file, or as the body itself with one of the media types "
    f"{', '.join((*TEXTS, BYTES))}."
)

TEXT_SCHEMA = {"schema": {"type": "string", "format": "binary"}}
FORM_SCHEMA = {
    "schema": {
        "type": "object",
        "required": ["file"],
        "additionalProperties": False,
        "properties": {
            "file": {"type": "string", "format": "binary", "description": "The text, in UTF-8."},
            "version": {"type": "string", "description": "Its name; without one it is called after the moment."},
            "title": {"type": "string", "description": "Its title; without one that of the version it replaces."},
        },
    }
}
REQUEST_BODY = {
    "required": True,
    "content": {MULTIPART: FORM_SCHEMA, **dict.fromkeys((*TEXTS, BYTES), TEXT_SCHEMA)},
}


class Sent(NamedTuple):
    """What came: the bytes, and what was said of them."""

    data: bytes
    version: str
    title: str
    media_type: str


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


def read_sent(request: HttpRequest) -> Sent:
    """The version as it was sent, in either way. Raises Refused."""
    kind = request.content_type or ""
    charset = (request.content_params or {}).get("charset", "utf-8").lower()
    if kind not in (MULTIPART, *TEXTS, BYTES) or charset not in ("utf-8", "utf8", "us-ascii"):
        raise Refused(415, UNSUPPORTED, "Content-Type")
    if "chunked" in request.headers.get("Transfer-Encoding", "").lower():
        # WSGI reads a body of no declared length as an empty one.
        raise Refused(411, "Say how long the body is: send Content-Length, not in chunks.", "Content-Length")
    try:
        return _read_form(request) if kind == MULTIPART else _read_body(request, kind)
    except UnreadablePostError:
        raise Refused(400, "The request broke off before its end; send it again.") from None


def _read_form(request: HttpRequest) -> Sent:
    _require_known(request.GET, ())
    fields = _require_known(request.POST, FIELDS)
    _require_known(request.FILES, ("file",))
    file = request.FILES.get("file")
    if file is None:
        raise Refused(422, "send the text as the file of a field that is called file", "file")
    kind = file.content_type or ""
    return Sent(file.read(), fields["version"], fields["title"], kind if kind in TEXTS else "")


def _read_body(request: HttpRequest, kind: str) -> Sent:
    fields = _require_known(request.GET, FIELDS)
    # Not `request.body`, which is bounded as a form is; a request is bounded before it comes here.
    return Sent(request.read(), fields["version"], fields["title"], kind if kind in TEXTS else "")


def _require_known(given: Any, names: tuple[str, ...]) -> dict[str, str]:
    """Each of the names once at most, and no other. Raises Refused: a misspelt name would be lost in silence."""
    for name, values in given.lists():
        if name not in names:
            raise Refused(422, f"there is no field of this name here; known: {', '.join(names) or 'none'}", name)
        if len(values) > 1:
            raise Refused(422, "it came more than once", name)
    return {name: given.get(name, "") for name in names}


def send_version(reader: Reader, source: Any, sent: Sent) -> RunOut:
    """Raises NotVisible, NotAllowed, Refused."""
    try:
        run = add_version(
            reader, source, sent.data, version=sent.version, title=sent.title, media_type=sent.media_type
        )
    except NotAccepted as refused:
        status = 409 if refused.code in ("unchanged", "version_taken") else 422
        raise Refused(status, str(refused), code=refused.code) from refused
    return run_out(run)


@router.post(
    "/sources/{path:id}/versions",
    response={202: RunOut, **refusals(400, 409, 411, 413, 415, 422)},
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
    found = send_version(reader, get_source(reader, id), read_sent(request))
    response["Location"] = found.url
    return Status(202, found)
