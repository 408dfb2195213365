"""Signed sign-in links for a browser on this machine: 15 minutes, no password (issue: `make demo`)."""

from datetime import timedelta

from django.core.signing import BadSignature, TimestampSigner

LIFETIME = timedelta(minutes=15)
SIGNER = TimestampSigner(salt="inspector.sign-in-link")
LOOPBACK = frozenset({"127.0.0.1", "::1"})


def make_token(username: str) -> str:
    return SIGNER.sign(username)


def find_username(token: str) -> str | None:
    """Whom a token lets in; None where it is not ours or older than LIFETIME."""
    try:
        return SIGNER.unsign(token, max_age=LIFETIME)
    except BadSignature:
        return None
