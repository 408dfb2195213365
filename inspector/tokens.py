"""Tokens for programs: made by a person for themselves, shown once, looked up by their digest, revoked.

A token may do what its membership may do that day, and of that only its scopes. Neither the token nor its digest is
ever logged or written into an audit event.
"""

import re
import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q

from inspector.models import rows as opinions
from inspector.models.tokens import TokenScope
from inspector.readers import as_reader
from lineage import ledger
from lineage.access import Action, NotVisible, Reader, require
from lineage.evidence.digests import digest_bytes, raw_digest

MADE, REVOKED = "token_made", "token_revoked"
# 256 random bits after a prefix that scanners for leaked secrets can look for.
PREFIX, RANDOM_BYTES = "ei_", 32
SHOWN_LENGTH = len(PREFIX) + 6
WRITTEN = re.compile(r"ei_[A-Za-z0-9_-]{43}", re.ASCII)
LONGEST_NAME = 100
MOST_DAYS = 365
MOST_LIVING = 20
USE_IS_WRITTEN_EVERY = timedelta(minutes=1)

ACTION_OF: Mapping[TokenScope, Action] = {
    TokenScope.READ: Action.READ_SOURCES,
    TokenScope.SOURCES_WRITE: Action.CHANGE_SOURCES,
}
"""What a person must be allowed to do, to make a token with a scope and whenever the token is used."""


class TokenRefused(ValueError):
    """No token was made; `problems` are sentences by the field that they belong to."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        super().__init__("; ".join(problems.values()))
        self.problems = problems


class Made(NamedTuple):
    """`secret` is the token itself: it is shown now or never."""

    secret: str
    row: opinions.ApiToken


class Bearer(NamedTuple):
    """Who asks by a token, and what for."""

    reader: Reader
    scopes: frozenset[TokenScope]


def scopes_for(reader: Reader) -> tuple[TokenScope, ...]:
    """The scopes that the reader's roles allow."""
    return tuple(scope for scope in TokenScope if reader.may(ACTION_OF[scope]))


def make_token(reader: Reader, name: str, scopes: Iterable[str], days: int | None, now: datetime) -> Made:
    """A token of the reader's own, good for `days` (1 to 365). Raises NotVisible, TokenRefused."""
    require(reader, Action.READ_SOURCES)
    name, wanted = name.strip(), list(dict.fromkeys(scopes))
    problems = find_problems(reader, name, wanted, days)
    if problems or days is None:
        raise TokenRefused(problems)
    secret = PREFIX + secrets.token_urlsafe(RANDOM_BYTES)
    with transaction.atomic():
        membership = get_membership(reader)
        living = opinions.ApiToken.objects.filter(membership=membership, revoked_at=None, expires_at__gt=now)
        names = list(living.values_list("name", flat=True))
        if name in names:
            raise TokenRefused({"name": "you have a token of this name; choose another, or revoke that one first"})
        if len(names) >= MOST_LIVING:
            raise TokenRefused({"name": f"you have {len(names)} tokens, the most there may be; revoke one first"})
        row = opinions.ApiToken.objects.create(
            tenant_id=reader.tenant_id,
            membership=membership,
            name=name,
            prefix=secret[:SHOWN_LENGTH],
            digest=digest_of(secret),
            scopes=wanted,
            created_at=now,
            expires_at=now + timedelta(days=days),
        )
        told = {"name": name, "scopes": wanted, "expires_at": row.expires_at.isoformat()}
        ledger.record(reader.tenant_id, MADE, reader.actor, f"token:{row.public_id}", told)
    return Made(secret, row)


def find_problems(reader: Reader, name: str, scopes: list[str], days: int | None) -> dict[str, str]:
    """What stands in the way of such a token, by field; empty where nothing does."""
    problems = {}
    if not name or len(name) > LONGEST_NAME:
        problems["name"] = f"a name has 1 to {LONGEST_NAME} characters"
    elif not name.isprintable():
        problems["name"] = "a name is one line of characters that can be seen"
    if not scopes:
        problems["scopes"] = "choose at least one"
    elif not set(scopes) <= set(scopes_for(reader)):
        problems["scopes"] = "your roles do not allow this; choose from the list"
    if days is None or not 1 <= days <= MOST_DAYS:
        problems["days"] = f"a whole number of days from 1 to {MOST_DAYS}"
    return problems


def get_membership(reader: Reader) -> Any:
    """The reader's own, locked until the transaction ends. Raises NotVisible for who is a member no more."""
    found = opinions.Membership.objects.select_for_update().filter(tenant_id=reader.tenant_id, actor=reader.actor)
    membership = found.first()
    if membership is None:
        raise NotVisible(reader.tenant)
    return membership


def tokens_of(reader: Reader) -> Any:
    """The tokens that the reader may see and revoke: their own, an administrator all of the tenant."""
    require(reader, Action.READ_SOURCES)
    found = opinions.ApiToken.objects.visible_to(reader).select_related("membership__user")
    return found if reader.may(Action.CHANGE_MEMBERS) else found.filter(membership__actor=reader.actor)


def get_token(reader: Reader, public_id: str) -> Any:
    """Raises NotVisible for one that is missing, another's or another tenant's."""
    found = tokens_of(reader).filter(public_id=public_id).first() if "\0" not in public_id else None
    if found is None:
        raise NotVisible(public_id)
    return found


def revoke_token(reader: Reader, public_id: str, now: datetime) -> Any:
    """From now on the token is nobody's. One that was revoked already stays as it was. Raises NotVisible."""
    token = get_token(reader, public_id)
    with transaction.atomic():
        revoked = opinions.ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now)
        if revoked:
            told = {"name": token.name, "of": token.membership.actor}
            ledger.record(reader.tenant_id, REVOKED, reader.actor, f"token:{public_id}", told)
            token.revoked_at = now
    return token


def find_bearer(secret: str, now: datetime) -> Bearer | None:
    """Who a token speaks for; None for one that is malformed, unknown, expired, revoked, or of who left."""
    if not WRITTEN.fullmatch(secret):
        return None
    found = opinions.ApiToken.objects.select_related("membership__tenant").filter(digest=digest_of(secret))
    token = found.filter(revoked_at=None, expires_at__gt=now, membership__user__is_active=True).first()
    if token is None:
        return None
    _record_use(token, now)
    return Bearer(as_reader(token.membership), frozenset(TokenScope(scope) for scope in token.scopes))


def _record_use(token: Any, now: datetime) -> None:
    """At most once a minute, and never in the way of another use at the same moment."""
    before = now - USE_IS_WRITTEN_EVERY
    if token.used_at is None or token.used_at <= before:
        due = Q(used_at=None) | Q(used_at__lte=before)
        opinions.ApiToken.objects.filter(due, pk=token.pk).update(used_at=now)


def digest_of(secret: str) -> bytes:
    return raw_digest(digest_bytes(secret.encode()))
