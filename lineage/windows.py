"""A stretch of a stored text, read without the rest of it.

A large content is read whole and hashed when a process reads it first. What is remembered then, by content id, is that
its digest was right and where its code points lie among its bytes, never its words: these come from the row each time,
so that what was erased is gone. Small and compressed contents are read whole, and hashed, every time.
"""

from array import array
from collections.abc import Callable
from itertools import accumulate
from threading import Lock
from typing import NamedTuple

from django.db.models import BinaryField
from django.db.models.functions import Substr

from lineage.models import rows
from lineage.models.coding import LARGEST_TEXT, Coding
from lineage.models.content import ContentAbsent, ContentDamaged
from lineage.text.span import Span

STEP = 8_192
MOST_REMEMBERED = 1_000


class Stretch(NamedTuple):
    """The code points from `start` on, as `text`, of a whole that has `length` of them."""

    text: str
    start: int
    length: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.start + len(self.text))


class Layout(NamedTuple):
    """Where `length` code points lie in UTF-8: code point `n * STEP` at byte `places[n]`; None where all are ASCII."""

    length: int
    places: "array[int] | None"

    def locate(self, span: Span) -> tuple[Span, int]:
        """The bytes to read, and how many code points they hold before those of `span`."""
        if self.places is None:
            return span, 0
        first, last = span.start // STEP, -(-span.end // STEP)
        return Span(self.places[first], self.places[last]), span.start - first * STEP


Key = tuple[int, bytes]


class Layouts:
    """The layouts of the contents that this process has verified, the newest `most` of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[Key, Layout] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._known)

    def find(self, key: Key) -> Layout | None:
        return self._known.get(key)

    def remember(self, key: Key, layout: Layout) -> None:
        with self._lock:
            while len(self._known) >= self._most and key not in self._known:
                del self._known[next(iter(self._known))]
            self._known[key] = layout

    def forget(self) -> None:
        with self._lock:
            self._known.clear()


VERIFIED = Layouts(MOST_REMEMBERED)


def lay_out(text: str, size: int) -> Layout:
    """The layout of a text of `size` bytes of UTF-8."""
    if size == len(text):
        return Layout(size, None)
    sizes = (len(text[at : at + STEP].encode()) for at in range(0, len(text), STEP))
    return Layout(len(text), array("Q", accumulate(sizes, initial=0)))


def read_stretch(content: rows.Content, choose: Callable[[int], Span]) -> Stretch:
    """The stretch that `choose` names when it is told the length, in one statement; `content` needs no body.

    It does not ask who may read: `content` is that of a row which the reader was shown.
    Raises ContentAbsent, ContentDamaged, UnicodeDecodeError, and ValueError where the choice leaves the text.
    """
    # The digest too, since an id names another row in another database.
    key = (content.pk, bytes(content.sha256))
    layout = VERIFIED.find(key)
    if layout is not None:
        return _read_part(content, layout, choose(layout.length))
    text = rows.Content.objects.get(pk=content.pk).get_text()
    if content.size > LARGEST_TEXT and content.coding == Coding.PLAIN:
        VERIFIED.remember(key, lay_out(text, content.size))
    span = choose(len(text))
    return Stretch(span.slice(text), span.start, len(text))


def _read_part(content: rows.Content, layout: Layout, span: Span) -> Stretch:
    if not 0 <= span.start <= span.end <= layout.length:
        raise ValueError(f"span {span.start}..{span.end} leaves a text of {layout.length} code points")
    place, before = layout.locate(span)
    part = Substr("body", place.start + 1, place.length, output_field=BinaryField())
    name = f"content sha256:{bytes(content.sha256).hex()}"
    body = rows.Content.objects.values_list(part, flat=True).get(pk=content.pk)
    if body is None:
        raise ContentAbsent(f"{name} is not kept here")
    try:
        text = bytes(body).decode()[before : before + span.length]
    except UnicodeDecodeError:
        text = ""
    if len(text) != span.length:
        raise ContentDamaged(f"{name} has changed since it was read first")
    return Stretch(text, span.start, layout.length)
