"""The source versions of an answer that have no words for this viewer, or for nobody else: a panel for each. Pure."""

from collections.abc import Iterator

from inspector.pages.answer_reading import AnswerReading
from inspector.pages.evidence_view import WithheldPanel
from inspector.pages.withheld import Named, panel_of, read_by_few, with_asking
from inspector.pages.withheld_reading import BY_LABEL, Version, used_among

MOST = 6


def withheld_of(reading: AnswerReading) -> tuple[WithheldPanel, ...]:
    """The first six; that a label closes something is said once, and of what is not."""
    return tuple(panel for _, panel in zip(range(MOST), _panels(reading), strict=False))


def _panels(reading: AnswerReading) -> Iterator[WithheldPanel]:
    asked_for = f"answer {reading.response_version} of case {reading.case}"
    hidden, notes = reading.hidden_versions, _notes_of_claim(reading)
    for version, why in sorted(hidden.items()):
        if why is not BY_LABEL:
            yield with_asking(panel_of(why, _named(reading, version), asked_for), notes)
    for version, why in sorted(used_among(reading.dossier, reading.closed.unkept).items()):
        yield panel_of(why, _named(reading, version), asked_for)
    for version, why in sorted(used_among(reading.dossier, reading.closed.taken).items()):
        if version not in hidden:
            yield read_by_few(why, _named(reading, version))
    if any(why is BY_LABEL for why in (*hidden.values(), *reading.masked.values())):
        yield with_asking(panel_of(BY_LABEL, Named()), notes)


def _notes_of_claim(reading: AnswerReading) -> str:
    """Where to ask: at the first claim that rests on masked words; empty where none does."""
    masked = (c.claim for c in reading.dossier.answer.citations if c.claim and reading.reaches_masked(c.key))
    claim = next(masked, None)
    return f"{reading.claim_urls[claim]}notes/" if claim is not None else ""


def _named(reading: AnswerReading, version: Version) -> Named:
    return Named(source=version[0], version=version[1], url=reading.version_urls.get(version, ""))
