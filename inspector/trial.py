"""One trial in a process of its own: bytes on standard input, what the linter says of them on standard output.

`python -m inspector.trial` knows no Django, no settings and no database, may write no file, and ends by itself when it
has had its share of time and memory: the work that a payload of two megabytes asks for can be without bound.
"""

import json
import resource
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from inspector.pasting import PastedPassage, bundle_of
from lineage.evidence.bundle import Artifact, Citation, claim_text
from lineage.evidence.dossier import Dossier
from lineage.evidence.inspection import inspect
from lineage.evidence.outcomes import Resolution
from lineage.evidence.policy import DEFAULT_POLICY
from lineage.evidence.reading import Problem
from lineage.evidence.vocabulary import Origin
from lineage.formats.registry import read_payload
from lineage.formats.report import Inspected, answer_report, as_json, as_text
from lineage.text.span import Span

PROCESSOR_SECONDS = 10
MEMORY_BYTES = 2 * 2**30
MOST_ANSWERS = 20
MOST_CLAIMS = 100
MOST_CITATIONS = 10
MOST_FINDINGS = 200
MOST_PROBLEMS = 100
LONGEST_REPORT = 400_000
EXCERPT = 480
LONGEST_CLAIM = 2_000


class Asked(NamedTuple):
    """What is to be tried: a file (`name`, `form`, its bytes), or words that were pasted (`pasted`)."""

    name: str
    form: str
    as_of: datetime
    data: bytes
    pasted: Mapping[str, Any] | None = None


def read_request(sent: bytes) -> Asked:
    """A line of JSON, then the bytes of the file."""
    head, _, data = sent.partition(b"\n")
    told = json.loads(head)
    return Asked(told["name"], told["format"], datetime.fromisoformat(told["as_of"]), data, told.get("pasted"))


def write_request(asked: Asked) -> bytes:
    head = {"name": asked.name, "format": asked.form, "as_of": asked.as_of.isoformat(), "pasted": asked.pasted}
    return json.dumps(head).encode() + b"\n" + asked.data


def run_trial(asked: Asked) -> dict[str, Any]:
    """What the page shows, as plain JSON: the linter's report, cut to what a page bears, and excerpts of the texts."""
    data, form, bundle = asked.data, asked.form, ""
    if asked.pasted is not None:
        passages = [PastedPassage(label, Origin(origin), text) for label, origin, text in asked.pasted["passages"]]
        pasted = bundle_of(asked.pasted["question"], asked.pasted["answer"], passages)
        bundle = json.dumps(pasted, ensure_ascii=False, indent=1)
        data, form = bundle.encode(), "native"
    reading = read_payload(data, form)
    problems = [p._replace(place=f"{asked.name}: {p.place}" if p.place else asked.name) for p in reading.problems]
    tried = reading.answers[:MOST_ANSWERS]
    dossiers = [reading.dossier(answer) for _, answer in tried]
    inspected = [
        Inspected(f"{asked.name} {place}".strip(), answer, inspect(dossier, DEFAULT_POLICY, asked.as_of))
        for (place, answer), dossier in zip(tried, dossiers, strict=True)
    ]
    if not inspected and not problems:
        problems = [Problem(asked.name, "", "there is no answer in this file")]
    written = as_json(inspected, problems)
    return {
        "answers": [_answer(found, dossier) for found, dossier in zip(inspected, dossiers, strict=True)],
        "answers_left_out": len(reading.answers) - len(tried),
        "problems": [list(problem) for problem in problems[:MOST_PROBLEMS]],
        "problems_left_out": len(problems[MOST_PROBLEMS:]),
        "counted": as_text(inspected, problems).splitlines()[-1],
        "report": written if len(written) <= LONGEST_REPORT else "",
        "bundle": bundle if len(bundle) <= LONGEST_REPORT else "",
    }


def _answer(found: Inspected, dossier: Dossier) -> dict[str, Any]:
    report = answer_report(found.answer, found.inspection)
    claims = found.answer.claims[:MOST_CLAIMS]
    resolved = {resolution.citation: resolution for resolution in found.inspection.resolutions}
    shown = {claim.key: dossier.citations_of(claim.key) for claim in claims}
    orphans = [citation for citation in found.answer.citations if citation.claim is None]
    said = {claim["claim"]: claim for claim in report["claims"]}
    return {
        "place": found.place,
        "name": found.name,
        "question": (found.answer.case.question or "")[:LONGEST_CLAIM],
        "decision": report["decision"],
        "policy": report["policy"],
        "claims": [
            said[claim.key]
            | {
                "text": (claim_text(found.answer, claim) or "")[:LONGEST_CLAIM],
                "citations": list(_citations(dossier, shown[claim.key][:MOST_CITATIONS], resolved)),
                "citations_left_out": len(shown[claim.key][MOST_CITATIONS:]),
            }
            for claim in claims
        ],
        "claims_left_out": len(found.answer.claims[MOST_CLAIMS:]),
        "orphans": list(_citations(dossier, orphans[:MOST_CITATIONS], resolved)),
        "orphans_left_out": len(orphans[MOST_CITATIONS:]),
        "findings": report["findings"][:MOST_FINDINGS],
        "findings_left_out": len(report["findings"][MOST_FINDINGS:]),
        "claim_of": {citation.key: citation.claim for citations in shown.values() for citation in citations},
    }


def _citations(
    dossier: Dossier, citations: Sequence[Citation], resolved: Mapping[str, Resolution]
) -> Iterator[dict[str, Any]]:
    for citation in citations:
        resolution = resolved[citation.key]
        written = citation.cited if isinstance(citation.cited, str) else None
        yield {
            "key": citation.key,
            "name": (citation.marker or written or citation.key)[:200],
            "status": str(resolution.status),
            "detail": str(resolution.detail),
            "operations": list(resolution.operations),
            "quoted": citation.quoted_text[:LONGEST_CLAIM] if citation.quoted_text is not None else None,
            "passages": list(_passages(dossier, resolution)),
        }


def _passages(dossier: Dossier, resolution: Resolution) -> Iterator[dict[str, Any]]:
    """The cited text around the cited words, or its beginning where no words are named.

    Then where the words do stand, and the original that it came from.
    """
    cited = dossier.artifacts.get(resolution.artifact or "")
    if cited is None:
        return
    what = "whole" if resolution.whole else "cited"
    yield _excerpt(what, cited, resolution.span, resolution.entry or "")
    for place in resolution.elsewhere[:1]:
        yield _excerpt("elsewhere", dossier.artifacts[place.artifact], place.span)
    for place in resolution.primary[:2]:
        if place.artifact != cited.key:
            yield _excerpt("original", dossier.artifacts[place.artifact], place.span)


def _excerpt(what: str, artifact: Artifact, span: Span | None, label: str = "") -> dict[str, Any]:
    """A stretch of a text with the whole of its length; the stretch begins a little before the span."""
    told = {"what": what, "label": label, "kind": artifact.kind.value, "origin": artifact.origin.value}
    if artifact.text is None:
        return told | {"text": None}
    start = _after_blank(artifact.text, max(0, span.start - EXCERPT // 3), span.start) if span is not None else 0
    end = min(len(artifact.text), max(start + EXCERPT, min(span.end, start + 2 * EXCERPT) if span else 0))
    shown = None if span is None or what == "whole" else [span.start, min(span.end, end)]
    return told | {"text": artifact.text[start:end], "begins": start, "length": len(artifact.text), "span": shown}


def _after_blank(text: str, earliest: int, latest: int) -> int:
    """Where a word begins, so that an excerpt cuts none; the text's own beginning, where it is as near."""
    found = text.find(" ", earliest, latest)
    return earliest if earliest == 0 or found < 0 else found + 1


def limit() -> None:
    """No more time, memory or files for this process than a trial may have."""
    for what, most in (
        (resource.RLIMIT_CPU, PROCESSOR_SECONDS),
        (resource.RLIMIT_AS, MEMORY_BYTES),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))


if __name__ == "__main__":
    limit()
    sys.stdout.write(json.dumps(run_trial(read_request(sys.stdin.buffer.read()))))
