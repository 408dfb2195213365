from hypothesis import given
from hypothesis import strategies as st

from lineage.pipeline.carrying import carry_layout
from lineage.pipeline.layout import Layout, Page
from lineage.pipeline.redaction import RedactionPolicy, RedactionRule, redact
from lineage.text.span import Span
from tests.pipeline.readings import grid, paged

LETTERS = RedactionPolicy("letters", 1, (RedactionRule("x", pattern="x+"),))


def carried(text: str, layout: Layout) -> tuple[str, Layout]:
    redacted = redact(text, LETTERS)
    return redacted.text, carry_layout(layout, redacted.map)


def test_cells_are_carried_to_what_stands_in_their_place():
    text, cells = grid([["a", "xx", "b"], ["x", "axxb", ""]])
    masked, layout = carried(text, Layout(cells=cells))
    words = [cell.span.slice(masked) for cell in layout.cells]
    assert words == ["a", "[masked: x]", "b", "[masked: x]", "a[masked: x]b", ""]


def test_pages_still_follow_one_another_where_masks_stand_at_their_borders():
    text, pages = paged(["one x\n", "xtwo\n", "", "three"])
    masked, layout = carried(text, Layout(pages=pages))
    assert [page.span.slice(masked) for page in layout.pages] == ["one [masked: x]\n", "[masked: x]two\n", "", "three"]


def test_a_mask_over_a_border_belongs_to_both_pages():
    masked, layout = carried("axxb", Layout(pages=(Page(1, Span(0, 2), 1, 1), Page(2, Span(2, 4), 1, 1))))
    assert [page.span.slice(masked) for page in layout.pages] == ["a[masked: x]", "[masked: x]b"]


@given(st.lists(st.text("axb", max_size=5), max_size=6))
def test_every_page_has_its_own_words_and_its_masks(texts):
    # No mask runs over a border.
    texts = [f"{text}b" for text in texts]
    text, pages = paged(texts)
    masked, layout = carried(text, Layout(pages=pages))
    assert [page.span.slice(masked) for page in layout.pages] == [redact(one, LETTERS).text for one in texts]
