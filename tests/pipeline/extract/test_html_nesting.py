import pytest

from lineage.pipeline.extract.html_nesting import estimate


def test_depth_is_of_open_tags_and_not_of_those_that_close_themselves_or_each_other():
    assert estimate("<div>" * 260 + "words").depth == 260
    assert estimate("<div></div>" * 1000).depth == 1
    assert estimate("<p>one<p>two" * 1000 + "<ul>" + "<li>x" * 1000).depth == 1
    assert estimate("<br><img src=x>" * 1000).depth == 0
    assert estimate("<svg>" + "<path d='M0'/>" * 1000 + "</svg>").depth == 1


def test_tags_in_scripts_comments_and_attributes_are_none():
    assert estimate("<script>if (a<b) '<div><div>'</script ><i>x</i>").depth == 1
    assert estimate("<!-- <div><div> --><!--><i>").depth == 1
    assert estimate("<i title='<div><div>' lang=\"<div>\">").depth == 1
    assert estimate("<plaintext><div><div>").depth == 1
    assert estimate("<textarea><div><div></TEXTAREA><!doctype x><?php <div ?></ div>").depth == 1


def test_two_thousand_levels_and_a_long_flat_page_are_far_from_a_limit():
    assert not estimate("<div>" * 2_000 + "words").is_over
    assert not estimate("<tr><td class=a>x</td><td><p>hello <b>w</b></td></tr>\n" * 10_000).is_over
    assert not estimate("<font color=red>" * 3_000 + "<p>x" * 3_000).is_over


@pytest.mark.parametrize(
    "bomb",
    [
        "<div>" * 100_000,
        "<span>" * 100_000 + "</q>" * 50_000,
        "<a " + " ".join(f"a{number}=1" for number in range(100_000)) + ">",
        "<div>" + "".join(f"<font a={number}>" for number in range(3_000)) + "</div>" + "<p>x" * 1_000,
    ],
    ids=["nested", "ends", "attributes", "formats"],
)
def test_what_would_take_the_parser_too_long_or_too_much_memory_is_over(bomb):
    assert estimate(bomb).is_over


@pytest.mark.parametrize(
    ("page", "place"),
    [("<p>x<a href='q", 4), ('<p><a href="', 3), ("<p>x</p", 4), ("<p>x<a b", 4), ("<p>x<a b=c>", None), ("x <", None)],
)
def test_a_tag_that_never_ends_is_found(page, place):
    assert estimate(page).breaks_off == place


@pytest.mark.parametrize(
    "page",
    ['<a href="' * 20_000, "<a " * 20_000, "<!--" * 100_000, "<!-->" * 100_000, "<" * 1_000_000, "</ " * 100_000]
    + ["<a b='x'" * 50_000, "<a '" * 100_000, "<script>" * 50_000, "<a" + " " * 200_000 + "=" * 200_000]
    + ["".join(f"<font a={number}>" for number in range(1_900)) + "</b>" * 100_000],
)
def test_tricks_on_the_scan_itself_end(page):
    assert estimate(page).depth <= 2_000
