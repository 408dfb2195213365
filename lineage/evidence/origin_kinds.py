"""What a look-up of one character says: what is known of where it comes from, the places, the ways to none."""

from __future__ import annotations

from typing import NamedTuple

from lineage.evidence.origin_ways import Way
from lineage.evidence.terms.term import Term
from lineage.evidence.vocabulary import DigestSubject, Origin
from lineage.text.segments import SegmentKind
from lineage.text.span import Span


class OriginKind(Term):
    """What is known of where a character comes from."""

    COPIED = "copied", "copied", "One character of the source, unchanged by every step."
    CHANGED = "changed", "changed", "Made from a stretch of the source; which character of it, no step says."
    INSERTED = "inserted", "inserted", "Added by a step: it comes from no source."
    GENERATED = "generated", "generated", "Words that no source wrote: a model's or a person's own."
    WRITTEN = "written", "instruction or label", "Written for the request: an instruction, a label or the question."
    UNKNOWN = "unknown", "not known", "The way to a source was not kept, or does not hold."
    UNMARKED = "unmarked", "not marked", "Nobody recorded who wrote this part of the request."


class OriginPlace(NamedTuple):
    """Where in a source text a character comes from: one code point of it where `exact`, else a stretch.

    `bytes` counts in the UTF-8 form of that text; `subject` is RAW_BYTES where these are the retained file's own bytes,
    which equal digests prove, else what the text is.
    """

    artifact: str
    span: Span
    bytes: Span
    kind: SegmentKind
    exact: bool
    source: str | None
    version: str | None
    origin: Origin
    subject: DigestSubject


class CharacterOrigin(NamedTuple):
    """Where one character comes from. Many places are normal; `others` are ways that end in no source.

    `confidence` is the lowest that a step on a way recorded; `verified` is True where every map on every way was
    applied again and holds, None where code cannot check one, False where one fails. `refers_to` are citations of
    claims at that character of an answer: what the words refer to is not where they come from.
    """

    position: int
    character: str
    kind: OriginKind
    places: tuple[OriginPlace, ...]
    others: tuple[Way, ...]
    confidence: float | None
    verified: bool | None
    refers_to: tuple[str, ...]

    @property
    def reason(self) -> str:
        """Why a way is not known; empty where all are."""
        return next((way.reason for way in self.others if way.reason), "")

    @property
    def written_by(self) -> str:
        """The step that inserted the character, or whoever wrote it; empty where it is the source's or not recorded."""
        return next((way.by for way in self.others if way.by), "")


class OriginSegment(NamedTuple):
    """A stretch with one origin; `origin` is that of its first character."""

    span: Span
    origin: CharacterOrigin


class OutsideText(ValueError):
    """A position that names no character of the text: it is never clamped."""


class NoText(ValueError):
    """A text that was not recorded or not kept: none of its characters can be looked up."""
