"""Which statement a marker supports, when a format does not say: the text before it, back to the last marker or the
border of the sentence (formats.md 4). Our inference, and marked so.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from lineage.formats.sentences import is_statement, split_sentences, trim
from lineage.text.span import Span


@dataclass(slots=True)
class Statement:
    """A stretch of the text and the markers that stand behind it; none where it is uncited."""

    place: Span
    markers: list[Span] = field(default_factory=list)


def draw_statements(text: str, markers: Sequence[Span]) -> tuple[Statement, ...]:
    """The statements of a text, ascending. An empty span is the point where a marker was removed.

    A marker in a heading, a lead-in, or a line of its own belongs to no statement.
    """
    ordered = sorted(set(markers))
    sentences = split_sentences(text, ordered)
    owned: list[list[Span]] = [[] for _ in sentences]
    starts = [sentence.start for sentence in sentences]
    for marker in ordered:
        # A point supports what is before it; the sentence that begins there is not.
        find = bisect_left if marker.is_empty else bisect_right
        index = find(starts, marker.start) - 1
        if index >= 0:
            owned[index].append(marker)
    return tuple(
        statement for sentence, own in zip(sentences, owned, strict=True) for statement in _divide(text, sentence, own)
    )


def find_statement_before(text: str, statements: Sequence[Statement], point: int) -> Statement | None:
    """The statement in which a point stands, or directly behind which it does."""
    index = bisect_left(statements, point, key=lambda statement: statement.place.start) - 1
    if index < 0 or any(map(str.isalnum, text[statements[index].place.end : point])):
        return None
    return statements[index]


def _divide(text: str, sentence: Span, markers: Sequence[Span]) -> Iterator[Statement]:
    """A sentence cut behind each group of markers; what follows the last group belongs to the statement before it."""
    made: list[Statement] = []
    waiting: list[Span] = []
    start = sentence.start
    for group in _group(text, markers):
        before = Span(start, max(start, group[0].start))
        if is_statement(before.slice(text)):
            made.append(Statement(trim(text, before), [*waiting, *group]))
            waiting = []
        else:
            (made[-1].markers if made else waiting).extend(group)
        start = max(start, *(marker.end for marker in group))
    rest = Span(start, max(start, sentence.end))
    if made and any(map(str.isalnum, rest.slice(text))):
        made[-1].place = Span(made[-1].place.start, sentence.end)
    elif not made and is_statement(rest.slice(text)):
        made.append(Statement(trim(text, rest), waiting))
    return iter(made)


def _group(text: str, markers: Sequence[Span]) -> Iterator[list[Span]]:
    """Markers with no letter or digit between them stand at the same statement."""
    group = list(markers[:1])
    for former, marker in pairwise(markers):
        if any(map(str.isalnum, text[former.end : marker.start])):
            yield group
            group = []
        group.append(marker)
    if group:
        yield group
