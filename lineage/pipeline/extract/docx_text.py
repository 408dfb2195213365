"""The text of a DOCX as it grows, with what stands between its paragraphs."""

from __future__ import annotations

from typing import NamedTuple

from lineage.text.span import Span

BETWEEN_PARAGRAPHS, WITHIN_CELL, BETWEEN_ROWS, BETWEEN_CELLS = "\n\n", "\n", "\n", "\t"


class Mark(NamedTuple):
    """A place in a text that grows; `start` may still move behind what separates it from the words before."""

    piece: int
    start: int


class Growing:
    """What separates is written only before words that follow, so that empty paragraphs leave no trace."""

    def __init__(self) -> None:
        self.length = 0
        self._pieces: list[str] = []
        self._pending = ""

    def write(self, words: str) -> Mark:
        """Where they begin."""
        if words:
            self.settle()
        mark = self.mark()
        self._append(words)
        return mark

    def part(self, sign: str) -> None:
        """Between what is written and what follows, if anything does. The last one asked for holds."""
        self._pending = sign

    def part_at_once(self, sign: str) -> None:
        """A cell or a row may be empty and is one all the same."""
        self._pending = ""
        self._append(sign)

    def break_line(self) -> None:
        """A page or a column ends here: something that separates, where nothing does yet."""
        self._pending = self._pending or "\n"

    def settle(self) -> None:
        pending, self._pending = self._pending, ""
        if self.length:
            self._append(pending)

    def mark(self) -> Mark:
        return Mark(len(self._pieces), self.length)

    def since(self, mark: Mark) -> str:
        """The words written since, without the blanks around them."""
        return "".join(self._pieces[mark.piece :]).strip()

    def span_since(self, mark: Mark) -> Span:
        return Span(mark.start, self.length)

    def __str__(self) -> str:
        return "".join(self._pieces)

    def _append(self, words: str) -> None:
        self._pieces.append(words)
        self.length += len(words)
