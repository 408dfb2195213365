"""How the text of a version was read from its bytes: what came in, what came out, what was passed over. Pure."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from inspector.pages.evidence_view import Said
from lineage.evidence.vocabulary import ExtractionState, Origin
from lineage.extractions import ExtractionRow
from lineage.pipeline.extraction import Extraction, Skipped

STATE_OF_EXTRACTION = {ExtractionState.READ: "pass", ExtractionState.EMPTY: "absent", ExtractionState.NO_TEXT: "absent"}
# Below this share of letters that a recognizer was sure of, a quotation is to be checked on the picture.
SURE = 0.9
ERASED = "What was said of this reading was erased with the words."


class SkippedLine(NamedTuple):
    """`characters` is None where nobody can tell how many; `sample` are words of the source, as they stand there."""

    kind: str
    meaning: str
    count: int
    characters: int | None
    where: str
    sample: str


class Recognized(NamedTuple):
    """A text that letters were recognized in: how sure the recognizer was, and what that means for a quotation."""

    text: str
    confidence: str
    page: int | None
    is_sure: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingReport:
    """`reason` says what went wrong and what to do; empty where the bytes were read."""

    said: Said
    reason: str
    is_read: bool
    tool: str
    recorded_at: datetime
    facts: tuple[tuple[str, str], ...]
    encoding: str
    is_guess: bool
    warnings: tuple[str, ...]
    skipped: tuple[SkippedLine, ...]
    note: str


def report_of(extraction: ExtractionRow | None) -> ReadingReport | None:
    """None where nobody read the bytes here: the text came with a bundle."""
    if extraction is None:
        return None
    report, state = extraction.report, extraction.state
    tool = " ".join(part for part in (extraction.tool, extraction.tool_version) if part)
    return ReadingReport(
        said=said_of_extraction(state),
        reason=(report.reason if report else "") or ("" if state is ExtractionState.READ else state.meaning),
        is_read=state is ExtractionState.READ,
        tool=tool,
        recorded_at=extraction.recorded_at,
        facts=_facts(report, extraction.characters) if report else (),
        encoding=report.encoding if report else "",
        is_guess=report.is_guess if report else False,
        warnings=report.warnings if report else (),
        skipped=tuple(_line(one) for one in report.skipped) if report else (),
        note="" if report else ERASED,
    )


def said_of_extraction(state: ExtractionState) -> Said:
    code = "" if state.value == state.label else state.value
    return Said(state.label, STATE_OF_EXTRACTION.get(state, "fail"), code, state.meaning)


def _facts(report: Extraction, characters: int) -> tuple[tuple[str, str], ...]:
    return (
        ("bytes in", f"{report.bytes_in:,}"),
        ("characters out", f"{characters:,}"),
        ("read as", report.media_type),
    )


def _line(one: Skipped) -> SkippedLine:
    return SkippedLine(one.kind.label, one.kind.meaning, one.count, one.characters, one.where, one.sample)


def recognized_of(artifacts: tuple[Any, ...]) -> tuple[Recognized, ...]:
    """The texts of a version that came with a confidence: those that were recognized in pictures (OCR), unsure first.

    A confidence of a text that was written or changed by a model is another thing, and is said on the path.
    """
    unsure = [
        Recognized(one.section or one.key, f"{one.confidence:.2f}", one.page, one.confidence >= SURE)
        for one in artifacts
        if one.confidence is not None and one.origin == Origin.ORIGINAL
    ]
    return tuple(sorted(unsure, key=lambda one: (one.is_sure, one.confidence, one.page or 0)))
