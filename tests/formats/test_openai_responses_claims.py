from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.formats.openai_responses_claims import draw_statements, find_statement_before
from lineage.text.span import Span


def draw(marked: str) -> list[tuple[str, int]]:
    """The statements of a text in which `<…>` are markers and `|` is a point, each with the number of its markers."""
    text, markers = "", []
    for piece in re.findall(r"<[^>]*>|\||[^<|]+", marked):
        if piece == "|":
            markers.append(Span(len(text), len(text)))
            continue
        if piece.startswith("<"):
            markers.append(Span(len(text), len(text) + len(piece)))
        text += piece
    return [(statement.place.slice(text), len(statement.markers)) for statement in draw_statements(text, markers)]


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("Ten years. <a>", [("Ten years.", 1)]),
        ("Ten years <a>.", [("Ten years", 1)]),
        ("It is so. Ten years. <a><b>", [("It is so.", 0), ("Ten years.", 2)]),
        ("Ten years <a>, and six for letters <b>.", [("Ten years", 1), (", and six for letters", 1)]),
        ("As of May <a> it is ten years.", [("As of May <a> it is ten years.", 1)]),
        ("<a> says it is ten years.", [("says it is ten years.", 1)]),
        ("Ten years|. Six.", [("Ten years", 1), ("Six.", 0)]),
        ("Ten years.|\n- Six.||", [("Ten years.", 1), ("- Six.", 1)]),
        ("# Rules <a>\nTen years.", [("Ten years.", 0)]),
        ("Sources: <a>", []),
        ("<a>", []),
        ("", []),
    ],
)
def test_a_marker_supports_the_text_before_it(marked: str, expected: list[tuple[str, int]]) -> None:
    assert draw(marked) == expected


def test_a_point_stands_behind_the_statement_it_follows_with_nothing_said_between() -> None:
    text = "Ten years. \nSix."
    statements = draw_statements(text, [])
    assert find_statement_before(text, statements, 11) is statements[0]
    assert find_statement_before(text, statements, 14) is statements[1]
    assert find_statement_before(text, statements, 0) is None


@given(
    st.text(alphabet=st.sampled_from("ab. \n#:é1"), max_size=60),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 10)), max_size=6),
)
def test_statements_ascend_without_overlap_and_no_marker_belongs_to_two(
    text: str, drawn: list[tuple[int, int]]
) -> None:
    markers = [Span(min(a, len(text)), min(a + n, len(text))) for a, n in drawn]
    statements = draw_statements(text, markers)
    places = [statement.place for statement in statements]
    assert all(not place.is_empty and place.end <= len(text) for place in places)
    owned = [marker for statement in statements for marker in statement.markers]
    assert len(owned) == len(set(owned))
    assert set(owned) <= set(markers)
    assert places == sorted(places)
