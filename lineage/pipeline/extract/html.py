"""Bytes of a page -> its text as it is read, its sections and cells, and what of it a reader does not see (M-06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import selectolax
from selectolax.lexbor import LEXBOR_VERSION_MAJOR, LEXBOR_VERSION_MINOR, LexborDocumentOptions, LexborHTMLParser

from lineage.evidence.vocabulary import ExtractionState, SkippedKind
from lineage.pipeline.extract.charsets import Decoded, Refused
from lineage.pipeline.extract.html_charset import decode_page
from lineage.pipeline.extract.html_nesting import Cost, estimate
from lineage.pipeline.extract.html_tables import MOST_CELLS
from lineage.pipeline.extract.html_walk import Heading, Walk
from lineage.pipeline.extraction import Extraction, Skipped
from lineage.pipeline.layout import Layout, Section
from lineage.text.span import Span

TOOL = "selectolax"
TOOL_VERSION = f"{selectolax.__version__} (lexbor {LEXBOR_VERSION_MAJOR}.{LEXBOR_VERSION_MINOR})"
_LONGEST_TITLE = 200


def extract_html(data: bytes, encoding: str = "") -> Extraction:
    """The words that the page shows: blocks on lines of their own, cells behind tabs, entities read once.

    Style sheets and scripts are not run: what they would hide or add is not told apart, and that is warned of.
    """
    decoded = decode_page(data, encoding)
    if isinstance(decoded, Refused):
        return _no_text(data, decoded.state, decoded.reason)
    cost = estimate(decoded.text)
    if cost.is_over:
        return _over(data, cost)
    # As a browser that runs scripts builds the page, without the copies that it makes while building.
    parser = LexborHTMLParser(decoded.text, options=LexborDocumentOptions.WO_EVENTS, scripting=True)
    walk = Walk()
    if parser.root is not None:
        walk.read(parser.root.parent or parser.root)
    text = walk.prose.text
    return Extraction(
        state=ExtractionState.READ,
        bytes_in=len(data),
        tool=TOOL,
        tool_version=TOOL_VERSION,
        text=text,
        encoding=decoded.encoding,
        is_guess=decoded.is_guess,
        skipped=tuple(_skipped(walk, decoded, cost)),
        warnings=tuple(_warnings(walk, decoded, cost)),
        layout=Layout(
            sections=sections_of(text, sorted(walk.headings)),
            cells=tuple(sorted(walk.grids.cells, key=lambda cell: (cell.span.start, -cell.span.end))),
        ),
    )


def sections_of(text: str, headings: Sequence[Heading]) -> tuple[Section, ...]:
    """The section of each heading, from its first word to the next heading of the same or a higher level."""
    words = [heading.span.slice(text) for heading in headings]
    # A heading that begins with a block of its own begins behind that block's border.
    starts = [heading.span.end - len(said.lstrip()) for heading, said in zip(headings, words, strict=True)]
    ends = [len(text)] * len(headings)
    above: list[int] = []
    for number, heading in enumerate(headings):
        while above and headings[above[-1]].level >= heading.level:
            ends[above.pop()] = starts[number]
        above.append(number)
    return tuple(
        Section(Span(start, end), " ".join(said.split())[:_LONGEST_TITLE], heading.level)
        for start, end, said, heading in zip(starts, ends, words, headings, strict=True)
    )


def _skipped(walk: Walk, decoded: Decoded, cost: Cost) -> Iterator[Skipped]:
    for one in walk.tally.skipped():
        yield replace(one, where="the title of the page") if one.kind is SkippedKind.OTHER else one
    if decoded.replaced:
        yield Skipped(kind=SkippedKind.BINARY, count=decoded.replaced, where="shown as U+FFFD in the text")
    if cost.breaks_off is not None:
        rest = decoded.text[cost.breaks_off :]
        yield Skipped(
            kind=SkippedKind.OTHER,
            count=1,
            characters=len(rest),
            where=f"from character {cost.breaks_off + 1:,} of the page on: its last tag is never closed",
            sample=" ".join(rest[:400].replace("\0", "").split())[:200],
        )


def _warnings(walk: Walk, decoded: Decoded, cost: Cost) -> Iterator[str]:
    yield from decoded.warnings
    kinds = {one.kind for one in walk.tally.skipped()}
    if kinds & {SkippedKind.STYLE, SkippedKind.EXTERNAL}:
        yield "Style sheets were not applied: words that they hide are in the text, words that they add are not."
    if SkippedKind.SCRIPT in kinds:
        yield "Scripts were not run: words that they would add or take away are not told apart."
    if cost.breaks_off is not None:
        yield "The page breaks off inside a tag; what follows it is not in the text. Check that the file is whole."
    if nuls := decoded.text.count("\0"):
        yield f"HTML has no NUL characters; those of the page ({nuls:,}) are not in the text."
    if walk.grids.unlisted:
        yield f"More than {MOST_CELLS:,} table cells: {walk.grids.unlisted:,} are in the text without their place."
    if "<" not in decoded.text:
        yield "There is no tag in it. If it is plain text, bring it as text, so that its line ends are kept."


def _over(data: bytes, cost: Cost) -> Extraction:
    reason = (
        f"Its tags are nested or repeated so that reading it would take too long (at least {cost.depth:,} deep). "
        "Bring a simpler page, or its text."
    )
    deep = Skipped(kind=SkippedKind.DEEP, count=1, where=f"at least {cost.depth:,} tags deep")
    return replace(_no_text(data, ExtractionState.LIMIT, reason), skipped=(deep,))


def _no_text(data: bytes, state: ExtractionState, reason: str) -> Extraction:
    return Extraction(state=state, bytes_in=len(data), tool=TOOL, tool_version=TOOL_VERSION, reason=reason)
