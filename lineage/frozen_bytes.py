"""The retained bytes of a source version, or of a text that was read from it, by windows and verified before they go.

A content is hashed whole before its first byte is given out; no more than a window of it is held at a time.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db.models import BinaryField
from django.db.models.functions import Substr

from lineage.evidence.digests import Digest, digest_bytes, digest_from_raw, digest_parts
from lineage.evidence.vocabulary import Availability
from lineage.models import rows
from lineage.models.coding import Coding
from lineage.models.content import ContentAbsent, ContentDamaged
from lineage.source_standing import find_taken_away
from lineage.text.span import Span
from lineage.windows import read_stretch

WINDOW = 4 * 2**20


class NotKept(LookupError):
    """These bytes are not to be had here; the message says which and why."""


class Frozen(NamedTuple):
    """Bytes as they were recorded. `is_raw`: of the source itself, else of a text that was read from it."""

    is_raw: bool
    size: int
    digest: Digest
    parts: Iterator[bytes]


def open_raw(version: rows.SourceVersion) -> Frozen:
    """The retained bytes of a version that the reader was shown. Raises NotKept, ContentDamaged."""
    _require_available(version)
    if version.raw_id is None:
        raise NotKept("The raw bytes of this version were not kept: only what was read from them, if anything.")
    return _open(version.raw_id, is_raw=True)


def open_text(version: rows.SourceVersion, artifact: rows.Artifact) -> Frozen:
    """The frozen text of an artifact of this version, in UTF-8. Raises NotKept, ContentDamaged."""
    _require_available(version)
    if artifact.content_id is None:
        raise NotKept("The text of this stage was not kept: only what is said of it is known.")
    if artifact.start is None:
        return _open(artifact.content_id, is_raw=False)
    content = rows.Content.objects.defer("body").get(pk=artifact.content_id)
    try:
        text = read_stretch(content, lambda _: Span(artifact.start, artifact.end)).text
    except ContentAbsent as absent:
        raise NotKept("The text of this stage was erased; its digest stays.") from absent
    data = text.encode()
    return Frozen(False, len(data), digest_bytes(data), iter((data,)))


def _require_available(version: rows.SourceVersion) -> None:
    if version.availability != Availability.AVAILABLE:
        state = Availability(version.availability).label
        raise NotKept(f"The bytes of this version cannot be had here: {state}.")
    if find_taken_away([version.pk]):
        raise NotKept("This version was withdrawn, deleted or purged since; its bytes are not given out.")


def _open(content_id: int, *, is_raw: bool) -> Frozen:
    content = rows.Content.objects.defer("body").get(pk=content_id)
    digest = digest_from_raw(bytes(content.sha256))
    try:
        if digest_parts(_parts(content)) != digest:
            raise ContentDamaged(f"the bytes kept as {digest} have another digest")
    except ContentAbsent as absent:
        raise NotKept("These bytes are not kept here any more, or never were; their digest stays.") from absent
    return Frozen(is_raw, content.size, digest, _parts(content))


def _parts(content: Any) -> Iterator[bytes]:
    if content.coding != Coding.PLAIN or content.size <= WINDOW:
        yield rows.Content.objects.get(pk=content.pk).get_bytes()
        return
    for start in range(0, content.size, WINDOW):
        part = Substr("body", start + 1, WINDOW, output_field=BinaryField())
        body = rows.Content.objects.values_list(part, flat=True).get(pk=content.pk)
        if body is None:
            raise ContentAbsent(f"content {content.pk} is not kept here")
        yield bytes(body)
