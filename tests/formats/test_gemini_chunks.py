from __future__ import annotations

from typing import Any

from lineage.evidence.vocabulary import Origin, SourceKind
from lineage.formats.gemini_chunks import Supply, gather
from lineage.formats.node import Node
from tests.formats.gemini_payloads import PAGE, PASSAGE, RULE


def read(*chunks: Any) -> Supply:
    return gather([Node(chunk) for chunk in chunks], "r-1")


def test_a_page_is_known_by_its_address_only() -> None:
    supply = read(PAGE)
    (artifact,), (source,) = supply.shelf.artifacts, supply.shelf.sources
    assert (source.key, source.kind, artifact.text) == ("https://example.org/redirect/1", SourceKind.WEB_PAGE, None)
    assert (source.versions[0].title, source.versions[0].uri) == ("example.org", source.key)


def test_a_retrieved_passage_has_its_text_and_nobody_recorded_who_made_the_words() -> None:
    supply = read({"retrievedContext": {**PASSAGE["retrievedContext"], "pageNumber": 3}})
    (artifact,), (source,) = supply.shelf.artifacts, supply.shelf.sources
    assert (source.key, artifact.text, artifact.origin) == ("stores/office/rules.txt", RULE, Origin.UNRESOLVED)
    assert artifact.metadata == {"fileSearchStore": "stores/office", "pageNumber": 3}


def test_a_rag_chunk_gives_the_text_and_the_pages_where_the_passage_itself_has_none() -> None:
    chunk = {"text": RULE, "pageSpan": {"firstPage": 2, "lastPage": 3}}
    (artifact,) = read({"retrievedContext": {"uri": "gs://office/rules.pdf", "ragChunk": chunk}}).shelf.artifacts
    assert (artifact.text, artifact.metadata) == (RULE, {"pageSpan": {"firstPage": 2, "lastPage": 3}})


def test_two_passages_of_one_file_are_two_artifacts_of_one_source() -> None:
    other = {"retrievedContext": {**PASSAGE["retrievedContext"], "text": "Drafts are deleted."}}
    shelf = read(PASSAGE, other).shelf
    assert (len(shelf.sources), len(shelf.artifacts), len(shelf.sources[0].versions)) == (1, 2, 1)


def test_a_passage_that_comes_twice_keeps_both_numbers() -> None:
    supply = read(PASSAGE, PASSAGE)
    assert [(entry.label, entry.position) for entry in supply.manifest()] == [("chunk/0", 0), ("chunk/1", 1)]
    assert len(supply.shelf.artifacts) == 1


def test_a_chunk_of_an_unknown_kind_is_kept_as_it_came_under_a_name_of_this_answer() -> None:
    (artifact,) = read({"image": {"sourceUri": "https://example.org/a.png"}}).shelf.artifacts
    assert (artifact.source, artifact.text) == ("r-1/chunk/0", None)
    assert artifact.metadata == {"image": {"sourceUri": "https://example.org/a.png"}}
