"""Which bytes of a source version can be taken away, with their digests and sizes beside the links."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from lineage.evidence.digests import digest_from_raw
from lineage.evidence.vocabulary import ArtifactKind, Custody

NO_RAW = "The raw bytes were not kept; what was read from them is the frozen text."
ERASED = "The raw bytes were erased; their digest stays."


class Download(NamedTuple):
    """`url` is empty where these bytes are not kept, and `why_not` says so. `size` is in bytes."""

    label: str
    digest: str
    size: int | None
    url: str
    why_not: str


def downloads_of(version: Any, shown: Any | None) -> tuple[Download, ...]:
    """The raw bytes, and the frozen text that is shown. `version` has `raw` without its body."""
    address = reverse("frozen_bytes", args=[version.public_id])
    found = [_raw(version, address)]
    if shown is not None and shown.content_id is not None:
        content = shown.content
        is_slice = shown.start is not None
        size = None if is_slice else content.size
        digest = "" if is_slice else digest_from_raw(bytes(content.sha256))
        url = f"{address}?{urlencode({'artifact': shown.key})}" if _is_kept(content) else ""
        label = f"frozen text ({ArtifactKind(shown.kind).label})"
        found.append(Download(label, digest, size, url, "" if url else "This text was erased; its digest stays."))
    return tuple(found)


def _raw(version: Any, address: str) -> Download:
    declared = digest_from_raw(bytes(version.checksum)) if version.checksum else ""
    if version.raw is None:
        return Download("raw bytes", declared, None, "", NO_RAW)
    digest = digest_from_raw(bytes(version.raw.sha256))
    if not _is_kept(version.raw):
        return Download("raw bytes", digest, version.raw.size, "", ERASED)
    return Download("raw bytes", digest, version.raw.size, address, "")


def _is_kept(content: Any) -> bool:
    return content.purged_at is None and content.custody == Custody.INLINE_PROTECTED
