"""The text of a page as it is read: white space as HTML has it, line ends where blocks begin and end.

White space is put together to one blank, and none stands at the ends of a line; in `pre` it stays. No other character
is changed, and none is added but line ends and, between the cells of a row, tabs.
"""

from __future__ import annotations

import re

# The white space of HTML: a no-break space is a letter like others.
_SPACE = re.compile("[\t\n\f\r ]+")
_BLANKS = "\t\n\f\r "


class Prose:
    """Takes words and borders in the order of the page. Borders are held back until words follow, so that a text
    neither begins nor ends with one, and of several the widest counts.
    """

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._lines = 0
        self._breaks = 0
        self._has_space = False
        # Whether something stands on this line before which a blank or a line end would count.
        self._has_line = False

    def __len__(self) -> int:
        return self._length

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def add(self, words: str, *, is_kept: bool = False) -> None:
        """The words of a text node; `is_kept` where its white space stays (`pre`)."""
        if is_kept:
            self._add_kept(words)
            return
        collapsed = _SPACE.sub(" ", words)
        bare = collapsed.strip(" ")
        self._has_space |= collapsed[:1] == " "
        if bare:
            self._flush()
            self._put(bare)
            self._has_space = collapsed[-1] == " "

    def _add_kept(self, words: str) -> None:
        bare = words.rstrip("\n")
        if bare:
            self._flush()
            self._put(bare)
        self._breaks += len(words) - len(bare)
        self._has_space = False

    def break_line(self) -> None:
        """A `br`: a line end by itself, unless the block ends with it."""
        self._breaks += 1
        self._has_space = False

    def border(self, lines: int) -> None:
        """Where a block begins or ends: `lines` line ends, 2 where a blank line stands between."""
        if not self._lines:
            # The last line end before a border is the one that the border makes anyway.
            self._breaks = max(0, self._breaks - 1)
        self._lines = max(self._lines, lines)
        self._has_space = False

    def begin_cell(self, *, is_first: bool) -> int:
        """The place where the words of a cell begin: on the line of its row, behind a tab unless it is the first."""
        if is_first:
            self._flush()
        else:
            self._drop()
            self._put("\t")
        self._has_line = False
        return self._length

    def end_cell(self) -> int:
        """The place where the words of a cell end; what was held back in it is dropped."""
        self._drop()
        self._has_line = True
        return self._length

    @property
    def next_start(self) -> int:
        """The place where words would stand that followed now."""
        return self._length + (self._lines + self._breaks) * self._has_line

    def _flush(self) -> None:
        if self._has_line:
            self._put("\n" * (self._lines + self._breaks) or " " * self._has_space)
        self._drop()

    def _drop(self) -> None:
        self._lines = self._breaks = 0
        self._has_space = False

    def _put(self, words: str) -> None:
        self._parts.append(words)
        self._length += len(words)
        self._has_line = True


def is_blank(words: str) -> bool:
    """Whether a text node is white space only."""
    return not words.strip(_BLANKS)
