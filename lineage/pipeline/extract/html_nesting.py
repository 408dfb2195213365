"""What parsing a page will cost, estimated from its tags in one pass before it is parsed (reliability 6).

The parser keeps every depth, but its work grows with the number of tags times the depth of each, and a formatting
element that is never closed is made anew in every block behind it. 100,000 nested divs take it 14 seconds. The estimate
follows the tokenizer of the HTML standard; where a page deceives it, the limits of the process still hold.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import NamedTuple

MOST_STEPS = 2_000_000_000
"""Of the parser, each some 3 nanoseconds."""
MOST_COPIES = 2_000_000
"""Nodes of about 350 bytes."""

_MARKUP = re.compile(r"<(?:!--|[!?]|/[^a-zA-Z>]|(/?)([a-zA-Z][^\t\n\f\r />]*+))")
_COMMENT_END = re.compile(r"--!?>")
_ATTRIBUTE = (
    r"[^\t\n\f\r />][^\t\n\f\r />=]*+"
    r"(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^\t\n\f\r >\"'][^\t\n\f\r >]*+)?+)?+"
)
_ATTRIBUTES = re.compile(rf"(?:[\t\n\f\r /]++|{_ATTRIBUTE})*+")
_ONE = re.compile(_ATTRIBUTE)
_MANY_ATTRIBUTES = 2_000
_RAW = {
    name: re.compile(rf"</{name}(?=[\t\n\f\r />])", re.IGNORECASE)
    for name in ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript")
}
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
# Another of these, or the end of what they are in, closes them: unclosed ones do not nest.
_CLOSED_BY_OTHERS = frozenset(
    "a body button caption colgroup dd dt form h1 h2 h3 h4 h5 h6 head html li nobr optgroup option p rb rp rt rtc "
    "tbody td tfoot th thead tr".split()
)
_FORMATTING = frozenset("b big code em font i s small strike strong tt u".split())
_CELLS = frozenset(("td", "th", "caption"))


class Cost(NamedTuple):
    """`depth` is of the deepest tag. `breaks_off` is where a tag begins that never ends, so that the parser takes
    nothing from there on; None where no tag is cut off.
    """

    depth: int
    steps: int
    copies: int
    breaks_off: int | None

    @property
    def is_over(self) -> bool:
        return self.steps > MOST_STEPS or self.copies > MOST_COPIES


class _Tally:
    """Elements that are open, counted by name and not in order: wrongly nested tags are counted as the right ones."""

    def __init__(self) -> None:
        self.open: Counter[str] = Counter()
        self.formats: defaultdict[str, list[str]] = defaultdict(list)
        self.alike: Counter[tuple[str, str]] = Counter()
        self.held = self.depth = self.deepest = self.steps = self.copies = 0

    @property
    def is_foreign(self) -> bool:
        """In SVG or MathML, where a tag may close itself."""
        return bool(self.open["svg"] or self.open["math"])

    def count(self, name: str, attributes: str, is_end: bool) -> None:
        if not is_end or not self.open[name]:
            # The end of what is open is found near by; that of anything else is looked for in all of it.
            self.steps += self.depth
        if len(attributes) > _MANY_ATTRIBUTES:
            # Each is compared with all before it.
            self.steps += len(_ONE.findall(attributes)) ** 2 // 2
        if name in _CELLS:
            self.formats.clear()
            self.alike.clear()
            self.held = 0
        if is_end:
            self._end(name)
        else:
            self._start(name, attributes)

    def _start(self, name: str, attributes: str) -> None:
        self.copies += self.held
        # Of formatting elements that are alike the standard keeps three.
        if name in _FORMATTING and self.alike[name, attributes] < 3:
            self.alike[name, attributes] += 1
            self.formats[name].append(attributes)
            self.held += 1
        if name not in _VOID and name not in _CLOSED_BY_OTHERS and not (self.is_foreign and attributes.endswith("/")):
            self.open[name] += 1
            self.depth += 1
            self.deepest = max(self.deepest, self.depth)

    def _end(self, name: str) -> None:
        if self.open[name]:
            self.open[name] -= 1
            self.depth -= 1
        if formats := self.formats.get(name):
            self.alike[name, formats.pop()] -= 1
            self.held -= 1


def estimate(html: str) -> Cost:
    """What a page will cost. It stops where it is over a limit already."""
    tally, at = _Tally(), 0
    while (found := _MARKUP.search(html, at)) and tally.steps <= MOST_STEPS and tally.copies <= MOST_COPIES:
        if not found[2]:
            at = _behind_declaration(html, found)
            continue
        name = found[2].lower()
        attributes = _ATTRIBUTES.match(html, found.end())
        at = attributes.end() if attributes else found.end()
        if at >= len(html):
            return Cost(tally.deepest, tally.steps, tally.copies, found.start())
        tally.count(name, html[found.end() : at], found[1] == "/")
        at += 1
        if name == "plaintext" and not found[1]:
            break
        if name in _RAW and not found[1]:
            closing = _RAW[name].search(html, at)
            at = closing.start() if closing else len(html)
    return Cost(tally.deepest, tally.steps, tally.copies, None)


def _behind_declaration(html: str, found: re.Match[str]) -> int:
    """The place behind a comment, or behind what the standard reads as one; the end where it is not closed."""
    if found[0] != "<!--":
        return html.find(">", found.end()) + 1 or len(html)
    if html.startswith((">", "->"), found.end()):
        return html.index(">", found.end()) + 1
    closing = _COMMENT_END.search(html, found.end())
    return closing.end() if closing else len(html)
