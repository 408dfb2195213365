"""Whether any worker is there to do what waits."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Subquery
from django.utils import timezone

from lineage.models import rows

PATIENCE = timedelta(seconds=60)
NEVER = "Processing is delayed: no worker has been seen yet. The work waits and is done when one comes."


def newest_pulse() -> Any:
    """When a worker was seen last, as a column for another statement."""
    return Subquery(rows.WorkerPulse.objects.order_by("-seen_at").values("seen_at")[:1])


def delay_of(seen_at: datetime | None, now: datetime | None = None) -> str:
    """What to say where work waits and no worker was seen for a minute; else empty."""
    if seen_at is None:
        return NEVER
    since = (now or timezone.now()) - seen_at
    if since <= PATIENCE:
        return ""
    seconds = int(since.total_seconds())
    return (
        f"Processing is delayed: no worker has been seen for {seconds:,} seconds. "
        "The work waits and is done when one comes back; tell whoever runs this server."
    )
