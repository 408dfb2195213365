"""What the styles of a DOCX say of a paragraph or a run: of which level a heading is, and whether it is hidden."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from lineage.pipeline.extract.docx_names import attribute, child, is_on, name_of, number

BODY = 9
"""The outline level of what is no heading; 0 is the highest one that is."""
TINY = 4
"""Half points."""
WHITE = "FFFFFF"
_SHADES = {"w:r": ("w:rPr", "w:shd"), "w:p": ("w:pPr", "w:shd"), "w:tc": ("w:tcPr", "w:shd")}
_HEADING = re.compile(r"heading ([1-9])", re.IGNORECASE)


class Style(NamedTuple):
    """None where the style itself is silent."""

    based_on: str
    level: int | None
    is_hidden: bool | None
    is_numbered: bool | None


class Styles:
    def __init__(self, root: Any = None) -> None:
        elements = [] if root is None else [one for one in root if name_of(one) == "w:style"]
        self._styles = {attribute(one, "styleId") or "": _read(one) for one in elements}
        self._standard = next((attribute(one, "styleId") or "" for one in elements if _is_standard(one)), "")

    def style_of(self, paragraph: Any) -> str:
        return _named(child(paragraph, "w:pPr", "w:pStyle")) or self._standard

    def level_of(self, paragraph: Any) -> int | None:
        """The level of a heading, from 1; None for a paragraph that is none."""
        own = child(paragraph, "w:pPr", "w:outlineLvl")
        level = number(own, BODY) if own is not None else self._find(self.style_of(paragraph), "level")
        return level + 1 if level is not None and 0 <= level < BODY else None

    def is_numbered(self, paragraph: Any) -> bool:
        """Whether Word sets a number or a bullet before it, which is nowhere in the file."""
        own = child(paragraph, "w:pPr", "w:numPr")
        if own is not None:
            return number(child(own, "w:numId")) > 0
        return bool(self._find(self.style_of(paragraph), "is_numbered"))

    def is_hidden(self, run: Any, paragraph_style: str) -> bool:
        """What the run says itself, else its style, else the style of its paragraph."""
        said = is_on(child(run, "w:rPr", "w:vanish"))
        if said is None:
            said = self._find(_named(child(run, "w:rPr", "w:rStyle")), "is_hidden")
        return bool(self._find(paragraph_style, "is_hidden") if said is None else said)

    def is_faint(self, run: Any) -> bool:
        """Whether its letters are tiny, or white on what nobody made dark: a reader hardly sees them."""
        properties = child(run, "w:rPr")
        if number(child(properties, "w:sz"), TINY + 1) <= TINY:
            return True
        if _named(child(properties, "w:color")).upper() != WHITE:
            return False
        grounds = (one for one in (run, *run.iterancestors()) if name_of(one) in _SHADES)
        is_dark = any(child(one, *_SHADES[name_of(one)]) is not None for one in grounds)
        return child(properties, "w:highlight") is None and not is_dark

    def _find(self, key: str, what: str) -> Any:
        """What the style says, or the nearest one that it is based on; a style based on itself says nothing."""
        seen: set[str] = set()
        while key in self._styles and key not in seen:
            seen.add(key)
            style = self._styles[key]
            if (said := getattr(style, what)) is not None:
                return said
            key = style.based_on
        return None


def _read(style: Any) -> Style:
    level, numbering = child(style, "w:pPr", "w:outlineLvl"), child(style, "w:pPr", "w:numPr")
    # Some programs write the names of headings, which are the same in every language, and no level.
    heading = _HEADING.fullmatch(_named(child(style, "w:name")))
    return Style(
        based_on=_named(child(style, "w:basedOn")),
        level=number(level, BODY) if level is not None else int(heading[1]) - 1 if heading else None,
        is_hidden=is_on(child(style, "w:rPr", "w:vanish")),
        is_numbered=None if numbering is None else number(child(numbering, "w:numId"), 1) > 0,
    )


def _is_standard(style: Any) -> bool:
    return attribute(style, "type") == "paragraph" and attribute(style, "default") in ("1", "true", "on")


def _named(element: Any) -> str:
    """The name that an element such as `w:pStyle` holds; "" where it is absent."""
    return "" if element is None else attribute(element, "val") or ""
