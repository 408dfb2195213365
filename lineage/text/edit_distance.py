"""Least number of code points to insert, delete or replace: between two texts, and of a pattern inside a text.

By edlib where it can; a bit-parallel count after Myers and Hyyrö on Python's integers gives the same answers where
edlib is absent or the pattern has more symbols than it knows.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

try:
    import edlib  # type: ignore[import-not-found]
except ImportError:  # no wheel for this machine
    edlib = None

# edlib takes 256 symbols; one of them stands for whatever the pattern does not have.
_MOST_SYMBOLS = 255
_OTHER = "?"


class Ends(NamedTuple):
    """Where the likest stretches of a text end, exclusive and ascending, and how far each is from the pattern."""

    distance: int
    ends: tuple[int, ...]


def find_ends(pattern: str, text: str, most: int, *, from_start: bool = False) -> Ends | None:
    """The likest stretches of `text`, anywhere or (`from_start`) from its first code point; None above `most` edits.

    A stretch has words: a distance of the whole pattern is no likeness, so `most` is taken as less than its length.
    """
    most = min(most, len(pattern) - 1)
    if most < 0 or not text:
        return None
    symbols = _symbols(pattern, text) if edlib else None
    if symbols is None:
        return find_ends_by_bits(pattern, text, most, from_start=from_start)
    found = edlib.align(*symbols, mode="SHW" if from_start else "HW", task="distance", k=most)
    distance: int = found["editDistance"]
    if distance < 0:
        return None
    return Ends(distance, tuple(sorted({end + 1 for _, end in found["locations"]})))


def edit_distance(one: str, other: str) -> int:
    """Edits that make `one` into `other`."""
    if not one or not other:
        return len(one) + len(other)
    symbols = _symbols(one, other) if edlib else None
    if symbols is None:
        return _scores(one, other, from_start=True)[-1]
    distance: int = edlib.align(*symbols, mode="NW", task="distance")["editDistance"]
    return distance


def find_ends_by_bits(pattern: str, text: str, most: int, *, from_start: bool) -> Ends | None:
    """As `find_ends`, without edlib."""
    scores = _scores(pattern, text, from_start=from_start)
    least = min(scores)
    if least > most:
        return None
    return Ends(least, tuple(end for end, score in enumerate(scores, start=1) if score == least))


def _scores(pattern: str, text: str, *, from_start: bool) -> list[int]:
    """Distance of the pattern from the likest stretch that ends behind each code point of the text."""
    places: dict[str, int] = {}
    for place, char in enumerate(pattern):
        places[char] = places.get(char, 0) | 1 << place
    everything, last, carried = (1 << len(pattern)) - 1, 1 << (len(pattern) - 1), int(from_start)
    # Bits: at which places of the pattern the distance rises, or falls, by one.
    rising, falling, score = everything, 0, len(pattern)
    scores = []
    for char in text:
        same = places.get(char, 0)
        level = same | falling
        diagonal = (((same & rising) + rising) ^ rising) | same
        up = falling | (everything & ~(diagonal | rising))
        down = rising & diagonal
        score += bool(up & last) - bool(down & last)
        up, down = up << 1 | carried, down << 1
        rising = everything & (down | ~(level | up))
        falling = everything & up & level
        scores.append(score)
    return scores


def _symbols(pattern: str, text: str) -> tuple[bytes, bytes] | None:
    """Both in one alphabet of bytes; None where the pattern alone has too many symbols."""
    try:
        # What is not in this alphabet becomes a question mark: alike for whatever the pattern does not have.
        if _OTHER not in pattern:
            return pattern.encode("latin-1"), text.encode("latin-1", "replace")
    except UnicodeEncodeError:
        pass
    codes = _codes(pattern)
    if len(codes) > _MOST_SYMBOLS:
        return None
    return bytes(map(codes.__getitem__, pattern)), bytes(map(codes.get, text, repeat(len(codes))))


@lru_cache(maxsize=4)
def _codes(pattern: str) -> dict[str, int]:
    """A number for each symbol; the windows of one pattern are asked for one after the other."""
    return {char: code for code, char in enumerate(dict.fromkeys(pattern))}
