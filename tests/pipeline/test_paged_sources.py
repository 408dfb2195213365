"""The whole pipeline over a source with pages: what is removed, where chunks stand, and the way back (M-17, S3-38)."""

from __future__ import annotations

from lineage.evidence.bundle import Source
from lineage.evidence.digests import digest_bytes
from lineage.evidence.paths import verify_map
from lineage.evidence.vocabulary import ArtifactKind, Origin, ResolutionStatus, SourceKind, TransformationKind
from lineage.pipeline.chunking import Chunking
from lineage.pipeline.layout import Layout, Page
from lineage.pipeline.pages_of_chunks import Pages
from lineage.pipeline.redaction import RedactionPolicy, RedactionRule
from lineage.pipeline.run import SHIPPED, Pipeline, build, key_base
from lineage.text.normalization import DEFAULT
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap
from tests.evidence.answers import answer, cite, resolve_one
from tests.pipeline.readings import read_pages, read_text
from tests.pipeline.test_run import maps_of, shared

POLICY = Source(key="policy", kind=SourceKind.PDF)
PAGES = [
    "Records policy\n1 Retention\nSupport logs are kept for\n1\n",
    "Records policy\n24 months. Calls are not kept.\n2 Holds\nA hold stays until\n2\n",
    "Records policy\nit is lifted.\n3\n",
]
MASKS = RedactionPolicy("people", 1, (RedactionRule("name", words=("Ada",)),))
READ = read_pages(PAGES, ("1 Retention", 1), ("2 Holds", 1))
BUILT = build(POLICY, "3", READ, SHIPPED, digest_bytes(b"%PDF"))
CHUNKS = [artifact for artifact in BUILT.artifacts if artifact.kind is ArtifactKind.CHUNK]


def test_the_bytes_are_known_by_their_digest_and_every_later_text_by_a_map():
    raw, extract, stripped, normalized = BUILT.artifacts[:4]
    assert (raw.key, raw.text, raw.digest) == ("policy@3/raw", None, digest_bytes(b"%PDF"))
    assert (extract.key, extract.text, extract.origin) == (BUILT.extract_key, READ.text, Origin.ORIGINAL)
    assert stripped.text == (
        "1 Retention\nSupport logs are kept for\n24 months. Calls are not kept.\n"
        "2 Holds\nA hold stays until\nit is lifted.\n"
    )
    assert [str(made.kind) for made in BUILT.transformations] == [
        "parsing",
        "header_footer_removal",
        "normalization",
        "section_split",
    ]
    assert BUILT.transformations[0].derivations[0].segments is None
    assert (stripped.kind, stripped.origin, normalized.kind) == (
        ArtifactKind.NORMALIZED_TEXT,
        Origin.DERIVED,
        ArtifactKind.NORMALIZED_TEXT,
    )


def test_chunks_name_their_section_and_the_pages_they_run_over():
    assert [(chunk.text, chunk.section, chunk.page, chunk.metadata) for chunk in CHUNKS] == [
        ("1 Retention Support logs are kept for 24 months. Calls are not kept. ", "1 Retention", 1, {"pages": [1, 2]}),
        ("2 Holds A hold stays until it is lifted.", "2 Holds", 2, {"pages": [2, 3]}),
    ]


def test_words_that_run_over_a_page_lead_to_both_their_places_and_not_to_the_header_between():
    start = (CHUNKS[0].text or "").index("kept for 24 months")
    found = resolve_one(
        answer(
            cite(range=[start, start + 18], quoted_text="kept for 24 months"),
            manifest=[{"label": "E1", "artifact": CHUNKS[0].key}],
            artifacts=[],
        ),
        **shared(BUILT),
    )
    # The header between belongs to no word that was quoted: the verified maps of the stretches decide.
    assert (found.status, found.origin) == (ResolutionStatus.QUOTE_MATCH, Origin.DERIVED)
    assert [place.span.slice(READ.text) for place in found.primary] == ["kept for", "\n", "24 months"]


def test_every_map_holds_when_it_is_applied_again():
    by_key = {artifact.key: artifact for artifact in BUILT.artifacts}
    pairs = [(m, d) for m in BUILT.transformations for d in m.derivations if d.segments is not None]
    maps = {}
    for built_map in [maps_of(BUILT._replace(transformations=BUILT.transformations[1:]))]:
        maps |= built_map
    assert len(maps) == len(pairs)
    for (parent, child), (made, held) in maps.items():
        assert verify_map(made, held, by_key[child].text, by_key[parent].text) == (True, "")
        assert held.uncovered() == ()


def test_another_reading_of_the_same_bytes_has_keys_of_its_own():
    again = read_text(READ.text.replace("24", "25"), "", READ.layout, tool="pages")
    newer = read_text(READ.text, "", READ.layout, tool="pages 2")
    keys = [{a.key for a in build(POLICY, "3", read, SHIPPED).artifacts[1:]} for read in (READ, again, newer)]
    assert not keys[0] & keys[1] and not keys[0] & keys[2] and not keys[1] & keys[2]
    assert build(POLICY, "3", READ, SHIPPED, digest_bytes(b"%PDF")) == BUILT


def test_the_longest_names_have_keys_that_begin_with_those_of_their_version():
    source = Source(key="x" * 500, kind=SourceKind.PDF)
    built = build(source, "v" * 500, READ, Pipeline(DEFAULT, SHIPPED.chunking, MASKS))
    assert all(artifact.key.startswith(f"{key_base('x' * 500, 'v' * 500)}/") for artifact in built.artifacts)


def test_pages_without_repetition_are_normalized_as_they_are():
    built = build(POLICY, "3", read_pages(["One.\n", "Two.\n", "Three.\n"]), Pipeline(DEFAULT, Chunking(9, 0, "size")))
    assert [made.kind for made in built.transformations[:2]] == [
        TransformationKind.PARSING,
        TransformationKind.NORMALIZATION,
    ]
    chunks = [(artifact.text, artifact.page) for artifact in built.artifacts if artifact.kind is ArtifactKind.CHUNK]
    assert chunks == [("One. ", 1), ("Two. ", 2), ("Three.", 3)]


def test_a_span_beyond_all_pages_and_one_without_characters_have_none():
    layout = Layout(pages=(Page(1, Span(0, 3), 1, 1), Page(2, Span(3, 3), 1, 1), Page(3, Span(3, 6), 1, 1)))
    pages = Pages(layout.pages, SpanMap.identity(9))
    assert pages.of([Span(0, 3), Span(2, 4), Span(3, 6), Span(5, 7), Span(7, 8), Span(2, 2)]) == [
        (1, 1),
        (1, 3),
        (3, 3),
        None,
        None,
        None,
    ]
