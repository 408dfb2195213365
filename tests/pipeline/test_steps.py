import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lineage.evidence.bundle import Artifact
from lineage.evidence.digests import digest_text
from lineage.evidence.paths import verify_map
from lineage.evidence.vocabulary import ArtifactKind, Mediation, Origin, TransformationKind
from lineage.pipeline.chunking import Chunking, Piece
from lineage.pipeline.deduplication import Kept
from lineage.pipeline.extract.text import Extracted
from lineage.pipeline.steps import MapFailed, Place, chunk_step, normalize_step, parse_step
from lineage.text.normalization import DEFAULT, EXACT
from lineage.text.segments import Segment, SegmentKind
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap
from tests.text.test_bulk_operations import dense_texts
from tests.text.texts import encodable_texts

POLICY = Place("policy", "3", "en", "policy@3")
BY_SIZE, BY_SECTION = Chunking(40, 0, "size"), Chunking(40, 0, "section")


def extract_of(text: str) -> Artifact:
    return parse_step(POLICY, Extracted(text, "utf-8")).artifacts[1]


def segments(derivation) -> list[tuple[tuple[int, int], tuple[int, int], str]]:
    return [(tuple(s.output), tuple(s.input), str(s.kind)) for s in derivation.segments]


def test_the_extract_is_original_text_copied_from_the_bytes():
    raw, extract = parse_step(POLICY, Extracted("Kept.", "utf-8")).artifacts
    assert (raw.kind, extract.kind) == (ArtifactKind.RAW_SOURCE, ArtifactKind.CANONICAL_EXTRACT)
    assert (raw.origin, extract.origin, raw.text, extract.text) == (Origin.ORIGINAL, Origin.ORIGINAL, "Kept.", "Kept.")
    assert (extract.source, extract.version, extract.language, extract.digest) == (
        "policy",
        "3",
        "en",
        digest_text("Kept."),
    )


def test_the_map_of_a_text_with_a_byte_order_mark_starts_behind_it():
    step = parse_step(POLICY, Extracted("Kept.", "utf-8-sig"))
    (made,) = step.transformations
    assert step.artifacts[0].text == "\ufeffKept."
    assert (made.kind, made.parameters) == (TransformationKind.PARSING, {"encoding": "utf-8-sig"})
    assert segments(made.derivations[0]) == [((0, 0), (0, 1), "deleted"), ((0, 5), (1, 6), "exact_copy")]


def test_a_normalization_names_its_policy_and_operations():
    step, view = normalize_step(POLICY, extract_of("for\n24  months"), DEFAULT)
    (text,), (made,) = step
    assert (text.key, text.kind, text.origin) == (
        "policy@3/normalized/quotation@1",
        ArtifactKind.NORMALIZED_TEXT,
        Origin.DERIVED,
    )
    assert (text.text, view.output_length) == ("for 24 months", 13)
    assert (made.kind, made.mediation, made.executed_at) == (
        TransformationKind.NORMALIZATION,
        Mediation.DETERMINISTIC,
        None,
    )
    assert made.parameters == {
        "policy": "quotation",
        "revision": 1,
        "operations": [str(operation) for operation in DEFAULT.operations],
    }
    assert segments(made.derivations[0]) == [
        ((0, 3), (0, 3), "exact_copy"),
        ((3, 4), (3, 4), "normalized"),
        ((4, 6), (4, 6), "exact_copy"),
        ((6, 7), (6, 8), "normalized"),
        ((7, 13), (8, 14), "exact_copy"),
    ]


def test_chunks_carry_their_section_and_come_from_their_place():
    step, _ = normalize_step(POLICY, extract_of("Kept. Held."), EXACT)
    kept = (Kept(Piece(Span(0, 6), "A"), (Span(0, 6),)), Kept(Piece(Span(6, 11), "A > B"), (Span(6, 11),)))
    (one, two), (made,) = chunk_step(POLICY, step.artifacts[0], kept, BY_SECTION, "abc")
    assert (one.key, two.key) == ("policy@3/chunks/abc/00001", "policy@3/chunks/abc/00002")
    assert (one.text, two.text, two.section, two.origin) == ("Kept. ", "Held.", "A > B", Origin.DERIVED)
    assert (made.kind, made.parameters) == (
        TransformationKind.SECTION_SPLIT,
        {"by": "section", "size": 40, "overlap": 0},
    )
    assert [segments(derivation) for derivation in made.derivations] == [
        [((0, 6), (0, 6), "exact_copy")],
        [((0, 5), (6, 11), "exact_copy")],
    ]


def test_a_chunk_kept_for_several_comes_from_all_their_places_by_deduplication():
    step, _ = normalize_step(POLICY, extract_of("Same.Other.Same."), EXACT)
    kept = (Kept(Piece(Span(0, 5)), (Span(0, 5), Span(11, 16))), Kept(Piece(Span(5, 11)), (Span(5, 11),)))
    chunks, (cut, merged) = chunk_step(POLICY, step.artifacts[0], kept, BY_SIZE, "abc")
    assert [chunk.text for chunk in chunks] == ["Same.", "Other."]
    assert (cut.kind, merged.kind) == (TransformationKind.CHUNKING, TransformationKind.DEDUPLICATION)
    assert [derivation.output for derivation in cut.derivations] == [chunks[1].key]
    assert [segments(derivation) for derivation in merged.derivations] == [
        [((0, 5), (0, 5), "exact_copy"), ((0, 5), (11, 16), "exact_copy")]
    ]


def test_a_chunk_with_other_words_than_its_place_is_never_handed_on():
    step, _ = normalize_step(POLICY, extract_of("Same.Other."), EXACT)
    with pytest.raises(MapFailed):
        chunk_step(
            POLICY, step.artifacts[0], (Kept(Piece(Span(0, 5)), (Span(0, 5), Span(5, 10))),), BY_SIZE, "abc"
        )


@given(encodable_texts | dense_texts.map(lambda text: text.replace("\ud800", "")))
@example("A\u030a \u00ad\n b-\nc\u2000\u3000\u2019 \u0344")
def test_the_map_of_a_normalization_holds_under_its_policy(text):
    extract = extract_of(text)
    ((made,), (step,)), view = normalize_step(POLICY, extract, DEFAULT)
    given_map = [Segment(s.output, s.input, s.kind) for s in step.derivations[0].segments]
    assert SpanMap.of(given_map, len(made.text), len(text)) == view
    assert verify_map(step, view, made.text, text) == (True, "")
    assert all(s.kind in (SegmentKind.EXACT_COPY, SegmentKind.NORMALIZED, SegmentKind.DELETED) for s in given_map)
    assert view.uncovered() == () and view.invert().uncovered() == ()


@given(st.text("ab .\n", max_size=40))
def test_the_same_input_gives_equal_records(text):
    assert normalize_step(POLICY, extract_of(text), DEFAULT) == normalize_step(POLICY, extract_of(text), DEFAULT)
