from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.bundle import Answer
from lineage.text.span import Span
from tests.formats.messages import (
    RULE,
    block_document,
    block_location,
    char_location,
    exchange,
    read_one,
    statuses,
    text_block,
    text_document,
)

FIRST = "Invoices are kept for ten years. "
PALM = "🌴 Zürich keeps invoices for ten years."


def answer_citing(given: list[Any], *citations: Any) -> Answer:
    return read_one(exchange(given, text_block("Ten years.", *citations)))


def test_a_char_location_is_placed_in_code_points_and_its_raw_numbers_are_kept() -> None:
    location = char_location(0, 33, FIRST)
    answer = answer_citing([text_document(RULE)], location)
    (citation,) = answer.citations
    assert citation.span == Span(0, 33)
    assert (citation.range, citation.unit, citation.convention) == ([0, 33], "code_point", "code_point, end exclusive")
    assert (citation.quoted_text, citation.raw, citation.cited) == (FIRST, location, "document/0")
    assert statuses(answer) == [("quote_match", "")]


@pytest.mark.parametrize(
    ("start", "end", "convention"),
    # The palm is one code point, two UTF-16 units and four bytes; the u umlaut two bytes.
    [
        (2, 8, "code_point, end exclusive"),
        (3, 9, "utf16_code_unit, end exclusive"),
        (5, 12, "byte_utf8, end exclusive"),
        (2, 7, "code_point, end inclusive"),
    ],
)
def test_the_convention_that_fits_the_words_is_found_and_written_down(start: int, end: int, convention: str) -> None:
    answer = answer_citing([text_document(PALM)], char_location(start, end, "Zürich"))
    assert answer.citations[0].convention == convention
    assert answer.citations[0].span == Span(2, 8)
    assert answer.citations[0].range == [start, end]


def test_one_convention_has_to_fit_all_spans_of_a_text() -> None:
    answer = answer_citing([text_document(PALM)], char_location(3, 9, "Zürich"), char_location(10, 15, "keeps"))
    assert {citation.convention for citation in answer.citations} == {"utf16_code_unit, end exclusive"}
    assert [citation.span for citation in answer.citations] == [Span(2, 8), Span(9, 14)]


def test_words_that_stand_elsewhere_are_a_candidate_and_never_a_match() -> None:
    answer = answer_citing([text_document(RULE)], char_location(3, 12, "Invoices "))
    (citation,) = answer.citations
    assert (citation.span, citation.convention) == (None, "none fits")
    assert citation.candidates == (Span(0, 9),)
    assert statuses(answer)[0][0] == "unresolved_range"


def test_words_that_stand_twice_are_two_candidates() -> None:
    answer = answer_citing([text_document("ten years, then ten years")], char_location(1, 4, "ten"))
    assert answer.citations[0].candidates == (Span(0, 3), Span(16, 19))


def test_one_wrong_span_leaves_the_others_of_its_text_where_they_are() -> None:
    answer = answer_citing([text_document(RULE)], char_location(0, 33, FIRST), char_location(1, 9, "Invoices"))
    assert [citation.span for citation in answer.citations] == [Span(0, 33), None]


@pytest.mark.parametrize(
    ("start", "end", "status"),
    [
        (0, 9_999, ("unresolved_range", "out_of_bounds")),
        (-4, 3, ("unresolved_range", "out_of_bounds")),
        (0, 0, ("unresolved_range", "empty_range")),
        (None, None, ("malformed_citation", "non_integer_offset")),
        ("0", "33", ("malformed_citation", "non_integer_offset")),
        (0, True, ("malformed_citation", "non_integer_offset")),
    ],
)
def test_offsets_that_are_none_give_no_span(start: Any, end: Any, status: tuple[str, str]) -> None:
    answer = answer_citing([text_document(RULE)], char_location(start, end, FIRST))
    assert answer.citations[0].span is None
    assert answer.citations[0].range == [start, end]
    assert statuses(answer) == [status]


def test_blocks_are_counted_from_zero_and_the_end_is_the_block_after_the_last() -> None:
    answer = answer_citing([block_document("One. ", "Two. ", "Three.")], block_location(1, 3, "Two. Three."))
    (citation,) = answer.citations
    assert (citation.span, citation.range, citation.unit) == (Span(5, 16), [1, 3], "block")
    assert statuses(answer) == [("quote_match", "")]


def test_blocks_that_are_not_there_are_no_range() -> None:
    answer = answer_citing([block_document("One. ", "Two. ")], block_location(1, 4, "Two. "))
    assert answer.citations[0].span is None
    assert answer.citations[0].candidates == (Span(5, 10),)
    assert statuses(answer)[0][0] == "unresolved_range"


def test_a_whole_block_with_other_words_is_a_mismatch() -> None:
    answer = answer_citing([block_document("One. ", "Two. ")], block_location(0, 1, "Two. "))
    assert statuses(answer) == [("quote_mismatch", "")]


def test_search_results_are_counted_apart_from_documents() -> None:
    found = {"type": "search_result", "source": "kb/7", "title": "Rule", "content": [{"type": "text", "text": RULE}]}
    result = {"type": "tool_result", "tool_use_id": "t", "content": [found]}
    location = {
        "type": "search_result_location",
        "search_result_index": 0,
        "start_block_index": 0,
        "end_block_index": 1,
        "cited_text": RULE,
    }
    answer = answer_citing([text_document("Something else."), result], location)
    assert answer.manifest is not None
    assert [entry.label for entry in answer.manifest] == ["document/0", "search_result/0"]
    assert answer.citations[0].cited == "search_result/0"
    assert statuses(answer) == [("quote_match", "")]


def test_pages_of_a_pdf_keep_their_numbers_and_the_text_is_not_retained() -> None:
    source = {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0xLjcK"}
    location = {
        "type": "page_location",
        "document_index": 0,
        "start_page_number": 2,
        "end_page_number": 3,
        "cited_text": "Ten years.\r\n",
    }
    answer = answer_citing([{"type": "document", "title": "rule.pdf", "source": source}], location)
    assert (answer.citations[0].range, answer.citations[0].unit) == ([2, 3], "page")
    assert answer.sources[0].versions[0].raw_base64 == "JVBERi0xLjcK"
    assert statuses(answer) == [("not_retained", "")]


def test_a_web_result_is_cited_by_its_url_and_its_excerpt_is_not_its_text() -> None:
    results = [{"type": "web_search_result", "url": "https://rules.example/1", "title": "Rules", "page_age": "May"}]
    location = {"type": "web_search_result_location", "url": "https://rules.example/1", "cited_text": "Ten years..."}
    tool = {"type": "web_search_tool_result", "tool_use_id": "t", "content": results}
    answer = read_one(exchange([], tool, text_block("Ten years.", location)))
    (citation,) = answer.citations
    assert (citation.cited, citation.url, citation.range) == (citation.url, "https://rules.example/1", None)
    assert [artifact.text for artifact in answer.artifacts] == [None]
    assert answer.manifest is not None and answer.manifest[0].retrieval == {"page_age": "May"}
    assert statuses(answer) == [("not_retained", "")]


def test_a_web_page_that_was_not_found_is_an_unknown_source() -> None:
    location = {"type": "web_search_result_location", "url": "https://elsewhere.example/", "cited_text": "Ten"}
    assert statuses(answer_citing([], location)) == [("unresolved_id", "")]


@pytest.mark.parametrize(
    ("location", "status"),
    [
        ("words", ("malformed_citation", "missing_id")),
        ({"type": "planet_location", "planet": 4}, ("malformed_citation", "missing_id")),
        ({"type": "char_location"}, ("malformed_citation", "missing_id")),
        (char_location(0, 8, "Invoices", 1.5), ("malformed_citation", "bad_id_type")),
        (char_location(0, 8, "Invoices", True), ("malformed_citation", "bad_id_type")),
    ],
)
def test_what_is_wrong_in_a_citation_is_kept_and_found_and_refuses_nothing(
    location: Any, status: tuple[str, str]
) -> None:
    answer = answer_citing([text_document(RULE)], location)
    assert answer.citations[0].raw == location
    assert statuses(answer) == [status]
