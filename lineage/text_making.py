"""The texts of a version, made from its bytes by a run's pipeline and kept as any others are: with their maps.

What came of reading the bytes is recorded last, when every text is there: so a version of which a worker left texts
half made is known by it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.http import parse_header_parameters

from lineage.bulk import in_parts
from lineage.evidence.bundle import Artifact, Source, Transformation
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.vocabulary import ArtifactKind, ExtractionState, RunTrigger, SourceKind, WorkKind
from lineage.extractions import find_extraction, keep_extraction, read_whole
from lineage.failing import Unpreparable
from lineage.graph import Graph, find_conflict, find_existing
from lineage.graph_rows import Shelf, stage_contents, write_graph
from lineage.ingest import lock_contents
from lineage.leases import held
from lineage.lifecycle_asking import may_be_written
from lineage.models import rows
from lineage.models.content import ContentAbsent
from lineage.pipeline.extraction import Extraction
from lineage.pipeline.run import SHIPPED, Built, Pipeline, build, key_base
from lineage.run_ending import WORKER
from lineage.sandbox import PLAIN, extract_safely

PART = 100
"""Derivations in one transaction: their maps are verified in it, while others wait to write."""


def make_texts(run: rows.Run, item: rows.WorkItem) -> Mapping[str, Any]:
    """Reads the bytes of the version and makes its texts by the run's pipeline, or the shipped one; that one as JSON.

    Raises Unpreparable, where no text is had of the bytes too: that is recorded, and both stay. Raises Fenced.
    """
    extraction = read_bytes(run)
    if extraction.state != ExtractionState.READ:
        with held(item):
            require_here(run)
            keep_extraction(run.version, extraction, None)
        raise Unpreparable(f"Version {run.version.version} was not read: {explain(extraction)}")
    try:
        pipeline = Pipeline.from_json(run.pipeline) if run.pipeline else SHIPPED
        source = as_source(run.source)
        built = build(source, run.version.version, extraction, pipeline, digest_from_raw(run.version.raw.sha256))
    except ValueError as fault:
        raise Unpreparable(str(fault)) from fault
    keep(run, item, source, built)
    with held(item):
        require_here(run)
        extract = rows.Artifact.objects.get(tenant_id=run.tenant_id, key=built.extract_key)
        keep_extraction(run.version, extraction, extract.pk)
    return pipeline.to_json()


def is_half_made(run: rows.Run, item: rows.WorkItem) -> bool:
    """Whether somebody began to make texts of the version's bytes, made some, and did not come to the end of it."""
    others = rows.WorkItem.objects.filter(run__version=run.version, kind=WorkKind.PREPARE.value, attempt__gt=0)
    if item.attempt < 2 and not others.exclude(pk=item.pk).exists():
        return False
    ours = f"{key_base(run.source.key, run.version.version)}/"
    extracts = rows.Artifact.objects.filter(version=run.version, kind=ArtifactKind.CANONICAL_EXTRACT.value)
    keys = extracts.values_list("key", flat=True)
    if not any(key.startswith(ours) for key in keys):
        return False
    return not rows.Extraction.objects.filter(version=run.version, state=ExtractionState.READ.value).exists()


def read_bytes(run: rows.Run) -> Extraction:
    """What was read of the version before, unless the run is there to read it anew; else what is read now."""
    known = find_extraction(run.version_id) if run.trigger != RunTrigger.NEW_EXTRACTION else None
    if known is not None and known.state == ExtractionState.READ:
        whole = read_whole(known)
        if whole is not None:
            return whole
    try:
        data = run.version.raw.get_bytes()
    except ContentAbsent:
        raise Unpreparable(f"The bytes of version {run.version.version} are not kept here any more.") from None
    return extract_safely(data, SourceKind(run.source.kind), encoding=declared_encoding(run.version.media_type))


def declared_encoding(media_type: str) -> str:
    """The character set that came with the bytes, such as that of `text/html; charset=windows-1252`; else empty."""
    try:
        return str(parse_header_parameters(media_type)[1].get("charset", ""))
    except ValueError:
        # A bundle may bring any media type, also one that is none.
        return ""


def explain(extraction: Extraction) -> str:
    return extraction.reason or f"{extraction.state.label}. {extraction.state.meaning}"


def as_source(row: rows.Source) -> Source:
    """The source as a pipeline needs it. Texts of plain sources bear no language: those that were made before it was
    asked for bear none, and under equal keys stands equal content.
    """
    kind = SourceKind(row.kind)
    return Source(key=row.key, kind=kind, language="" if kind in PLAIN else row.language)


def keep(run: rows.Run, item: rows.WorkItem, source: Source, built: Built) -> None:
    """Writes what was built, a part at a time, each under the lease. What is kept already is left as it is."""
    artifacts = {artifact.key: artifact for artifact in built.artifacts}
    for transformation in in_small_steps(built.transformations):
        ends = sorted({end for made in transformation.derivations for end in (made.input, made.output)})
        write_part(run, item, source, [artifacts[end] for end in ends], [transformation])
    write_part(run, item, source, [artifacts[built.extract_key]], [])


def require_here(run: rows.Run) -> None:
    """Inside a transaction. Raises Unpreparable for a version that was deleted while its bytes were read."""
    if not may_be_written(run.version):
        raise Unpreparable(f"Version {run.version.version} was deleted in the meantime.")


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
        require_here(run)
        lock_contents(run.tenant_id)
        existing = find_existing(run.tenant_id, graph)
        conflict = find_conflict(existing, [], artifacts, transformations)
        if conflict is None:
            shelf = Shelf(run.tenant_id)
            stage_contents(shelf, graph, existing)
            shelf.write_contents()
            write_graph(shelf, graph, existing, WORKER)
    if conflict is not None:
        raise Unpreparable(f"The texts of this version cannot be kept: {conflict}.")
