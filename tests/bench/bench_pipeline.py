"""A whole pipeline over 2 MB of Markdown: extract, normalized text and chunks, every step with its map."""

from statistics import median
from time import process_time

from lineage.evidence.bundle import Source
from lineage.evidence.vocabulary import ArtifactKind, SourceKind
from lineage.pipeline.chunking import Chunking
from lineage.pipeline.run import SHIPPED, Pipeline, build
from lineage.text.normalization import DEFAULT
from tests.bench.data import Writer
from tests.pipeline.readings import read_text

LENGTH, LINES_OF_A_SECTION = 2_000_000, 40
MOST_SECONDS = 2.0


def test_two_megabytes_become_chunks_with_maps_in_a_moment() -> None:
    lines = Writer.seeded(3).write(LENGTH, line=90).split("\n")
    for place in range(0, len(lines), LINES_OF_A_SECTION):
        lines[place] = f"\n## Section {place}\n\n{lines[place]}"
    read = read_text("\n".join(lines))
    source = Source(key="handbook", kind=SourceKind.MARKDOWN)
    by_size = Pipeline(DEFAULT, Chunking(1200, 150, "size"))
    built = build(source, "1", read, SHIPPED)
    chunks = sum(artifact.kind is ArtifactKind.CHUNK for artifact in built.artifacts)
    assert chunks >= len(lines) // LINES_OF_A_SECTION
    for name, pipeline in (("by section", SHIPPED), ("by size", by_size)):
        taken = []
        for _ in range(3):
            before = process_time()
            build(source, "1", read, pipeline)
            taken.append(process_time() - before)
        print(f"\n  {len(read.text)} code points, {name}: {median(taken):.2f} s of processor time, {chunks} chunks")
        assert median(taken) < MOST_SECONDS
