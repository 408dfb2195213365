"""Who asks over the API: the bearer of a token. A session cookie is worth nothing here."""

import logging
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from ninja.security import HttpBearer

from inspector.api.errors import Refused
from inspector.client_address import get_client_address
from inspector.models.tokens import TokenScope
from inspector.tokens import ACTION_OF, Bearer, find_bearer
from lineage.access import Reader, require

logger = logging.getLogger(__name__)


class TokenAuth(HttpBearer):
    """Missing, malformed, unknown, expired and revoked are answered alike (401)."""

    def __call__(self, request: HttpRequest) -> Any | None:
        found = super().__call__(request)
        if found is None:
            address, path = get_client_address(request), request.path[:200]
            logger.warning("no valid token from %s for %s %a", address, request.method, path)
        return found

    def authenticate(self, request: HttpRequest, token: str) -> Bearer | None:
        bearer = find_bearer(token, timezone.now())
        if bearer is not None:
            request.reader = bearer.reader  # type: ignore[attr-defined]
        return bearer


def reader_for(request: HttpRequest, scope: TokenScope) -> Reader:
    """Who asks, if the token has the scope and its person may still do that. Raises Refused, NotVisible, NotAllowed."""
    bearer: Bearer = request.auth  # type: ignore[attr-defined]
    if scope not in bearer.scopes:
        raise Refused(403, f"This token was not made for it: it lacks the scope {scope.value}.", code="scope")
    require(bearer.reader, ACTION_OF[scope])
    return bearer.reader
