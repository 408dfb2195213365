from __future__ import annotations

from datetime import UTC, datetime

import pytest

from lineage.evidence.reading import PayloadError
from lineage.evidence.vocabulary import AnswerOutcome, GenerationMode
from lineage.formats import openai_responses
from lineage.text.span import Span
from tests.formats.messages import statuses
from tests.formats.responses_payloads import (
    RULE,
    URL,
    file_citation,
    file_search,
    message,
    output_text,
    read_one,
    response,
    result,
    url_citation,
    words,
)

LINK = f"([example.org]({URL}))"


def test_the_marker_its_statement_and_its_source_are_kept_apart() -> None:
    text = f"Ten years. {LINK}"
    answer = read_one(response(message(output_text(text, url_citation(11, len(text))))))
    (claim,), (citation,) = answer.claims, answer.citations
    assert (words(answer, claim), claim.boundary) == ("Ten years.", "inferred")
    assert (words(answer, citation), citation.marker) == (LINK, LINK)
    assert (citation.claim, citation.cited, citation.range, citation.span) == (claim.key, URL, None, None)
    assert [(source.key, artifact.text) for source, artifact in zip(answer.sources, answer.artifacts, strict=True)] == [
        (URL, None)
    ]
    assert statuses(answer) == [("not_retained", "")]


def test_offsets_start_anew_in_each_text_and_are_moved_to_the_answer() -> None:
    first, second = f"One. {LINK}", f"Zwölf. {LINK}"
    answer = read_one(
        response(
            message(output_text(first, url_citation(5, len(first)))),
            message(output_text(second, url_citation(7, len(second)))),
        )
    )
    assert answer.text == first + second
    assert [words(answer, citation) for citation in answer.citations] == [LINK, LINK]
    assert [words(answer, claim) for claim in answer.claims] == ["One.", "Zwölf."]
    assert [citation.claim for citation in answer.citations] == [claim.key for claim in answer.claims]


def test_raw_numbers_and_convention_are_kept_as_an_annotation_of_the_answer() -> None:
    text = f"Ten. {LINK}"
    given = url_citation(5, len(text))
    answer = read_one(response(message(output_text(text, given))))
    (annotation,) = answer.capture.annotations or ()
    assert annotation.place == Span(5, len(text))
    assert annotation.raw == {"given": given, "convention": "code_point, end exclusive", "text": 0}


@pytest.mark.parametrize(
    ("start", "end", "convention"),
    [(None, None, ""), (0, 0, ""), (None, 5, ""), (-3, 9, "none fits"), (0, 4, "none fits"), (5, 10**9, "none fits")],
)
def test_an_annotation_that_leads_to_no_marker_is_a_citation_without_a_place(
    start: int | None, end: int | None, convention: str
) -> None:
    answer = read_one(response(message(output_text("Ten years.", url_citation(start, end)))))
    (citation,) = answer.citations
    assert (citation.place, citation.claim, citation.convention) == (None, None, convention)
    assert citation.cited == URL


def test_one_passage_of_a_cited_file_is_the_passage_and_its_text_is_there() -> None:
    answer = read_one(response(file_search(result(RULE)), message(output_text("Ten years.", file_citation(9)))))
    (citation,) = answer.citations
    assert (citation.place, citation.marker) == (Span(9, 9), None)
    assert [words(answer, claim) for claim in answer.claims] == ["Ten years"]
    assert [entry.label for entry in answer.manifest or ()] == ["file-1"]
    assert statuses(answer) == [("span_resolved", "")]


def test_which_of_several_passages_of_a_file_was_cited_is_not_said_and_none_is_chosen() -> None:
    found = file_search(result(RULE), result("Letters are kept for six years."))
    answer = read_one(response(found, message(output_text("Ten years.", file_citation(9)))))
    assert answer.citations[0].artifact is None
    assert statuses(answer) == [("ambiguous_locator", "")]


def test_a_file_that_no_search_found_was_not_given_to_this_answer() -> None:
    answer = read_one(response(file_search(result(RULE)), message(output_text("Ten.", file_citation(3, "file-2")))))
    assert [status for status, _ in statuses(answer)] == ["unresolved_id"]


def test_a_file_that_an_earlier_response_may_have_found_is_not_retained() -> None:
    said = response(file_search(result(RULE)), message(output_text("Ten.", file_citation(3, "file-2"))))
    assert statuses(read_one({**said, "previous_response_id": "resp-0"})) == [("not_retained", "")]


def test_results_that_were_not_asked_for_leave_a_file_known_by_name() -> None:
    said = response({**file_search(), "results": None}, message(output_text("Ten.", file_citation(3))))
    answer = read_one(said)
    assert (answer.manifest, answer.sources[0].versions[0].title) == (None, "rules.pdf")
    assert [run.hits for run in answer.capture.retrieval or ()] == [None]
    assert statuses(answer) == [("not_retained", "")]


def test_a_marker_that_leaked_into_the_text_stays_unresolved() -> None:
    leak = "\ue200cite\ue202turn0search0\ue201"
    answer = read_one(response(message(output_text(f"Ten years {leak}."))))
    (citation,) = answer.citations
    assert (citation.marker, citation.cited) == (leak, "envelope turn0search0")
    assert (citation.claim, words(answer, answer.claims[0])) == (answer.claims[0].key, "Ten years")
    assert [status for status, _ in statuses(answer)] == ["unresolved_id"]


def test_a_link_without_an_annotation_is_a_marker_of_the_page_it_names() -> None:
    answer = read_one(response(message(output_text(f"Ten years. {LINK}", url_citation(None, None)))))
    annotated, linked = answer.citations
    assert (annotated.place, linked.marker) == (None, LINK)
    assert linked.artifact == annotated.artifact


def test_a_path_to_a_file_that_the_model_wrote_is_no_citation_and_is_kept() -> None:
    path = {"type": "file_path", "file_id": "file-9", "index": 0}
    answer = read_one(response(message(output_text("Here.", path))))
    assert answer.citations == ()
    assert [a.raw["given"] for a in answer.capture.annotations or () if isinstance(a.raw, dict)] == [path]


def test_question_identity_model_moment_and_configuration_are_kept() -> None:
    asked = [{"role": "user", "content": [{"type": "input_text", "text": "How long?"}]}]
    payload = {"request": {"input": asked, "tools": []}, "response": response(message(output_text("Ten.")))}
    answer = read_one(payload)
    assert answer.case.question == "How long?"
    assert (answer.response_version, answer.producer, answer.format) == ("resp-1", "a-model", "openai-responses")
    assert (answer.generation, answer.answered_at) == (
        GenerationMode.NATIVE,
        datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC),
    )
    assert answer.capture.configuration == {"tools": [], "model": "a-model"}
    assert answer.capture.extra == {"status": "completed"}
    assert read_one({**payload, "request": {"input": "Why?"}}).case.question == "Why?"
    assert (read_one(payload["response"]).capture.configuration or {})["temperature"] == 1.0


def test_a_refusal_is_an_abstention_whose_words_claim_nothing() -> None:
    answer = read_one(response(message({"type": "refusal", "refusal": "I cannot say that."})))
    assert (answer.outcome, answer.text, answer.claims) == (AnswerOutcome.ABSTAINED, "I cannot say that.", ())


@pytest.mark.parametrize(
    ("payload", "pointer"),
    [
        (response(message(output_text(7))), "/output/0/content/0/text"),
        (response(message({"type": "output_text", "text": "x", "annotations": {}})), "/output/0/content/0/annotations"),
        (response("words"), "/output/0"),
        ({**response(), "id": ["a"]}, "/id"),
        (response({**file_search(), "results": 5}), "/output/0/results"),
        ({"request": {"input": 1}, "response": response()}, "/request/input"),
        ({"choices": []}, ""),
    ],
)
def test_what_has_the_wrong_type_is_named_by_its_pointer(payload: object, pointer: str) -> None:
    with pytest.raises(PayloadError) as caught:
        openai_responses.read(payload, "")
    assert caught.value.pointer == pointer
