from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lineage.evidence.bundle import Artifact
from lineage.evidence.digests import digest_bytes, digest_text
from lineage.evidence.paths import verify_map
from lineage.evidence.vocabulary import (
    ArtifactKind,
    Mediation,
    Origin,
    SkippedKind,
    SourceKind,
    TransformationKind,
)
from lineage.pipeline.chunking import Chunking, Piece
from lineage.pipeline.deduplication import Kept
from lineage.pipeline.extraction import Skipped
from lineage.pipeline.records import MapFailed, Place
from lineage.pipeline.redaction import Redacted, RedactionPolicy
from lineage.pipeline.steps import (
    chunk_step,
    find_raw_text,
    normalize_step,
    parse_step,
    plain_parse_step,
    redact_step,
    strip_step,
)
from lineage.text.normalization import DEFAULT, EXACT
from lineage.text.segments import Segment, SegmentKind
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap
from tests.pipeline.readings import read_text
from tests.text.test_bulk_operations import dense_texts
from tests.text.texts import encodable_texts

POLICY = Place("policy", "3", "en", "policy@3")
BY_SIZE, BY_SECTION = Chunking(40, 0, "size"), Chunking(40, 0, "section")


def extract_of(text: str) -> Artifact:
    return plain_parse_step(POLICY, text, text).artifacts[1]


def segments(derivation) -> list[tuple[tuple[int, int], tuple[int, int], str]]:
    return [(tuple(s.output), tuple(s.input), str(s.kind)) for s in derivation.segments]


def test_the_extract_is_original_text_copied_from_the_bytes():
    raw, extract = plain_parse_step(POLICY, "Kept.", "Kept.").artifacts
    assert (raw.kind, extract.kind) == (ArtifactKind.RAW_SOURCE, ArtifactKind.CANONICAL_EXTRACT)
    assert (raw.origin, extract.origin, raw.text, extract.text) == (Origin.ORIGINAL, Origin.ORIGINAL, "Kept.", "Kept.")
    assert (extract.source, extract.version, extract.language, extract.digest) == (
        "policy",
        "3",
        "en",
        digest_text("Kept."),
    )


def test_the_map_of_a_text_with_a_byte_order_mark_starts_behind_it():
    step = plain_parse_step(POLICY, "\ufeffKept.", "Kept.")
    (made,) = step.transformations
    assert step.artifacts[0].text == "\ufeffKept."
    assert (made.kind, made.parameters) == (TransformationKind.PARSING, {"encoding": "utf-8-sig"})
    assert segments(made.derivations[0]) == [((0, 0), (0, 1), "deleted"), ((0, 5), (1, 6), "exact_copy")]


def test_only_bytes_that_are_the_text_have_a_raw_text():
    read = read_text("Délai")
    utf8, other = digest_text("Délai"), digest_bytes("Délai".encode("latin-1"))
    assert find_raw_text(read, SourceKind.MARKDOWN, None) == find_raw_text(read, SourceKind.TEXT, utf8) == "Délai"
    assert find_raw_text(read_text("Délai", "utf-8-sig"), SourceKind.TEXT, digest_text("\ufeffDélai")) == "\ufeffDélai"
    assert find_raw_text(read, SourceKind.TEXT, other) is None
    assert find_raw_text(read_text("Délai", "windows-1252"), SourceKind.TEXT, None) is None
    assert find_raw_text(read, SourceKind.HTML, utf8) is None


def test_an_extract_of_other_bytes_says_by_what_it_was_read_and_what_was_passed_over():
    skipped = (Skipped(kind=SkippedKind.HIDDEN, count=2), Skipped(kind=SkippedKind.SCRIPT, count=1))
    read = replace(read_text("Kept.", "windows-1252"), skipped=skipped, is_guess=True, bytes_in=90)
    (raw, extract), (made,) = parse_step(POLICY, POLICY, read, digest_bytes(b"<p>Kept."))
    assert (raw.kind, raw.text, raw.digest) == (ArtifactKind.RAW_SOURCE, None, digest_bytes(b"<p>Kept."))
    assert (extract.kind, extract.origin, extract.text) == (
        ArtifactKind.CANONICAL_EXTRACT,
        Origin.ORIGINAL,
        "Kept.",
    )
    assert (made.tool, made.tool_version, made.derivations[0].segments) == ("made", "1", None)
    assert made.parameters == {
        "media_type": "",
        "encoding": "windows-1252",
        "is_guess": True,
        "bytes_in": 90,
        "characters_out": 5,
        "skipped": {"hidden": 2, "script": 1},
    }


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


def test_a_map_that_does_not_hold_stops_the_step():
    extract = extract_of("Kept for 24 months.")
    spans = SpanMap.of([Segment(Span(0, 9), Span(8, 17), SegmentKind.EXACT_COPY)], 9, 19)
    with pytest.raises(MapFailed, match="does not come from policy@3/extract as its map says"):
        strip_step(POLICY, extract, spans, "24 months")
    with pytest.raises(MapFailed):
        redact_step(POLICY, extract, Redacted("24 months", spans, ()), RedactionPolicy("none", 1, ()))


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
