"""Words that take a statement back or narrow it: what a summary must not drop (register 6.3, QualifierPhrase)."""

import re
from collections.abc import Iterator

from lineage.text.span import Span

# Longest first, so that "except where" is not found as "except".
PHRASES = (
    "not applicable when",
    "subject to",
    "except where",
    "except when",
    "except that",
    "only if",
    "unless",
    "except",
)
PATTERN = re.compile(r"\b(?:" + "|".join(PHRASES) + r")\b", re.IGNORECASE)
CLAUSE_END = re.compile(r"[.;!?\n]")
# A sentence ends at a stop, a question or an exclamation mark that a blank follows, or at an empty line.
SENTENCE_END = re.compile(r"[.!?؟。]['\")\]”’»]*(?=\s|$)|\n\s*\n")


def find_qualifiers(text: str) -> tuple[Span, ...]:
    """The qualifying clauses of a text, each from its phrase to the end of the clause."""
    spans = []
    for match in PATTERN.finditer(text):
        end = CLAUSE_END.search(text, match.end())
        spans.append(Span(match.start(), end.start() if end else len(text)))
    return tuple(spans)


def sentences(text: str) -> Iterator[Span]:
    """The sentences of a text, blanks around them left out. A simple, deterministic rule; never a linguistic claim."""
    start = 0
    for match in SENTENCE_END.finditer(text):
        yield from _trimmed(text, start, match.end())
        start = match.end()
    yield from _trimmed(text, start, len(text))


def sentences_around(text: str, span: Span, reach: int = 4_000) -> tuple[Span, Span, Span]:
    """The sentence before a span, the sentences that it touches, and the sentence after; empty where there is none.

    Only `reach` code points to either side are read, so that a long text costs no more than a short one.
    """
    low, high = max(0, span.start - reach), min(len(text), span.end + reach)
    found = [sentence.shift(low) for sentence in sentences(text[low:high])]
    touched = [s for s in found if s.start < span.end and span.start < s.end] or [span]
    before = [s for s in found if s.end <= touched[0].start]
    after = [s for s in found if s.start >= touched[-1].end]
    start, end = touched[0].start, touched[-1].end
    return (
        before[-1] if before else Span(start, start),
        Span(start, end),
        after[0] if after else Span(end, end),
    )


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    words = text[start:end]
    stripped = words.strip()
    if stripped:
        offset = start + words.index(stripped)
        yield Span(offset, offset + len(stripped))
