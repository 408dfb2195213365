from __future__ import annotations

import pytest

from lineage.evidence.reading import PayloadError
from lineage.evidence.vocabulary import AnswerOutcome, Attachment, GenerationMode
from lineage.formats import anthropic
from lineage.text.span import Span
from tests.formats.messages import (
    RULE,
    block_document,
    block_location,
    char_location,
    exchange,
    message,
    read_one,
    statuses,
    text_block,
    text_document,
)


def test_the_answer_is_all_text_blocks_joined_and_each_cited_block_is_a_claim_at_its_place() -> None:
    answer = read_one(
        exchange(
            [block_document("Grass is green.", "Sky is blue.")],
            text_block("Grass is green", block_location(0, 1, "Grass is green.")),
            {"type": "text", "text": " and "},
            text_block("the sky is blue", block_location(1, 2, "Sky is blue.")),
            {"type": "text", "text": "."},
        )
    )
    assert answer.text == "Grass is green and the sky is blue."
    assert [(claim.key, claim.place, claim.boundary) for claim in answer.claims] == [
        ("block-0", Span(0, 14), "declared"),
        ("block-2", Span(19, 34), "declared"),
    ]
    assert [(citation.key, citation.claim) for citation in answer.citations] == [
        ("block-0-citation-0", "block-0"),
        ("block-2-citation-0", "block-2"),
    ]


def test_a_whole_sentence_without_a_cited_block_is_a_claim_whose_border_we_drew() -> None:
    answer = read_one(
        exchange(
            [text_document(RULE)],
            text_block("Ten years.", char_location(0, 33, "Invoices are kept for ten years. ")),
            {"type": "text", "text": " Nobody has ever complained.\n\nFurther reading:\n"},
        )
    )
    uncited = [claim for claim in answer.claims if claim.boundary == "inferred"]
    assert [claim.place.slice(answer.text or "") for claim in uncited if claim.place] == ["Nobody has ever complained."]
    assert uncited[0].requires_citation


def test_a_tool_call_between_two_text_blocks_ends_the_sentence_before_it() -> None:
    call = {"type": "server_tool_use", "id": "t", "name": "web_fetch", "input": {}}
    answer = read_one(message({"type": "text", "text": "I look it up."}, call, {"type": "text", "text": "It is ten."}))
    assert answer.text == "I look it up.It is ten."
    assert [claim.place for claim in answer.claims] == [Span(0, 13), Span(13, 23)]


def test_without_the_request_no_manifest_is_known_and_the_cited_text_is_not_retained() -> None:
    answer = read_one(message(text_block("Ten years.", char_location(0, 32, "Invoices are kept for ten years."))))
    assert answer.manifest is None
    assert answer.case.question is None
    assert statuses(answer) == [("not_retained", "")]


def test_documents_that_only_a_missing_request_explains_are_not_taken_for_the_same_across_answers() -> None:
    said = message(text_block("Ten years.", char_location(0, 5, "Words")))
    first, second = read_one(said), read_one({**said, "id": "msg_2"})
    assert first.sources[0].key != second.sources[0].key


def test_a_document_that_was_never_given_is_an_unknown_source() -> None:
    answer = read_one(exchange([text_document(RULE)], text_block("Ten years.", char_location(0, 8, "Invoices", 3))))
    assert answer.citations[0].cited == "document/3"
    assert statuses(answer) == [("unresolved_id", "")]


def test_question_identity_model_and_raw_payload_are_kept() -> None:
    answer = read_one(exchange([text_document(RULE)], text_block("Ten years.")))
    assert answer.case.question == "How long are invoices kept?"
    assert (answer.response_version, answer.producer, answer.format) == ("msg_1", "a-model", "anthropic")
    assert answer.generation is GenerationMode.NATIVE
    assert answer.attachment is Attachment.UNKNOWN
    assert answer.raw_payload is not None and "retention.txt" in answer.raw_payload
    assert answer.capture.extra == {"stop_reason": "end_turn"}


def test_the_question_is_what_the_user_said_last_and_not_what_a_tool_returned() -> None:
    result = {"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": "found"}]}
    payload = exchange([], text_block("Ten years."))
    payload["request"]["messages"] += [
        {"role": "assistant", "content": "A moment."},
        {"role": "user", "content": [result]},
    ]
    assert read_one(payload).case.question == "How long are invoices kept?"


def test_a_refusal_is_an_abstention() -> None:
    assert read_one({**message(), "stop_reason": "refusal"}).outcome is AnswerOutcome.ABSTAINED


def test_citations_on_an_empty_block_belong_to_no_claim() -> None:
    answer = read_one(exchange([text_document(RULE)], text_block("", char_location(0, 8, "Invoices"))))
    assert [(citation.claim, answer.claims) for citation in answer.citations] == [(None, ())]


@pytest.mark.parametrize(
    ("payload", "pointer"),
    [
        (message({"type": "text", "text": 7}), "/content/0/text"),
        (message({"type": "text", "text": "x", "citations": {}}), "/content/0/citations"),
        (message("words"), "/content/0"),
        ({**message(), "id": ["a"]}, "/id"),
        ({"request": {"messages": 1}, "response": message()}, "/request/messages"),
        ({"request": {"messages": [{"content": [5]}]}, "response": message()}, "/request/messages/0/content/0"),
        ({"choices": []}, ""),
    ],
)
def test_what_has_the_wrong_type_is_named_by_its_pointer(payload: object, pointer: str) -> None:
    with pytest.raises(PayloadError) as caught:
        anthropic.read(payload, "")
    assert caught.value.pointer == pointer
