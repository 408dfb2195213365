"""The stages of a path from raw bytes to the cited passage, and how each came from another. Pure.

What nobody recorded is a stage too: a break in the chain is seen, never left out (S0-01).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from inspector.pages.claim_path import upstream_first
from inspector.pages.claim_reading import Reading
from inspector.pages.path_view import Stage, StageLink
from lineage.evidence.bundle import Artifact, Transformation
from lineage.evidence.dossier import Edge
from lineage.evidence.paths import Hop
from lineage.evidence.upstream import Upstream, upstream_of
from lineage.evidence.vocabulary import ArtifactKind, Mediation, Origin

NOT_RECORDED = "not recorded"
# Two stages that every answer has share one place in the picture, whichever citation leads there.
REQUEST, ANSWER, CARD = ":request", ":answer", ":card"


@dataclass(slots=True)
class Gathered:
    """Stages in the order of the work, and the links among them, each once."""

    stages: dict[str, Stage] = field(default_factory=dict)
    links: dict[tuple[str, str], StageLink] = field(default_factory=dict)

    def add(self, stage: Stage) -> str:
        self.stages.setdefault(stage.key, stage)
        return stage.key

    def join(self, source: str, target: str, state: str, words: str) -> None:
        self.links.setdefault((source, target), StageLink(source, target, state, words))


def gather_upstream(found: Gathered, reading: Reading, artifact_key: str) -> None:
    """The stages from raw bytes to an artifact, and its packed parts where no step says what it was made of."""
    upstream = upstream_of(reading.dossier, artifact_key, reading.way)
    urls = _urls(reading, artifact_key)
    _gather(found, reading, upstream, urls)
    entries = reading.dossier.entries.get(reading.resolution.entry or "", ()) if reading.resolution else ()
    made_of = {edge.derivation.input for edge in upstream.edges if edge.derivation.output == artifact_key}
    for part in (part for entry in entries if entry.artifact == artifact_key for part in entry.parts):
        if part.artifact not in {*made_of, artifact_key} and part.artifact in reading.dossier.artifacts:
            _gather(found, reading, upstream_of(reading.dossier, part.artifact, None), urls)
            found.join(part.artifact, artifact_key, "missing", f"a part ({part.addition.label}), no step recorded")


def _gather(found: Gathered, reading: Reading, upstream: Upstream, urls: dict[str, str]) -> None:
    hops = (
        {(hop.edge.derivation.output, hop.edge.derivation.input): hop for hop in reading.way.hops}
        if reading.way
        else {}
    )
    begun = {edge.derivation.output for edge in upstream.edges}
    made = {edge.derivation.output: edge.transformation for edge in upstream.edges}
    for key in upstream.artifacts:
        artifact = reading.dossier.artifacts.get(key)
        if artifact is None:
            found.add(Stage(key, "a text", "absent", NOT_RECORDED, key))
            continue
        if key not in begun and artifact.kind is not ArtifactKind.RAW_SOURCE:
            _gather_beginning(found, reading, artifact)
        found.add(_stage(reading, artifact, made.get(key), urls))
    for edge in upstream.edges:
        state, words = _state(edge, hops.get((edge.derivation.output, edge.derivation.input)))
        found.join(edge.derivation.input, edge.derivation.output, state, words)


def _gather_beginning(found: Gathered, reading: Reading, artifact: Artifact) -> None:
    """What stands before a text whose making nobody recorded: the bytes of its source, or a gap."""
    if artifact.origin not in (Origin.ORIGINAL, Origin.DERIVED):
        key = found.add(Stage(f"before:{artifact.key}", "made from", "absent", NOT_RECORDED))
        found.join(key, artifact.key, "missing", "nobody recorded what it was made from")
        return
    version = reading.dossier.find_version(artifact)
    checksum = version.checksum if version else None
    look, word = ("original", "") if checksum else ("absent", NOT_RECORDED)
    name = f"raw:{artifact.source or artifact.key}:{artifact.version or ''}"
    subject = f"{artifact.source} {artifact.version or ''}".strip() if artifact.source else ""
    key = found.add(Stage(name, "raw bytes", look, word, subject, "", checksum, _source_url(reading, artifact)))
    found.join(key, artifact.key, "missing", "the step was not recorded")


def _stage(reading: Reading, artifact: Artifact, made: Transformation | None, urls: dict[str, str]) -> Stage:
    is_raw = artifact.kind is ArtifactKind.RAW_SOURCE
    version = reading.dossier.find_version(artifact)
    digest = reading.dossier.find_digest(artifact.key) or (version.checksum if is_raw and version else None)
    is_kept = digest is not None
    look = artifact.origin.value if artifact.origin is not Origin.UNRESOLVED else "absent"
    word = "" if artifact.origin in (Origin.ORIGINAL, Origin.DERIVED) else artifact.origin.label
    return Stage(
        artifact.key,
        "raw bytes" if is_raw else artifact.kind.label,
        look if is_kept else "absent",
        word if is_kept else "not kept",
        artifact.key,
        made_by(made),
        digest,
        urls.get(artifact.key) or (_source_url(reading, artifact) if is_raw else "#hashes-title"),
    )


def made_by(made: Transformation | None) -> str:
    """The step that made a text, in words; empty where nobody recorded one."""
    if made is None:
        return ""
    named = {Mediation.MODEL: (made.model, made.model_version), Mediation.HUMAN: (made.operator, "")}
    who = " ".join(part for part in named.get(made.mediation, (made.tool, made.tool_version)) if part)
    return f"{made.kind.label} by {made.mediation.label}, {who or NOT_RECORDED} ({made.key})"


def _state(edge: Edge, hop: Hop | None) -> tuple[str, str]:
    if edge.derivation.segments is None:
        return "missing", "no map was kept"
    if hop is None:
        return "plain", "its map was not followed"
    if hop.verified is False:
        return "failed", f"the map does not hold: {hop.reason}"
    if hop.verified is None:
        return "unverified", "a map that code cannot check"
    return "verified", "map verified"


def _urls(reading: Reading, artifact_key: str) -> dict[str, str]:
    """The address of each stage that the list below the picture opens."""
    if reading.way is None:
        return {}
    stages: Iterable[tuple[Artifact, Hop | None]] = upstream_first(reading, reading.way, artifact_key)
    return {artifact.key: reading.address(stage=n) + "#way" for n, (artifact, _) in enumerate(stages, start=1)}


def _source_url(reading: Reading, artifact: Artifact) -> str:
    known = reading.version_urls.get((artifact.source or "", artifact.version or ""))
    return known or f"{reading.address()}#hashes-title"
