"""Real revisions set on pages, with a running header inside the cited words (issue 5, bar 3; samples/SOURCES.md).

The old text is the Markdown file as it is; the new one is a later revision as a PDF would give it: lines of one width,
pages of about fifty lines, a header and a page number on each. Pages end where cited words are, as often as they can.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lineage.evidence.bundle import Source
from lineage.evidence.relocation import CitedSpan, Moved, Stripped, relocate
from lineage.evidence.terms.work import CLEAN_OUTCOMES, RelocationOutcome
from lineage.evidence.vocabulary import SourceKind, TransformationKind
from lineage.pipeline.run import SHIPPED, Built, build
from lineage.text.anchoring import TextIndex
from lineage.text.normalization import DEFAULT
from lineage.text.span import Span
from lineage.text.views import view_of
from tests.evidence.test_relocation_samples import place_of, revisions
from tests.formats.samples import needs_samples
from tests.pipeline.readings import read_pages
from tests.pipeline.test_run import maps_of

pytestmark = needs_samples
SETTER = textwrap.TextWrapper(
    72, break_long_words=False, break_on_hyphens=False, expand_tabs=False, replace_whitespace=False
)
LINES, FEWEST_LINES = 50, 12
HANDBOOK = Source(key="handbook", kind=SourceKind.PDF)


class Line(NamedTuple):
    """A line of a page, and where its words stand in the text that was set."""

    words: str
    start: int
    end: int


def lines_of(text: str) -> list[Line]:
    """The lines of a text, broken at blanks to the width of a page."""
    found: list[Line] = []
    base = 0
    for written in text.split("\n"):
        at = 0
        for line in SETTER.wrap(written) or [""]:
            at = written.index(line, at)
            found.append(Line(line, base + at, base + at + len(line)))
            at += len(line)
        base += len(written) + 1
    return found


def set_on_pages(text: str, cited: Sequence[Span]) -> tuple[list[str], list[Span]]:
    """Pages, and the cited spans, of those given in ascending order, in which one ends."""
    lines = lines_of(text)
    ends: list[int] = []
    broken: list[Span] = []
    for span in cited:
        # Words on both sides of the border, and not only the blanks that the cited words begin with.
        inside = [
            n
            for n, line in enumerate(lines)
            if line.words and line.start < span.end and text[span.start : line.start].strip()
        ]
        if inside and inside[0] >= (ends[-1] if ends else 0) + FEWEST_LINES:
            ends += range((ends[-1] if ends else 0) + LINES, inside[0] - FEWEST_LINES, LINES)
            ends.append(inside[0])
            broken.append(span)
    ends += range((ends[-1] if ends else 0) + LINES, len(lines), LINES)
    pages = [
        "\n".join(["Handbook of the house", "", *(line.words for line in lines[low:high]), "", f"{number}", ""])
        for number, (low, high) in enumerate(zip([0, *ends], [*ends, len(lines)], strict=True), start=1)
    ]
    return pages, broken


def stripped_of(built: Built) -> tuple[str, Stripped]:
    """The extract, and the extract without its running lines, from the records."""
    texts = {artifact.key: artifact.text or "" for artifact in built.artifacts}
    ((source, output), (_, spans)) = next(
        item
        for item in maps_of(built._replace(transformations=built.transformations[1:])).items()
        if item[1][0].kind is TransformationKind.HEADER_FOOTER_REMOVAL
    )
    assert source == built.extract_key
    return texts[source], Stripped(TextIndex(texts[output]), spans)


class Paged(NamedTuple):
    """A cited span of the old text, what the new extract has in its place, and what we found."""

    quote: str
    extract: str
    moved: Moved


def all_paged() -> Iterator[Paged]:
    """Every span that stands once in a later revision, with a page ending inside it."""
    for texts, spans in revisions():
        pairs: dict[tuple[int, int], list[tuple[Span, Span]]] = {}
        for span in spans:
            for later, truth in span["later"].items():
                if truth["status"] == "exact_once" and int(later) - span["revision"] in (1, 2):
                    new = Span(truth["start"], truth["start"] + span["end"] - span["start"])
                    pairs.setdefault((span["revision"], int(later)), []).append(
                        (Span(span["start"], span["end"]), new)
                    )
        for (old, new), asked in pairs.items():
            yield from paged_pair(texts[old], texts[new], asked)


def paged_pair(old: str, new: str, asked: Sequence[tuple[Span, Span]]) -> Iterator[Paged]:
    """Set again until a page has ended in every cited span that runs over two lines, each of them asked once."""
    waiting = {place: was for was, place in asked}
    while waiting:
        pages, broken = set_on_pages(new, sorted(waiting))
        if len(pages) < 3 or not broken:
            return
        extract, stripped = stripped_of(build(HANDBOOK, "2", read_pages(pages), SHIPPED))
        cited = [waiting.pop(place) for place in broken]
        moves = relocate(
            [CitedSpan(n, span) for n, span in enumerate(cited)],
            old,
            [TextIndex(extract)],
            stripped_new={0: stripped},
        )
        for span, moved in zip(cited, moves, strict=True):
            yield Paged(span.slice(old), extract, moved)


def said_at(place: Span, extract: str) -> str:
    """The words of a place without headers and page numbers, by what they are and not by any code of ours."""
    lines = place.slice(extract).split("\n")
    return "\n".join(line for line in lines if line != "Handbook of the house" and not line.isdigit())


def test_words_with_a_page_header_inside_are_proposed_where_they_stand_and_never_elsewhere():
    counted: Counter[str] = Counter()
    for quote, extract, moved in all_paged():
        place = place_of(moved)
        same = place is not None and view_of(said_at(place, extract), DEFAULT) == view_of(quote, DEFAULT)
        counted["all"] += 1
        counted[moved.outcome] += 1
        offered = moved.outcome in CLEAN_OUTCOMES | {RelocationOutcome.PROPOSED, RelocationOutcome.TEXT_CHANGED}
        counted["right"] += offered and same
        counted["wrong"] += offered and not same
        # A header inside the words: no normalization lets that pass, so nothing moves by itself.
        assert moved.outcome not in CLEAN_OUTCOMES
    print(counted)
    assert counted["all"] > 50
    assert counted["right"] >= 0.8 * counted["all"]
    assert counted["wrong"] == 0
