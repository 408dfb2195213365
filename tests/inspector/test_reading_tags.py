"""Drawn text as HTML."""

from datetime import UTC, datetime, timedelta, timezone
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from inspector.pages.drawing import Layer, draw
from inspector.templatetags.reading import digest, moment, pieces, text
from lineage.text.span import Span


class Copied(HTMLParser):
    """What a browser would copy: text nodes, references resolved, and whether any element came from outside."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text, self.tags = "", []

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)


def copied(html: str) -> Copied:
    parser = Copied()
    parser.feed(html)
    parser.close()
    return parser


@given(st.text(st.sampled_from("a<>&\"'\r\n\u202e\u200b =x"), max_size=40))
def test_copied_text_equals_stored_text(words: str) -> None:
    assert copied(pieces(draw(words, [Layer("x", Span(0, len(words)), ("hl-here",))]))).text == words


def test_a_source_that_holds_markup_makes_no_element_and_no_request() -> None:
    hostile = '<button hx-post="/x" hx-trigger="load">a</button><script>b</script>'
    html = text(draw(hostile))
    assert copied(html).tags == ["div"]
    assert "hx-disable" in html


def test_an_id_from_outside_cannot_leave_its_attribute() -> None:
    html = pieces(draw("abc", [Layer('"><script>', Span(0, 3))]))
    assert copied(html).tags == ["mark"]


def test_a_piece_under_two_spans_says_how_many() -> None:
    assert 'data-count="2"' in pieces(draw("abc", [Layer("x", Span(0, 3)), Layer("y", Span(0, 3))]))


def test_a_digest_that_nobody_recorded_says_so() -> None:
    assert "not recorded" in digest(None)


def test_a_digest_shows_eight_characters_first_and_holds_all() -> None:
    value = "sha256:" + "0123456789abcdef" * 4
    assert ">01234567<" in digest(value)
    assert f'data-copy="{value}"' in digest(value)


def test_a_time_is_absolute_and_in_utc() -> None:
    local = datetime(2026, 11, 2, 15, 10, tzinfo=timezone(timedelta(hours=1)))
    assert moment(local) == '<time datetime="2026-11-02T14:10:00Z">2026-11-02 14:10 UTC</time>'
    assert "2026-11-02" in moment(datetime(2026, 11, 2, tzinfo=UTC))
