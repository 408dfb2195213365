"""The media type of a request, put right before Django reads it: one that breaks Django would break every page.

Django takes any codec of Python for a character set, also those that turn bytes into bytes, and a parameter that names
an encoding of its own (RFC 2231) for one that it knows; it fails before any of our own code could answer.
"""

import codecs
from collections.abc import Callable, Iterable
from typing import Any

from django.utils.http import parse_header_parameters

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
# Without the one by which codecs of Python source begin an escape, and warn.
EVERY_BYTE = bytes(range(256)).replace(b"\\", b"")


def read_only_sound(application: Application) -> Application:
    """The application, told the bare media type where its parameters cannot be read; nothing else changes."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        declared = environ.get("CONTENT_TYPE", "")
        if declared and not is_sound(declared):
            environ["CONTENT_TYPE"] = declared.partition(";")[0].strip()
        return application(environ, start_response)

    return answer


def is_sound(declared: str) -> bool:
    """Whether Django reads the parameters. A character set that nobody knows is left to who reads the file."""
    try:
        charset = parse_header_parameters(declared)[1].get("charset", "")
        codec = codecs.lookup(charset) if charset else None
    except LookupError:
        return True
    except ValueError:
        return False
    try:
        EVERY_BYTE.decode(codec.name, "replace") if codec is not None else ""
    except (LookupError, ValueError):
        return False
    return True
