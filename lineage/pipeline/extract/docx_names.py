"""Names of WordprocessingML as short words, the same for its two dialects (ECMA-376 transitional and strict)."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Any

_WORD = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
_MATH = (
    "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "http://purl.oclc.org/ooxml/officeDocument/math",
)
_PROPERTIES = 8
"""How far from the beginning they may be: a mark of a revision or a bookmark may stand before those of a table."""
_OFF = frozenset({"0", "false", "off", "none"})


def name_of(element: Any) -> str:
    """"w:p" for Word's own elements, "m:r" for those of formulas, the bare local name for all others."""
    return _short(element.tag) if isinstance(element.tag, str) else ""


@lru_cache(maxsize=4096)
def _short(tag: str) -> str:
    space, _, local = tag.rpartition("}")
    if space[1:] in _WORD:
        return f"w:{local}"
    return f"m:{local}" if space[1:] in _MATH else local


def attribute(element: Any, name: str) -> str | None:
    """An attribute of Word's own; None where it is absent."""
    for space in _WORD:
        value: str | None = element.get(f"{{{space}}}{name}")
        if value is not None:
            return value
    return None


def child(element: Any, *path: str) -> Any:
    """The first child of such a name, the first child of that, and so on; None where one is absent.

    The properties of an element come first: where something else does, a long paragraph is not searched for them.
    """
    for name in path:
        if element is None:
            return None
        among = islice(element, _PROPERTIES) if name.endswith("Pr") else element
        element = next((one for one in among if name_of(one) == name), None)
    return element


def is_on(element: Any) -> bool | None:
    """What a switch such as `w:vanish` says; None where it is absent."""
    return None if element is None else (attribute(element, "val") or "") not in _OFF


def number(element: Any, default: int = 0) -> int:
    """The value of an element such as `w:gridSpan`; the default where it is absent or no number of some size."""
    value = "" if element is None else attribute(element, "val") or ""
    return int(value) if value.isascii() and value.isdigit() and len(value) < 7 else default
