"""Text cut for drawing: pieces that carry every span lying on them. Pure.

A span is drawn by its id and its code points, never by searching. The pieces of a text join to the text itself: what is
copied from a page is what was stored, but for the few characters that HTML cannot hold (`unseen`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inspector.pages.unseen import Glyphs, runs_of
from lineage.text.span import Span

WINDOW = 8_000


class Layer(NamedTuple):
    """A span to draw: its id (empty where it only gives a look), and the names of its looks."""

    id: str
    span: Span
    looks: tuple[str, ...] = ()


class TextPiece(NamedTuple):
    """A stretch on which the same spans lie; `spans` are their ids, smallest span first."""

    runs: tuple[Glyphs, ...]
    spans: tuple[str, ...]
    looks: tuple[str, ...]
    start: int


@dataclass(frozen=True, slots=True)
class DrawnText:
    """A window `[start, end)` of a text of `length` code points, cut into pieces.

    `asked` spans wanted to be drawn, `drawn` of them lie in the window; `substitutes` counts signs in place of
    characters that HTML cannot hold. `artifact` is the key of the frozen text whose code points these are: words that
    are selected in it can be attached to a verdict; empty where they cannot.
    """

    pieces: tuple[TextPiece, ...]
    start: int
    end: int
    length: int
    language: str = ""
    direction: str = "auto"
    asked: int = 0
    drawn: int = 0
    substitutes: int = 0
    artifact: str = ""

    @property
    def before(self) -> int:
        return self.start

    @property
    def after(self) -> int:
        return self.length - self.end

    @property
    def is_whole(self) -> bool:
        return self.start == 0 and self.end == self.length


def draw(
    text: str,
    layers: Iterable[Layer] = (),
    window: Span | None = None,
    *,
    language: str = "",
    direction: str = "",
    begins: int = 0,
    length: int | None = None,
    artifact: str = "",
) -> DrawnText:
    """Cut a window of `text` along every border of `layers`. Layers that leave the text are asked for, never drawn.

    Where `length` is given, `text` is only that stretch of a text of so many code points which `begins` there; layers
    and window are places in the whole, and the window lies in the stretch.
    """
    whole = begins + len(text) if length is None else length
    shown = window or Span(begins, begins + len(text))
    wanted = list(layers)
    inside = [layer for layer in wanted if _is_inside(layer.span, shown, whole)]
    borders = {shown.start, shown.end}
    for layer in inside:
        borders.update((max(layer.span.start, shown.start), min(layer.span.end, shown.end)))
    ordered = sorted(borders)
    pieces = _pieces(text, begins, inside, ordered)
    identified = {layer.id for layer in wanted if layer.id}
    return DrawnText(
        pieces=pieces,
        start=shown.start,
        end=shown.end,
        length=whole,
        language=language,
        direction=direction or "auto",
        asked=len(identified),
        drawn=len({layer.id for layer in inside if layer.id}),
        substitutes=sum(run.substitute for piece in pieces for run in piece.runs),
        artifact=artifact,
    )


def window_around(length: int, at: Span, size: int = WINDOW) -> Span:
    """A window of about `size` code points with `at` in its middle, shifted so that it stays in the text."""
    middle = (at.start + min(at.end, at.start + size)) // 2
    start = max(0, min(middle - size // 2, length - size))
    return Span(start, min(length, start + size))


def on_lines(text: str, window: Span, slack: int = 200) -> Span:
    """The window widened to the nearest line end, else to a blank, so that no word is cut; by at most `slack`."""
    start, end = window
    if 0 < start < len(text):
        low = max(0, start - slack)
        found = [text.rfind(sign, low, start) for sign in ("\n", " ")]
        start = next((at + 1 for at in found if at >= 0), start if low else 0)
    if end < len(text):
        high = min(len(text), end + slack)
        found = [text.find(sign, end, high) for sign in ("\n", " ")]
        end = next((at for at in found if at >= 0), end if high < len(text) else high)
    return Span(start, end)


def _pieces(text: str, begins: int, inside: Sequence[Layer], borders: Sequence[int]) -> tuple[TextPiece, ...]:
    """One sweep over the borders: each layer enters and leaves once."""
    entering: dict[int, list[Layer]] = {}
    for layer in inside:
        entering.setdefault(max(layer.span.start, borders[0]), []).append(layer)
    active: list[Layer] = []
    pieces = []
    for start, end in zip(borders, borders[1:], strict=False):
        active = [layer for layer in active if layer.span.end > start] + entering.get(start, [])
        ordered = sorted(active, key=lambda layer: (layer.span.length, layer.span.start, layer.id))
        spans = tuple(dict.fromkeys(layer.id for layer in ordered if layer.id))
        looks = tuple(dict.fromkeys(look for layer in ordered for look in layer.looks))
        pieces.append(TextPiece(runs_of(text[start - begins : end - begins]), spans, looks, start))
    return tuple(pieces)


def _is_inside(span: Span, shown: Span, length: int) -> bool:
    return 0 <= span.start < span.end <= length and span.intersect(shown) is not None
