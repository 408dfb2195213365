"""What a reader of the text of a PDF must know of it, a sentence each."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence

from lineage.pipeline.extract.pdf_pages import PageText

_MOST_NAMED = 10


def warnings_of_file(*, is_locked: bool, is_rebuilt: bool, damaged: Sequence[int]) -> Iterator[str]:
    if is_locked:
        yield "The file is encrypted; it opened without a password."
    if is_rebuilt:
        yield "The file is damaged: its list of objects was made up from what is in it, and parts may be missing."
    if damaged:
        yield f"No text could be read on {_named(damaged)}: damaged."


def warnings_of_pages(read: Sequence[PageText]) -> Iterator[str]:
    """What is odd about the text of pages, and on which."""
    without = _where(read, lambda page: not page.text.strip())
    if without:
        yield f"There is no text on {_named(without)}."
    if recognized := _where(read, lambda page: page.is_recognized):
        yield f"The text on {_named(recognized)} lies unseen over a picture: a text recognizer (OCR) made it."
    if turned := _where(read, lambda page: page.is_turned):
        yield f"Words from right to left were put in reading order by where they stand, on {_named(turned)}."
    if reordered := _where(read, lambda page: page.is_reordered):
        yield f"Lines were put in order from top to bottom, which the file does not do, on {_named(reordered)}."
    if private := sum(unicodedata.category(sign) == "Co" for sign in _signs(read)):
        yield f"{private:,} {_characters(private)} for private use: only the maker of the file knows what they mean."


def warnings_of_outline(missing: int, entries: int) -> Iterator[str]:
    if missing:
        yield f"Of {entries:,} bookmarks {missing:,} made no section: their titles do not stand where they lead to."


def _signs(read: Sequence[PageText]) -> Iterator[str]:
    """All that can be of private use: U+E000 and higher ones."""
    for page in read:
        if not page.text.isascii():
            yield from (sign for sign in page.text if sign >= "\ue000")


def _characters(count: int) -> str:
    return "character is" if count == 1 else "characters are"


def _where(read: Sequence[PageText], is_so: Callable[[PageText], bool]) -> list[int]:
    return [number for number, page in enumerate(read, start=1) if is_so(page)]


def _named(pages: Sequence[int]) -> str:
    """Pages as people name them, stretches of them joined."""
    stretches: list[list[int]] = []
    for page in pages:
        if stretches and page == stretches[-1][1] + 1:
            stretches[-1][1] = page
        else:
            stretches.append([page, page])
    named = [f"{first}" if first == last else f"{first} to {last}" for first, last in stretches]
    if len(named) > _MOST_NAMED:
        named = [*named[:_MOST_NAMED], "more"]
    listed = " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)
    return f"page {listed}" if len(pages) == 1 else f"pages {listed}"
