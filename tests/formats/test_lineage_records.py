from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.vocabulary import ArtifactKind, Origin
from tests.formats.record_shapes import MEMO, TABLES, changed, problem_of, read_shape


def test_the_rows_of_one_source_are_its_versions() -> None:
    row = TABLES["SourceRecord"][0]
    digest = "sha256:" + "ab" * 32
    answer = read_shape({**TABLES, "SourceRecord": [{**row, "version_id": "v2"}, {**row, "checksum": digest}]})
    (source,) = answer.sources
    assert [(version.version, version.checksum) for version in source.versions] == [("v2", None), ("v3", digest)]
    assert source.versions[0].uri == "https://intranet.example/memo"
    assert source.versions[0].title == "Retention memo (fictional)"


@pytest.mark.parametrize(
    ("kind", "metadata", "read"),
    [
        ("canonical_extract", {}, (ArtifactKind.CANONICAL_EXTRACT, Origin.ORIGINAL)),
        ("chunk", {}, (ArtifactKind.CHUNK, Origin.DERIVED)),
        ("summary", {}, (ArtifactKind.SUMMARY, Origin.GENERATED)),
        ("translation", {}, (ArtifactKind.TRANSLATION, Origin.GENERATED)),
        ("chunk", {"origin_kind": "mixed"}, (ArtifactKind.CHUNK, Origin.MIXED)),
        ("chunk", {"origin_kind": "somebody"}, (ArtifactKind.CHUNK, Origin.DERIVED)),
        ("poem", {}, (ArtifactKind.OTHER, Origin.UNRESOLVED)),
        (None, {}, (ArtifactKind.OTHER, Origin.UNRESOLVED)),
    ],
)
def test_the_origin_of_an_artifact_is_what_was_said_else_what_its_type_is(kind: Any, metadata: Any, read: Any) -> None:
    answer = read_shape(changed(TABLES, "Artifact", 2, artifact_type=kind, metadata=metadata))
    assert (answer.artifacts[2].kind, answer.artifacts[2].origin) == read


def test_a_type_that_we_do_not_know_is_kept_by_name() -> None:
    answer = read_shape(changed(TABLES, "Artifact", 2, artifact_type="poem"))
    assert answer.artifacts[2].metadata == {"artifact_type": "poem"}


def test_an_artifact_may_have_no_source_and_no_text() -> None:
    bare = {"artifact_id": "note", "artifact_type": "hop_note"}
    answer = read_shape({**TABLES, "Artifact": [*TABLES["Artifact"], bare]})
    assert (answer.artifacts[3].source, answer.artifacts[3].text) == (None, None)


@pytest.mark.parametrize(
    ("path", "fields", "at"),
    [
        (("SourceRecord", 0), {"version_id": None}, "/SourceRecord/0"),
        (("SourceRecord", 0), {"origin_uri": 5}, "/SourceRecord/0/origin_uri"),
        (("SourceRecord", 0), {"metadata": "x"}, "/SourceRecord/0/metadata"),
        (("Artifact", 1), {"artifact_id": "memo-extract"}, "/Artifact/1"),
        (("Artifact", 1), {"artifact_id": 5}, "/Artifact/1/artifact_id"),
        (("Artifact", 1), {"source_id": "minutes"}, "/Artifact/1"),
        (("Artifact", 1), {"version_id": "v9"}, "/Artifact/1"),
        (("Artifact", 1), {"text": 5}, "/Artifact/1/text"),
        (("Span", 0), {"span_id": "s-in"}, "/Span/1"),
        (("Span", 0), {"artifact_id": "memo"}, "/Span/0"),
        (("Span", 0), {"start_offset": None}, "/Span/0"),
        (("Span", 0), {"start_offset": "0"}, "/Span/0/start_offset"),
        (("Span", 0), {"end_offset": 45}, "/Span/0"),
        (("Span", 0), {"end_offset": 0}, "/Span/0"),
        (("Span", 0), {"text_snapshot": MEMO[1:45]}, "/Span/0"),
        (("Transformation", 0), {"parameters_json": "[1]"}, "/Transformation/0/parameters_json"),
        (("Transformation", 0), {"parameters_json": "{"}, "/Transformation/0/parameters_json"),
    ],
)
def test_what_is_missing_or_of_another_type_is_refused_with_its_place(path: Any, fields: Any, at: str) -> None:
    assert problem_of(changed(TABLES, *path, **fields), "auto")[0] == at
