import pytest

from lineage.evidence.vocabulary import ExtractionState, SkippedKind
from lineage.pipeline.extract.html import extract_html

READ, LIMIT = ExtractionState.READ, ExtractionState.LIMIT
HIDDEN = SkippedKind.HIDDEN


def text_of(page):
    found = extract_html(page.encode())
    assert found.state is READ
    return found.text


def skipped(page):
    return {one.kind: (one.count, one.characters, one.sample) for one in extract_html(page.encode()).skipped}


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>Kept  for\n<b>24</b> months.</p><p>Then<br>deleted.<br></p>", "Kept for 24 months.\n\nThen\ndeleted."),
        ("<h1>A</h1>b<div>c</div>d<ul><li>e<li>f<ol><li>g</ol></ul>h", "A\n\nb\nc\nd\ne\nf\ng\nh"),
        ("<div>a<div> <div>b</div> </div></div>", "a\nb"),
        ("<pre>\n  x\n\ty </pre>z", "  x\n\ty \n\nz"),
        ("re<b>ten</b><i>tion</i> <u> of</u>", "retention of"),
        ("a&amp;lt;b &lt;i&gt; &nbsp;&eacute;&#x1F600;&copy", "a&lt;b <i> \xa0é😀©"),
        ("<dl><dt>t<dd>d</dl><blockquote>q</blockquote>e", "t\nd\n\nq\n\ne"),
        ("<select><option>one<option selected>two</select><textarea> a\nb</textarea>", "one\ntwo\n a\nb"),
        ("<details><summary>s</summary>words</details>", "s\nwords"),
        ("<span aria-hidden=true>seen</span>", "seen"),
        ("<svg><text>one</text><text>two</text></svg>", "one\ntwo"),
        ("lone < and > and & and &unknown;", "lone < and > and & and &unknown;"),
        ("", ""),
    ],
)
def test_a_page_is_read_as_it_is_seen(page, text):
    assert text_of(page) == text


def test_no_list_mark_or_other_letter_is_added():
    assert text_of("<ol><li>one<li>two</ol><hr>three") == "one\ntwo\nthree"


@pytest.mark.parametrize("depth", [260, 2_000, 20_000])
def test_text_at_any_depth_that_can_be_read_is_in_the_text(depth):
    found = extract_html(b"<div>" * depth + b"deep words" + b"</div>" * depth + b"after")
    assert (found.state, found.text) == (READ, "deep words\nafter")


@pytest.mark.parametrize(
    "page",
    ['<a href="' * 20_000, "<a " * 20_000, "<" * 1_000_000, "&amp;" * 200_000, "&#x41" * 200_000, "<!--" * 200_000]
    + ["<template>" * 20_000 + "u", "<select>" + "<option>x" * 20_000, "<table>" * 5_000 + "x", "<b><p>" * 5_000]
    + ["<svg>" * 20_000, "</p>" * 100_000, "<i><b><div></i></b>" * 2_000, "<a>" * 20_000],
)
def test_tricks_are_read(page):
    assert extract_html(page.encode()).state is READ


@pytest.mark.parametrize(
    "page",
    ["<div>" * 100_000 + "lost", "<a " + " ".join(f"a{number}=1" for number in range(100_000)) + ">lost"],
    ids=["depth", "attributes"],
)
def test_what_would_take_too_long_is_a_limit_and_flagged(page):
    found = extract_html(page.encode())
    assert (found.state, found.text) == (LIMIT, "")
    assert [one.kind for one in found.skipped] == [SkippedKind.DEEP]
    assert "Bring a simpler page" in found.reason


def test_what_a_reader_does_not_see_is_listed_and_is_not_in_the_text():
    page = (
        "<head><title>The terms</title><style>p {}</style><link rel=stylesheet href=a.css></head>"
        "<!-- a remark --><p hidden>one</p><p style='display:none'>two <script>three()</script></p>"
        "<div style='visibility:hidden'>four <i style='visibility:visible'>seen</i></div>"
        "<template>five<template>six</template></template><noscript>seven</noscript>"
        "<iframe src=a>eight</iframe><img alt='A map'><img><input type=hidden value=nine><input value=ten>"
    )
    assert text_of(page) == "seen"
    assert skipped(page) == {
        SkippedKind.OTHER: (1, 9, "The terms"),
        SkippedKind.STYLE: (1, 4, "p {}"),
        SkippedKind.EXTERNAL: (1, 5, "a.css"),
        SkippedKind.COMMENT: (1, 8, "a remark"),
        HIDDEN: (4, 3 + 4 + 5 + 4, "one"),
        SkippedKind.SCRIPT: (1, 7, "three()"),
        SkippedKind.TEMPLATE: (1, 7, "fivesix"),
        SkippedKind.NOSCRIPT: (1, 5, "seven"),
        SkippedKind.EMBEDDED: (1, 5, "eight"),
        SkippedKind.IMAGE: (2, 5, "A map"),
        SkippedKind.FORM_FIELD: (1, 3, "ten"),
    }


def test_where_the_first_hidden_part_is_and_what_was_not_run_are_said():
    found = extract_html(b"<p>24 months</p><p hidden>ignore this</p><style>x</style><script>y</script>")
    assert found.skipped[0].where == "before character 10 of the text"
    assert len(found.warnings) == 2
    assert found.warnings[0].startswith("Style sheets were not applied")
    assert found.warnings[1].startswith("Scripts were not run")


def test_a_page_that_breaks_off_inside_a_tag_says_what_is_lost():
    found = extract_html(b"<p>kept <a href='lost words")
    assert found.text == "kept"
    assert [(one.kind, one.characters, one.sample) for one in found.skipped] == [
        (SkippedKind.OTHER, 19, "<a href='lost words")
    ]
    assert "breaks off inside a tag" in found.warnings[0]


def test_nul_is_no_character_of_html_and_that_is_said():
    found = extract_html(b"<p>24\0 months")
    assert found.text == "24 months"
    assert any("NUL" in words for words in found.warnings)


def test_bytes_that_do_not_fit_are_shown_counted_and_listed():
    found = extract_html(b"<meta charset=utf-8><p>24 \xff months")
    assert (found.text, found.encoding) == ("24 \ufffd months", "utf-8")
    assert [(one.kind, one.count) for one in found.skipped] == [(SkippedKind.BINARY, 1)]


def test_bytes_without_a_tag_are_read_with_a_warning():
    found = extract_html(b"24 months\n\nof logs")
    assert found.text == "24 months of logs"
    assert "bring it as text" in found.warnings[0]


def test_sections_are_those_of_headings_and_last_until_one_of_the_same_or_a_higher_level():
    page = "<p>before<h1>A <i>one</i></h1>x<h3><div>B</div></h3>y<h2>C</h2>z<h1></h1><h1 hidden>D</h1><h1>E</h1>"
    found = extract_html(page.encode())
    assert found.text == "before\n\nA one\n\nx\n\nB\n\ny\n\nC\n\nz\n\nE"
    assert [(one.span.slice(found.text), one.title, one.level) for one in found.layout.sections] == [
        ("A one\n\nx\n\nB\n\ny\n\nC\n\nz\n\n", "A one", 1),
        ("B\n\ny\n\n", "B", 3),
        ("C\n\nz\n\n", "C", 2),
        ("E", "E", 1),
    ]
