"""Recorded payloads and the published slice, with the counts of their own description."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from lineage.evidence.bundle import Answer
from lineage.evidence.dossier import Dossier
from lineage.evidence.gate import exit_code
from lineage.evidence.inspection import inspect
from lineage.evidence.locating import UNFITTING
from lineage.evidence.policy import DEFAULT_POLICY
from lineage.evidence.structure import find_faults
from lineage.formats.registry import read_payload
from tests.formats.messages import AS_OF, statuses
from tests.formats.samples import EXPERTQA, MTRAG, PAYLOADS, joined_mtrag, needs_samples, sample, sample_bytes

pytestmark = needs_samples
CHECKED = "payloads/anthropic-messages/"


def read(name: str) -> list[Answer]:
    found = read_payload(sample_bytes(name))
    assert found.problems == []
    answers = [answer for _, answer in found.answers]
    assert [find_faults(answer, {}, {}) for answer in answers] == [()] * len(answers)
    return answers


def unplaced(answer: Answer) -> int:
    """The citations whose range fits no convention."""
    return sum(citation.convention == UNFITTING for citation in answer.citations)


@pytest.mark.parametrize("name", PAYLOADS)
def test_each_payload_is_read_and_inspected(name: str) -> None:
    answers = read(name)
    found = [inspect(Dossier.of(answer), DEFAULT_POLICY, AS_OF) for answer in answers]
    assert answers
    assert exit_code((inspection.decision for inspection in found), 0) in (0, 1)
    assert [len(i.resolutions) for i in found] == [len(answer.citations) for answer in answers]


def test_the_eight_recorded_spans_with_source_text_are_placed_and_slice_to_their_words() -> None:
    checks: dict[str, Any] = sample("payloads/OFFSET_CHECKS.json")["files"]
    placed = 0
    for name, check in checks.items():
        if not f"payloads/{name}".startswith(CHECKED):
            continue
        (answer,) = read(f"payloads/{name}")
        texts = {artifact.key: artifact.text or "" for artifact in answer.artifacts}
        spans = [
            c for c in answer.citations if c.span is not None and c.span.slice(texts[c.artifact or ""]) == c.quoted_text
        ]
        assert len(spans) == check["spans"]
        assert {citation.convention for citation in spans} == {"code_point, end exclusive"}
        placed += len(spans)
    assert placed == 8


def test_the_25_recorded_segments_of_gemini_stand_on_the_words_that_they_name() -> None:
    placed = 0
    for name, check in sample("payloads/OFFSET_CHECKS.json")["files"].items():
        if not name.startswith("gemini/"):
            continue
        (answer,) = read(f"payloads/{name}")
        supported = [claim for claim in answer.claims if claim.boundary == "declared"]
        named = [annotation.raw["given"]["segment"]["text"] for annotation in answer.capture.annotations or ()]
        assert Counter(claim.place.slice(answer.text or "") for claim in supported if claim.place) == Counter(named)
        assert len(named) == check["spans"]
        assert {citation.convention.rpartition(",")[0] for citation in answer.citations} == {"byte_utf8, end exclusive"}
        assert unplaced(answer) == check["spans_that_no_convention_fits"]
        placed += len(named)
    assert placed == 25


@pytest.mark.parametrize("shift", [1, -1])
def test_recorded_ranges_that_are_made_to_fit_nothing_are_unresolved(shift: int) -> None:
    payload = sample("payloads/gemini/google_search_non_ascii.json")
    grounding = payload["response"]["candidates"][0]["groundingMetadata"]
    for support in grounding["groundingSupports"]:
        support["segment"]["startIndex"] = support["segment"].get("startIndex", 0) + 7 * shift
    found = read_payload(json.dumps(payload).encode())
    ((_, answer),) = found.answers
    assert {citation.place for citation in answer.citations} == {None}
    assert unplaced(answer) == len(answer.citations) > 0


def test_the_18_recorded_annotations_of_an_interaction_cover_whole_statements_in_order() -> None:
    (answer,) = read("payloads/gemini/interactions_url_citation.json")
    places = [citation.place for citation in answer.citations]
    assert len(places) == 18 and places == sorted(p for p in places if p)
    assert all(place and place.slice(answer.text or "").endswith(".") for place in places)
    assert {citation.convention for citation in answer.citations} == {"byte_utf8, end exclusive"}
    assert len({citation.claim for citation in answer.citations}) == 18


def test_the_recorded_ranges_of_openai_and_xai_stand_on_markers_of_their_sources() -> None:
    placed = Counter[str]()
    for name, check in sample("payloads/OFFSET_CHECKS.json")["files"].items():
        if not name.startswith(("openai-responses/", "xai-responses/")):
            continue
        (answer,) = read(f"payloads/{name}")
        for citation in answer.citations:
            assert citation.place is not None
            words = citation.place.slice(answer.text or "")
            assert citation.convention == "code_point, end exclusive"
            assert words == citation.marker
            assert (citation.url or "sandbox:/mnt/data/") in words
        assert len(answer.citations) == check["spans"]
        assert unplaced(answer) == check["spans_that_no_convention_fits"]
        placed[name.partition("/")[0]] += check["spans"]
    assert placed == {"openai-responses": 13, "xai-responses": 1}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gemini/file_search_retrieved_context", {"span_resolved": 1}),
        ("gemini/google_search_overlapping_segments", {"not_retained": 10}),
        ("gemini/citation_metadata_uri_only", {}),
        ("openai-responses/file_search_with_results", {"span_resolved": 1}),
        ("openai-responses/file_search_non_ascii", {"span_resolved": 1}),
        ("openai-responses/file_search_stream", {"not_retained": 1}),
        ("openai-responses/file_search_multi_no_results", {"not_retained": 6}),
        ("openai-responses/web_search_non_ascii", {"not_retained": 10}),
        ("xai-responses/web_search_no_offsets", {"not_retained": 5}),
    ],
)
def test_what_is_known_by_name_only_is_not_retained_and_a_passage_that_came_is_found(
    name: str, expected: dict[str, int]
) -> None:
    (answer,) = read(f"payloads/{name}.json")
    assert Counter(status for status, _ in statuses(answer)) == expected


@pytest.mark.parametrize(
    ("name", "cited"),
    [
        ("openai-responses/code_interpreter_container_file", 1),
        ("xai-responses/web_search_no_offsets", 5),
    ],
)
def test_an_annotation_without_a_place_is_a_citation_beside_no_claim(name: str, cited: int) -> None:
    (answer,) = read(f"payloads/{name}.json")
    assert [(citation.place, citation.claim) for citation in answer.citations] == [(None, None)] * cited


def test_the_points_of_a_file_search_stand_behind_the_sentences_that_they_support() -> None:
    (answer,) = read("payloads/openai-responses/file_search_multi_no_results.json")
    claims = {claim.key: claim for claim in answer.claims}
    ends = [claims[citation.claim or ""].place for citation in answer.citations]
    assert [span.end for span in ends if span] == [1362, 1610, 1833, 1833, 2098, 2181]
    assert all(claim.boundary == "inferred" for claim in answer.claims)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("content_block_location", {"quote_match": 2}),
        ("content_block_location_stream", {"quote_match": 2}),
        ("search_result_location", {"quote_match": 1}),
        ("page_location_pdf", {"not_retained": 3}),
        ("web_search_result_location", {"not_retained": 2}),
        ("web_search_stream", {"not_retained": 2}),
        ("web_fetch_char_location_non_ascii", {"quote_match": 6}),
    ],
)
def test_citations_of_every_type_of_location_come_out(name: str, expected: dict[str, int]) -> None:
    (answer,) = read(f"{CHECKED}{name}.json")
    assert Counter(status for status, _ in statuses(answer)) == expected


def test_the_published_slice_has_its_published_counts() -> None:
    answers = [answer for name in EXPERTQA for answer in read(name)]
    assert len(answers) == 305
    assert sum(len(answer.claims) for answer in answers) == 1827
    assert sum(claim.place is None for answer in answers for claim in answer.claims) == 78
    assert sum(len(answer.citations) for answer in answers) == 1828
    assert len({(answer.response_version, answer.case.question) for answer in answers}) == 305


def test_every_citation_of_the_slice_has_one_status_and_the_empty_passages_are_not_retained() -> None:
    answers = [answer for name in EXPERTQA for answer in read(name)]
    found = Counter(status for answer in answers for status, _ in statuses(answer))
    assert found == {"span_resolved": 1828 - 555, "not_retained": 555}


def test_every_claim_of_the_slice_keeps_the_words_of_its_publisher() -> None:
    for name in EXPERTQA:
        rows = [json.loads(line) for line in sample_bytes(name).splitlines()]
        for row, answer in zip(rows, read(name), strict=True):
            for published, claim in zip(row["claims"], answer.claims, strict=True):
                words = claim.text if claim.text is not None else claim.place and claim.place.slice(row["answer"])
                assert words == published["claim"]


def test_the_judged_answers_of_the_benchmark_come_with_their_passages_and_scores() -> None:
    given = joined_mtrag()
    found = read_payload(json.dumps(given).encode())
    assert found.problems == []
    answers = [answer for _, answer in found.answers]
    assert len(answers) == len(given["judgements"]) == 306
    assert Counter(answer.producer for answer in answers) == Counter(row["system"] for row in given["judgements"])
    assert [answer.text for answer in answers] == [row["answer"] for row in given["judgements"]]
    assert [(answer.capture.extra or {})["human"] for answer in answers] == [r["human"] for r in given["judgements"]]
    wanted = {row["task_id"]: row["context_document_ids"] for row in given["tasks"]}
    texts = {row["document_id"]: row["text"] for row in given["documents"]}
    for answer in answers:
        kept = {artifact.key: artifact.text for artifact in answer.artifacts}
        assert [entry.label for entry in answer.manifest or ()] == wanted[answer.case.key or ""]
        assert [kept[e.artifact] for e in answer.manifest or ()] == [texts[e.label] for e in answer.manifest or ()]
        assert answer.judge_results == () and find_faults(answer, {}, {}) == ()


def test_the_tasks_of_the_benchmark_alone_are_answers_whose_passages_are_not_retained() -> None:
    answers = read(f"{MTRAG}/tasks.jsonl")
    assert len(answers) == 102
    assert sum(len(answer.manifest or ()) for answer in answers) == 260
    assert {artifact.text for answer in answers for artifact in answer.artifacts} == {None}
    assert len(read("datasets/mtrag_un/tasks.jsonl")) == 367
