"""Cutting a text for drawing."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.pages.drawing import DrawnText, Layer, draw, on_lines, window_around
from lineage.text.span import Span

TEXTS = st.text(st.sampled_from("ab é\u0301\n\r\t\u200b\u202e\u0645\U0001f600\0"), max_size=40)


@st.composite
def texts_and_layers(pick: st.DrawFn) -> tuple[str, list[Layer]]:
    text = pick(TEXTS)
    ends = st.integers(0, len(text) + 3)
    spans = pick(st.lists(st.tuples(ends, ends), max_size=6))
    return text, [Layer(f"s{number}", Span(*sorted(pair)), ("hl-here",)) for number, pair in enumerate(spans)]


def words(drawn: DrawnText) -> str:
    return "".join(run.text for piece in drawn.pieces for run in piece.runs)


@given(texts_and_layers())
def test_the_pieces_join_to_the_text_but_for_substitutes(given_: tuple[str, list[Layer]]) -> None:
    text, layers = given_
    assert words(draw(text, layers)) == text.replace("\0", "\u2400")


@given(texts_and_layers())
def test_every_code_point_of_a_span_is_drawn_with_its_id_and_no_other(given_: tuple[str, list[Layer]]) -> None:
    text, layers = given_
    drawn = draw(text, layers)
    for layer in layers:
        covered = {
            at
            for piece in drawn.pieces
            if layer.id in piece.spans
            for at in range(piece.start, piece.start + sum(len(run.text) for run in piece.runs))
        }
        inside = 0 <= layer.span.start < layer.span.end <= len(text)
        assert covered == (set(range(*layer.span)) if inside else set())


@given(texts_and_layers())
def test_asked_counts_all_spans_and_drawn_those_that_lie_in_the_text(given_: tuple[str, list[Layer]]) -> None:
    text, layers = given_
    drawn = draw(text, layers)
    assert drawn.asked == len(layers)
    assert drawn.drawn == len({id for piece in drawn.pieces for id in piece.spans})


def test_fourteen_spans_are_fourteen_drawn() -> None:
    layers = [Layer(str(number), Span(number, number + 5)) for number in range(14)]
    drawn = draw("a" * 30, layers)
    assert (drawn.asked, drawn.drawn) == (14, 14)


def test_a_span_that_leaves_the_text_is_asked_for_and_never_drawn() -> None:
    drawn = draw("four", [Layer("x", Span(2, 9))])
    assert (drawn.asked, drawn.drawn) == (1, 0)


def test_where_spans_overlap_the_smallest_stands_first() -> None:
    drawn = draw("abcdefgh", [Layer("long", Span(0, 8)), Layer("short", Span(2, 4))])
    assert [piece.spans for piece in drawn.pieces] == [("long",), ("short", "long"), ("long",)]


def test_a_window_draws_the_part_of_a_span_that_lies_in_it() -> None:
    drawn = draw("abcdefgh", [Layer("x", Span(1, 7))], Span(3, 5))
    assert words(drawn) == "de"
    assert (drawn.before, drawn.after, drawn.drawn) == (3, 3, 1)


@given(st.integers(0, 50_000), st.integers(0, 50_000), st.integers(1, 9_000))
def test_a_window_stays_in_the_text_and_holds_its_middle(length: int, at: int, size: int) -> None:
    place = min(at, length)
    window = window_around(length, Span(place, place), size)
    assert 0 <= window.start <= place <= window.end <= length
    assert window.length == min(size, length)


def test_a_window_is_widened_to_the_line_and_cuts_no_word() -> None:
    text = "first line\nsecond line here\nthird"
    assert on_lines(text, Span(14, 20)).slice(text) == "second line here"


def test_a_window_without_any_blank_near_is_left_as_it_is() -> None:
    assert on_lines("x" * 1_000, Span(400, 600)) == Span(400, 600)
