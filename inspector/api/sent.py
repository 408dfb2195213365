"""A file as a program sends it: in a form, or as the body of the request itself. Nothing of it is lost in silence."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.http.request import UnreadablePostError
from django.utils.http import parse_header_parameters

from inspector.api.errors import Refused
from lineage.accepting import NotAccepted
from lineage.pipeline.extract.kinds import MEDIA_TYPES

MULTIPART = "multipart/form-data"
BYTES = "application/octet-stream"
KNOWN = tuple(dict.fromkeys((*MEDIA_TYPES.values(), "application/xhtml+xml")))
UNSUPPORTED = (
    f"Send the file as {MULTIPART} with a field file, or as the body itself with one of the media types "
    f"{', '.join((*KNOWN, BYTES))}."
)
CONFLICTS = frozenset({"unchanged", "version_taken", "kept_already", "key_taken", "erased"})
CHARSET = re.compile(r"[A-Za-z0-9._:+-]{1,40}\Z")
LABEL = "label"
"""The one field that may come more than once."""


class Sent(NamedTuple):
    """What came: the bytes, what was said of them by field, the media type, and the name of the file."""

    data: bytes
    fields: Mapping[str, str]
    labels: Sequence[str]
    media_type: str
    name: str


def body_schema(file_words: str, fields: Mapping[str, str]) -> dict[str, Any]:
    """The body of an operation that takes a file, for OpenAPI; `fields` by name with what is to be said of them."""
    many = {"type": "array", "items": {"type": "string"}}
    plain, file = {"type": "string"}, {"type": "string", "format": "binary"}
    properties = {name: {**(many if name == LABEL else plain), "description": said} for name, said in fields.items()}
    form = {
        "type": "object",
        "required": ["file"],
        "additionalProperties": False,
        "properties": {"file": {**file, "description": file_words}, **properties},
    }
    bodies = dict.fromkeys((*KNOWN, BYTES), {"schema": file})
    return {"required": True, "content": {MULTIPART: {"schema": form}, **bodies}}


def read_sent(request: HttpRequest, fields: Sequence[str]) -> Sent:
    """The file as it was sent, in either way. Raises Refused."""
    kind = request.content_type or ""
    if kind not in (MULTIPART, *KNOWN, BYTES):
        raise Refused(415, UNSUPPORTED, "Content-Type")
    if "chunked" in request.headers.get("Transfer-Encoding", "").lower():
        # WSGI reads a body of no declared length as an empty one.
        raise Refused(411, "Say how long the body is: send Content-Length, not in chunks.", "Content-Length")
    # The declared character set is that of the file; Django would read the fields by it, too.
    request.encoding = "utf-8"
    try:
        return _read_form(request, fields) if kind == MULTIPART else _read_body(request, kind, fields)
    except UnreadablePostError:
        raise Refused(400, "The request broke off before its end; send it again.") from None


def refuse(refused: NotAccepted) -> Refused:
    """What lineage did not accept, as an answer; `place` names the field where it is not the file."""
    place = "" if refused.field == "file" else {"labels": LABEL}.get(refused.field, refused.field)
    return Refused(409 if refused.code in CONFLICTS else 422, str(refused), place, refused.code)


def _read_form(request: HttpRequest, names: Sequence[str]) -> Sent:
    _require_known(request.GET, ())
    fields = _require_known(request.POST, names)
    _require_known(request.FILES, ("file",))
    file = request.FILES.get("file")
    if file is None:
        raise Refused(422, "send it as the file of a field that is called file", "file")
    kind, extra = file.content_type or "", file.content_type_extra or {}
    charset = extra.get("charset", b"")
    written = charset.decode("ascii", "ignore") if isinstance(charset, bytes) else str(charset)
    media_type = _media_type(kind, written or file.charset or "")
    return Sent(file.read(), fields, request.POST.getlist(LABEL), media_type, fields.get("name") or file.name or "")


def _read_body(request: HttpRequest, kind: str, names: Sequence[str]) -> Sent:
    fields = _require_known(request.GET, names)
    charset = parse_header_parameters(request.headers.get("Content-Type", ""))[1].get("charset", "")
    # Not `request.body`, which is bounded as a form is; a request is bounded before it comes here.
    return Sent(request.read(), fields, request.GET.getlist(LABEL), _media_type(kind, charset), fields.get("name", ""))


def _media_type(kind: str, charset: str) -> str:
    if kind not in KNOWN:
        return ""
    return f"{kind}; charset={charset.lower()}" if CHARSET.match(charset) else kind


def _require_known(given: Any, names: Sequence[str]) -> dict[str, str]:
    """Each of the names once at most, and no other. Raises Refused: a misspelt name would be lost in silence."""
    for name, values in given.lists():
        if name not in names:
            raise Refused(422, f"there is no field of this name here; known: {', '.join(names) or 'none'}", name)
        if len(values) > 1 and name != LABEL:
            raise Refused(422, "it came more than once", name)
    return {name: given.get(name, "") for name in names}
