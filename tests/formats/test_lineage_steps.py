from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.vocabulary import Mediation, TransformationKind
from lineage.text.span import Span
from lineage.text.spanmap import SegmentKind
from tests.formats.record_shapes import TABLES, changed, problem_of, read_shape


def test_a_mapping_is_a_segment_with_its_weight_and_confidence() -> None:
    step = read_shape(TABLES).transformations[0]
    assert (step.kind, step.mediation, step.tool, step.parameters) == (
        TransformationKind.CHUNKING,
        Mediation.DETERMINISTIC,
        "splitter",
        {"size": 44},
    )
    (derivation,) = step.derivations
    (segment,) = derivation.segments or ()
    assert (segment.output, segment.input, segment.kind) == (Span(0, 44), Span(0, 44), SegmentKind.EXACT_COPY)
    assert (segment.weight, segment.confidence) == (1.0, 0.5)


def test_a_parent_is_an_edge_without_a_map_only_where_no_transformation_made_the_artifact() -> None:
    steps = read_shape(TABLES).transformations
    assert [[(d.input, d.output) for d in step.derivations] for step in steps] == [
        [("memo-extract", "memo-chunk")],
        [("memo-chunk", "memo-summary")],
    ]
    assert (steps[1].mediation, steps[1].derivations[0].segments) == (Mediation.MODEL, None)


def test_a_pair_that_no_mapping_names_is_an_edge_without_a_map() -> None:
    (derivation,) = read_shape({**TABLES, "SpanMapping": []}).transformations[0].derivations
    assert derivation.segments is None


def test_a_mapping_between_artifacts_that_no_io_row_names_makes_their_edge() -> None:
    step = read_shape({**TABLES, "TransformationIO": []}).transformations[0]
    assert [(d.input, d.output) for d in step.derivations] == [("memo-extract", "memo-chunk")]


@pytest.mark.parametrize(
    ("fields", "mediation"),
    [
        ({"transform_type": "translation"}, Mediation.MODEL),
        ({"model_name": "m-1"}, Mediation.MODEL),
        ({"prompt_hash": "ab12"}, Mediation.MODEL),
        ({"transform_type": "shredding"}, Mediation.DETERMINISTIC),
    ],
)
def test_a_step_that_writes_words_is_a_models_where_nothing_else_was_recorded(fields: Any, mediation: Any) -> None:
    assert read_shape(changed(TABLES, "Transformation", 0, **fields)).transformations[0].mediation is mediation


def test_a_prompt_hash_is_a_digest_where_it_is_one_and_else_kept_as_it_came() -> None:
    digest = "ab" * 32
    kept = read_shape(changed(TABLES, "Transformation", 0, prompt_hash=digest)).transformations[0]
    assert kept.prompt_digest == f"sha256:{digest}"
    other = read_shape(changed(TABLES, "Transformation", 0, prompt_hash="v7")).transformations[0]
    assert (other.prompt_digest, other.parameters["prompt_hash"]) == (None, "v7")


@pytest.mark.parametrize(
    ("path", "fields", "at"),
    [
        (("Transformation", 0), {"transformation_id": None}, "/Transformation/0"),
        (("TransformationIO", 0), {"transformation_id": "T9"}, "/TransformationIO/0"),
        (("TransformationIO", 0), {"input_artifact_id": "memo"}, "/TransformationIO/0"),
        (("TransformationIO", 0), {"output_artifact_id": 4}, "/TransformationIO/0/output_artifact_id"),
        (("SpanMapping", 0), {"transformation_id": "T9"}, "/SpanMapping/0"),
        (("SpanMapping", 0), {"input_span_id": "s9"}, "/SpanMapping/0"),
        (("SpanMapping", 0), {"mapping_type": "copied"}, "/SpanMapping/0/mapping_type"),
        (("SpanMapping", 0), {"mapping_type": None}, "/SpanMapping/0"),
        (("SpanMapping", 0), {"support_weight": 2}, "/SpanMapping/0/support_weight"),
        (("SpanMapping", 0), {"confidence": True}, "/SpanMapping/0/confidence"),
        (("Span", 0), {"end_offset": 40}, "/SpanMapping/0"),
        (("Artifact", 2), {"parent_artifact_id": "minutes"}, "/Artifact/2"),
    ],
)
def test_what_is_missing_or_makes_no_map_is_refused_with_its_place(path: Any, fields: Any, at: str) -> None:
    assert problem_of(changed(TABLES, *path, **fields), "auto")[0] == at
