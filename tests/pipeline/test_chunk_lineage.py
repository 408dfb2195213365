"""Old chunks and new ones of one text: which words of the one are in which of the others (M-04, S4-54, S4-55)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.bundle import Source
from lineage.evidence.vocabulary import ArtifactKind, SourceKind
from lineage.pipeline.chunk_lineage import Cut, cuts_of, find_holders, find_successions
from lineage.pipeline.chunking import Chunking
from lineage.pipeline.run import Pipeline, build
from lineage.text.normalization import EXACT
from lineage.text.span import Span
from tests.pipeline.readings import read_text

POLICY = Source(key="policy", kind=SourceKind.TEXT)
TEXT = "".join(f"{number:04} " for number in range(100))


def cut(size: int, text: str = TEXT) -> dict[str, tuple[Cut, ...]]:
    pipeline = Pipeline(EXACT, Chunking(size, 0, "size"))
    return cuts_of(build(POLICY, "3", read_text(text), pipeline).transformations)


def test_the_example_of_the_requirement():
    c4 = Cut("c4", (Span(0, 400),))
    new = Cut("d7", (Span(0, 250),)), Cut("d8", (Span(250, 500),))
    assert find_successions([c4], new) == (("c4", "d7", (Span(0, 250),)), ("c4", "d8", (Span(250, 400),)))
    assert find_holders(Span(260, 300), new) == ("d8",)
    # Words over the border stand together in neither.
    assert find_holders(Span(240, 260), new) == find_holders(Span(260, 260), new) == ()


def test_the_same_of_texts_that_were_really_cut():
    (parent, old), (same_parent, new) = *cut(400).items(), *cut(250).items()
    assert parent == same_parent == "policy@3/normalized/exact@1"
    assert [cut.places for cut in old] == [(Span(0, 400),), (Span(400, 500),)]
    assert [cut.places for cut in new] == [(Span(0, 250),), (Span(250, 500),)]
    (c4, c5), (d7, d8) = old, new
    assert [found[:2] for found in find_successions(old, new)] == [
        (c4.key, d7.key),
        (c4.key, d8.key),
        (c5.key, d8.key),
    ]
    assert find_holders(Span(260, 300), new) == (d8.key,)
    assert not {cut.key for cut in old} & {cut.key for cut in new}


def test_chunks_of_equal_words_have_all_their_places():
    ((_, old),), ((_, new),) = cut(10, "0123456789" * 3).items(), cut(15, "0123456789" * 3).items()
    assert [one.places for one in old] == [(Span(0, 10), Span(10, 20), Span(20, 30))]
    assert [found.shared for found in find_successions(old, new)] == [
        (Span(0, 10), Span(10, 15)),
        (Span(15, 20), Span(20, 30)),
    ]


def test_a_chunk_has_its_key_from_its_text_and_its_cutting_and_from_nothing_else():
    # S4-54: which vectors are made of a chunk, and by which model, is nothing that a pipeline is told.
    pipeline = Pipeline(EXACT, Chunking(100, 0, "size"))

    def keys(text: str, version: str = "3", made_by: Pipeline = pipeline) -> list[str]:
        built = build(POLICY, version, read_text(text), made_by)
        assert all(chunk.metadata == {} for chunk in built.artifacts)
        return [artifact.key for artifact in built.artifacts if artifact.kind is ArtifactKind.CHUNK]

    assert keys(TEXT) == keys(TEXT)
    assert not set(keys(TEXT)) & set(keys(TEXT, "4"))
    assert not set(keys(TEXT)) & set(keys(TEXT, made_by=Pipeline(EXACT, Chunking(101, 0, "size"))))


spans = st.tuples(st.integers(0, 20), st.integers(1, 9)).map(lambda pair: Span(pair[0], sum(pair)))
cuts = st.lists(st.lists(spans, min_size=1, max_size=3).map(tuple), max_size=5)


@given(cuts, cuts)
def test_two_chunks_are_linked_by_exactly_the_words_that_they_share(old, new):
    before = [Cut(f"c{n}", places) for n, places in enumerate(old)]
    after = [Cut(f"d{n}", places) for n, places in enumerate(new)]
    found = {(one.old, one.new): one.shared for one in find_successions(before, after)}
    for one in before:
        for other in after:
            shared = {a.intersect(b) for a in one.places for b in other.places} - {None}
            assert found.get((one.key, other.key), ()) == tuple(sorted(shared))
