"""A parsed page -> its text, sections and cells, and what was passed over; node by node, at any depth."""

from __future__ import annotations

from typing import NamedTuple

from selectolax.lexbor import LexborNode

from lineage.evidence.vocabulary import SkippedKind
from lineage.pipeline.extract.html_hidden import Attributes, find_skipped_kind, is_visible
from lineage.pipeline.extract.html_prose import Prose, is_blank
from lineage.pipeline.extract.html_skipped import SkippedTally
from lineage.pipeline.extract.html_tables import Grid, Grids
from lineage.text.span import Span

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
# Between these and what is beside them stands a blank line; other blocks have a line end.
_PARAGRAPHS = "p pre blockquote table figure listing xmp plaintext".split() + list(_HEADINGS)
_BLOCKS = (
    "address article aside body caption center dd details dialog dir div dl dt fieldset figcaption footer form "
    "foreignObject frameset header hgroup hr html legend li main menu nav ol optgroup option search section select "
    "summary tbody text textarea tfoot thead tr ul"
).split()
_BORDERS = {**dict.fromkeys(_BLOCKS, 1), **dict.fromkeys(_PARAGRAPHS, 2)}
_KEPT = frozenset(("pre", "textarea", "listing", "xmp", "plaintext"))
_CELLS = frozenset(("td", "th"))
_GROUPS = frozenset(("thead", "tbody", "tfoot"))


class Heading(NamedTuple):
    span: Span
    level: int


class _Ground(NamedTuple):
    """How words are taken at a place of the page."""

    skipped: SkippedKind | None = None
    is_visible: bool = True
    is_kept: bool = False


class _Open(NamedTuple):
    """An element that is being read; `ground` is what was before it, `start` where the words of a heading or cell are.

    One without a tag is only passed through.
    """

    ground: _Ground
    tag: str = ""
    start: int = 0
    attributes: Attributes | None = None


class Walk:
    """Reads one page: `read` is called once, with its document."""

    def __init__(self) -> None:
        self.prose = Prose()
        self.tally = SkippedTally()
        self.grids = Grids()
        self.headings: list[Heading] = []
        self._ground = _Ground()
        self._opened: list[_Open] = []
        self._tables: list[Grid] = []

    def read(self, document: LexborNode) -> None:
        node: LexborNode | None = document
        while node is not None:
            child = self._enter(node)
            if child is not None:
                node = child
                continue
            while (following := node.next) is None:
                parent = node.parent
                if not self._opened or parent is None:
                    return
                self._leave()
                node = parent
            node = following

    def _enter(self, node: LexborNode) -> LexborNode | None:
        """The first node in this one, which is left by `_leave` then; None where there is none, and it is done."""
        tag = node.tag
        if tag == "-text":
            self._take(node.text_content or "")
        elif tag == "-comment":
            self.tally.note(SkippedKind.COMMENT, len(self.prose), node.comment_content or "")
        elif tag is not None and tag != "-doctype":
            self._open(tag, node)
            child = node.first_child
            if child is None:
                self._leave()
            return child
        return None

    def _take(self, words: str) -> None:
        ground = self._ground
        hidden = ground.skipped or (None if ground.is_visible else SkippedKind.HIDDEN)
        if hidden is None:
            self.prose.add(words, is_kept=ground.is_kept)
        elif not is_blank(words):
            self.tally.add(hidden, words)

    def _open(self, tag: str, node: LexborNode) -> None:
        ground = self._ground
        attributes = node.attributes
        kind = find_skipped_kind(tag, attributes)
        if tag == "title" and (node.parent is None or node.parent.tag != "head"):
            kind = SkippedKind.HIDDEN
        if ground.skipped is not None:
            self._opened.append(_Open(ground))
            if kind in (SkippedKind.SCRIPT, SkippedKind.STYLE):
                self._skip(kind, node)
        elif kind is not None:
            self._opened.append(_Open(ground))
            self._skip(kind, node)
        else:
            visible = is_visible(attributes, is_parent_visible=ground.is_visible)
            if ground.is_visible and not visible:
                self.tally.begin(SkippedKind.HIDDEN, len(self.prose))
            self._ground = _Ground(None, visible, ground.is_kept or tag in _KEPT)
            self._opened.append(_Open(ground, tag, self._begin(tag, attributes), attributes))

    def _skip(self, kind: SkippedKind, node: LexborNode) -> None:
        self.tally.begin(kind, len(self.prose))
        self._ground = self._ground._replace(skipped=kind)
        # What is in a template is no part of the document's tree; one may hold others.
        inside = node.template_fragments() if kind is SkippedKind.TEMPLATE else []
        while inside:
            content = inside.pop()
            self.tally.add(kind, content.text(skip_empty=True))
            inside.extend(reversed(content.template_fragments()))

    def _begin(self, tag: str, attributes: Attributes) -> int:
        """What an element that is shown does before its words; where they will stand."""
        if tag in _BORDERS:
            self.prose.border(_BORDERS[tag])
        if tag == "br":
            self.prose.break_line()
        elif tag == "table":
            self._tables.append(self.grids.begin(is_listed=attributes.get("role") not in ("presentation", "none")))
        elif self._tables and tag in _GROUPS:
            self._tables[-1].begin_group(is_head=tag == "thead")
        elif self._tables and tag == "tr":
            self._tables[-1].begin_row()
        elif self._tables and tag in _CELLS:
            return self.prose.begin_cell(is_first=not self._tables[-1].has_cells_in_row)
        else:
            self._note(tag, attributes)
        return self.prose.next_start

    def _note(self, tag: str, attributes: Attributes) -> None:
        """Lists what has no words of its own on the page."""
        if tag in ("img", "image"):
            self._list(SkippedKind.IMAGE, attributes.get("alt"))
        elif tag == "input":
            is_hidden = (attributes.get("type") or "").lower() == "hidden"
            value = attributes.get("value")
            if is_hidden or value:
                self._list(SkippedKind.HIDDEN if is_hidden else SkippedKind.FORM_FIELD, value)
        elif tag == "link" and "stylesheet" in (attributes.get("rel") or "").lower().split():
            self._list(SkippedKind.EXTERNAL, attributes.get("href"))

    def _list(self, kind: SkippedKind, words: str | None) -> None:
        self.tally.note(kind, len(self.prose), words or "")

    def _leave(self) -> None:
        """The innermost element ends."""
        ended = self._opened.pop()
        tag, self._ground = ended.tag, ended.ground
        if self._tables and tag in _CELLS and ended.attributes is not None:
            span = Span(ended.start, self.prose.end_cell())
            rows, columns = ended.attributes.get("rowspan"), ended.attributes.get("colspan")
            self._tables[-1].add(span, is_header=tag == "th", rows=rows, columns=columns)
        elif tag == "table":
            self._tables.pop()
        elif tag in _HEADINGS and len(self.prose) > ended.start:
            self.headings.append(Heading(Span(ended.start, len(self.prose)), _HEADINGS[tag]))
        if tag in _BORDERS:
            self.prose.border(_BORDERS[tag])
