"""Django's handlers for what went wrong, and exceptions of ours as the pages that belong to them."""

import errno
import logging
import sqlite3
import sys
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from inspector.http import unavailable, wrong
from inspector.readers import public
from lineage.access import NotAllowed, NotVisible
from lineage.models import rows
from lineage.models.content import ContentDamaged

logger = logging.getLogger(__name__)
DAMAGED = (
    "A text that belongs here is no longer what was recorded: its digest differs. It is not shown. "
    "The failure is recorded; whoever runs this server should run the verify command and restore the text."
)
DATABASE_TROUBLE = (OperationalError, InterfaceError)
"""What an answer says that the database could not give: down, restarted, or held too long by somebody else."""

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
DISK_FULL = "53100"
"""What PostgreSQL says."""

GetResponse = Callable[[HttpRequest], HttpResponseBase]


@public
def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return wrong(request, 413 if type(exception).__name__ == "RequestDataTooBig" else 400)


@public
def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return wrong(request, 403)


@public
def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return wrong(request, 404)


@public
def broken(request: HttpRequest) -> HttpResponse:
    """The handler of what nobody caught, whose exception is at hand: no fault of ours where the database fails (F13)
    or the disk is full (F17).
    """
    error = sys.exc_info()[1]
    if is_storage_full(error):
        return wrong(request, 507)
    if isinstance(error, DATABASE_TROUBLE):
        return unavailable(request)
    return wrong(request, 500)


def is_storage_full(error: BaseException | None) -> bool:
    """Whether a file, or the database, had no room left: then nothing of the request was kept."""
    if isinstance(error, OSError):
        return error.errno in NO_ROOM
    cause = error.__cause__ if isinstance(error, OperationalError) else None
    full = getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    return full or getattr(cause, "sqlstate", "") == DISK_FULL


@public
def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """`CSRF_FAILURE_VIEW`."""
    return wrong(request, 403)


class Refusals:
    """Middleware: what a reader may not see is missing, what they may not do is refused, both in words."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code == 405 and not getattr(response, "content", b""):
            refused = wrong(request, 405)
            refused["Allow"] = response.headers.get("Allow", "")
            return refused
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, NotVisible):
            return wrong(request, 404)
        if isinstance(exception, NotAllowed):
            return wrong(request, 403, str(exception))
        if isinstance(exception, ContentDamaged):
            return integrity_failure(request, exception)
        return None


def integrity_failure(request: HttpRequest, damage: ContentDamaged) -> HttpResponse:
    """Bytes that are not what their digest says are never shown: refused, logged, and in the access log (DESIGN 4)."""
    logger.error("integrity failure at %s: %s", request.path, damage)
    reader = getattr(request, "reader", None)
    if reader is not None:
        rows.AccessEvent(
            tenant_id=reader.tenant_id, actor=reader.actor, verb="integrity_failure", subject=str(damage)
        ).save()
    return wrong(request, 500, DAMAGED)
