"""Who took what out: one row for each export and each download, ids only, apart from the chain (U-13, S2-44)."""

from enum import StrEnum

from lineage.access import Reader
from lineage.models import rows


class Taken(StrEnum):
    """What a reader took."""

    EXPORTED = "exported"
    DOWNLOADED = "downloaded"


def record_access(reader: Reader, taken: Taken, subject: str) -> None:
    """Appends an access event; `subject` is a kind and an id of ours, such as `source_version:<public id>`."""
    rows.AccessEvent(tenant_id=reader.tenant_id, actor=reader.actor, verb=taken.value, subject=subject).save()
