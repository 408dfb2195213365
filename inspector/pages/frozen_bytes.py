"""The frozen bytes of a source version as a download that no browser opens (U-34)."""

from base64 import b64encode
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from inspector.http import wrong
from inspector.pages.source_text import find_text
from inspector.pages.veiling import find_why, open_version
from inspector.pages.withheld import words_of
from inspector.readers import reader_of
from lineage.access import Reader
from lineage.access_log import Taken, record_access
from lineage.evidence.digests import raw_digest
from lineage.frozen_bytes import Frozen, NotKept, open_raw, open_text

SANDBOX = "default-src 'none'; frame-ancestors 'none'; sandbox"
NO_TEXT = "Neither the raw bytes of this version nor any text of it were kept."


def open_frozen(reader: Reader, public_id: str, artifact: str) -> Frozen:
    """The text that the address names; else the raw bytes, else the extract. Raises NotVisible, NotKept."""
    version = open_version(reader, public_id)
    why = find_why(reader, version)
    if why is not None:
        raise NotKept(words_of(why))
    if not artifact and version.raw_id is not None:
        return open_raw(version)
    text = find_text(reader, version, artifact)
    if text is None:
        raise NotKept("This version has no text of that name." if artifact else NO_TEXT)
    return open_text(version, text)


@require_safe
def frozen_bytes(request: HttpRequest, public_id: str) -> HttpResponseBase:
    reader = reader_of(request)
    try:
        frozen = open_frozen(reader, public_id, request.GET.get("artifact", "").replace("\0", ""))
    except NotKept as missing:
        return wrong(request, 404, str(missing))
    if request.method == "GET":
        record_access(reader, Taken.DOWNLOADED, f"source_version:{public_id} {frozen.digest}")
    return download(frozen, public_id, with_body=request.method == "GET")


def download(frozen: Frozen, public_id: str, *, with_body: bool) -> HttpResponseBase:
    """An attachment under a name of our own words: a source's file name may say what its text may not."""
    response: Any = StreamingHttpResponse(frozen.parts) if with_body else HttpResponse()
    response["Content-Type"] = "application/octet-stream"
    response["Content-Length"] = str(frozen.size)
    what, ending = ("raw-bytes", "bin") if frozen.is_raw else ("frozen-text", "txt")
    response["Content-Disposition"] = f'attachment; filename="{what}-{public_id}.{ending}"'
    response["Content-Security-Policy"] = SANDBOX
    response["X-Content-Type-Options"] = "nosniff"
    # RFC 9530: the digest of what is sent, as it is shown beside the link.
    response["Repr-Digest"] = f"sha-256=:{b64encode(raw_digest(frozen.digest)).decode()}:"
    return response  # type: ignore[no-any-return]
