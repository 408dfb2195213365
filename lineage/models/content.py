"""Bytes, once for each tenant and digest. What they are is said by the rows that point at them (DESIGN 4).

Equal text at four stages is one row, and that is how stages are compared.
"""

import zlib
from datetime import datetime
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Q

from lineage.evidence.digests import digest_bytes, raw_digest
from lineage.evidence.vocabulary import Custody
from lineage.models import columns
from lineage.models.record import Record, RecordQuerySet

COMPRESSION_LEVEL = 6


class ContentAbsent(LookupError):
    """The bytes are not here: purged, kept elsewhere, or never kept."""


class ContentDamaged(Exception):
    """The stored bytes do not have the digest they are kept under: an integrity failure, never shown as text."""


class Packed(NamedTuple):
    """Bytes as a row keeps them. `size` is the length of the bytes themselves, also where `body` is compressed."""

    sha256: bytes
    size: int
    body: bytes
    compressed: bool


def pack(data: bytes, *, compress: bool = False) -> Packed:
    """`compress` (zlib) is for what is read seldom and whole: raw payloads and captures."""
    body = zlib.compress(data, COMPRESSION_LEVEL) if compress else data
    return Packed(raw_digest(digest_bytes(data)), len(data), body, compress)


def unpack(sha256: bytes, size: int, body: bytes | None, compressed: bool) -> bytes:
    """The bytes of a row, hashed again on every read (0.6 ms a MiB). Raises ContentAbsent, ContentDamaged."""
    if body is None:
        raise ContentAbsent(f"content sha256:{bytes(sha256).hex()} is not kept here")
    try:
        data = zlib.decompressobj().decompress(body, size + 1) if compressed else bytes(body)
    except zlib.error:
        data = b""
    if len(data) != size or raw_digest(digest_bytes(data)) != bytes(sha256):
        raise ContentDamaged(f"the bytes kept as sha256:{bytes(sha256).hex()} have another digest")
    return data


class ContentQuerySet(RecordQuerySet):
    def erase(self, at: datetime) -> int:
        """Removes the bytes of the selected rows that still have them, for good; how many. The digests stay."""
        kept: Any = self.filter(body__isnull=False, purged_at__isnull=True)
        return int(models.QuerySet.update(kept, body=None, purged_at=at))


class Content(Record):
    erasable = ("body", "purged_at")
    objects = ContentQuerySet.as_manager()

    tenant = columns.tenant()
    sha256 = columns.digest()
    size = models.BigIntegerField()
    compressed = models.BooleanField(default=False)
    custody = columns.term(Custody, default=Custody.INLINE_PROTECTED.value)
    body = models.BinaryField(null=True)
    purged_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            columns.unique("content_digest_unique", "tenant", "sha256"),
            *columns.whole_digests("content", "sha256"),
            *columns.known("content", custody=Custody),
            models.CheckConstraint(condition=Q(size__gte=0), name="content_size_positive"),
            models.CheckConstraint(
                condition=Q(body__isnull=False, custody=Custody.INLINE_PROTECTED.value, purged_at__isnull=True)
                | Q(body__isnull=True, purged_at__isnull=False)
                | (Q(body__isnull=True) & ~Q(custody=Custody.INLINE_PROTECTED.value)),
                name="content_body_where_custody_says",
            ),
        ]

    def get_bytes(self) -> bytes:
        return unpack(self.sha256, self.size, self.body, self.compressed)

    def get_text(self) -> str:
        """The bytes as the text they were written from. Raises as `get_bytes`, and UnicodeDecodeError."""
        return self.get_bytes().decode()
