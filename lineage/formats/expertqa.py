"""Rows of the ExpertQA data set: answers with `[n]` markers, the claims a publisher cut them into, the passages cited.

`attribution` ("[n] url") is the saved footnote map and the list of what the answer may cite; the passage of a number
stands in the claims' `evidence`. A passage is the beginning of a page, cut by the publisher at about 1,000 characters;
without passage the text is not retained. The people's labels are kept in the capture and are no verdicts here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lineage.evidence.bundle import Answer, Case, Citation, Claim, Footnote, ManifestEntry
from lineage.evidence.capture import Capture
from lineage.evidence.vocabulary import ArtifactKind, Attachment, Origin, SourceKind
from lineage.evidence.wire import Metadata
from lineage.formats.node import Node, is_key, is_whole_number
from lineage.formats.parts import read_parts
from lineage.formats.passages import Shelf, describe_version, make_passage, source_key
from lineage.text.span import Span, is_within

NAME = "expertqa"
MARKER_CONTRACT = "[n] is the n-th entry of the published attribution list"

# The set's own description: rr_* retrieves and then reads, post_hoc_* searches passages for a finished answer.
ATTACHMENTS = {"rr_": Attachment.BOUND_BEFORE_GENERATION, "post_hoc_": Attachment.POST_HOC_SIMILARITY}
LABELS = ("support", "reason_missing_support", "informativeness", "worthiness", "correctness", "reliability")
KEPT = ("field", "specific_field", "question_type", "annotator", "usefulness")
_ATTRIBUTION = re.compile(r"\s*\[([^\[\]\s]+)\]\s*(\S.*?)\s*", re.DOTALL)
_MARKER = re.compile(r"\[([^\[\]]+)\]")


@dataclass(slots=True)
class Passages:
    """The passages of one answer: those of each label, and the artifact of each (label, url, text)."""

    shelf: Shelf = field(default_factory=Shelf)
    by_label: dict[str, list[str]] = field(default_factory=dict)

    def put(self, label: str | None, url: str | None, text: str | None) -> str | None:
        """Keep a passage under its label; None where there is neither page nor passage."""
        if not url and not text:
            return None
        key = source_key(url, text or "")
        metadata: Metadata = {"cut": "by the publisher"} if text else {}
        passage = make_passage(
            key,
            SourceKind.WEB_PAGE,
            describe_version(uri=url),
            ArtifactKind.CHUNK,
            text or None,
            origin=Origin.ORIGINAL if text else Origin.UNRESOLVED,
            metadata=metadata,
        )
        artifact = self.shelf.put(passage)
        if label is not None and artifact not in self.by_label.setdefault(label, []):
            self.by_label[label].append(artifact)
        return artifact


def matches(payload: object) -> bool:
    """A row of the set, or a list of them."""
    first = payload[0] if isinstance(payload, list) and payload else payload
    return isinstance(first, dict) and {"item_id", "question", "answer", "claims"} <= first.keys()


def split(payload: object) -> tuple[Node, ...]:
    """The rows."""
    return tuple(Node(payload).items) if isinstance(payload, list) else (Node(payload),)


def read(payload: object, raw: str) -> tuple[Answer, ...]:
    """An answer for every row. Raises PayloadError."""
    return read_parts(split(payload), read_part, raw)


def read_part(part: Node, raw: str) -> Answer:
    """The answer of one row. Raises PayloadError."""
    text, system = part.find_text("answer"), part.find_words("system") or ""
    rows = part.find_items("claims") or ()
    claims = tuple(_read_claim(row, f"claim-{number}", text) for number, row in enumerate(rows, start=1))
    passages = Passages()
    citations = tuple(
        citation
        for claim, row in zip(claims, rows, strict=True)
        for citation in _read_evidence(row, claim, text, passages)
    )
    attribution = _read_attribution(part)
    item = part.find_key("item_id")
    return Answer(
        case=Case(question=part.find_text("question")),
        response_version=f"{item}:{system}" if item is not None and is_key(f"{item}:{system}") else None,
        producer=system,
        format=NAME,
        text=text,
        raw_payload=raw,
        attachment=next((mode for start, mode in ATTACHMENTS.items() if system.startswith(start)), Attachment.UNKNOWN),
        manifest=None if attribution is None else tuple(_entries(attribution, passages)),
        footnotes=None if attribution is None else tuple(_footnotes(attribution)),
        claims=claims,
        citations=citations,
        capture=Capture(marker_contract=MARKER_CONTRACT, extra=_labels(part, rows)),
        sources=passages.shelf.sources,
        artifacts=passages.shelf.artifacts,
    )


def _read_claim(row: Node, key: str, text: str | None) -> Claim:
    """A claim at its published place; its words are kept where the publisher's differ from the answer's."""
    words, place = row.find_text("claim"), _read_place(row, text)
    agrees = place is not None and text is not None and words in (None, place.slice(text))
    return Claim(key=key, text=None if agrees else words, place=place)


def _read_place(row: Node, text: str | None) -> Span | None:
    """Code points, end exclusive. A missing end, or one outside the answer, is no place (formats.md 2 rule 5)."""
    ends = []
    for found in (row.find("start"), row.find("end")):
        if found is not None and not is_whole_number(found.value):
            raise found.refuse("a whole number is expected here")
        ends.append(None if found is None else found.value)
    if text is None or ends[0] is None or ends[1] is None:
        return None
    span = Span(ends[0], ends[1])
    return span if is_within(span, len(text)) else None


def _read_evidence(row: Node, claim: Claim, text: str | None, passages: Passages) -> Iterator[Citation]:
    places = _marker_places(claim, text)
    for number, evidence in enumerate(row.find_items("evidence") or (), start=1):
        marker, url = evidence.find_text("marker"), evidence.find_words("url")
        label = _find_label(marker)
        waiting = places.get(label or "", [])
        yield Citation(
            key=f"{claim.key}-citation-{number}",
            claim=claim.key,
            marker=marker,
            place=waiting.pop(0) if waiting else None,
            cited=label if label is not None else marker,
            url=url,
            artifact=passages.put(label, url, evidence.find_text("passage")),
            granularity="passage",
            # The passage is kept as an artifact only, so that a purge of its source reaches every copy.
            raw={name: value for name, value in evidence.fields.items() if name != "passage"},
        )


def _marker_places(claim: Claim, text: str | None) -> dict[str, list[Span]]:
    """Where each label's markers stand in the claim, in the answer's positions."""
    places: dict[str, list[Span]] = {}
    if text is not None and claim.place is not None:
        for found in _MARKER.finditer(text, claim.place.start, claim.place.end):
            places.setdefault(found[1], []).append(Span(*found.span()))
    return places


def _find_label(marker: str | None) -> str | None:
    found = _MARKER.fullmatch(marker.strip()) if marker else None
    return found[1] if found and is_key(found[1]) else None


def _read_attribution(part: Node) -> tuple[tuple[str, str], ...] | None:
    """(label, url) in order; an entry that is written otherwise stays in the raw payload."""
    entries = part.find_items("attribution")
    if entries is None:
        return None
    found = (_ATTRIBUTION.fullmatch(entry.text()) for entry in entries)
    return tuple((match[1], match[2]) for match in found if match and is_key(match[1]))


def _entries(attribution: tuple[tuple[str, str], ...], passages: Passages) -> Iterator[ManifestEntry]:
    """The sources in order, each with its passage. A label with two passages stands twice: it is ambiguous."""
    for position, (label, url) in enumerate(attribution):
        if label not in passages.by_label:
            passages.put(label, url, None)
        for artifact in passages.by_label.get(label, ()):
            yield ManifestEntry(label=label, artifact=artifact, position=position)


def _footnotes(attribution: tuple[tuple[str, str], ...]) -> Iterator[Footnote]:
    targets: Mapping[str, str] = dict(reversed(attribution))
    for label in dict.fromkeys(label for label, _ in attribution):
        yield Footnote(number=label, target=source_key(targets[label], ""))


def _labels(part: Node, rows: tuple[Node, ...]) -> Metadata:
    kept: Metadata = {name: part.fields[name] for name in KEPT if name in part.fields}
    kept["labels"] = {
        f"claim-{number}": {name: row.fields[name] for name in LABELS if name in row.fields}
        for number, row in enumerate(rows, start=1)
    }
    return kept
