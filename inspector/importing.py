"""Importing a file on behalf of a reader: read it whatever its format, then let lineage write what it can."""

from dataclasses import dataclass
from datetime import datetime

from lineage.access import Action, Reader, require
from lineage.formats.registry import read_payload
from lineage.ingest import Report, ingest
from lineage.models import rows


@dataclass(frozen=True, slots=True)
class Imported:
    name: str
    report: Report


def import_file(
    reader: Reader, name: str, data: bytes, form: str, as_of: datetime, dry_run: bool, all_or_nothing: bool
) -> Imported:
    """Bytes in a named format or "auto" -> a report. Raises NotAllowed; whatever is wrong in the file is a problem."""
    require(reader, Action.IMPORT_ANSWERS)
    tenant = rows.Tenant.objects.get(pk=reader.tenant_id)
    collected = read_payload(data, form)
    report = ingest(tenant, collected, actor=reader.actor, as_of=as_of, dry_run=dry_run, all_or_nothing=all_or_nothing)
    return Imported(name, report)
