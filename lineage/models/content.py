"""Bytes, once for each tenant and digest. What they are is said by the rows that point at them (DESIGN 4).

Equal text at four stages is one row, and that is how stages are compared.
"""

from typing import NamedTuple

from django.db import models
from django.db.models import Q

from lineage.evidence.digests import digest_bytes, raw_digest
from lineage.evidence.vocabulary import Custody
from lineage.models import columns
from lineage.models.coding import Coding, Encode, NotDecodable, decode, encode_text
from lineage.models.record import Record


class ContentAbsent(LookupError):
    """The bytes are not here: purged, kept elsewhere, or never kept."""


class ContentDamaged(Exception):
    """The stored bytes do not have the digest they are kept under: an integrity failure, never shown as text."""


class Packed(NamedTuple):
    """Bytes as a row keeps them. `size` is their own length, whatever `coding` makes of them in `body`."""

    sha256: bytes
    size: int
    body: bytes
    coding: int


def pack(data: bytes, encode: Encode = encode_text) -> Packed:
    """`encode` is one of `lineage.models.coding`: how such bytes are best kept."""
    body, coding = encode(data)
    return Packed(raw_digest(digest_bytes(data)), len(data), body, int(coding))


def unpack(sha256: bytes, size: int, body: bytes | None, coding: int) -> bytes:
    """The bytes of a row, hashed again on every read (0.6 ms a MiB). Raises ContentAbsent, ContentDamaged."""
    if body is None:
        raise ContentAbsent(f"content sha256:{bytes(sha256).hex()} is not kept here")
    try:
        data = decode(body, coding, size)
    except NotDecodable:
        data = b""
    if len(data) != size or raw_digest(digest_bytes(data)) != bytes(sha256):
        raise ContentDamaged(f"the bytes kept as sha256:{bytes(sha256).hex()} have another digest")
    return data


class Content(Record):
    """`coding` is how `body` was written (`lineage.models.coding`): 0 for the bytes themselves.

    Of a tenant's rows with one digest at most one is not erased.
    """

    erasable = ("body", "purged_at")

    # Of one length first: so PostgreSQL pads nothing between them.
    tenant = columns.tenant()
    size = models.BigIntegerField()
    purged_at = models.DateTimeField(null=True)
    coding = models.SmallIntegerField(default=Coding.PLAIN.value)
    custody = columns.term(Custody, default=Custody.INLINE_PROTECTED.value)
    sha256 = columns.digest()
    body = models.BinaryField(null=True)

    class Meta:
        constraints = [
            # Bytes that were erased here may be somebody else's words tomorrow: then they are kept anew, beside it.
            models.UniqueConstraint(
                fields=["tenant", "sha256"], condition=Q(purged_at__isnull=True), name="content_digest_unique"
            ),
            *columns.whole_digests("content", "sha256"),
            *columns.known("content", custody=Custody),
            models.CheckConstraint(condition=Q(size__gte=0), name="content_size_positive"),
            models.CheckConstraint(
                condition=Q(coding__gte=min(Coding).value, coding__lte=max(Coding).value), name="content_coding_known"
            ),
            models.CheckConstraint(
                condition=Q(body__isnull=False, custody=Custody.INLINE_PROTECTED.value, purged_at__isnull=True)
                | Q(body__isnull=True, purged_at__isnull=False)
                | (Q(body__isnull=True) & ~Q(custody=Custody.INLINE_PROTECTED.value)),
                name="content_body_where_custody_says",
            ),
        ]
        indexes = [
            models.Index(fields=["tenant", "sha256"], condition=Q(purged_at__isnull=False), name="content_erased")
        ]

    def get_bytes(self) -> bytes:
        return unpack(self.sha256, self.size, self.body, self.coding)

    def get_text(self) -> str:
        """The bytes as the text they were written from. Raises as `get_bytes`, and UnicodeDecodeError."""
        return self.get_bytes().decode()
