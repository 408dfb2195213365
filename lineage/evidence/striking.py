"""Words of an erased source struck out of what was recorded beside them: texts, and JSON of any shape. Pure.

A text holds words of a source where 24 code points in a row are the source's, whatever the case and the white space,
or where it holds its title or address. What a source that lives on says too is not struck out.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.uint64]

STRETCH = 24
"""Code points in a row that are the source's and nobody else's by accident."""
SHORTEST_INSIDE = 12
"""A shorter name is struck out only where it is the whole text: `Terms` stands in too many."""
SHORTEST_NAME = 3
STRUCK = "[erased]"
_BASE = 0x9E3779B97F4A7C15
_INVERSE = pow(_BASE, -1, 2**64)
_BITS = 22
PIECE = 1_000_000
MOST_WAITING = 8_000_000
"""Hashes that wait to be made one with the others: the texts of a version are much the same at every stage."""
_ESCAPE = re.compile(r"\\+(?:u([0-9a-fA-F]{4})|([nrt\"/]))")
"""A character as JSON writes it. What was captured is often JSON within JSON, so several strokes are one."""


def fold(text: str) -> str:
    """The text as stretches are compared: escapes resolved, case folded, white space as single blanks."""
    plain = _ESCAPE.sub(_resolve, text) if "\\" in text else text
    return " ".join(plain.casefold().split())


class Traces:
    """What tells that a text holds words of a source.

    `texts` are the source's, `names` its titles and addresses; `spared` are texts that live on, whose words are no
    trace. A text that is too short to have a stretch counts where it is the whole of another.
    """

    def __init__(self, texts: Iterable[str], names: Iterable[str] = (), spared: Iterable[str] = ()) -> None:
        named = {fold(name) for name in names}
        short: set[str] = set()
        # One text after the other: only its hashes are kept.
        stretches = _union(_hashes_or_note(fold(text), short) for text in texts)
        self.wholes = frozenset(name for name in named | short if len(name) >= SHORTEST_NAME)
        self.inside = tuple(sorted(name for name in named if len(name) >= SHORTEST_INSIDE))
        for text in spared:
            if not len(stretches):
                break
            stretches = np.setdiff1d(stretches, hashes_of(fold(text)), assume_unique=False)
        self.stretches: Numbers = stretches
        self.table = np.zeros(1 << _BITS, dtype=np.bool_)
        self.table[stretches >> np.uint64(64 - _BITS)] = True

    def __bool__(self) -> bool:
        return bool(self.wholes) or len(self.stretches) > 0

    def are_in(self, text: str) -> bool:
        """Whether a text holds words of the source."""
        folded = fold(text)
        if folded in self.wholes or any(name in folded for name in self.inside):
            return True
        return len(folded) >= STRETCH and bool(self._hits(folded).any())

    def may_be_in(self, texts: Iterable[str]) -> bool:
        """Whether any of many texts may hold some; quick, since they are looked at as one."""
        folded = [fold(text) for text in texts]
        joined = "\0".join(folded)
        if not self.wholes.isdisjoint(folded) or any(name in joined for name in self.inside):
            return True
        pieces = range(0, max(len(joined), 1), PIECE)
        return any(bool(self._hits(joined[start : start + PIECE + STRETCH]).any()) for start in pieces)

    def strike(self, text: str) -> str:
        """The text with the stretches and names struck out, the rest in its own spelling."""
        if not self.are_in(text):
            return text
        if fold(text) in self.wholes:
            return STRUCK
        folded, places = _fold_with_places(text)
        marked = np.zeros(len(text) + 1, dtype=np.bool_)
        for hit in np.flatnonzero(self._hits(folded)).tolist():
            marked[places[hit].start : places[hit + STRETCH - 1].stop] = True
        for name in self.inside:
            start = folded.find(name)
            while start >= 0:
                marked[places[start].start : places[start + len(name) - 1].stop] = True
                start = folded.find(name, start + 1)
        return _replace(text, marked)

    def _hits(self, folded: str) -> NDArray[np.bool_]:
        if len(folded) < STRETCH or not len(self.stretches):
            return np.zeros(0, dtype=np.bool_)
        hashes = _windows(folded)
        likely: NDArray[np.bool_] = self.table[hashes >> np.uint64(64 - _BITS)]
        found = np.flatnonzero(likely)
        if len(found):
            at = np.searchsorted(self.stretches, hashes[found])
            at[at == len(self.stretches)] = 0
            likely[found] = self.stretches[at] == hashes[found]
        return likely


def strike_json(value: Any, strike: Callable[[str], str | None], keep: Callable[[tuple[Any, ...]], bool]) -> Any:
    """The value with every text as `strike` gives it, but for those at paths that `keep` names."""

    def walk(found: Any, path: tuple[Any, ...]) -> Any:
        if isinstance(found, str):
            return found if keep(path) else strike(found)
        if isinstance(found, list):
            return [walk(item, (*path, number)) for number, item in enumerate(found)]
        if isinstance(found, dict):
            return {key: walk(item, (*path, key)) for key, item in found.items()}
        return found

    return walk(value, ())


def texts_in(value: Any) -> Iterable[str]:
    """Every text in a JSON value, names of fields too."""
    waiting = [value]
    while waiting:
        found = waiting.pop()
        if isinstance(found, str):
            yield found
        elif isinstance(found, list):
            waiting += found
        elif isinstance(found, dict):
            waiting += [*found.keys(), *found.values()]


def hashes_of(folded: str) -> Numbers:
    """The distinct hashes of a folded text's stretches, sorted."""
    return _union(
        _windows(folded[start : start + PIECE + STRETCH - 1]) for start in range(0, max(len(folded), 1), PIECE)
    )


def _hashes_or_note(folded: str, short: set[str]) -> Numbers:
    if SHORTEST_INSIDE <= len(folded) < STRETCH:
        short.add(folded)
    return hashes_of(folded)


def _union(found: Iterable[Numbers]) -> Numbers:
    """The distinct numbers, sorted; of a large document no more than twice as many are held at a time."""
    whole, waiting, count = np.zeros(0, dtype=np.uint64), list[Numbers](), 0
    for part in found:
        waiting.append(part)
        count += len(part)
        if count > max(MOST_WAITING, len(whole)):
            whole, waiting, count = np.unique(np.concatenate([whole, *waiting])), [], 0
    return np.unique(np.concatenate([whole, *waiting])) if count else whole


def _windows(folded: str) -> Numbers:
    """One number for each stretch: a polynomial over its code points, so that all take one pass."""
    codes = np.frombuffer(folded.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    if len(codes) < STRETCH:
        return np.zeros(0, dtype=np.uint64)
    powers, inverses = _powers(len(codes))
    sums = np.concatenate([np.zeros(1, dtype=np.uint64), np.cumsum((codes + np.uint64(1)) * powers, dtype=np.uint64)])
    found: Numbers = (sums[STRETCH:] - sums[:-STRETCH]) * inverses[: len(codes) - STRETCH + 1]
    # The low digits of such a polynomial are weak, and the table is addressed by the high ones.
    found ^= found >> np.uint64(31)
    return found * np.uint64(_BASE)


def _powers(length: int) -> tuple[Numbers, Numbers]:
    if len(_POWERS[0]) < length:
        size = 1 << (length - 1).bit_length()
        for number, base in enumerate((_BASE, _INVERSE)):
            steps = np.full(size, base, dtype=np.uint64)
            steps[0] = 1
            _POWERS[number] = np.cumprod(steps, dtype=np.uint64)
    return _POWERS[0][:length], _POWERS[1][:length]


_POWERS: list[Numbers] = [np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.uint64)]


def _resolve(escape: re.Match[str]) -> str:
    number, letter = escape.groups()
    if number is not None:
        return chr(int(number, 16))
    return letter if letter in "\"/" else " "


def _characters(text: str) -> Iterator[tuple[slice, str]]:
    """Each character, escapes resolved, and the place in the text that it stands at."""
    at = 0
    for escape in _ESCAPE.finditer(text):
        yield from ((slice(place, place + 1), text[place]) for place in range(at, escape.start()))
        yield slice(*escape.span()), _resolve(escape)
        at = escape.end()
    yield from ((slice(place, place + 1), text[place]) for place in range(at, len(text)))


def _fold_with_places(text: str) -> tuple[str, list[slice]]:
    """As `fold`, and for each of its code points the place in the text that it came from."""
    out: list[str] = []
    places: list[slice] = []
    for place, character in _characters(text):
        if character.isspace():
            if out and out[-1] != " ":
                out.append(" ")
                places.append(place)
            continue
        for folded in character.casefold():
            out.append(folded)
            places.append(place)
    if out and out[-1] == " ":
        out.pop()
        places.pop()
    return "".join(out), places


def _replace(text: str, marked: NDArray[np.bool_]) -> str:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], marked[: len(text)], [False]]).astype(np.int8)))
    out, last = [], 0
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        out += [text[last:start], STRUCK]
        last = int(end)
    return "".join([*out, text[last:]])
