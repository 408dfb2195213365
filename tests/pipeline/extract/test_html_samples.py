"""The twelve revisions of a real page (samples/datasets/SOURCES.md), read and compared with two independent routes."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from lineage.evidence.vocabulary import ExtractionState
from lineage.pipeline.extract.html import extract_html
from lineage.pipeline.extraction import Extraction
from tests.formats.samples import needs_samples, sample_bytes, sample_rows

pytestmark = needs_samples
FOLDER = "datasets/doc_revisions/self-hosted-configuration-html"
UNSEEN = "script, style, template, noscript, title, [hidden]"
# A quote may begin or end inside a tag.
TAG = re.compile(r"<[^>]*>|\A[^<>]*=[^<>]*>|<[^>]*\Z")


def revisions() -> dict[int, bytes]:
    rows = sample_rows(f"{FOLDER}/index.jsonl")
    return {row["revision"]: sample_bytes(f"{FOLDER}/{row['file']}") for row in rows}


def read_all() -> dict[int, Extraction]:
    return {revision: extract_html(data) for revision, data in revisions().items()}


def quotes() -> Iterator[tuple[int, str]]:
    """Each quote in every revision whose bytes hold it exactly once."""
    for span in sample_rows(f"{FOLDER}/spans.jsonl"):
        later: dict[str, Any] = span["later"]
        yield span["revision"], span["quote"]
        for revision, truth in later.items():
            if truth["status"] == "exact_once":
                yield int(revision), span["quote"]


def collapsed(words: str) -> str:
    return " ".join(words.split())


def bare(words: str) -> str:
    return "".join(words.split())


def test_all_twelve_are_read_with_their_sections():
    found = read_all()
    assert len(found) == 12
    assert {one.state for one in found.values()} == {ExtractionState.READ}
    assert all(one.layout.sections[0].title == "Server Configuration" for one in found.values())


def test_a_quote_without_markup_stands_in_the_text_word_for_word():
    texts = {revision: collapsed(found.text) for revision, found in read_all().items()}
    plain = [(revision, quote) for revision, quote in quotes() if not re.search("[<>]", quote)]
    assert len(plain) > 50
    assert [one for one in plain if collapsed(html.unescape(one[1])) not in texts[one[0]]] == []


def test_the_visible_words_of_a_quote_with_markup_stand_in_the_text():
    texts = {revision: bare(found.text) for revision, found in read_all().items()}
    asked = list(quotes())
    assert len(asked) > 250
    lost = [one for one in asked if bare(html.unescape(TAG.sub("", one[1]))) not in texts[one[0]]]
    assert lost == []


def test_the_letters_are_those_of_all_text_nodes_of_the_body():
    for data in revisions().values():
        page = LexborHTMLParser(data.decode())
        for node in page.css(UNSEEN):
            node.decompose()
        assert page.body is not None
        assert bare(extract_html(data).text) == bare(page.body.text())
