"""What may be read in the place of a content that was erased because words of a source stood in it."""

from collections.abc import Iterable

from lineage.bulk import in_parts
from lineage.models import rows
from lineage.models.content import unpack

LARGEST_LOOKUP = 500
BODY = ("sha256", "size", "body", "coding")


def read_json(content: rows.Content) -> bytes:
    """The bytes of a content, else what an erasure left of it. Raises ContentAbsent, ContentDamaged.

    One statement more, and only for what was erased.
    """
    if content.body is None:
        found = find_remains([content.pk])
        if content.pk in found:
            return found[content.pk]
    data: bytes = content.get_bytes()
    return data


def read_text(content: rows.Content) -> str:
    """As `read_json`, as text."""
    return read_json(content).decode()


def find_remains(content_ids: Iterable[int]) -> dict[int, bytes]:
    """Of these contents, what the newest erasure left of each; those of which nothing was left are not in it."""
    found: dict[int, bytes] = {}
    for part in in_parts(sorted(set(content_ids)), LARGEST_LOOKUP):
        left = rows.Redaction.objects.filter(erased_id__in=part).order_by("id")
        for erased, *body in left.values_list("erased_id", *(f"remains__{name}" for name in BODY)):
            if body[2] is not None:
                found[erased] = unpack(*body)
    return found
