"""When a line of a page is the same as one of another page, and how many pages must have it to be a running line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from lineage.evidence.wire import Metadata

_NUMBER = re.compile(r"\d+")
# Of a line with more numbers than these, such as a row of a table, none is taken for that of the page.
_MOST_NUMBERS, _LONGEST_NUMBER = 4, 9
# What stays the same has at least so many bytes of letters, or is a rule of so many signs: a bullet, a bracket or a
# number of a list that stands at the edge of several pages is of the text.
_FEWEST_LETTERS, _SHORTEST_RULE = 3, 10
# A longer line is a paragraph.
_LONGEST_LINE = 300

Key = tuple[object, ...]
"""What a line is on every page that it comes on."""


@dataclass(frozen=True, slots=True)
class BoilerplatePolicy:
    """`lines`: how far from the edge of a page is looked. `pages`: on how many pages a line must come; `apart`: how
    far each of them is from the next at most; `share`: on how many of a hundred pages from the first of them to the
    last. Left and right pages may differ, and some have none.
    """

    name: str
    revision: int
    lines: int
    pages: int
    apart: int
    share: int

    def to_json(self) -> Metadata:
        return {
            "policy": self.name,
            "revision": self.revision,
            "lines": self.lines,
            "pages": self.pages,
            "apart": self.apart,
            "share": self.share,
        }


RUNNING_LINES = BoilerplatePolicy("running-lines", 1, lines=4, pages=3, apart=4, share=40)


def plain(line: str) -> str:
    return " ".join(line.split())


def find_keys(words: str, page: int) -> Iterator[Key]:
    """A line as it may come again: each number in it either stays, or grows with the number of the page."""
    if len(words) > _LONGEST_LINE:
        return
    numbers = _NUMBER.findall(words)
    is_telling = _is_telling(words)
    if not numbers or len(numbers) > _MOST_NUMBERS or any(len(number) > _LONGEST_NUMBER for number in numbers):
        if is_telling:
            yield (words,)
        return
    shape = tuple(_NUMBER.split(words))
    for choice in product(*((("stays", int(number)), ("grows", int(number) - page)) for number in numbers)):
        if is_telling or any(kind == "grows" for kind, _ in choice):
            yield (*shape, *choice)


def _is_telling(words: str) -> bool:
    """Whether a line can be known again though no number in it grows."""
    letters = "".join(sign for sign in words if sign.isalpha())
    is_rule = len(words) >= _SHORTEST_RULE and not any(sign.isalnum() for sign in words)
    return is_rule or len(letters.encode()) >= _FEWEST_LETTERS


def in_runs(pages: Sequence[int], policy: BoilerplatePolicy) -> frozenset[int]:
    """Those of ascending page numbers that come in runs of enough pages, each close to the next, and dense enough."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page - runs[-1][-1] <= policy.apart:
            runs[-1].append(page)
        else:
            runs.append([page])
    dense = [run for run in runs if 100 * len(run) >= policy.share * (run[-1] - run[0] + 1)]
    return frozenset(page for run in dense if len(run) >= policy.pages for page in run)
