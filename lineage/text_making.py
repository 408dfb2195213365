"""The texts of a version, made from its bytes by a run's pipeline and kept as any others are: with their maps."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lineage.bulk import in_parts
from lineage.evidence.bundle import Artifact, Source, Transformation
from lineage.evidence.vocabulary import SourceKind
from lineage.failing import Unpreparable
from lineage.graph import Graph, find_conflict, find_existing
from lineage.graph_rows import Shelf, stage_contents, write_graph
from lineage.leases import held
from lineage.models import rows
from lineage.pipeline.extract.text import NotText
from lineage.pipeline.run import SHIPPED, Built, Pipeline, build
from lineage.run_ending import WORKER

PART = 100
"""Derivations in one transaction: their maps are verified in it, while others wait to write."""


def make_texts(run: rows.Run, item: rows.WorkItem) -> Mapping[str, Any]:
    """Makes the texts of the version by the run's pipeline, or the shipped one; that pipeline as JSON.

    Raises Unpreparable, Fenced.
    """
    try:
        pipeline = Pipeline.from_json(run.pipeline) if run.pipeline else SHIPPED
        source = Source(key=run.source.key, kind=SourceKind(run.source.kind))
        built = build(source, run.version.version, run.version.raw.get_bytes(), pipeline)
    except (NotText, ValueError) as fault:
        raise Unpreparable(str(fault)) from fault
    keep(run, item, source, built)
    return pipeline.to_json()


def keep(run: rows.Run, item: rows.WorkItem, source: Source, built: Built) -> None:
    """Writes what was built, a part at a time, each under the lease. What is kept already is left as it is."""
    artifacts = {artifact.key: artifact for artifact in built.artifacts}
    for transformation in in_small_steps(built.transformations):
        ends = sorted({end for made in transformation.derivations for end in (made.input, made.output)})
        write_part(run, item, source, [artifacts[end] for end in ends], [transformation])
    write_part(run, item, source, [artifacts[built.extract_key]], [])


def in_small_steps(transformations: Sequence[Transformation]) -> Iterator[Transformation]:
    for transformation in transformations:
        for part in in_parts(transformation.derivations, PART):
            yield replace(transformation, derivations=tuple(part))


def write_part(
    run: rows.Run,
    item: rows.WorkItem,
    source: Source,
    artifacts: Sequence[Artifact],
    transformations: Sequence[Transformation],
) -> None:
    graph = Graph()
    graph.add([source], artifacts, transformations)
    with held(item):
        existing = find_existing(run.tenant_id, graph)
        conflict = find_conflict(existing, [], artifacts, transformations)
        if conflict is None:
            shelf = Shelf(run.tenant_id)
            stage_contents(shelf, graph, existing)
            shelf.write_contents()
            write_graph(shelf, graph, existing, WORKER)
    if conflict is not None:
        raise Unpreparable(f"The texts of this version cannot be kept: {conflict}.")
