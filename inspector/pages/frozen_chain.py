"""A frozen chain as it is drawn: what was seen when a disagreement was settled, whatever was processed since. Pure."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from inspector.frozen_chains import SCHEMA
from inspector.pages.claim_reading import Reading
from inspector.pages.evidence_view import Said
from inspector.pages.settlement_view import ChainCitation, ChainJudge, ChainPanel, ChainStep
from inspector.pages.states import STATE_OF_STATUS
from lineage.evidence.digests import digest_bytes, digest_from_raw
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import JudgeStatus, JudgeVerdict, Mediation, ResolutionStatus, TransformationKind
from lineage.models.content import ContentAbsent

ERASED = "The chain named what was erased since, and went with it. Its digest stays."
UNKNOWN = "The chain is of a kind that this version does not know; its digest stays."
VERIFIED = {
    True: Said("map holds", "pass"),
    False: Said("map does not hold", "fail"),
    None: Said("not provable by code", "none"),
}


def panel_of(reading: Reading, settled: Any, hidden: str) -> ChainPanel:
    """`hidden` stands in its place for who may not read what it names, or is not to know yet what judges said."""
    digest = digest_from_raw(bytes(settled.chain_digest))
    if hidden:
        return ChainPanel(digest=digest, why_not=hidden)
    try:
        body = settled.chain.get_bytes()
    except ContentAbsent:
        return ChainPanel(digest=digest, why_not=ERASED)
    chain: Any = load_json(body)
    if chain.get("schema") != SCHEMA:
        return ChainPanel(digest=digest, why_not=UNKNOWN)
    inspected = chain["inspected"]
    return ChainPanel(
        digest=digest,
        is_whole=digest_bytes(body) == digest,
        dossier=inspected["dossier"],
        engine=inspected["engine"],
        policy=inspected["policy"],
        as_of=datetime.fromisoformat(inspected["as_of"]),
        is_as_today=inspected["dossier"] == reading.inspection.dossier_digest,
        citations=tuple(_citation(found) for found in chain["citations"]),
        judges=tuple(_judge(found) for found in chain["judges"]),
        judges_shown=chain["judges_shown"],
        text=json.dumps(chain, indent=1, ensure_ascii=False, sort_keys=True),
    )


def _citation(found: Mapping[str, Any]) -> ChainCitation:
    status = ResolutionStatus(found["status"])
    way = found["way"] or {"reach": "", "hops": []}
    return ChainCitation(
        citation=found["citation"],
        said=Said(status.label, STATE_OF_STATUS.get(status, "fail"), status.value, status.meaning),
        artifact=found["artifact"] or "",
        span="the whole passage" if found["whole"] else _span(found["span"]),
        digest=found["digest"],
        reach=way["reach"],
        steps=tuple(_step(hop) for hop in way["hops"]),
    )


def _step(hop: Mapping[str, Any]) -> ChainStep:
    kind, mediation = TransformationKind(hop["kind"]), Mediation(hop["mediation"])
    by = " ".join(hop["by"].values())
    return ChainStep(
        output=hop["output"],
        output_span=_span(hop["output_span"]),
        made=f"{kind.label}, {mediation.label}{f', {by}' if by else ''}",
        input=hop["input"],
        input_spans="; ".join(_span(span) for span in hop["input_spans"]) or "nowhere",
        verified=VERIFIED[hop["verified"]],
    )


def _judge(found: Mapping[str, Any]) -> ChainJudge:
    status = JudgeStatus(found["status"])
    is_done = status is JudgeStatus.COMPLETED and found["score"] is not None
    return ChainJudge(
        evaluator=" ".join(part for part in (found["evaluator"], found["version"]) if part),
        attempt=found["attempt"],
        status=status.label,
        score=f"{found['score']:g}" if is_done else "",
        verdict=JudgeVerdict(found["verdict"]).label if found["verdict"] else "",
    )


def _span(span: Any) -> str:
    return f"characters {span[0]} to {span[1]}" if span else "not known"
