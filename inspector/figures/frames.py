"""Where numbers stand in a picture that the server draws: a frame with its two axes, in pixels. Pure."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from inspector.figures.figure import Figure


class Tick(NamedTuple):
    """`at` is a place along the axis, in pixels."""

    at: float
    words: str


class Line(NamedTuple):
    """`path` is what an SVG path says in `d`; `name` tells lines apart for a style sheet, `words` for a reader."""

    name: str
    words: str
    path: str


class Mark(NamedTuple):
    """A point; `low` and `high` are the heights of the ends of its interval, `radius` how large it is drawn."""

    x: float
    y: float
    radius: float
    words: str
    low: float | None = None
    high: float | None = None


class Frame(NamedTuple):
    """The inner edges within `width` by `height`, and the numbers at these edges; y grows upwards."""

    width: int
    height: int
    left: int
    top: int
    right: int
    bottom: int
    x_from: float = 0.0
    x_to: float = 1.0
    y_from: float = 0.0
    y_to: float = 1.0

    def x(self, number: float) -> float:
        return _place(number, self.x_from, self.x_to, self.left, self.right)

    def y(self, number: float) -> float:
        return _place(number, self.y_from, self.y_to, self.bottom, self.top)

    def x_ticks(self, numbers: Iterable[float]) -> tuple[Tick, ...]:
        return tuple(Tick(self.x(number), short(number)) for number in numbers)

    def y_ticks(self, numbers: Iterable[float]) -> tuple[Tick, ...]:
        return tuple(Tick(self.y(number), short(number)) for number in numbers)

    def path(self, points: Sequence[tuple[float, float]]) -> str:
        """Through the points in their order; empty without any."""
        steps = [f"{self.x(x):g} {self.y(y):g}" for x, y in points]
        return "M" + "L".join(steps) if steps else ""

    def mark(self, x: float, y: Figure, words: str, radius: float = 3.0) -> Mark | None:
        """None where there is no number to draw."""
        if y.value is None:
            return None
        low, high = (None if end is None else self.y(end) for end in (y.low, y.high))
        return Mark(self.x(x), self.y(y.value), radius, words, low, high)


SQUARE = Frame(width=320, height=320, left=44, top=12, right=308, bottom=276)
FIFTHS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


def short(number: float) -> str:
    """As a picture writes it: 0.2, and 1 for 1.0."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _place(number: float, start: float, end: float, first: int, last: int) -> float:
    """What lies outside is drawn at the edge: the table beside the picture has the number."""
    share = (number - start) / (end - start) if end != start else 0.0
    return round(first + min(max(share, 0.0), 1.0) * (last - first), 1)
