"""The form of a deed, as it was sent: a reason, and for a deletion what audit keeps and until when. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from lineage.evidence.vocabulary import AuditRetention

LONGEST = 1_000
NO_REASON = "say why: it is all that anybody reads of this later"
TOO_LONG = f"at most {LONGEST:,} characters are kept"
NO_RETENTION = "say what audit keeps"
NO_DATE = "say until which day auditors may read the snapshot"
NOT_A_DATE = "write the day as year-month-day, such as 2027-03-31"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeedForm:
    """What was written, kept as it came, and what is wrong with each field."""

    reason: str = ""
    retention: AuditRetention | None = None
    day: str = ""
    legal_basis: str = ""
    seen: str = ""
    until: datetime | None = None
    errors: dict[str, str] = field(default_factory=dict)


def read_deed_form(sent: Mapping[str, str], *, needs_reason: bool, is_deletion: bool) -> DeedForm:
    written = {name: sent.get(name, "").replace("\0", "").strip() for name in ("reason", "legal_basis", "until")}
    errors: dict[str, str] = {}
    if needs_reason and not written["reason"]:
        errors["reason"] = NO_REASON
    for name in ("reason", "legal_basis"):
        if len(written[name]) > LONGEST:
            errors[name] = TOO_LONG
    chosen = sent.get("retention", "")
    retention = AuditRetention(chosen) if chosen in set(AuditRetention) else None
    until = _read_day(written["until"], errors) if is_deletion else None
    if is_deletion and retention is None:
        errors["retention"] = NO_RETENTION
    if is_deletion and retention is AuditRetention.RESTRICTED_SNAPSHOT and not written["until"]:
        errors["until"] = NO_DATE
    return DeedForm(
        reason=written["reason"],
        retention=retention,
        day=written["until"],
        legal_basis=written["legal_basis"],
        seen=sent.get("seen", ""),
        until=until,
        errors=errors,
    )


def _read_day(written: str, errors: dict[str, str]) -> datetime | None:
    """The beginning of that day in UTC; None for no day."""
    if not written:
        return None
    try:
        day = date.fromisoformat(written)
    except ValueError:
        errors["until"] = NOT_A_DATE
        return None
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
