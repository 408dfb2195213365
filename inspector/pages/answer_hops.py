"""The propositions of an answer found in several hops, and passages that disagree (M-36, M-69, S3-42). Pure."""

from dataclasses import dataclass
from typing import NamedTuple

from inspector.pages.answer_names import passage_of
from inspector.pages.answer_reading import AnswerReading
from inspector.pages.answer_region import Fact, Passage, Region
from inspector.pages.drawing import DrawnText, draw
from inspector.pages.evidence_view import Said
from lineage.evidence.bundle import Artifact
from lineage.evidence.capture import Conflict, Hop
from lineage.text.span import Span

STATE_OF_HOP = {"supported": "pass", "conflicted": "fail", "tentative": "unclear"}
EXCERPT, LONGEST = 500, 4_000


class Support(NamedTuple):
    """What a hop rests on or is used by: a passage, another hop, or a claim of the answer."""

    words: str
    passage: Passage | None
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HopRow:
    ordinal: int
    key: str
    proposition: DrawnText | None
    said: Said
    supports: tuple[Support, ...]
    conflicts: tuple[Support, ...]
    used_by: tuple[Support, ...]
    notes: Fact
    is_masked: bool


class Side(NamedTuple):
    passage: Passage
    drawn: DrawnText | None
    is_masked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictRow:
    sides: tuple[Side, Side]
    precedence: Fact
    surfaced: Said


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerHops:
    region: Region
    rows: tuple[HopRow, ...]
    conflicts: tuple[ConflictRow, ...]
    has_conflicts: bool


def hops_of(reading: AnswerReading) -> AnswerHops:
    capture = reading.dossier.answer.capture
    hops = sorted(capture.hops or (), key=lambda hop: hop.ordinal)
    masked = _masked(reading, hops)
    rows = tuple(_hop(reading, hop, hop.key in masked) for hop in hops)
    conflicts = tuple(_conflict(reading, one) for one in capture.conflicts or ())
    title = "Hops, and passages that disagree"
    if capture.hops is None and capture.conflicts is None:
        missing = "Intermediate propositions. An answer of one step has none; nobody recorded which this is."
        advice = "Where the answer is found in several steps, record each proposition with the passages it rests on."
        region = Region("hops", title, "absent", missing, advice)
    elif masked or any(side.is_masked for row in conflicts for side in row.sides):
        region = Region("hops", title, "masked")
    else:
        lacking = [name for name, value in (("hops", capture.hops), ("conflicts", capture.conflicts)) if value is None]
        state = "empty" if not rows and not conflicts else "partial" if lacking else "recorded"
        region = Region("hops", title, state, ", ".join(lacking))
    return AnswerHops(region=region, rows=rows, conflicts=conflicts, has_conflicts=capture.conflicts is not None)


def _masked(reading: AnswerReading, hops: list[Hop]) -> frozenset[str]:
    """Hops that rest on a masked passage, on a hop that does, or on nothing that was recorded while one is masked."""
    if not reading.hides_any:
        return frozenset()
    hidden = {hop.key for hop in hops if _rests_on_masked(reading, hop)}
    growing = True
    while growing:
        more = {
            hop.key for hop in hops if hop.key not in hidden and hidden.intersection((*hop.supports, *hop.conflicts))
        }
        hidden |= more
        growing = bool(more)
    return frozenset(hidden)


def _rests_on_masked(reading: AnswerReading, hop: Hop) -> bool:
    named = (*hop.supports, *hop.conflicts)
    citations = [key for key in named if key in reading.dossier.citations]
    if not hop.supports or any(reading.mask.hides(key) for key in named):
        return True
    return any(reading.reaches_masked(key) for key in citations) or reading.mask.speaks_of(
        f"{hop.proposition} {hop.notes or ''}"
    )


def _hop(reading: AnswerReading, hop: Hop, masked: bool) -> HopRow:
    status = hop.status or ""
    said = Said(status or "status not recorded", STATE_OF_HOP.get(status, "unclear") if status else "absent")
    return HopRow(
        ordinal=hop.ordinal,
        key=hop.key,
        proposition=None if masked else draw(hop.proposition, (), Span(0, min(len(hop.proposition), LONGEST))),
        said=said,
        supports=tuple(_support(reading, key) for key in hop.supports),
        conflicts=tuple(_support(reading, key) for key in hop.conflicts),
        used_by=tuple(_support(reading, key) for key in hop.used_by),
        notes=Fact("", None if masked else hop.notes or None, is_masked=masked and bool(hop.notes)),
        is_masked=masked,
    )


def _support(reading: AnswerReading, key: str) -> Support:
    if key in reading.claim_urls:
        return Support(f"claim {reading.ordinals.get(key, key)}", None, reading.claim_urls[key])
    if key in {hop.key for hop in reading.dossier.answer.capture.hops or ()}:
        return Support(f"hop {key}", None)
    citation = reading.dossier.citations.get(key)
    if citation is not None:
        found = reading.resolutions.get(key)
        passage = passage_of(reading, found.artifact) if found and found.artifact else None
        return Support(f"citation {citation.marker or key}", passage)
    return Support("", passage_of(reading, key))


def _conflict(reading: AnswerReading, conflict: Conflict) -> ConflictRow:
    sides = _side(reading, conflict.first), _side(reading, conflict.second)
    masked = any(side.is_masked for side in sides)
    said = {
        True: Said("the answer says so", "pass"),
        False: Said("the answer does not say so", "fail"),
        None: Said("whether the answer says so was not recorded", "absent"),
    }
    precedence = conflict.precedence
    hidden = precedence is not None and (masked or reading.mask.speaks_of(precedence))
    return ConflictRow(
        sides=sides,
        precedence=Fact("precedence", None if hidden else precedence, is_masked=hidden),
        surfaced=said[conflict.surfaced],
    )


def _side(reading: AnswerReading, key: str) -> Side:
    artifact: Artifact | None = reading.dossier.artifacts.get(key)
    masked = reading.mask.hides(key)
    text = artifact.text if artifact is not None and not masked else None
    drawn = draw(text, (), Span(0, min(len(text), EXCERPT)), language=artifact.language) if text and artifact else None
    return Side(passage_of(reading, key), drawn, masked)
