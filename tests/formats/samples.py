"""Recorded payloads, read where they lie beside the project; never part of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.servers import ROOT

SAMPLES = ROOT.parent / "shared" / "samples"
needs_samples = pytest.mark.skipif(not SAMPLES.is_dir(), reason=f"{SAMPLES} is absent: no recorded payload is read")

ANTHROPIC = (
    "char_location_stream",
    "char_location_text_document",
    "content_block_location",
    "content_block_location_stream",
    "page_location_pdf",
    "search_result_location",
    "web_fetch_char_location_non_ascii",
    "web_search_result_location",
    "web_search_stream",
)
RAGAS = ("annotated_metric_runs", "evaluation_dataset_list", "legacy_v1_columns")
GEMINI = (
    "citation_metadata_uri_only",
    "file_search_retrieved_context",
    "google_search_fragment_segment",
    "google_search_non_ascii",
    "google_search_overlapping_segments",
    "google_search_stream_non_ascii",
    "interactions_url_citation",
    "url_context",
    "vertex_google_search",
)
RESPONSES = (
    "openai-responses/code_interpreter_container_file",
    "openai-responses/code_interpreter_sandbox_link",
    "openai-responses/file_search_multi_no_results",
    "openai-responses/file_search_non_ascii",
    "openai-responses/file_search_stream",
    "openai-responses/file_search_with_results",
    "openai-responses/web_search_non_ascii",
    "openai-responses/web_search_stream_non_ascii",
    "xai-responses/web_search_no_offsets",
    "xai-responses/web_search_offsets",
)
PAYLOADS = (
    *(f"payloads/anthropic-messages/{name}.json" for name in ANTHROPIC),
    *(f"payloads/ragas/{name}.json" for name in RAGAS),
    *(f"payloads/gemini/{name}.json" for name in GEMINI),
    *(f"payloads/{name}.json" for name in RESPONSES),
)
MTRAG = "datasets/mtrag_human"
EXPERTQA = ("datasets/expertqa/answers-00.jsonl", "datasets/expertqa/answers-01.jsonl")


def sample_path(name: str) -> Path:
    return SAMPLES / name


def sample_bytes(name: str) -> bytes:
    return sample_path(name).read_bytes()


def sample(name: str) -> Any:
    return json.loads(sample_bytes(name))


def sample_rows(name: str) -> list[Any]:
    return [json.loads(line) for line in sample_bytes(name).split(b"\n") if line]


def joined_mtrag() -> Any:
    """The three files of the slice as the one object that is read."""
    return {name: sample_rows(f"{MTRAG}/{name}.jsonl") for name in ("tasks", "documents", "judgements")}
