"""Pictures of counts and of figures with their intervals: who confused what, how frequent a label is. Pure."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from inspector.figures.figure import Figure
from inspector.figures.frames import Frame, Tick

CELL, ROW, LEVELS = 44, 24, 5
NAMES_WIDTH, NAMES_HEIGHT, BARS_WIDTH, MARGIN = 132, 28, 320, 12


class Cell(NamedTuple):
    """`level` is 0 where nothing is counted, up to 5 for the whole of its row; `row` and `column` are places."""

    x: int
    y: int
    row: int
    column: int
    n: int
    level: int
    is_equal: bool


class Heat(NamedTuple):
    """`rows` and `columns` name the values at the middle of their cells, which are `size` wide and high."""

    width: int
    height: int
    size: int
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    cells: tuple[Cell, ...]


class Bar(NamedTuple):
    """`x` and `y` are its upper left corner."""

    words: str
    n: int
    share: float
    x: int
    y: int
    width: float
    height: int


class Bars(NamedTuple):
    width: int
    height: int
    bars: tuple[Bar, ...]


class Whisker(NamedTuple):
    """A figure along the x axis: `low` and `high` are where its interval ends, in pixels, as is `x`."""

    words: str
    x: float
    y: float
    low: float | None
    high: float | None


class Whiskers(NamedTuple):
    frame: Frame
    ticks: tuple[Tick, ...]
    rows: tuple[Whisker, ...]


def confusion_heat(table: Sequence[Sequence[int]], values: Sequence[str]) -> Heat:
    """Each row is coloured by its own whole, so that a rare label is seen as well as a frequent one."""
    cells = tuple(
        _cell(row, column, n, sum(counts)) for row, counts in enumerate(table) for column, n in enumerate(counts)
    )
    size = len(values) * CELL
    rows = tuple(Tick(NAMES_HEIGHT + place * CELL + CELL / 2, value) for place, value in enumerate(values))
    columns = tuple(Tick(NAMES_WIDTH + place * CELL + CELL / 2, value) for place, value in enumerate(values))
    return Heat(NAMES_WIDTH + size + MARGIN, NAMES_HEIGHT + size + MARGIN, CELL, rows, columns, cells)


def label_bars(counts: Mapping[str, int]) -> Bars:
    """A bar a label in the order given, the longest as wide as there is room."""
    every, most = sum(counts.values()), max(counts.values(), default=0)
    bars = tuple(
        Bar(
            words,
            n,
            n / every if every else 0.0,
            NAMES_WIDTH,
            place * ROW + 4,
            round(BARS_WIDTH * n / most, 1) if most else 0.0,
            ROW - 8,
        )
        for place, (words, n) in enumerate(counts.items())
    )
    return Bars(NAMES_WIDTH + BARS_WIDTH + 4 * MARGIN, len(bars) * ROW, bars)


def interval_whiskers(figures: Mapping[str, Figure]) -> Whiskers:
    """A row a figure that has a value, by its name, over an axis from 0, or from -1 where one of them lies below."""
    drawn = [(words, one, one.value) for words, one in figures.items() if one.value is not None]
    ends = [end for _, one, value in drawn for end in (value, one.low) if end is not None]
    start = -1.0 if any(end < 0 for end in ends) else 0.0
    bottom = MARGIN + len(drawn) * ROW
    frame = Frame(
        *(NAMES_WIDTH + BARS_WIDTH + 2 * MARGIN, bottom + NAMES_HEIGHT),
        *(NAMES_WIDTH, MARGIN, NAMES_WIDTH + BARS_WIDTH, bottom),
        x_from=start,
    )
    rows = tuple(_whisker(frame, place, words, one, value) for place, (words, one, value) in enumerate(drawn))
    step = (1.0 - start) / 4
    return Whiskers(frame, frame.x_ticks(start + place * step for place in range(5)), rows)


def _whisker(frame: Frame, place: int, words: str, figure: Figure, value: float) -> Whisker:
    low, high = (None if end is None else frame.x(end) for end in (figure.low, figure.high))
    return Whisker(words, frame.x(value), frame.top + place * ROW + ROW / 2, low, high)


def _cell(row: int, column: int, n: int, whole: int) -> Cell:
    # Never level 0 for something, however small its share.
    level = -(-LEVELS * n // whole) if n else 0
    return Cell(NAMES_WIDTH + column * CELL, NAMES_HEIGHT + row * CELL, row, column, n, level, row == column)
