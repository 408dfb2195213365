"""What a supervisor asks: is the process alive, and may it be sent traffic?"""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Max
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from inspector.readers import public
from lineage import guards, retention
from lineage.models import rows

logger = logging.getLogger(__name__)
SEEN_WITHIN = 600
"""Seconds after which a worker that did not sweep counts as gone."""


@public
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 while the process answers; asks nothing else, so that a database that is down restarts no process."""
    return JsonResponse({"status": "alive"})


@public
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when the database answers, every migration is applied and every guard is present; else 503 and what lacks.

    When a worker was last seen, and how many versions ought to have been erased a day ago, is told as well, and decides
    nothing: pages are served all the same.
    """
    checks = find_readiness()
    ready = all(outcome == "ok" for outcome in checks.values())
    told = {"status": "ready" if ready else "not ready", "checks": checks}
    more = {"worker": find_worker(), "erasures": find_erasures()} if ready else {}
    return JsonResponse(told | more, status=200 if ready else 503)


def find_readiness() -> dict[str, str]:
    """Outcome by check, in order: "ok", or what lacks; a check that could not be made is "not checked"."""
    outcomes: dict[str, str] = {}
    checks: tuple[tuple[str, Callable[[], str]], ...] = (
        ("database", find_database),
        ("migrations", find_migrations),
        ("guards", find_guards),
    )
    for name, check in checks:
        if any(outcome != "ok" for outcome in outcomes.values()):
            outcomes[name] = "not checked"
            continue
        try:
            outcomes[name] = check()
        except DatabaseError as error:
            logger.warning("%s: %s", name, error)
            outcomes[name] = "the database does not answer"
    return outcomes


def find_database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def find_migrations() -> str:
    executor = MigrationExecutor(connection)
    pending = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    return f"{pending} not applied" if pending else "ok"


def find_guards() -> str:
    missing = len(guards.find_missing(connection))
    return f"{missing} missing" if missing else "ok"


def find_worker() -> str:
    """When any worker last swept: "seen 3 s ago", or "not seen" for ten minutes or ever."""
    try:
        newest = rows.WorkerPulse.objects.aggregate(newest=Max("seen_at"))["newest"]
    except DatabaseError as error:
        logger.warning("worker: %s", error)
        return "not checked"
    seconds = SEEN_WITHIN if newest is None else (timezone.now() - newest).total_seconds()
    return f"seen {max(0, round(seconds))} s ago" if seconds < SEEN_WITHIN else "not seen"


def find_erasures() -> str:
    """How many versions have been due to be erased for a day and are still here: "3 overdue"."""
    try:
        return f"{retention.count_overdue()} overdue"
    except DatabaseError as error:
        logger.warning("erasures: %s", error)
        return "not checked"
