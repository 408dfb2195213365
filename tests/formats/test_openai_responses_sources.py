from __future__ import annotations

from lineage.evidence.vocabulary import Origin, SourceKind
from lineage.formats.node import Node
from lineage.formats.openai_responses_sources import Supply
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
    web_search,
)


def test_a_result_is_a_passage_whose_origin_nobody_recorded_with_its_score_beside_it() -> None:
    supply = Supply()
    supply.add_call(Node(file_search(result(RULE))))
    (source,), (artifact,) = supply.shelf.sources, supply.shelf.artifacts
    assert (source.key, source.kind) == ("file-1", SourceKind.PDF)
    assert (artifact.text, artifact.origin) == (RULE, Origin.UNRESOLVED)
    (entry,) = supply.manifest() or ()
    assert (entry.label, entry.retrieval) == ("file-1", {"score": 0.5, "attributes": {}})
    (run,) = supply.runs
    assert [(hit.artifact, hit.rank, hit.score) for hit in run.hits or ()] == [(artifact.key, 1, 0.5)]


def test_a_passage_that_two_searches_found_is_one_passage_of_its_file() -> None:
    supply = Supply()
    supply.add_call(Node(file_search(result(RULE))))
    supply.add_call(Node(file_search(result(RULE, score=0.25))))
    assert len(supply.manifest() or ()) == 1
    assert supply.footnotes() is None


def test_several_passages_of_a_file_have_labels_of_their_own_and_its_id_stands_for_the_source() -> None:
    supply = Supply()
    supply.add_call(Node(file_search(result(RULE), result("Letters."))))
    assert [entry.label for entry in supply.manifest() or ()] == ["file-1 passage 0", "file-1 passage 1"]
    assert [(note.number, note.target) for note in supply.footnotes() or ()] == [("file-1", "file-1")]


def test_one_search_without_its_results_leaves_the_manifest_unknown() -> None:
    supply = Supply()
    supply.add_call(Node(file_search(result(RULE))))
    supply.add_call(Node({**file_search(), "results": None}))
    assert supply.manifest() is None


def test_pages_that_a_web_search_lists_are_hits_and_the_cited_one_is_the_same_passage() -> None:
    answer = read_one(
        response(
            web_search(URL, "https://example.org/other"),
            message(output_text("Ten.", url_citation(None, None))),
        )
    )
    (run,) = answer.capture.retrieval or ()
    assert [hit.artifact for hit in run.hits or ()][0] == answer.citations[0].artifact
    assert [source.key for source in answer.sources] == [URL, "https://example.org/other"]
    assert answer.sources[0].versions[0].title == "Rules"
    assert answer.manifest is None


def test_pages_and_files_of_one_answer_stand_in_one_manifest() -> None:
    answer = read_one(
        response(
            file_search(result(RULE)),
            web_search(URL),
            message(output_text("Ten.", url_citation(None, None), file_citation(3))),
        )
    )
    assert [entry.label for entry in answer.manifest or ()] == ["file-1", URL]
    assert statuses(answer) == [("not_retained", ""), ("span_resolved", "")]


def test_the_number_that_xai_writes_in_place_of_a_title_is_none() -> None:
    answer = read_one(response(message(output_text("Ten.", url_citation(None, None, title="1")))))
    assert answer.sources[0].versions[0].title == ""
