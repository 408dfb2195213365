"""The product's app with a clock that the file $FALSE_CLOCK sets, in hours from the true one (F19).

Not by libfaketime: under it, `time.sleep` and waiting for an event fail or take an hour, which no jump of a clock does.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.utils import timezone

from inspector.celery import app

__all__ = ["app"]


def read_false_time() -> datetime:
    return datetime.now(UTC) + timedelta(hours=int(Path(os.environ["FALSE_CLOCK"]).read_text()))


timezone.now = read_false_time
