"""Moving names of versions, such as `current`: what each meant when (S4-10, S4-11). History is only added to."""

from datetime import datetime
from typing import NamedTuple

from lineage.models import rows
from lineage.source_standing import find_current

CURRENT = "current"


class Named(NamedTuple):
    """From `since` on, the alias meant this version, `version` being its name and `public_id` that of its row."""

    version: str
    public_id: str
    since: datetime
    actor: str


def move_current(source: rows.Source, at: datetime, actor: str) -> rows.SourceVersion | None:
    """Inside a transaction: points `current` at the version that holds now, if it points elsewhere; that version.

    Where none holds the alias stays: what it names is taken away, and says so.
    """
    now = find_current(source.pk)
    if now is None or _newest(source.pk, CURRENT) == now.pk:
        return now
    rows.Alias.objects.create(
        tenant_id=source.tenant_id, source=source, alias=CURRENT, version=now, at=at, actor=actor
    )
    return now


def find_named(source_id: int, alias: str, at: datetime) -> rows.SourceVersion | None:
    """The version that an alias meant at a moment; None where nobody recorded one until then."""
    found = rows.Alias.objects.filter(source_id=source_id, alias=alias, at__lte=at).select_related("version")
    row = found.order_by("-at", "-id").first()
    return row.version if row is not None else None


def list_history(source_id: int, alias: str = CURRENT) -> list[Named]:
    """What the alias meant, newest first."""
    found = rows.Alias.objects.filter(source_id=source_id, alias=alias).order_by("-at", "-id")
    return [Named(*row) for row in found.values_list("version__version", "version__public_id", "at", "actor")]


def _newest(source_id: int, alias: str) -> int | None:
    found = rows.Alias.objects.filter(source_id=source_id, alias=alias).order_by("-at", "-id")
    return found.values_list("version_id", flat=True).first()  # type: ignore[no-any-return]
