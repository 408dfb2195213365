from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from lineage.evidence.vocabulary import ArtifactKind, Origin, SourceKind
from lineage.formats.anthropic_evidence import gather, read_document, request_blocks
from lineage.formats.node import Node
from tests.formats.messages import RULE, block_document, text_document


def supply_of(*blocks: Any) -> Any:
    return gather(Node(list(blocks)).items)


def fetched(text: str, at: str | None = "2026-10-01T08:00:00Z") -> dict[str, Any]:
    result = {
        "type": "web_fetch_result",
        "url": "https://rules.example/",
        "retrieved_at": at,
        "content": text_document(text),
    }
    return {"type": "web_fetch_tool_result", "tool_use_id": "t", "content": result}


def test_a_text_document_is_an_original_extract_of_the_source_that_its_title_names() -> None:
    passage = read_document(Node(text_document(RULE)))
    assert passage.source.key == "retention.txt"
    assert (passage.artifact.kind, passage.artifact.origin) == (ArtifactKind.CANONICAL_EXTRACT, Origin.ORIGINAL)
    assert (passage.artifact.text, passage.source.versions[0].raw_text) == (RULE, RULE)


def test_the_same_document_has_the_same_keys_in_every_answer() -> None:
    assert supply_of(text_document(RULE)).shelf.artifacts == supply_of(text_document(RULE)).shelf.artifacts


def test_other_words_under_one_title_are_another_version_of_the_source() -> None:
    first, second = read_document(Node(text_document("Ten years."))), read_document(Node(text_document("Six years.")))
    assert first.source.key == second.source.key
    assert first.artifact.version != second.artifact.version


def test_two_documents_of_one_answer_with_one_title_are_two_sources() -> None:
    supply = supply_of(text_document("Ten years."), text_document("Six years."))
    assert len({source.key for source in supply.shelf.sources}) == 2
    assert [passage.artifact.text for passage in supply.passages.values()] == ["Ten years.", "Six years."]


def test_one_document_given_twice_is_one_source_under_two_numbers() -> None:
    supply = supply_of(text_document(RULE), text_document(RULE))
    assert [entry.label for entry in supply.manifest()] == ["document/0", "document/1"]
    assert len(supply.shelf.sources) == len(supply.shelf.artifacts) == 1


def test_a_fetched_page_is_a_document_with_url_and_time_counted_after_the_request() -> None:
    supply = supply_of(text_document("Something."), fetched(RULE))
    passage = supply.passages["document/1"]
    assert (passage.source.key, passage.source.kind) == ("https://rules.example/", SourceKind.WEB_PAGE)
    assert passage.source.versions[0].observed_at == datetime(2026, 10, 1, 8, tzinfo=UTC)


def test_a_time_without_zone_is_not_recorded() -> None:
    for written in ("2026-10-01T08:00:00", "last week", None):
        assert supply_of(fetched(RULE, written)).shelf.sources[0].versions[0].observed_at is None


def test_one_page_found_twice_on_the_web_is_one_entry() -> None:
    hit = {"type": "web_search_result", "url": "https://rules.example/", "title": "Rules"}
    supply = supply_of({"type": "web_search_tool_result", "content": [hit, hit]})
    assert [entry.label for entry in supply.manifest()] == ["https://rules.example/"]


def test_a_failed_web_search_gives_no_evidence() -> None:
    error = {"type": "web_search_tool_result_error", "error_code": "too_many_requests"}
    assert supply_of({"type": "web_search_tool_result", "content": error}).manifest() == ()


def test_a_document_by_url_or_file_is_a_source_without_text() -> None:
    for source in ({"type": "url", "url": "https://rules.example/a.pdf"}, {"type": "file", "file_id": "file_1"}):
        passage = read_document(Node({"type": "document", "source": source}))
        assert passage.source.key in ("https://rules.example/a.pdf", "file_1")
        assert passage.artifact.text is None


def test_a_nameless_document_is_named_by_the_digest_of_its_text() -> None:
    first, second = read_document(Node(text_document("A", None))), read_document(Node(text_document("B", None)))
    assert first.source.key.startswith("sha256:")
    assert first.source.key != second.source.key


def test_a_title_too_long_for_a_key_is_a_digest() -> None:
    passage = read_document(Node(text_document(RULE, "t" * 501)))
    assert passage.source.key.startswith("sha256:")
    assert passage.source.versions[0].title == "t" * 501


def test_bytes_that_are_no_base64_are_not_kept_as_the_source() -> None:
    source = {"type": "base64", "media_type": "application/pdf", "data": "not base64!"}
    assert read_document(Node({"type": "document", "source": source})).source.versions[0].raw_base64 is None


def test_blocks_of_a_document_keep_their_spans_in_the_joined_text() -> None:
    passage = read_document(Node(block_document("One. ", "", "Two.")))
    assert passage.artifact.text == "One. Two."
    assert [span.slice("One. Two.") for span in passage.blocks] == ["One. ", "", "Two."]


def test_documents_of_every_message_are_counted_in_order() -> None:
    request = {
        "messages": [
            {"role": "user", "content": [text_document("First.", "a")]},
            {"role": "assistant", "content": "Well."},
            {"role": "user", "content": [{"type": "tool_result", "content": [text_document("Second.", "b")]}]},
        ]
    }
    supply = gather(request_blocks(Node(request)))
    assert {label: passage.artifact.text for label, passage in supply.passages.items()} == {
        "document/0": "First.",
        "document/1": "Second.",
    }
