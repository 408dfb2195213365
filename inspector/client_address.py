"""The address that a request came from, as the sign-in throttle counts it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def get_client_address(request: HttpRequest) -> str:
    """The peer's address; behind `PROXY_COUNT` proxies of ours, what the outermost of them saw.

    Each proxy appends the address of its peer to X-Forwarded-For, so the n-th entry from the right is the one that our
    outermost proxy wrote, and whatever a client put there itself stands further left and is not read.
    """
    peer: str = request.META.get("REMOTE_ADDR", "")
    if not settings.PROXY_COUNT:
        return peer
    hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    return hops[-settings.PROXY_COUNT] if len(hops) >= settings.PROXY_COUNT and hops[0] else peer
