"""Offset maps, normalization and markers on a text of a million code points, beside the loop one writes first."""

import unicodedata
from random import Random
from statistics import median

from lineage.text.markers import find_markers
from lineage.text.normalization import DEFAULT, normalize
from lineage.text.span import Span
from lineage.text.units import Unit, from_code_points, to_code_points
from tests.bench.data import Writer
from tests.bench.timing import ratio, show_times, take_turns

LENGTH = 1_000_000
LABELS = frozenset(str(number) for number in range(1, 41))
QUOTES = {"‘": "'", "’": "'", "“": '"', "”": '"'}


def test_a_normalized_view_with_its_map_beats_the_naive_loop() -> None:
    text = Writer.seeded(3).write(LENGTH, line=90)
    plain = text.encode("ascii", "ignore").decode()
    expected, _ = normalize_naively(text)
    assert normalize(text, DEFAULT).text == expected
    times = take_turns(
        {
            "normalize, map included": lambda: normalize(text, DEFAULT),
            "naive loop": lambda: normalize_naively(text),
            "normalize, map included, ASCII": lambda: normalize(plain, DEFAULT),
            "naive loop, ASCII": lambda: normalize_naively(plain),
        },
        rounds=5,
    )
    show_times("Normalization of 1 million code points", times)
    print(f"  {ratio(times, 'naive loop', 'normalize, map included'):.1f}x the naive loop")
    print(f"  {ratio(times, 'naive loop, ASCII', 'normalize, map included, ASCII'):.1f}x the naive loop on ASCII")


def test_many_spans_are_mapped_and_many_offsets_converted_at_once() -> None:
    random, text = Random(5), Writer.seeded(3).write(LENGTH, line=90)
    view = normalize(text, DEFAULT)
    _, offsets = normalize_naively(text)
    starts = sorted(random.randrange(len(view.text) - 100) for _ in range(10_000))
    spans = [Span(start, start + 100) for start in starts]
    few = starts[::100]
    in_bytes = from_code_points(text, starts, Unit.BYTE_UTF8)
    assert to_code_points(text, in_bytes, Unit.BYTE_UTF8) == starts
    times = take_turns(
        {
            "10,000 spans backward": lambda: view.map.backward(spans),
            "10,000 spans, naive list of offsets": lambda: [(offsets[s.start], offsets[s.end - 1] + 1) for s in spans],
            "10,000 offsets to bytes": lambda: from_code_points(text, starts, Unit.BYTE_UTF8),
            "10,000 offsets from bytes": lambda: to_code_points(text, in_bytes, Unit.BYTE_UTF8),
            "100 offsets to bytes, slicing and encoding": lambda: [len(text[:at].encode()) for at in few],
        },
        rounds=5,
    )
    show_times("Offsets in 1 million code points", times)
    slower = 100 * ratio(times, "100 offsets to bytes, slicing and encoding", "10,000 offsets to bytes")
    print(f"  {slower:.0f}x slicing and encoding, an offset")


def test_markers_are_found_in_a_long_text() -> None:
    words = Writer.seeded(3).write(LENGTH).split(" ")
    text = " ".join(f"{word} [{place % 40 + 1}]" if place % 12 == 0 else word for place, word in enumerate(words))
    assert len(find_markers(text, LABELS)) >= len(words) // 12
    times = take_turns({"find_markers": lambda: find_markers(text, LABELS)}, rounds=5)
    show_times(f"Markers in {len(text)} code points, {len(find_markers(text, LABELS))} of them", times)
    assert median(times["find_markers"]) < 60


def normalize_naively(text: str) -> tuple[str, list[int]]:
    """The same view one code point at a time, with the list of where each came from."""
    view: list[str] = []
    offsets: list[int] = []
    for at, char in enumerate(text):
        char = unicodedata.normalize("NFC", QUOTES.get(char, char))
        if char == "\u00ad":
            continue
        if char.isspace():
            if not view or view[-1] == " ":
                continue
            char = " "
        view.append(char)
        offsets.append(at)
    while view and view[-1] == " ":
        view.pop()
        offsets.pop()
    return "".join(view), offsets
