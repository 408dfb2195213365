from lineage.pipeline.extract import html_tables
from lineage.pipeline.extract.html import extract_html

HTML = """<table>
<thead><tr><th>Log</th><th colspan=2>Kept</th></tr></thead>
<tbody><tr><th rowspan="2">Access</th><td>24</td><td>months</td></tr>
<tr><td>7</td><td></td></tr></tbody></table>"""


def places(page):
    found = extract_html(page.encode())
    return [(cell.span.slice(found.text), *cell[1:]) for cell in found.layout.cells]


def test_cells_stand_behind_tabs_rows_on_lines_and_each_has_its_place_in_the_grid():
    assert extract_html(HTML.encode()).text == "Log\tKept\nAccess\t24\tmonths\n7\t"
    assert places(HTML) == [
        ("Log", "table 1", 0, 0, "header", 1, 1),
        ("Kept", "table 1", 0, 1, "header", 1, 2),
        ("Access", "table 1", 1, 0, "header", 2, 1),
        ("24", "table 1", 1, 1, "body", 1, 1),
        ("months", "table 1", 1, 2, "body", 1, 1),
        ("7", "table 1", 2, 1, "body", 1, 1),
        ("", "table 1", 2, 2, "body", 1, 1),
    ]


def test_every_cell_of_a_head_is_a_header():
    assert [cell[4] for cell in places("<table><thead><tr><td>a<tbody><tr><td>b</table>")] == ["header", "body"]


def test_a_cell_may_hold_paragraphs_and_a_table_of_its_own():
    page = "<table><tr><td><p>one<p>two<td><table><tr><td>in<td>side</table>out</table>after"
    assert extract_html(page.encode()).text == "one\n\ntwo\tin\tside\n\nout\n\nafter"
    assert places(page) == [
        ("one\n\ntwo", "table 1", 0, 0, "body", 1, 1),
        ("in\tside\n\nout", "table 1", 0, 1, "body", 1, 1),
        ("in", "table 2", 0, 0, "body", 1, 1),
        ("side", "table 2", 0, 1, "body", 1, 1),
    ]


def test_a_cell_of_zero_rows_reaches_to_the_end_of_its_group_and_no_further():
    page = "<table><tbody><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d<tbody><tr><td>e</table>"
    assert [(cell[0], cell[2], cell[3]) for cell in places(page)] == [
        ("a", 0, 0),
        ("b", 0, 1),
        ("c", 1, 1),
        ("d", 2, 1),
        ("e", 3, 0),
    ]


def test_numbers_of_rows_and_columns_are_read_and_limited_as_in_the_standard():
    page = "<table><tr><td colspan=' 2x'>a<td colspan=-3>b<td colspan=0>c<td colspan=9999999999999>d<td rowspan=x>e"
    assert [(cell[3], cell[5], cell[6]) for cell in places(page)] == [
        (0, 1, 2),
        (2, 1, 1),
        (3, 1, 1),
        (4, 1, 1000),
        (1004, 1, 1),
    ]


def test_hidden_rows_and_cells_have_no_place():
    page = "<table><tr><td>a<td hidden>b<td>c<tr style='display:none'><td>d<tr><td>e</table>"
    assert extract_html(page.encode()).text == "a\tc\ne"
    assert [cell[0] for cell in places(page)] == ["a", "c", "e"]


def test_a_table_that_only_places_things_is_not_listed():
    page = "<table role=presentation><tr><td>a<td>b</table><table><tr><td>c</table>"
    assert extract_html(page.encode()).text == "a\tb\n\nc"
    assert places(page) == [("c", "table 1", 0, 0, "body", 1, 1)]


def test_beyond_the_most_cells_words_stay_and_it_is_said(monkeypatch):
    monkeypatch.setattr(html_tables, "MOST_CELLS", 2)
    found = extract_html(b"<table><tr><td>a<td>b<td>c</table>")
    assert (found.text, len(found.layout.cells)) == ("a\tb\tc", 2)
    assert any("1 are in the text without their place" in words for words in found.warnings)


def test_rows_that_reach_far_down_end():
    row = "<tr>" + "".join(f"<td rowspan={65000 - number}>x" for number in range(1000))
    found = extract_html(("<table>" + row + "<tr><td>y" * 10_000).encode())
    assert found.text.count("y") == 10_000
    assert len(found.layout.cells) < 11_000
