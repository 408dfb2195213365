"""`POST /sources`: a new source with its first version, and a run that reads it."""

from django.http import HttpRequest, HttpResponse
from ninja import Router
from ninja.responses import Status

from inspector.api.auth import reader_for
from inspector.api.errors import Refused, refusals
from inspector.api.runs import RunOut, run_out
from inspector.api.sent import LABEL, Sent, body_schema, read_sent, refuse
from inspector.models.tokens import TokenScope
from lineage.accepting import CHOICES
from lineage.access import Reader
from lineage.evidence.vocabulary import SourceKind
from lineage.new_sources import NotAccepted, add_source

router = Router(tags=["sources"])
KINDS = ", ".join(kind.value for kind in CHOICES)
SAID = {
    "key": "The key of the source; without one it is made from the name of the file.",
    "kind": f"One of {KINDS}; without one it is found from the bytes and the name.",
    "title": "Its title; without one the name of the file.",
    "owner": "Who is answerable for it.",
    "language": "Its language, such as en or de-CH.",
    "jurisdiction": "Where it holds.",
    "uri": "Where it came from.",
    "version": "The name of its first version; without one it is called after the moment.",
    LABEL: "An access label that you hold; may come more than once.",
    "name": "The name of the file, where it comes without one, as the body itself.",
}
REQUEST_BODY = body_schema("The whole document: a PDF, HTML, DOCX, CSV, Markdown or text.", SAID)


def send_source(reader: Reader, sent: Sent) -> RunOut:
    """Raises NotVisible, NotAllowed, Refused."""
    said = {name: value for name, value in sent.fields.items() if name not in ("name", "kind", LABEL)}
    kind = find_kind(sent.fields["kind"])
    try:
        run = add_source(
            reader, sent.data, name=sent.name, kind=kind, labels=sent.labels, media_type=sent.media_type, **said
        )
    except NotAccepted as refused:
        raise refuse(refused) from refused
    return run_out(run)


def find_kind(written: str) -> SourceKind | None:
    """None where it is to be found out. Raises Refused for a word that is no kind."""
    if not written:
        return None
    try:
        return SourceKind(written)
    except ValueError:
        raise Refused(422, f"there is no such kind; known: {KINDS}", "kind") from None


@router.post(
    "/sources",
    response={202: RunOut, **refusals(400, 409, 411, 413, 415, 422, 507)},
    url_name="sources",
    operation_id="add_source",
    summary="Add a source",
    openapi_extra={"requestBody": REQUEST_BODY},
)
def new_source(request: HttpRequest, response: HttpResponse) -> Status:
    """A new source; the file is kept as it came, and a run reads it. `Location` is the run's address.

    The same key with the same bytes, sent again, is answered with the run that it started. As the body itself, the
    fields are parameters of the address, and `name` is the name of the file.
    """
    reader = reader_for(request, TokenScope.SOURCES_WRITE)
    found = send_source(reader, read_sent(request, tuple(SAID)))
    response["Location"] = found.url
    return Status(202, found)
