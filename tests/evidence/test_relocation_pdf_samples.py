"""Sentences of a real PDF that run over a page, cited in the Markdown it was made of (issue 5; samples/SOURCES.md).

The Markdown may be a little ahead of the PDF. Truth is string search: words before and behind a page border that stand
once, one after the other, in the Markdown.
"""

from __future__ import annotations

import re
from collections import Counter

from lineage.evidence.relocation import CitedSpan, Stripped, relocate
from lineage.evidence.terms.work import CLEAN_OUTCOMES
from lineage.evidence.vocabulary import ExtractionState, SourceKind
from lineage.pipeline.boilerplate import find_boilerplate, strip
from lineage.pipeline.extract.reading import extract
from lineage.text.anchoring import TextIndex
from lineage.text.segments import SegmentKind
from lineage.text.span import Span
from tests.evidence.test_relocation_samples import place_of
from tests.formats.samples import needs_samples, sample_bytes, sample_path

pytestmark = needs_samples
FOLDER = "datasets/pdf/owasp-asvs"
# As the PDF shows it on every page but the first; the number stands at its foot.
HEADER = "Application Security Verification Standard May 2025"
WORDS = (8, 5, 3)


def find_in_markdown(before: list[str], behind: list[str], markdown: str) -> Span | None:
    """Where these words stand once, with as many of them as the two texts have in common; marks of tables between."""
    for count in WORDS:
        pattern = r"[\s|*]+".join(map(re.escape, [*before[-count:], *behind[:count]]))
        found = [Span(*match.span()) for match in re.finditer(pattern, markdown)]
        if len(found) == 1:
            return found[0]
    return None


def test_sentences_that_a_page_header_breaks_are_proposed_where_they_stand():
    read = extract(sample_bytes(f"{FOLDER}/asvs-5.0.0-en.pdf"), SourceKind.PDF)
    assert read.state is ExtractionState.READ
    removed = find_boilerplate(read.text, read.layout.pages)
    lines = Counter(line for span in removed for line in re.split(r"[\n\f]+", span.slice(read.text)) if line)
    # The headers of 119 pages, and nothing else but page numbers, each once.
    assert lines.pop(HEADER) == len(read.layout.pages) - 1 == 119
    assert all(line.isdigit() and count == 1 for line, count in lines.items())

    words, spans = strip(read.text, removed)
    files = sorted(sample_path(f"{FOLDER}/asvs-5.0-md").glob("*.md"))
    markdown = "\n\n".join(path.read_text(encoding="utf-8") for path in files).replace("\u2011", "-")
    borders = [segment.output.start for segment in spans.to_segments() if segment.kind is SegmentKind.DELETED]
    cited = {}
    for at in borders:
        span = find_in_markdown(words[:at].split()[-max(WORDS) :], words[at:].split()[: max(WORDS)], markdown)
        if span is not None:
            cited[span] = at
    moves = relocate(
        [CitedSpan(n, span) for n, span in enumerate(cited)],
        markdown,
        [TextIndex(read.text)],
        stripped_new={0: Stripped(TextIndex(words), spans)},
    )
    right = 0
    for at, moved in zip(cited.values(), moves, strict=True):
        place = place_of(moved)
        (header,) = [span for span in removed if spans.backward([Span(at, at + 1)])[0][-1].span.start == span.end]
        assert moved.outcome not in CLEAN_OUTCOMES
        assert place is None or place.covers(header), moved
        right += place is not None
    assert len(cited) >= 30 and right >= 0.8 * len(cited)
