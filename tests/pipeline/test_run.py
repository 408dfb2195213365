from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.bundle import Source, Transformation
from lineage.evidence.paths import verify_map
from lineage.evidence.reading import adapter
from lineage.evidence.vocabulary import (
    ArtifactKind,
    ExtractionState,
    Origin,
    ResolutionStatus,
    SourceKind,
    TransformationKind,
)
from lineage.pipeline.chunking import Chunking
from lineage.pipeline.run import SHIPPED, Built, Pipeline, build, key_base
from lineage.text.normalization import DEFAULT, EXACT, NormalizationPolicy, Operation
from lineage.text.segments import Segment, SegmentKind
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap
from tests.evidence.answers import answer, cite, resolve_one
from tests.pipeline.readings import read_text
from tests.pipeline.test_sections import markdown_texts
from tests.text.texts import encodable_texts

COPY = SegmentKind.EXACT_COPY
MARKDOWN = Source(key="policy", kind=SourceKind.MARKDOWN, language="en")
TEXT = (
    "# Retention\r\n\r\nArchived  support logs are kept for 24\r\nmonths, except where a legal hold applies.\r\n\r\n"
    "## Holds\r\n\r\nA “hold” stays until it is lifted.\r\n"
)
sources = st.sampled_from((SourceKind.TEXT, SourceKind.MARKDOWN)).map(lambda kind: Source(key="policy", kind=kind))


@st.composite
def pipelines(draw: st.DrawFn) -> Pipeline:
    size = draw(st.integers(1, 40))
    by = draw(st.sampled_from(("size", "section")))
    return Pipeline(draw(st.sampled_from((DEFAULT, EXACT))), Chunking(size, draw(st.integers(0, size // 2)), by))


def texts_of(built: Built, kind: ArtifactKind) -> list[str]:
    return [artifact.text or "" for artifact in built.artifacts if artifact.kind is kind]


def maps_of(built: Built) -> dict[tuple[str, str], tuple[Transformation, SpanMap]]:
    """By input and output, read from the records as whoever stores them reads them."""
    text = {artifact.key: artifact.text or "" for artifact in built.artifacts}
    found = {}
    for made in built.transformations:
        for edge in made.derivations:
            segments = [Segment(s.output, s.input, s.kind) for s in edge.segments or ()]
            assert (edge.input, edge.output) not in found
            found[edge.input, edge.output] = made, SpanMap.of(segments, len(text[edge.output]), len(text[edge.input]))
    return found


def shared(built: Built) -> dict:
    """The records as a bundle brings them."""
    return {
        "sources": [{"key": "policy", "kind": "markdown", "versions": [{"version": "3"}]}],
        "artifacts": [adapter(type(a)).dump_python(a, mode="json", exclude_defaults=True) for a in built.artifacts],
        "transformations": [
            adapter(Transformation).dump_python(made, mode="json", exclude_defaults=True)
            for made in built.transformations
        ],
    }


def test_the_steps_of_a_markdown_source_by_hand():
    built = build(MARKDOWN, "3", read_text(TEXT), SHIPPED)
    base, name = "policy@3", SHIPPED.digest.partition(":")[2][:12]
    assert [(artifact.key, artifact.section) for artifact in built.artifacts] == [
        (f"{base}/raw", ""),
        (f"{base}/extract", ""),
        (f"{base}/normalized/quotation@1", ""),
        (f"{base}/chunks/{name}/00001", "Retention"),
        (f"{base}/chunks/{name}/00002", "Retention > Holds"),
    ]
    assert built.extract_key == f"{base}/extract"
    assert texts_of(built, ArtifactKind.CANONICAL_EXTRACT) == [TEXT]
    assert texts_of(built, ArtifactKind.CHUNK) == [
        "# Retention Archived support logs are kept for 24 months, except where a legal hold applies. ",
        '## Holds A "hold" stays until it is lifted.',
    ]
    assert [str(made.kind) for made in built.transformations] == ["parsing", "normalization", "section_split"]
    assert {artifact.version for artifact in built.artifacts} == {"3"}


def test_words_cited_in_a_chunk_are_found_in_the_extract_as_they_stand_there():
    built = build(MARKDOWN, "3", read_text(TEXT), SHIPPED)
    chunk = built.artifacts[3]
    start = chunk.text.index("24 months")
    found = resolve_one(
        answer(
            cite(range=[start, start + 9], quoted_text="24 months"),
            manifest=[{"label": "E1", "artifact": chunk.key}],
            artifacts=[],
        ),
        **shared(built),
    )
    assert (found.status, found.origin) == (ResolutionStatus.NORMALIZED_MATCH, Origin.DERIVED)
    assert {place.artifact for place in found.primary} == {built.extract_key}
    assert [place.span.slice(TEXT) for place in found.primary] == ["24", "\r\n", "months"]


def test_a_citation_of_a_chunk_that_stands_for_two_places_leads_to_both():
    text = "Keep for 24 months.\n\nOther.\n\nKeep for 24 months.\n\nEnd."
    source = Source(key="policy", kind=SourceKind.TEXT)
    built = build(source, "3", read_text(text), SHIPPED)
    assert texts_of(built, ArtifactKind.CHUNK) == ["Keep for 24 months. ", "Other. ", "End."]
    found = resolve_one(
        answer(
            cite(range=[9, 18], quoted_text="24 months"),
            manifest=[{"label": "E1", "artifact": built.artifacts[3].key}],
            artifacts=[],
        ),
        **shared(built),
    )
    assert found.status is ResolutionStatus.QUOTE_MATCH
    assert [place.span for place in found.primary] == [Span(9, 18), Span(38, 47)]


def test_the_same_input_gives_the_same_records():
    assert build(MARKDOWN, "3", read_text(TEXT), SHIPPED) == build(MARKDOWN, "3", read_text(TEXT), SHIPPED)


def test_another_way_of_chunking_gives_other_chunks_with_the_same_parents():
    one = build(MARKDOWN, "3", read_text(TEXT), SHIPPED)
    other = build(MARKDOWN, "3", read_text(TEXT), Pipeline(DEFAULT, Chunking(60, 20, "size")))
    assert one.artifacts[:3] == other.artifacts[:3]
    assert not {a.key for a in one.artifacts[3:]} & {a.key for a in other.artifacts[3:]}
    parents = {edge[0] for built in (one, other) for edge in maps_of(built) if "/chunks/" in edge[1]}
    assert parents == {"policy@3/normalized/quotation@1"}


def test_words_cited_in_an_old_chunk_are_found_in_the_new_one_by_their_shared_parent():
    # S4-55: old c4 [0, 400); new d7 [0, 250), d8 [250, 500); what was cited at [260, 300) stands in d8.
    text = "".join(f"{number:04} " for number in range(100))
    cuts = (Pipeline(EXACT, Chunking(size, 0, "size")) for size in (400, 250))
    old, new = (build(MARKDOWN, "3", read_text(text), cut) for cut in cuts)
    parent, c4, d7, d8 = new.artifacts[2].key, old.artifacts[3].key, new.artifacts[3].key, new.artifacts[4].key
    ((piece,),) = maps_of(old)[parent, c4][1].backward([Span(260, 300)])
    cited = piece.span
    found = [maps_of(new)[parent, chunk][1].forward([cited])[0] for chunk in (d7, d8)]
    assert [[piece.span for piece in pieces] for pieces in found] == [[], [Span(10, 50)]]


def test_a_pipeline_is_written_and_read_and_known_by_its_digest():
    written = json.loads(json.dumps(SHIPPED.to_json()))
    assert Pipeline.from_json(written) == SHIPPED
    assert Pipeline.from_json(written).digest == SHIPPED.digest
    assert len({Pipeline(DEFAULT, Chunking(size, 0, "size")).digest for size in (10, 20)} | {SHIPPED.digest}) == 3


@pytest.mark.parametrize(
    "change",
    [
        {"chunking": {"size": 10, "overlap": 8, "by": "size"}},
        {"chunking": {"size": "10", "overlap": 0, "by": "size"}},
        {"chunking": {"size": 10, "by": "size"}},
        {"normalization": {"name": "x", "revision": 1, "operations": ["lower"]}},
        {"normalization": []},
        {"normalization": {"name": "x" * 500, "revision": 1, "operations": []}},
        {"normalization": {"name": 1, "revision": 1, "operations": []}},
        {"more": 1},
    ],
)
def test_what_is_no_pipeline_is_refused(change):
    with pytest.raises(ValueError):
        Pipeline.from_json({**SHIPPED.to_json(), **change})


def test_of_bytes_that_were_not_read_nothing_is_made():
    locked = replace(read_text(""), state=ExtractionState.ENCRYPTED, reason="Bring an unlocked copy.")
    with pytest.raises(ValueError, match="locked with a password. Bring an unlocked copy."):
        build(Source(key="policy", kind=SourceKind.PDF), "3", locked, SHIPPED)


def test_an_empty_text_has_no_chunks():
    built = build(MARKDOWN, "3", read_text(""), SHIPPED)
    assert [artifact.text for artifact in built.artifacts] == ["", "", ""]


def test_no_two_versions_share_a_key_and_the_longest_names_still_make_one():
    names = [("a", "b@c"), ("a@b", "c"), ("a", "b%40c"), ("a@b%40c", "d"), ("x" * 500, "1"), ("x" * 500, "2")]
    assert len({key_base(*name) for name in names}) == len(names)
    longest = NormalizationPolicy("p" * 160, 1, (Operation.TRIM,))
    built = build(
        Source(key="x" * 500, kind=SourceKind.TEXT), "v" * 500, read_text("Kept."), Pipeline(longest, SHIPPED.chunking)
    )
    assert len(built.artifacts) == 4


@given(encodable_texts | markdown_texts, sources, pipelines())
def test_every_word_of_a_source_is_in_a_chunk_and_every_chunk_leads_back_to_its_words(text, source, pipeline):
    built = build(source, "3", read_text(text), pipeline)
    by_key = {artifact.key: artifact for artifact in built.artifacts}
    found = maps_of(built)
    normalized = next(a for a in built.artifacts if a.kind is ArtifactKind.NORMALIZED_TEXT)
    for (parent, child), (made, held) in found.items():
        assert verify_map(made, held, by_key[child].text, by_key[parent].text) == (True, "")
        assert held.uncovered() == ()
    reached = bytearray(len(normalized.text))
    view = found[built.extract_key, normalized.key][1]
    extract = by_key[built.extract_key].text
    for (parent, child), (made, held) in found.items():
        if parent != normalized.key:
            continue
        places = [segment.input for segment in held.to_segments()]
        assert (len(places) > 1) == (made.kind is TransformationKind.DEDUPLICATION)
        for place in places:
            assert place.slice(normalized.text) == by_key[child].text
            reached[place.start : place.end] = b"\1" * place.length
            pieces = view.backward([place])[0]
            assert {piece.kind for piece in pieces} <= {COPY, SegmentKind.NORMALIZED, SegmentKind.DELETED}
            for copied in (segment for segment in view.segments_in(place) if segment.kind is COPY):
                shared_words = copied.output.intersect(place).shift(copied.input.start - copied.output.start)
                assert shared_words.slice(extract) in by_key[child].text
    assert all(reached)
    chunks = [a for a in built.artifacts if a.kind is ArtifactKind.CHUNK]
    assert len({chunk.text for chunk in chunks}) == len(chunks)
    assert build(source, "3", read_text(text), pipeline) == built
