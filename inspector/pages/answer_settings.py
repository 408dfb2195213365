"""What ran, under which settings, for whom, and against which corpus (M-27, S0-13, S2-37, S4-11). Pure."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, TypeVar

from inspector.pages.answer_names import MASKED_PASSAGE, fact, facts_of, passage_of
from inspector.pages.answer_reading import AnswerReading
from inspector.pages.answer_region import Fact, Passage, Region
from inspector.pages.evidence_view import Said
from lineage.evidence.capture import AccessCheck, AliasResolution, Capture, CorpusEntry, ReferenceEvidence, Timing
from lineage.evidence.rules.capture import PINNED

T, R = TypeVar("T"), TypeVar("R")


class TimingRow(NamedTuple):
    stage: str
    milliseconds: str
    tokens: str
    cost: str


class CheckRow(NamedTuple):
    phase: str
    outcome: Said
    source: str
    version: str
    at: datetime | None
    detail: Fact
    is_masked: bool


class AliasRow(NamedTuple):
    alias: str
    source: str
    version: str
    at: datetime | None
    is_masked: bool


class CorpusRow(NamedTuple):
    source: str
    expected: str
    seen: str
    said: Said
    is_masked: bool


class ReferenceRow(NamedTuple):
    name: str
    passages: tuple[tuple[Passage, Said], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSettings:
    """Each part is None where it was not recorded, and () where it was recorded and is empty."""

    region: Region
    pinned: tuple[Fact, ...]
    configuration: tuple[Fact, ...] | None
    timings: tuple[TimingRow, ...] | None
    checks: tuple[CheckRow, ...] | None
    aliases: tuple[AliasRow, ...] | None
    corpus: tuple[CorpusRow, ...] | None
    references: tuple[ReferenceRow, ...] | None
    abstain: bool | None
    cache: tuple[Fact, ...] | None
    others: tuple[Fact, ...] = ()


def settings_of(reading: AnswerReading) -> AnswerSettings:
    capture = reading.dossier.answer.capture
    values = capture.configuration
    parts = {
        "configuration": values,
        "timings": capture.timings,
        "access checks": capture.access_checks,
        "aliases": capture.aliases,
        "corpus manifest": capture.corpus,
        "reference evidence": capture.reference,
        "cache": capture.cache,
    }
    lacking = [name for name, part in parts.items() if part is None]
    state = "absent" if len(lacking) == len(parts) else "partial" if lacking else "recorded"
    advice = "Pin the revision of the code, the lock of its packages and the model, and store them with each answer."
    reference = capture.reference
    return AnswerSettings(
        region=Region(
            "settings", "Settings, timings, access, corpus", state, ", ".join(lacking), advice if values is None else ""
        ),
        pinned=tuple(_pinned(reading, name.replace("_", " "), spelled) for name, spelled in PINNED.items())
        if values is not None
        else (),
        configuration=facts_of(reading, _unpinned(values)) if values is not None else None,
        timings=_each(capture.timings, _timing),
        checks=_each(capture.access_checks, lambda check: _check(reading, check)),
        aliases=_each(capture.aliases, lambda alias: _alias(reading, alias)),
        corpus=_each(capture.corpus, lambda entry: _corpus(reading, entry)),
        references=_references(reading, reference) if reference is not None else None,
        abstain=reference.abstain if reference is not None else None,
        cache=facts_of(reading, capture.cache) if capture.cache is not None else None,
        others=_others(reading, capture),
    )


def _others(reading: AnswerReading, capture: Capture) -> tuple[Fact, ...]:
    """What the producer recorded and has no place of its own here; it may hold words of any source of the answer."""
    named = {"marker contract": capture.marker_contract, "groundedness": capture.groundedness}
    found = {name: value for name, value in named.items() if value is not None} | dict(capture.extra or {})
    if reading.hides_any:
        return (Fact("other values", None, is_masked=True),) if found else ()
    return facts_of(reading, found)


def _each(found: Iterable[T] | None, row: Callable[[T], R]) -> tuple[R, ...] | None:
    return None if found is None else tuple(row(one) for one in found)


def _pinned(reading: AnswerReading, name: str, spelled: tuple[str, ...]) -> Fact:
    values = reading.dossier.answer.capture.configuration or {}
    return fact(reading, name, next((values[key] for key in spelled if values.get(key) not in (None, "")), None))


def _unpinned(values: Mapping[str, object]) -> dict[str, object]:
    """The settings that are not shown as pins already."""
    used = {next((key for key in spelled if values.get(key) not in (None, "")), "") for spelled in PINNED.values()}
    return {name: value for name, value in values.items() if name not in used}


def _timing(timing: Timing) -> TimingRow:
    return TimingRow(
        timing.stage,
        f"{timing.milliseconds:g}" if timing.milliseconds is not None else "",
        str(timing.tokens) if timing.tokens is not None else "",
        f"{timing.cost:g}" if timing.cost is not None else "",
    )


def _check(reading: AnswerReading, check: AccessCheck) -> CheckRow:
    masked = reading.mask.hides_version(check.source, check.version) or (check.source is None and reading.hides_any)
    looks = {"allowed": "pass", "denied": "fail"}
    return CheckRow(
        phase=check.phase.replace("_", " "),
        outcome=Said(check.outcome.replace("_", " "), looks.get(check.outcome, "unclear")),
        source="" if masked else check.source or "",
        version="" if masked else check.version or "",
        at=check.checked_at,
        detail=Fact("", None, is_masked=True) if masked and check.detail else fact(reading, "", check.detail),
        is_masked=masked,
    )


def _alias(reading: AnswerReading, alias: AliasResolution) -> AliasRow:
    masked = reading.mask.hides_version(alias.source, alias.version) or reading.mask.speaks_of(alias.alias)
    shown = ("", "", "") if masked else (alias.alias, alias.source, alias.version)
    return AliasRow(*shown, at=alias.resolved_at, is_masked=masked)


def _corpus(reading: AnswerReading, entry: CorpusEntry) -> CorpusRow:
    """The version that the corpus should have held against those that the answer's passages are of."""
    if reading.mask.hides_version(entry.source, entry.version):
        return CorpusRow("", "", "", Said("masked", "absent"), is_masked=True)
    artifacts = reading.dossier.artifacts.values()
    versions = sorted({a.version for a in artifacts if a.source == entry.source and a.version is not None})
    seen = [version for version in versions if not reading.mask.hides_version(entry.source, version)]
    if not versions:
        said = Said("not among what this answer reached", "none")
    elif versions == [entry.version]:
        said = _compared_bytes(reading, entry)
    else:
        said = Said("another version was seen", "fail")
    return CorpusRow(entry.source, entry.version, ", ".join(seen), said, is_masked=False)


def _compared_bytes(reading: AnswerReading, entry: CorpusEntry) -> Said:
    source = reading.dossier.sources.get(entry.source)
    kept = next((v.checksum for v in source.versions if v.version == entry.version), None) if source else None
    if entry.digest is None or kept is None:
        return Said("the version expected", "pass")
    same = entry.digest == kept
    return Said("the bytes expected" if same else "the version expected, other bytes", "pass" if same else "fail")


def _references(reading: AnswerReading, reference: ReferenceEvidence) -> tuple[ReferenceRow, ...]:
    named = (("gold", reference.gold), ("acceptable", reference.acceptable), ("forbidden", reference.forbidden))
    return tuple(ReferenceRow(name, tuple(_named(reading, name, key) for key in keys)) for name, keys in named if keys)


def _named(reading: AnswerReading, name: str, key: str) -> tuple[Passage, Said]:
    if reading.mask.hides(key):
        return MASKED_PASSAGE, Said("masked", "absent")
    reached = {found.artifact for found in reading.inspection.resolutions} | {
        place.artifact for found in reading.inspection.resolutions for place in found.primary
    }
    is_cited = key in reached
    if name == "forbidden":
        said = Said("cited", "fail") if is_cited else Said("not cited", "pass")
    else:
        said = Said("cited", "pass") if is_cited else Said("not cited", "unclear" if name == "gold" else "none")
    return passage_of(reading, key), said
