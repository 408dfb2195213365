from __future__ import annotations

from typing import Any

from lineage.evidence.bundle import Answer
from lineage.evidence.vocabulary import TransformationKind
from lineage.text.span import Span
from lineage.text.spanmap import SegmentKind
from tests.formats.record_shapes import TABLES, problem_of, read_shape


def bullet(key: str, *spans: str, **more: Any) -> dict[str, Any]:
    metadata = {"source_span_ids": list(spans)} if spans else {}
    return {
        "artifact_id": key,
        "artifact_type": "summary_bullet",
        "text": f"{key}: 24 months.",
        "metadata": metadata,
    } | more


def read(*bullets: Any, **tables: Any) -> Answer:
    return read_shape({**TABLES, "Artifact": [*TABLES["Artifact"], *bullets], **tables})


def test_of_three_bullets_the_one_without_source_spans_is_left_out_with_the_reason() -> None:
    answer = read(bullet("b1", "s-in"), bullet("b2", "s-in", "s-out"), bullet("b3"))
    assert [artifact.key for artifact in answer.artifacts][3:] == ["b1", "b2"]
    assert answer.capture.extra is not None
    (rejected,) = answer.capture.extra["rejected"]
    assert rejected == {
        "artifact_id": "b3",
        "status": "rejected_unsupported",
        "reason": "a bullet of a summary that names no source span rests on nothing",
    }


def test_a_bullet_is_mapped_whole_to_each_span_that_it_names() -> None:
    steps = [s for s in read(bullet("b2", "s-in", "s-out")).transformations if s.derivations[0].output == "b2"]
    (step,) = steps
    assert step.kind is TransformationKind.SUMMARIZATION
    assert [(d.input, [(s.output, s.input, s.kind) for s in d.segments or ()]) for d in step.derivations] == [
        ("memo-extract", [(Span(0, 14), Span(0, 44), SegmentKind.PARAPHRASED_SUMMARY)]),
        ("memo-chunk", [(Span(0, 14), Span(0, 44), SegmentKind.PARAPHRASED_SUMMARY)]),
    ]


def test_a_bullet_with_a_mapping_needs_no_list_and_rows_about_one_that_was_left_out_go_with_it() -> None:
    span = {"span_id": "s-b", "artifact_id": "b4", "start_offset": 0, "end_offset": 14}
    mapping = {**TABLES["SpanMapping"][0], "output_span_id": "s-b", "mapping_type": "paraphrased_summary"}
    kept = read(bullet("b4"), Span=[*TABLES["Span"], span], SpanMapping=[*TABLES["SpanMapping"], mapping])
    assert kept.capture.extra is None
    io = {"transformation_id": "T1", "input_artifact_id": "memo-chunk", "output_artifact_id": "b4"}
    gone = read(bullet("b4"), Span=[*TABLES["Span"], span], TransformationIO=[*TABLES["TransformationIO"], io])
    assert "b4" not in [artifact.key for artifact in gone.artifacts]


def test_a_bullet_that_names_a_span_that_is_not_there_is_refused() -> None:
    tables = {**TABLES, "Artifact": [*TABLES["Artifact"], bullet("b1", "s9")]}
    assert problem_of(tables, "auto")[0] == "/Artifact/3/metadata/source_span_ids/0"
