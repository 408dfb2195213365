"""What an adjudicator had before them, frozen: the way of every cited span, what judges and people said. Pure.

A chain names texts by key, span and digest and holds no word of any: so what was withdrawn, erased or masked later is
not read out of it, and it stays what it was however the source is processed again (S0-52).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from lineage.evidence.bundle import Citation, Claim, JudgeResult, case_key, claim_text, response_version
from lineage.evidence.digests import digest_text
from lineage.evidence.dossier import Dossier
from lineage.evidence.outcomes import Inspection, Place, Resolution
from lineage.evidence.paths import Hop, Trace, trace
from lineage.evidence.vocabulary import MalformedDetail, UnresolvedDetail
from lineage.text.span import Span

SCHEMA = "evidence-inspector/chain/1"
# Any other detail may repeat words of the text.
DETAILS = frozenset({*MalformedDetail, *UnresolvedDetail})
MADE_BY = ("tool", "tool_version", "model", "model_version")


def chain_of(
    dossier: Dossier,
    inspection: Inspection,
    claim: Claim,
    *,
    today: str,
    later: Mapping[str, Any],
    labels: Mapping[str, str],
    verdicts: Iterable[Mapping[str, Any]],
    judges_shown: bool,
) -> dict[str, Any]:
    """As plain JSON values. `today` is the digest of the evidence, `later` what runs found of it by citation.

    `labels` are those of guideline and adjudication policy; `verdicts` are those that are settled.
    `judges_shown`: whether the adjudicator was shown what judges said.
    """
    resolutions = {resolution.citation: resolution for resolution in inspection.resolutions}
    about = next((found for found in inspection.claims if found.claim == claim.key), None)
    return {
        "schema": SCHEMA,
        "case": case_key(dossier.answer.case),
        "response_version": response_version(dossier.answer),
        "claim": {"key": claim.key, "kind": str(claim.kind), "words": _words_digest(claim_text(dossier.answer, claim))},
        "evidence": today,
        "inspected": {
            "dossier": inspection.dossier_digest,
            "engine": inspection.engine,
            "policy": inspection.policy,
            "as_of": inspection.as_of.isoformat(),
            "decision": str(inspection.decision),
            "diagnosis": str(about.diagnosis) if about else None,
            "badges": {str(badge.contract): str(badge.outcome) for badge in about.badges} if about else {},
        },
        "labels": dict(labels),
        "citations": [
            _citation(dossier, citation, resolutions[citation.key])
            for citation in dossier.citations_of(claim.key)
            if citation.key in resolutions
        ],
        "later": dict(later),
        "judges": [_judge(result) for result in dossier.judge_results if result.claim == claim.key],
        "judges_shown": judges_shown,
        "verdicts": [dict(verdict) for verdict in verdicts],
    }


def artifacts_in(chain: Mapping[str, Any]) -> set[str]:
    """The keys of all texts that a chain names: what must be readable to whoever is shown more than digests."""
    found: set[str] = set()
    waiting: list[Any] = [chain.get("citations"), chain.get("later"), chain.get("verdicts")]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            found |= {value[name] for name in ("artifact", "input", "output") if isinstance(value.get(name), str)}
            waiting += value.values()
    return found


def _citation(dossier: Dossier, citation: Citation, found: Resolution) -> dict[str, Any]:
    text = dossier.find_text(found.artifact) if found.artifact is not None else None
    way = None
    if found.artifact is not None and text is not None:
        way = trace(dossier, found.artifact, found.span or Span(0, len(text)))
    return {
        "citation": citation.key,
        "status": str(found.status),
        "detail": str(found.detail) if found.detail in DETAILS else None,
        "failing_step": str(found.failing_step) if found.failing_step else None,
        "steps": [[str(step.step), str(step.outcome)] for step in found.steps],
        "artifact": found.artifact,
        "digest": dossier.find_digest(found.artifact) if found.artifact else None,
        "entry": found.entry,
        "span": list(found.span) if found.span else None,
        "whole": found.whole,
        "origin": str(found.origin) if found.origin else None,
        "freshness": str(found.freshness),
        "operations": list(found.operations),
        "primary": [_place(dossier, place) for place in found.primary],
        "elsewhere": [_place(dossier, place) for place in found.elsewhere],
        "candidates": [list(span) for span in found.candidates],
        "way": _way(dossier, way) if way is not None else None,
    }


def _place(dossier: Dossier, place: Place) -> dict[str, Any]:
    where = {"artifact": place.artifact, "source": place.source, "version": place.version, "span": list(place.span)}
    return where | {"digest": dossier.find_digest(place.artifact)}


def _way(dossier: Dossier, way: Trace) -> dict[str, Any]:
    return {
        "reach": str(way.reach),
        "confidence": way.confidence,
        "places": [_place(dossier, place) for place in way.places],
        "hops": [_hop(dossier, hop) for hop in way.hops],
    }


def _hop(dossier: Dossier, hop: Hop) -> dict[str, Any]:
    made, edge = hop.edge.transformation, hop.edge.derivation
    return {
        "transformation": made.key,
        "kind": str(made.kind),
        "mediation": str(made.mediation),
        "by": {name: value for name in MADE_BY if (value := getattr(made, name))},
        "prompt": made.prompt_digest,
        "output": edge.output,
        "output_digest": dossier.find_digest(edge.output),
        "output_span": list(hop.output),
        "input": edge.input,
        "input_digest": dossier.find_digest(edge.input),
        "input_spans": [list(span) for span in hop.inputs],
        "verified": hop.verified,
    }


def _judge(result: JudgeResult) -> dict[str, Any]:
    return {
        "citation": result.citation,
        "evaluator": result.evaluator,
        "version": result.version,
        "configuration": result.configuration_digest,
        "attempt": result.attempt,
        "scope": str(result.scope),
        "status": str(result.status),
        "verdict": str(result.verdict) if result.verdict else None,
        "score": result.score,
        "read": result.input_digest or _words_digest(result.input_text),
        "reason": _words_digest(result.reason),
    }


def _words_digest(words: str | None) -> str | None:
    # A lone surrogate has no UTF-8, and a digest all the same.
    return digest_text(words.encode("utf-8", "replace").decode()) if words else None
