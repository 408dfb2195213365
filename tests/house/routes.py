"""Every route of the product, as an address that can be asked for."""

from __future__ import annotations

from uuid import UUID

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import get_converters
from django.urls.resolvers import RoutePattern

EXAMPLES = {"uuid": UUID(int=1), "int": 1, "str": "x", "slug": "x", "path": "x"}


def find_addresses() -> list[str]:
    """One address for each route, its parameters filled with values that name nothing."""
    return sorted(find_below(get_resolver(), "/"))


def find_below(resolver: URLResolver, prefix: str) -> list[str]:
    addresses = []
    for entry in resolver.url_patterns:
        if not isinstance(entry.pattern, RoutePattern):
            raise TypeError(f"{entry.pattern} is not written with path(), so its address cannot be filled in")
        address = prefix + fill(entry.pattern)
        if isinstance(entry, URLPattern):
            addresses.append(address)
        else:
            addresses.extend(find_below(entry, address))
    return addresses


def fill(pattern: RoutePattern) -> str:
    names = {id(converter): name for name, converter in get_converters().items()}
    address = str(pattern)
    for parameter, converter in pattern.converters.items():
        kind = names[id(converter)]
        written = f"<{kind}:{parameter}>" if f"<{kind}:{parameter}>" in address else f"<{parameter}>"
        address = address.replace(written, converter.to_url(EXAMPLES[kind]))
    return address
