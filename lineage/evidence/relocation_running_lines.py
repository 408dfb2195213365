"""What the running headers and footers near some words say, but for the numbers of pages. Pure.

They are no part of a sentence, yet "Amounts in thousands" above a page holds for every number on it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence

from lineage.text.span import Span

_NUMBER = re.compile(r"\d+")
_BREAK = re.compile(r"[\r\n\f]+")


class RunningLines:
    """`removed` are the stretches of a text that its stripped text is without, ascending and apart."""

    def __init__(self, whole: str, removed: Sequence[Span]) -> None:
        self._starts, self._ends = [span.start for span in removed], [span.end for span in removed]
        lines = [[_plain(line) for line in _BREAK.split(span.slice(whole)) if line.strip()] for span in removed]
        numbers: dict[str, set[tuple[str, ...]]] = defaultdict(set)
        for line in (line for found in lines for line in found):
            numbers[_NUMBER.sub("#", line)].add(tuple(_NUMBER.findall(line)))
        # Of lines alike but for their numbers, these are those of the pages.
        self._said = [
            {line if len(numbers[_NUMBER.sub("#", line)]) == 1 else _plain(_NUMBER.sub(" ", line)) for line in found}
            for found in lines
        ]

    def around(self, span: Span) -> str:
        """The lines nearest before and behind a span, and those inside; each once, in an order of their own."""
        first = max(0, bisect_right(self._ends, span.start) - 1)
        last = bisect_left(self._starts, span.end) + 1
        return "\n".join(sorted({line for said in self._said[first:last] for line in said}))


def _plain(line: str) -> str:
    return " ".join(line.split())
