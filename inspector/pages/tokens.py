"""Tokens for programs: who has which, make one of one's own, see it once, revoke it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from inspector.models.tokens import TokenScope
from inspector.pages.evidence_view import Said
from inspector.readers import reader_of
from inspector.tokens import (
    ACTION_OF,
    LONGEST_NAME,
    MOST_DAYS,
    Made,
    TokenRefused,
    get_token,
    make_token,
    revoke_token,
    scopes_for,
    tokens_of,
)
from lineage.access import MAY, Action, Reader
from lineage.evidence.vocabulary import Role

MOST_LISTED = 200
DEFAULT_DAYS = "90"


class ScopeChoice(NamedTuple):
    scope: TokenScope
    is_chosen: bool


class ScopeLine(NamedTuple):
    """`is_idle`: the token has the scope, but its person's roles do not allow it today."""

    label: str
    is_idle: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenLine:
    """`whose` is a name where others' tokens are listed too; `prefix` the first letters, to know it by."""

    public_id: str
    name: str
    prefix: str
    whose: str
    is_mine: bool
    scopes: tuple[ScopeLine, ...]
    said: Said
    is_living: bool
    created_at: datetime
    expires_at: datetime
    used_at: datetime | None
    revoked_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensPage:
    """`secret` is the token that was made by this very request, and by no other."""

    lines: tuple[TokenLine, ...]
    total: int
    sees_all: bool
    scopes: tuple[ScopeChoice, ...]
    name: str
    days: str
    problems: dict[str, str]
    secret: str
    made_name: str
    made_until: datetime | None
    longest_name: int = LONGEST_NAME
    most_days: int = MOST_DAYS


def read_tokens(
    reader: Reader, now: datetime, form: QueryDict, problems: dict[str, str], made: Made | None
) -> TokensPage:
    """The reader's tokens, an administrator's view of all, newest first; two statements."""
    found = tokens_of(reader)
    filled = form if problems else QueryDict()
    chosen = filled.getlist("scopes")
    return TokensPage(
        lines=tuple(line_of(reader, row, now) for row in found.order_by("-pk")[:MOST_LISTED]),
        total=found.count(),
        sees_all=reader.may(Action.CHANGE_MEMBERS),
        scopes=tuple(ScopeChoice(scope, scope.value in chosen) for scope in scopes_for(reader)),
        name=filled.get("name", "").replace("\0", ""),
        days=filled.get("days", DEFAULT_DAYS).replace("\0", ""),
        problems=problems,
        secret=made.secret if made else "",
        made_name=made.row.name if made else "",
        made_until=made.row.expires_at if made else None,
    )


def line_of(reader: Reader, row: Any, now: datetime) -> TokenLine:
    person, said = row.membership.user, said_of(row, now)
    roles = frozenset(Role(role) for role in row.membership.roles)
    scopes = [TokenScope(scope) for scope in row.scopes]
    return TokenLine(
        public_id=row.public_id,
        name=row.name,
        prefix=row.prefix,
        whose=person.get_short_name() or person.get_username(),
        is_mine=row.membership.actor == reader.actor,
        scopes=tuple(ScopeLine(scope.label, roles.isdisjoint(MAY[ACTION_OF[scope]])) for scope in scopes),
        said=said,
        is_living=said.state == "pass",
        created_at=row.created_at,
        expires_at=row.expires_at,
        used_at=row.used_at,
        revoked_at=row.revoked_at,
    )


def said_of(row: Any, now: datetime) -> Said:
    if row.revoked_at is not None:
        return Said("revoked", "fail")
    return Said("in force", "pass") if row.expires_at > now else Said("expired", "absent")


@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """The token stands in the answer to the form and nowhere else, so this form is not answered by a redirect."""
    reader, now = reader_of(request), timezone.now()
    made, problems = None, {}
    if request.method == "POST":
        try:
            made = make_token(reader, request.POST.get("name", ""), request.POST.getlist("scopes"), _days(request), now)
        except TokenRefused as refused:
            problems = dict(refused.problems)
    page = read_tokens(reader, now, request.POST, problems, made)
    return render(request, "inspector/tokens.html", {"page": page, "here": "tokens"}, status=422 if problems else 200)


def _days(request: HttpRequest) -> int | None:
    written = request.POST.get("days", "").strip()
    return int(written) if written.isascii() and written.isdigit() and len(written) < 5 else None


@require_http_methods(["GET", "HEAD", "POST"])
def token_revoke(request: HttpRequest, public_id: str) -> HttpResponse:
    """A page that asks, and the button on it that does."""
    reader, now = reader_of(request), timezone.now()
    if request.method == "POST":
        revoke_token(reader, public_id, now)
        return redirect("tokens")
    line = line_of(reader, get_token(reader, public_id), now)
    return render(request, "inspector/token_revoke.html", {"line": line, "here": "tokens"})
