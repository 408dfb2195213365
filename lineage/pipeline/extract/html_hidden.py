"""Which parts of a page a reader does not see, as far as the page itself says so; style sheets are not applied."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lineage.evidence.vocabulary import SkippedKind

Attributes = Mapping[str, str | None]

_BY_TAG = {
    "script": SkippedKind.SCRIPT,
    "style": SkippedKind.STYLE,
    "template": SkippedKind.TEMPLATE,
    "noscript": SkippedKind.NOSCRIPT,
    # What stands in these is for browsers that cannot show the thing itself.
    "iframe": SkippedKind.EMBEDDED,
    "object": SkippedKind.EMBEDDED,
    "embed": SkippedKind.EMBEDDED,
    "applet": SkippedKind.EMBEDDED,
    "audio": SkippedKind.EMBEDDED,
    "video": SkippedKind.EMBEDDED,
    "canvas": SkippedKind.EMBEDDED,
    "frame": SkippedKind.EMBEDDED,
    "noembed": SkippedKind.HIDDEN,
    "noframes": SkippedKind.HIDDEN,
    "datalist": SkippedKind.HIDDEN,
    "rp": SkippedKind.HIDDEN,
    # Of drawings and formulas: descriptions and spare parts.
    "desc": SkippedKind.HIDDEN,
    "metadata": SkippedKind.HIDDEN,
    "defs": SkippedKind.HIDDEN,
    "symbol": SkippedKind.HIDDEN,
    "annotation": SkippedKind.HIDDEN,
    "annotation-xml": SkippedKind.HIDDEN,
    # Of the page; other elements of this name are descriptions, too.
    "title": SkippedKind.OTHER,
}
_NOT_DISPLAYED = re.compile(r"display\s*:\s*none\b|content-visibility\s*:\s*hidden\b", re.IGNORECASE)
_VISIBILITY = re.compile(r"(?:^|[;\s])visibility\s*:\s*([a-z]+)", re.IGNORECASE)
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def find_skipped_kind(tag: str, attributes: Attributes) -> SkippedKind | None:
    """As what an element is passed over with all that is in it; None where it is shown.

    `aria-hidden` hides from screen readers only. A `dialog` and a `popover` are hidden until they are opened; the
    words of a closed `details` are one click away and count as shown.
    """
    if kind := _BY_TAG.get(tag):
        return kind
    if "hidden" in attributes or "popover" in attributes or (tag == "dialog" and "open" not in attributes):
        return SkippedKind.HIDDEN
    return SkippedKind.HIDDEN if _NOT_DISPLAYED.search(_style(attributes)) else None


def is_visible(attributes: Attributes, *, is_parent_visible: bool) -> bool:
    """Whether the words of an element are seen by its own `visibility`; what is in a hidden one can be shown again."""
    stated = _VISIBILITY.findall(_style(attributes))
    if not stated or stated[-1].lower() in ("inherit", "unset"):
        return is_parent_visible
    return stated[-1].lower() not in ("hidden", "collapse")


def _style(attributes: Attributes) -> str:
    style = attributes.get("style")
    return _CSS_COMMENT.sub("", style) if style else ""
