"""Where one character comes from, in words: a sentence, the places, the steps, what the claim there refers to. Pure."""

import unicodedata
from collections.abc import Iterator
from urllib.parse import urlencode

from inspector.pages.answer_reading import AnswerReading
from inspector.pages.character_origin_texts import ANSWER, query_of
from inspector.pages.character_origin_view import OriginPanel, PlaceLine, Referred, StepLine
from inspector.pages.evidence_view import Said
from inspector.pages.states import STATE_OF_STATUS
from lineage.evidence.character_origin import CharacterOrigin, OriginIndex, OriginKind, OriginPlace, OriginStep
from lineage.evidence.vocabulary import DigestSubject, Mediation, Origin
from lineage.text.segments import SegmentKind

STATES = {
    OriginKind.COPIED: "pass",
    OriginKind.CHANGED: "unclear",
    OriginKind.INSERTED: "generated",
    OriginKind.GENERATED: "generated",
    OriginKind.WRITTEN: "none",
    OriginKind.UNKNOWN: "absent",
    OriginKind.UNMARKED: "absent",
}
# What became of a place's words on the way.
CHANGES = {
    SegmentKind.EXACT_COPY: "unchanged",
    SegmentKind.NORMALIZED: "normalised",
    SegmentKind.TRANSLATED: "translated",
    SegmentKind.PARAPHRASED_SUMMARY: "summarised",
    SegmentKind.TABLE_TO_TEXT: "written out",
    SegmentKind.MERGED: "merged",
    SegmentKind.SPLIT: "split",
}
# Unicode names no control character.
CONTROLS = {"\n": "line feed", "\r": "carriage return", "\t": "tab", "\0": "null"}


def panel_of(reading: AnswerReading, wanted: str, index: OriginIndex, at: int) -> OriginPanel:
    """The panel of a character that the text has."""
    found, steps = index.at(at), index.steps(at)
    named = {place.artifact for place in found.places} | {way.artifact for way in found.others}
    hidden = bool(reading.masked.keys() & (named | {step.input for step in steps}))
    return OriginPanel(
        position=at,
        character=found.character,
        code_point=f"U+{ord(found.character):04X}",
        name=unicodedata.name(found.character, CONTROLS.get(found.character, "")).lower(),
        said=Said(found.kind.label, state_of(found), meaning=found.kind.meaning),
        sentence=reading.masked_words if hidden else sentence_of(reading, wanted, found, len(steps)),
        notes=() if hidden else tuple(_notes(found, bool(steps))),
        places=() if hidden else tuple(_place_line(reading, place) for place in found.places),
        steps=() if hidden else tuple(_step_line(reading, wanted, step) for step in steps),
        referred=tuple(_referred(reading, key) for key in found.refers_to),
        previous=f"?{query_of(wanted, at - 1)}" if at else "",
        following=f"?{query_of(wanted, at + 1)}" if at + 1 < len(index.text) else "",
    )


def state_of(found: CharacterOrigin) -> str:
    return "fail" if found.verified is False else STATES[found.kind]


def sentence_of(reading: AnswerReading, wanted: str, found: CharacterOrigin, steps: int) -> str:
    """One sentence, and a second where the first needs one."""
    by = found.written_by
    if found.kind is OriginKind.COPIED and len(found.places) > 1:
        return f"It stands unchanged at {len(found.places)} places; from which of them it was copied, nobody can say."
    if found.kind is OriginKind.COPIED:
        where = _bytes(reading, found.places[0])
        unchanged = f"Copied unchanged from {where}; nothing between changed it."
        return unchanged if steps else f"It is {where}: the text in which the way ends."
    if found.kind is OriginKind.CHANGED:
        stretches = [f"{CHANGES[place.kind]} from {_bytes(reading, place)}" for place in found.places]
        listed = ", and ".join(stretches[:3]) + (f", and {len(stretches) - 3} more" if len(stretches) > 3 else "")
        return f"{listed[0].upper()}{listed[1:]}, as a whole: which character of it became this one, no step says."
    if found.kind is OriginKind.INSERTED:
        return f"Comes from no source: {by or 'a step that nobody named'} inserted it."
    if found.kind is OriginKind.GENERATED and wanted == ANSWER:
        return f"Comes from no source: written by the generator{f', {by}' if by else ''}."
    if found.kind is OriginKind.GENERATED:
        return f"Comes from no source: {by or 'a writer whom nobody recorded'} wrote it."
    if found.kind is OriginKind.WRITTEN:
        return f"Comes from no source: it was written for the request ({by})."
    if found.kind is OriginKind.UNMARKED:
        return "Nobody marked who wrote this part of the request."
    return f"Where it comes from is not known: {found.reason or 'no way was recorded'}."


def _bytes(reading: AnswerReading, place: OriginPlace) -> str:
    length = place.bytes.end - place.bytes.start
    which = f"byte {place.bytes.start:,}" if length == 1 else f"the {length:,} bytes from {place.bytes.start:,}"
    return f"{which} of {_text_of(reading, place)}"


def _text_of(reading: AnswerReading, place: OriginPlace) -> str:
    subject = "" if place.subject is DigestSubject.RAW_BYTES else f"the {place.subject.label} of "
    if place.source is None:
        return f"{place.artifact}, which names no source"
    if place.version is None:
        return f"{subject}{place.source}, of no recorded version"
    return f"{subject}version {place.version} of {_title(reading, place)}"


def _title(reading: AnswerReading, place: OriginPlace) -> str:
    version = reading.dossier.find_version(reading.dossier.artifacts[place.artifact])
    return version.title if version is not None and version.title else place.source or ""


def _notes(found: CharacterOrigin, has_steps: bool) -> Iterator[str]:
    if any(place.origin is Origin.UNRESOLVED for place in found.places):
        yield "Nobody recorded who wrote that text; it is where the recorded way ends."
    if found.kind in (OriginKind.COPIED, OriginKind.CHANGED):
        if found.others:
            yield (
                "Part of it ends in no source: " + "; ".join(_ending(way.by, way.reason) for way in found.others) + "."
            )
        if has_steps and found.verified:
            yield "Every map on the way was applied again by code, and holds."
    elif found.kind is not OriginKind.UNKNOWN and found.reason:
        yield f"What it was made from cannot be followed: {found.reason}."
    if found.verified is None:
        yield "A map on the way was made by a model or a person: code cannot check it."
    if found.confidence is not None:
        yield f"Lowest confidence recorded on the way: {found.confidence:.2f}."


def _ending(by: str, reason: str) -> str:
    return reason or (f"written by {by}" if by else "nobody recorded by whom it was written")


def _place_line(reading: AnswerReading, place: OriginPlace) -> PlaceLine:
    url = reading.version_urls.get((place.source or "", place.version or ""), "")
    return PlaceLine(
        source=_title(reading, place),
        version=place.version or "",
        artifact=place.artifact,
        characters=f"{place.span.start:,} to {place.span.end:,}",
        bytes=f"{place.bytes.start:,} to {place.bytes.end:,}",
        subject=place.subject.label,
        how=CHANGES[place.kind],
        url=f"{url}?{urlencode({'artifact': place.artifact, 'at': place.span.start})}" if url else "",
    )


def _step_line(reading: AnswerReading, wanted: str, step: OriginStep) -> StepLine:
    made = step.edge.transformation if step.edge is not None else None
    output = step.output or wanted
    where = ", ".join(f"{span.start:,} to {span.end:,}" for span in step.inputs) or "not recorded"
    by = "" if made is None else " ".join(word for word in (made.mediation.label, made.tool, made.tool_version) if word)
    return StepLine(
        name=f"{made.kind.label} ({by})" if made is not None else step.by,
        sentence=f"{step.span.start:,} to {step.span.end:,} of {output.lstrip(':')}, from {where} of {step.input}",
        said=_said(step, made.mediation if made is not None else None),
        note=step.reason,
        url=f"?{query_of(step.input, step.inputs[0].start)}" if step.inputs else "",
    )


def _said(step: OriginStep, mediation: Mediation | None) -> Said:
    if not step.inputs:
        return Said("no way on", "absent")
    if step.verified is False:
        return Said("map does not hold", "fail")
    if step.verified is None:
        return Said("map cannot be checked by code", "generated" if mediation is Mediation.MODEL else "unclear")
    return Said("map holds" if step.edge is not None else "words compared", "pass")


def _referred(reading: AnswerReading, key: str) -> Referred:
    citation = reading.dossier.citations[key]
    resolution = reading.resolutions.get(key)
    status = resolution.status if resolution is not None else None
    said = Said(status.label, STATE_OF_STATUS.get(status, "fail")) if status is not None else Said("not run", "none")
    url = reading.claim_urls.get(citation.claim or "", "")
    return Referred(citation.marker or f"citation {key}", said, f"{url}?{urlencode({'span': key})}" if url else "")
