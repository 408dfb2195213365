"""Words that take a statement back or narrow it: what a summary must not drop (register 6.3, QualifierPhrase)."""

import re
from collections.abc import Iterator

from lineage.text.span import Span
from lineage.text.wording_lists import QUALIFIERS

PATTERN = re.compile(r"\b(?:" + "|".join(QUALIFIERS) + r")\b", re.IGNORECASE)
CLAUSE_END = re.compile(r"[.;!?\n]")
# Before a blank the stop of these ends no sentence, and neither does that of an initial, such as in J. R. R. or U.S.
ABBREVIATIONS = ("Mr", "Mrs", "Ms", "Dr", "Prof", "Jr", "Sr", "St", "Bros", "Inc", "Ltd", "Co", "vs", "e.g", "i.e")
_NO_END = r"(?<!\b[A-Z]\.)" + "".join(rf"(?<!\b{re.escape(word)}\.)" for word in ABBREVIATIONS)
# A sentence ends at a stop, a question or an exclamation mark that a blank follows, or at an empty line. All first
# characters stand in one class, by which a text is searched almost twice as fast as by two alternatives.
SENTENCE_END = re.compile(rf"[.!?؟。\n](?:(?<=\n)\s*\n|(?<!\n){_NO_END}['\")\]”’»]*(?=\s|$))")
REACH = 4_000
"""How far sentences around a span are looked for, in code points to either side."""
# The sentence before a span and the part of its own that precedes it seldom take more.
_NEAR = 256


def find_qualifiers(text: str) -> tuple[Span, ...]:
    """The qualifying clauses of a text, each from its phrase to the end of the clause."""
    spans = []
    for match in PATTERN.finditer(text):
        end = CLAUSE_END.search(text, match.end())
        spans.append(Span(match.start(), end.start() if end else len(text)))
    return tuple(spans)


def sentences(text: str) -> Iterator[Span]:
    """The sentences of a text, blanks around them left out. A simple, deterministic rule; never a linguistic claim."""
    for piece in _pieces(text, 0, len(text)):
        start, end = _trimmed(text, *piece)
        if start < end:
            yield Span(start, end)


def sentences_around(text: str, span: Span, reach: int = REACH) -> tuple[Span, Span, Span]:
    """The sentence before a span, the sentences that it touches, and the sentence after; empty where there is none.

    They are those of the text cut off `reach` code points to either side, so that a long text costs no more than a
    short one. Of those only as many are read as it takes.
    """
    window = Span(max(0, span.start - reach), min(len(text), span.end + reach))
    near = _NEAR
    while True:
        start = max(window.start, span.start - near)
        found = _around(text, span, Span(start, window.end), is_whole=start == window.start)
        if found is not None:
            return found
        near *= 4


def _around(text: str, span: Span, window: Span, *, is_whole: bool) -> tuple[Span, Span, Span] | None:
    """None where the window may begin within one of the three; `is_whole`: it begins where a sentence does."""
    passed, start = [], window.start
    for match in SENTENCE_END.finditer(text, *window):
        end = match.end()
        if end > span.start:
            break
        passed.append((start, end))
        start = end
    if not is_whole and not passed:
        return None
    # Of what the window cuts off at its beginning, the start is not known.
    known = reversed(passed if is_whole else passed[1:])
    before = next((piece for piece in (_trimmed(text, *piece) for piece in known) if piece[0] < piece[1]), None)
    low = high = after = None
    for piece in _pieces(text, start, window.end):
        first, last = _trimmed(text, *piece)
        if first == last:
            continue
        if last <= span.start:
            before = first, last
        elif first < span.end and span.start < last:
            low, high = first if low is None else low, last
        else:
            after = first, last
            break
    if before is None and not is_whole:
        return None
    own = span if low is None or high is None else Span(low, high)
    return (
        Span(*before) if before else Span(own.start, own.start),
        own,
        Span(*after) if after else Span(own.end, own.end),
    )


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Of the text cut off at both ends, what lies between ends of sentences, blanks and all."""
    for match in SENTENCE_END.finditer(text, start, end):
        yield start, match.end()
        start = match.end()
    yield start, end


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Without the blanks around it; of blanks alone, nothing at their end."""
    kept = text[start:end].lstrip()
    return end - len(kept), end - len(kept) + len(kept.rstrip())
