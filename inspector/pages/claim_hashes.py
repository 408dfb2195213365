"""The digests of the selected span at every stage, those too that nobody recorded. Pure."""

from inspector.pages.claim_path import SUPPLIED, upstream_first
from inspector.pages.claim_reading import Reading
from inspector.pages.claim_supplied import compare_input, read_digest, read_length, supplied_digest
from inspector.pages.evidence_view import HashLine
from inspector.untold import HIDDEN
from lineage.evidence.bundle import Artifact
from lineage.evidence.vocabulary import DigestSubject, Stage

JUDGED, RENDERED, RAW = "read by the judge", "rendered card", "raw bytes"


def hashes_of(reading: Reading) -> tuple[HashLine, ...]:
    """Every stage that can have a digest, also those where nobody recorded one; none where the viewer may not read."""
    if reading.selected is not None and reading.is_masked(reading.selected):
        return ()
    lines = [_raw_line(reading)]
    traced, resolution = reading.way, reading.resolution
    if traced is not None and resolution is not None and resolution.artifact is not None:
        lines += [
            _artifact_line(reading, artifact) for artifact, _ in upstream_first(reading, traced, resolution.artifact)
        ]
    lines.append(_supplied_line(reading))
    lines += _captured_lines(reading)
    lines += _judge_lines(reading)
    if not any(line.stage == RENDERED for line in lines):
        lines.append(_card_line(reading))
    return tuple(lines)


def _raw_line(reading: Reading) -> HashLine:
    resolution = reading.resolution
    named = [*(place.artifact for place in resolution.primary), resolution.artifact or ""] if resolution else [""]
    artifact = reading.dossier.artifacts.get(named[0])
    version = reading.dossier.find_version(artifact) if artifact else None
    digest = version.checksum if version else None
    return HashLine(RAW, DigestSubject.RAW_BYTES.label, digest, None, "not compared: another subject", "")


def _artifact_line(reading: Reading, artifact: Artifact) -> HashLine:
    held = reading.dossier.find_digest(artifact.key)
    comparison, state = "computed from the kept text", "same"
    if artifact.text is None:
        comparison, state = "as declared; the text was not kept", ""
    elif artifact.digest is not None:
        same = artifact.digest == held
        comparison, state = ("same as declared", "same") if same else ("differs from the declared digest", "differs")
    length = len(artifact.text) if artifact.text is not None else None
    return HashLine(artifact.kind.label, DigestSubject.ARTIFACT_TEXT.label, held, length, comparison, state)


def _supplied_line(reading: Reading) -> HashLine:
    digest, length = supplied_digest(reading)
    comparison = "computed from the kept text" if digest else "nothing was kept"
    return HashLine(SUPPLIED, DigestSubject.PACKED_BLOCK_TEXT.label, digest, length, comparison, "")


def _captured_lines(reading: Reading) -> list[HashLine]:
    selected = reading.selected
    stages = [s for s in reading.dossier.answer.capture.stages or () if selected and s.citation == selected.key]
    by_stage = {stage.stage: stage for stage in stages}
    lines = []
    for stage in stages:
        other = by_stage.get(stage.expected_equal_to) if stage.expected_equal_to else None
        comparison, state = "nothing to compare with", ""
        if other is not None and other.subject is not stage.subject:
            comparison = "not comparable: different subjects"
        elif other is not None and stage.digest and other.digest:
            same = stage.digest == other.digest
            word = "same as" if same else "differs from"
            comparison, state = f"{word} {other.stage.label}", "same" if same else "differs"
        name = RENDERED if stage.stage is Stage.RENDERING else stage.stage.label
        lines.append(HashLine(name, stage.subject.label, stage.digest, stage.length, comparison, state))
    return lines


def _judge_lines(reading: Reading) -> list[HashLine]:
    selected = reading.selected
    lines = []
    for result in reading.dossier.judge_results:
        if result.claim != reading.claim.key or (result.citation and selected and result.citation != selected.key):
            continue
        hidden = reading.hides_any
        compared = compare_input(reading, result)
        state = "differs" if compared.differs else "same" if compared.is_same else ""
        lines.append(
            HashLine(
                JUDGED,
                DigestSubject.JUDGE_INPUT.label,
                None if hidden else read_digest(result),
                None if hidden else read_length(result),
                compared.said.word,
                state,
            )
        )
    absent = HIDDEN if reading.is_blind else "no judge input was recorded"
    return lines or [HashLine(JUDGED, DigestSubject.JUDGE_INPUT.label, None, None, absent, "")]


def _card_line(reading: Reading) -> HashLine:
    resolution = reading.resolution
    targets = {resolution.entry, resolution.artifact} if resolution else set()
    for card in reading.dossier.answer.capture.cards or ():
        if card.target in targets:
            return HashLine(
                RENDERED, DigestSubject.RENDERED_CARD_TEXT.label, card.digest, None, f"card {card.number}", ""
            )
    return HashLine(RENDERED, DigestSubject.RENDERED_CARD_TEXT.label, None, None, "no card was recorded", "")
