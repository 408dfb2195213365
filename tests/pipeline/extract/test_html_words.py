"""Pages made at random: every visible marker is in the text once and in order, every hidden one is counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.vocabulary import ExtractionState, SkippedKind
from lineage.pipeline.extract.html import extract_html

MARKER = "⟦{:05}⟧"
MARKERS = re.compile(r"⟦\d{5}⟧")
VISIBLE = (
    "<div>{}</div>",
    "<p>{}</p>",
    "<b>{}</b>",
    "<em class='hidden'>{}",
    "<section>{}</section>",
    "<ul><li>{}<li></ul>",
    "<blockquote>{}</blockquote>",
    "<h2>{}</h2>",
    "<pre>\n {}\n</pre>",
    "<a href='#'>{}</a>",
    "<details>{}</details>",
    "<span aria-hidden=true>{}</span>",
    "<custom-part>{}</custom-part>",
    "<table><tr><td>{}</td><td></table>",
    "<table><thead><tr><th colspan=2>{}</table>",
    "<div style='display:block'>{}</div>",
    "<svg><foreignObject>{}</foreignObject></svg>",
)
HIDDEN = (
    (SkippedKind.HIDDEN, "<span hidden>{}</span>"),
    (SkippedKind.HIDDEN, "<div style='display: none'><i>{}</i></div>"),
    (SkippedKind.HIDDEN, "<b style='visibility:hidden'>{}</b>"),
    (SkippedKind.HIDDEN, "<input type=hidden value='{}'>"),
    (SkippedKind.HIDDEN, "<dialog><p>{}</dialog>"),
    (SkippedKind.SCRIPT, "<script>{}</script>"),
    (SkippedKind.STYLE, "<style>{}</style>"),
    (SkippedKind.TEMPLATE, "<template><p>{}</template>"),
    (SkippedKind.NOSCRIPT, "<noscript>{}</noscript>"),
    (SkippedKind.COMMENT, "<!--{}-->"),
    (SkippedKind.EMBEDDED, "<iframe>{}</iframe>"),
    (SkippedKind.IMAGE, "<img alt='{}'>"),
)


class Words(NamedTuple):
    """A marker with white space around, in a part of the page that hides it or not."""

    before: str
    hidden: tuple[SkippedKind, str] | None


class Element(NamedTuple):
    template: str
    children: list[Words | Element]


words = st.builds(Words, st.sampled_from(["", " ", "\n  ", "&nbsp;", "<br>"]), st.none() | st.sampled_from(HIDDEN))
trees = st.recursive(
    words, lambda inside: st.builds(Element, st.sampled_from(VISIBLE), st.lists(inside, max_size=4)), max_leaves=25
)
pages = st.lists(trees, max_size=6)


def write(page: list[Words | Element], numbers: Iterator[int], hidden: list[tuple[SkippedKind, str]]) -> str:
    """The HTML of a page; what it hides is added to `hidden`."""
    parts = []
    for part in page:
        if isinstance(part, Element):
            parts.append(part.template.replace("{}", write(part.children, numbers, hidden)))
            continue
        marker = MARKER.format(next(numbers))
        if part.hidden:
            hidden.append((part.hidden[0], marker))
        parts.append(part.before + (part.hidden[1].format(marker) if part.hidden else marker))
    return "".join(parts)


@given(pages, st.sampled_from([0, 1, 300]))
def test_every_visible_marker_is_there_once_in_order_and_every_hidden_one_is_counted(page, depth):
    hidden: list[tuple[SkippedKind, str]] = []
    numbers = count()
    html = "<div>" * depth + write(page, numbers, hidden)
    unseen = {marker for _, marker in hidden}
    found = extract_html(html.encode())
    assert found.state is ExtractionState.READ
    assert MARKERS.findall(found.text) == [one for one in MARKERS.findall(html) if one not in unseen]
    skipped = {one.kind: one for one in found.skipped}
    assert {kind: one.count for kind, one in skipped.items()} == Counter(kind for kind, _ in hidden)
    for kind, one in skipped.items():
        own = [marker for hidden_kind, marker in hidden if hidden_kind is kind]
        assert one.characters == len("".join(own))
        assert one.sample == own[0]


@given(pages)
def test_sections_and_cells_hold_the_words_that_stand_in_them(page):
    found = extract_html(write(page, count(), []).encode())
    places = [one.span for one in (*found.layout.sections, *found.layout.cells)]
    assert all(0 <= span.start <= span.end <= len(found.text) for span in places)
    starts = [section.span.start for section in found.layout.sections]
    assert starts == sorted(starts)
    assert all(" ".join(one.span.slice(found.text).split()).startswith(one.title) for one in found.layout.sections)


@given(st.text(max_size=200))
def test_written_as_html_any_words_are_read_back(text):
    written = text.replace("&", "&amp;").replace("<", "&lt;")
    plain = re.sub("[\t\n\f\r ]+", " ", text.replace("\0", "")).strip(" ")
    assert extract_html(f"<p>{written}</p>".encode("utf-8", "ignore")).text.encode() == plain.encode("utf-8", "ignore")
