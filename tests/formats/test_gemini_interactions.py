from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.locating import UNFITTING
from lineage.text.span import Span
from tests.formats.messages import statuses
from tests.formats.record_shapes import problem_of, read_shape

PAGE = {"type": "url_citation", "url": "https://press.example/a", "title": "press.example"}
TEXT = "It costs 10 € a month. Nobody knows more."


def output(text: str, *annotations: Any) -> dict[str, Any]:
    return {"type": "model_output", "content": [{"type": "text", "text": text, "annotations": list(annotations)}]}


def interaction(*steps: Any, **more: Any) -> dict[str, Any]:
    return {"object": "interaction", "id": "i1", "model": "gemini-9", "created": "2026-05-15T18:52:36Z"} | {
        "steps": list(steps),
        **more,
    }


def cite(start: Any, end: Any, **more: Any) -> dict[str, Any]:
    return PAGE | {"start_index": start, "end_index": end, **more}


def test_a_range_counts_bytes_and_covers_the_statement() -> None:
    answer = read_shape(interaction({"type": "thought", "signature": "x"}, output(TEXT, cite(0, 24))))
    assert [(claim.key, claim.place, claim.boundary) for claim in answer.claims] == [
        ("statement-1", Span(0, 22), "declared"),
        ("sentence-1", Span(23, 41), "inferred"),
    ]
    (citation,) = answer.citations
    assert (citation.claim, citation.place, citation.convention) == (
        "statement-1",
        Span(0, 22),
        "byte_utf8, end exclusive",
    )
    assert statuses(answer) == [("not_retained", "")]
    assert (answer.response_version, answer.producer) == ("i1", "gemini-9")


def test_an_offset_counts_in_its_own_text_item() -> None:
    answer = read_shape(interaction(output("€ 1. "), output("Two pages. ", cite(0, 10)), output("End.")))
    assert answer.text == "€ 1. Two pages. End."
    assert answer.citations[0].place == Span(5, 15)


def test_several_sources_of_one_statement_are_one_claim() -> None:
    other = cite(0, 24, url="https://press.example/b")
    answer = read_shape(interaction(output(TEXT, cite(0, 24), other, cite(0, 24))))
    assert [citation.claim for citation in answer.citations] == ["statement-1"] * 3
    assert len(answer.sources) == 2


@pytest.mark.parametrize("wrong", [cite(0, 13), cite(0, 999), cite(-1, 5), cite(9, 3)])
def test_where_one_range_does_not_fit_none_of_that_text_is_placed(wrong: Any) -> None:
    answer = read_shape(interaction(output(TEXT, cite(0, 8), wrong)))
    assert [(c.claim, c.place, c.convention) for c in answer.citations] == [(None, None, UNFITTING)] * 2
    assert {claim.boundary for claim in answer.claims} == {"inferred"}


@pytest.mark.parametrize("ends", [(None, None), (0, 0), ("0", 4), (True, 4)])
def test_a_range_without_numbers_is_a_citation_without_a_place(ends: Any) -> None:
    answer = read_shape(interaction(output(TEXT, cite(*ends), cite(0, 24))))
    assert [citation.place for citation in answer.citations] == [None, Span(0, 22)]


def test_a_file_is_known_by_its_name_alone() -> None:
    named = {"type": "file_citation", "document_uri": "files/a1", "file_name": "policy.pdf", "end_index": 8}
    answer = read_shape(interaction(output(TEXT, named)))
    assert [(citation.cited, citation.url, citation.place) for citation in answer.citations] == [
        ("files/a1", None, Span(0, 8))
    ]


def test_the_queries_of_the_model_are_what_is_known_of_its_search() -> None:
    call = {"type": "google_search_call", "arguments": {"queries": ["price", "cost"]}}
    answer = read_shape({"request": {"input": "What does it cost?"}, "response": interaction(call, output(TEXT))})
    assert answer.case.question == "What does it cost?"
    assert [run.rewrites for run in answer.capture.retrieval or ()] == [("price", "cost")]


@pytest.mark.parametrize(
    ("payload", "at"),
    [
        ({"object": "interaction"}, ""),
        (interaction(5), "/steps/0"),
        (interaction({"type": "model_output", "content": {}}), "/steps/0/content"),
        (interaction({"type": "model_output", "content": [{"text": 5}]}), "/steps/0/content/0/text"),
        (interaction(output(TEXT, cite(0, 24, url=5))), "/steps/0/content/0/annotations/0/url"),
        (interaction(id=5), "/id"),
    ],
)
def test_what_is_missing_or_of_another_type_is_refused_with_its_place(payload: Any, at: str) -> None:
    assert problem_of(payload, "gemini-interactions")[0] == at
