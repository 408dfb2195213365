"""Real revisions through the real pipeline: bytes are read, texts are built, citations of chunks are found again.

The bars are those of relocation itself (issue 3): words that stand unchanged in a later revision are found in at least
99.9 of 100 cases, and nothing moves to a wrong place. Truth is string search, in the words that a page shows for HTML.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from lineage.evidence.bundle import Source
from lineage.evidence.relocation import CitedSpan, Moved, relocate
from lineage.evidence.vocabulary import ArtifactKind, ExtractionState, SourceKind
from lineage.pipeline.extract.reading import extract
from lineage.pipeline.run import SHIPPED, build
from lineage.text.anchoring import TextIndex
from lineage.text.span import Span, cover
from lineage.text.spanmap import SpanMap
from tests.evidence.test_relocation_samples import REVISIONS, RIGHT, place_of
from tests.formats.samples import needs_samples, sample_bytes, sample_path, sample_rows
from tests.pipeline.test_run import maps_of

pytestmark = needs_samples
PAGE = "self-hosted-configuration-html"
_TAG = re.compile(r"<[^>]*>?|^[^<>]*>")


class Made(NamedTuple):
    """What the pipeline made of a revision: its extract, and each chunk with its way to the extract."""

    extract: str
    chunks: tuple[SpanMap, ...]


def make(data: bytes, kind: SourceKind) -> Made:
    read = extract(data, kind)
    assert read.state is ExtractionState.READ, read.reason
    built = build(Source(key="document", kind=kind), "1", read, SHIPPED)
    # No map leads from the characters of a page to its bytes.
    mapped = tuple(made for made in built.transformations if made.derivations[0].segments is not None)
    found = maps_of(built._replace(transformations=mapped))
    maps = {output: (source, spans) for (source, output), (_, spans) in found.items()}
    chunks = [artifact.key for artifact in built.artifacts if artifact.kind is ArtifactKind.CHUNK]
    return Made(read.text, tuple(to_extract(chunk, maps, built.extract_key) for chunk in chunks))


def to_extract(key: str, maps: Mapping[str, tuple[str, SpanMap]], extract_key: str) -> SpanMap:
    source, spans = maps[key]
    return spans if source == extract_key else spans.compose(to_extract(source, maps, extract_key))


def documents(kind: SourceKind) -> Iterator[tuple[dict[int, Made], list[Mapping[str, Any]]]]:
    """Of each document the texts of every revision, and its spans."""
    for path in sorted(sample_path(REVISIONS).iterdir()):
        if (path.name == PAGE) == (kind is SourceKind.HTML):
            folder = f"{REVISIONS}/{path.name}"
            rows = sample_rows(f"{folder}/index.jsonl")
            texts = {row["revision"]: make(sample_bytes(f"{folder}/{row['file']}"), kind) for row in rows}
            yield texts, sample_rows(f"{folder}/spans.jsonl")


def facts(kind: SourceKind, old: Made, new: Made, span: Mapping[str, Any], later: str) -> tuple[Span, Span] | None:
    """Where the words of a span stand then and now, if once in both. Of a page, the words that it shows."""
    if kind is SourceKind.HTML:
        words = html.unescape(_TAG.sub("", span["quote"]))
        was, now = places(words, old.extract), places(words, new.extract)
        return (was[0], now[0]) if len(was) == len(now) == 1 else None
    truth, length = span["later"][later], span["end"] - span["start"]
    if truth["status"] != "exact_once":
        return None
    return Span(span["start"], span["end"]), Span(truth["start"], truth["start"] + length)


def places(words: str, text: str) -> list[Span]:
    """Where words stand in a text, however their lines are broken."""
    pattern = r"\s+".join(map(re.escape, words.split()))
    return [Span(*found.span()) for found in re.finditer(pattern, text)] if pattern else []


def cited_through_chunk(made: Made, span: Span) -> Span | None:
    """To where in the extract a citation of these words in a chunk leads; None where no chunk has them all."""
    for chunk in made.chunks:
        (forward,) = chunk.forward([span])
        kept = [piece.span for piece in forward if not piece.span.is_empty]
        if kept and cover(piece.span for piece in chunk.backward([cover(kept)])[0]).covers(span):
            return cover(piece.span for piece in chunk.backward([cover(kept)])[0] if not piece.span.is_empty)
    return None


class Asked(NamedTuple):
    """`is_in_chunk`: whether the words were cited in a chunk and traced back from there."""

    is_in_chunk: bool
    now: Span
    moved: Moved


def all_asked(kind: SourceKind) -> Iterator[Asked]:
    """Every span that stands once in both texts, in the next revisions and ten or more on."""
    for texts, spans in documents(kind):
        pairs: dict[tuple[int, int], list[tuple[Span, Span]]] = {}
        for span in spans:
            old = span["revision"]
            for later in span["later"]:
                new = int(later)
                if new - old in (1, 2) or new - old >= 10:
                    found = facts(kind, texts[old], texts[new], span, later)
                    if found is not None:
                        pairs.setdefault((old, new), []).append(found)
        for (old, new), asked in pairs.items():
            cited = [cited_through_chunk(texts[old], was) for was, _ in asked]
            moves = relocate(
                [CitedSpan(n, place or was) for n, (place, (was, _)) in enumerate(zip(cited, asked, strict=True))],
                texts[old].extract,
                [TextIndex(texts[new].extract)],
            )
            for place, (_, now), moved in zip(cited, asked, moves, strict=True):
                yield Asked(place is not None, now, moved)


# Of the 465 facts of the data set 357 are of Markdown and 108 of the page, some of which shows the same words twice.
@pytest.mark.parametrize(("kind", "least"), [(SourceKind.MARKDOWN, 357), (SourceKind.HTML, 85)])
def test_words_cited_in_chunks_of_real_revisions_are_found_where_they_stand(kind, least):
    counted: Counter[str] = Counter()
    for is_in_chunk, now, moved in all_asked(kind):
        place = place_of(moved)
        counted["all"] += 1
        counted["in a chunk"] += is_in_chunk
        counted["right"] += moved.outcome in RIGHT and place is not None and place.covers(now)
        # A clean place is the place.
        assert moved.new is None or moved.new.covers(now)
    assert counted["all"] >= least
    assert counted["in a chunk"] >= 0.9 * counted["all"]
    assert counted["right"] >= 0.999 * counted["all"]


def test_the_extract_of_a_markdown_file_is_its_text():
    for texts, spans in documents(SourceKind.MARKDOWN):
        for span in spans:
            assert Span(span["start"], span["end"]).slice(texts[span["revision"]].extract) == span["quote"]
