"""The way of the selected span, stage by stage, from the original to what the answer was given. Pure."""

from inspector.pages.claim_differences import difference
from inspector.pages.claim_losses import loss_words
from inspector.pages.claim_passages import passage_of
from inspector.pages.claim_reading import Reading
from inspector.pages.drawing import Layer
from inspector.pages.evidence_view import (
    Difference,
    DigestCell,
    PathStage,
    Said,
)
from inspector.pages.states import (
    STATE_OF_ORIGIN,
)
from lineage.evidence.bundle import Artifact, Transformation
from lineage.evidence.digests import digest_text
from lineage.evidence.paths import Hop, Trace
from lineage.evidence.rules.evaluation import supplied_text
from lineage.evidence.vocabulary import Mediation, Origin
from lineage.text.segments import SegmentKind
from lineage.text.span import cover

SUPPLIED, JUDGED, RENDERED, RAW = "supplied to the answer", "read by the judge", "rendered card", "raw bytes"


def path_of(reading: Reading) -> tuple[PathStage, ...]:
    """From the original to the passage that the answer was given; only the opened stage carries its text."""
    traced = reading.way
    resolution = reading.resolution
    if traced is None or resolution is None or resolution.artifact is None:
        return ()
    stages: list[PathStage] = []
    for artifact, hop in upstream_first(reading, traced, resolution.artifact):
        stages.append(_stage(reading, artifact, hop, len(stages) + 1))
    if resolution.entry is not None:
        stages.append(_supplied_stage(reading, resolution.entry, len(stages) + 1))
    return tuple(stages)


def upstream_first(reading: Reading, traced: Trace, cited: str) -> list[tuple[Artifact, Hop | None]]:
    """Each artifact of the way once, originals first, with the hop that made it; merged inputs follow one another."""
    made: dict[str, Hop] = {}
    for hop in traced.hops:
        made.setdefault(hop.edge.derivation.output, hop)
    order: dict[str, None] = {}
    for key in [place.artifact for place in traced.places]:
        order[key] = None
    for hop in reversed(traced.hops):
        order.setdefault(hop.edge.derivation.input, None)
        order.pop(hop.edge.derivation.output, None)
        order[hop.edge.derivation.output] = None
    order.pop(cited, None)
    order[cited] = None
    artifacts = reading.dossier.artifacts
    return [(artifacts[key], made.get(key)) for key in order if key in artifacts]


def _stage(reading: Reading, artifact: Artifact, hop: Hop | None, ordinal: int) -> PathStage:
    is_open = reading.selection.stage == ordinal
    masked = artifact.key in reading.masked
    made = hop.edge.transformation if hop else None
    generated = artifact.origin in (Origin.GENERATED, Origin.MIXED)
    state = _state(artifact, hop)
    layers = [Layer("", hop.output, ("hl", "hl-here"))] if hop and artifact.text is not None else []
    return PathStage(
        ordinal=ordinal,
        name=artifact.kind.label,
        look="generated"
        if generated
        else "fail"
        if state.state == "fail"
        else "absent"
        if state.state == "absent"
        else "",
        state=state,
        how=_how(artifact, made),
        digest=DigestCell(None if masked else reading.dossier.find_digest(artifact.key), "digest"),
        url=reading.address(stage=ordinal) + "#way",
        is_open=is_open,
        note=_note(reading, artifact, hop),
        passage=passage_of(reading, artifact, f"{artifact.kind.label}, {artifact.origin.label}", layers)
        if is_open
        else None,
        difference=_change(reading, hop) if is_open and not masked else None,
        prompt_digest=DigestCell(made.prompt_digest, "prompt") if made and made.mediation is Mediation.MODEL else None,
    )


def _state(artifact: Artifact, hop: Hop | None) -> Said:
    if hop is None:
        return Said(artifact.origin.label, STATE_OF_ORIGIN.get(artifact.origin, "absent"))
    if hop.edge.derivation.segments is None:
        return Said("no map was kept", "absent")
    if hop.verified is False:
        return Said("the map does not hold", "fail")
    if hop.verified is None:
        look = "generated" if artifact.origin is Origin.GENERATED else "unclear"
        return Said(f"{artifact.origin.label}; its map cannot be checked by code", look)
    return Said(f"{artifact.origin.label}, map verified", "pass")


def _how(artifact: Artifact, made: Transformation | None) -> tuple[tuple[str, str], ...]:
    if made is None:
        return (("kept as", artifact.key),)
    tool = " ".join(part for part in (made.tool, made.tool_version) if part)
    model = " ".join(part for part in (made.model, made.model_version) if part)
    lines = [("by", made.mediation.label), ("step", made.kind.label)]
    lines.append(("model", model) if made.mediation is Mediation.MODEL else ("tool", tool))
    if made.executed_at is not None:
        lines.append(("at", f"{made.executed_at:%Y-%m-%d %H:%M} UTC"))
    return tuple(lines)


def _note(reading: Reading, artifact: Artifact, hop: Hop | None) -> str:
    """What is wrong with the step, else its lowest confidence; and the qualifiers that it lost."""
    lost = [loss_words(one) for one in reading.losses if one.artifact == artifact.key]
    said = (hop.reason if hop else "") or _weakest(reading, hop)
    return "; ".join(part for part in (*lost, said) if part)


def _weakest(reading: Reading, hop: Hop | None) -> str:
    segments = reading.dossier.segments_of(hop.edge) if hop else ()
    confidences = [segment.confidence for segment in segments if segment.confidence is not None]
    return f"lowest confidence of this step: {min(confidences):.2f}" if confidences else ""


def _change(reading: Reading, hop: Hop | None) -> Difference | None:
    """The words before and after the step, where it changed any."""
    if hop is None or not hop.inputs:
        return None
    source, output = (reading.dossier.find_text(key) for key in (hop.edge.derivation.input, hop.edge.derivation.output))
    if source is None or output is None or hop.edge.derivation.input in reading.masked:
        return None
    translated = any(s.kind is SegmentKind.TRANSLATED for s in reading.dossier.segments_of(hop.edge))
    before, after = cover(hop.inputs).slice(source), hop.output.slice(output)
    return None if translated or before == after else difference("the input", before, "the output", after)


def _supplied_stage(reading: Reading, label: str, ordinal: int) -> PathStage:
    entry = reading.dossier.entries[label][0]
    text = supplied_text(reading.dossier, label, entry.artifact)
    parts = ", ".join(f"{part.artifact} ({part.addition.label})" for part in entry.parts)
    masked = entry.artifact in reading.masked
    return PathStage(
        ordinal=ordinal,
        name=SUPPLIED,
        look="",
        state=Said(f"as {label}", "pass"),
        how=(
            ("position", str(entry.position) if entry.position is not None else ""),
            *((("parts", parts),) if parts else ()),
        ),
        digest=DigestCell(digest_text(text) if text is not None and not masked else None, "digest"),
        url=reading.address(stage=ordinal) + "#way",
        is_open=reading.selection.stage == ordinal,
        passage=passage_of(
            reading,
            reading.dossier.artifacts[entry.artifact],
            "what was supplied",
            [Layer("", entry.supplied, ("hl-other", "hl"))] if entry.supplied else [],
        )
        if reading.selection.stage == ordinal
        else None,
    )
