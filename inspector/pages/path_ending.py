"""The stages after the cited passage: block, request, answer, card, and the judge beside them. Pure."""

from inspector.pages.claim_judges import results_of
from inspector.pages.claim_path import upstream_first
from inspector.pages.claim_reading import Reading
from inspector.pages.claim_supplied import compare_input, read_digest, supplied_words
from inspector.pages.path_stages import ANSWER, CARD, NOT_RECORDED, REQUEST, Gathered
from inspector.pages.path_view import Stage
from inspector.untold import HIDDEN
from lineage.evidence.bundle import ManifestEntry
from lineage.evidence.digests import digest_text
from lineage.evidence.vocabulary import ArtifactKind
from lineage.evidence.vocabulary import Stage as Recorded

BLOCKS = (ArtifactKind.MERGED_BLOCK, ArtifactKind.TRIMMED_BLOCK)


def gather_block(found: Gathered, reading: Reading, artifact_key: str) -> str:
    """The passage as it was packed; the passage itself where it is the block. Gives the key of the stage."""
    citation = reading.selected.key if reading.selected else ""
    entry = _entry(reading, artifact_key)
    if entry is None:
        key = found.add(Stage(f"block:{citation}", "packed block", "absent", NOT_RECORDED))
        found.join(artifact_key, key, "missing", "what the answer was given was not recorded")
        return key
    passage = found.stages[artifact_key]
    artifact = reading.dossier.artifacts[artifact_key]
    if entry.supplied is None and artifact.kind in BLOCKS:
        found.stages[artifact_key] = passage._replace(name=f"{passage.name} {entry.label}")
        return artifact_key
    words = supplied_words(reading, citation)
    digest = digest_text(words) if words is not None else reading.dossier.find_digest(artifact_key)
    key = found.add(
        Stage(
            f"block:{entry.label}",
            f"packed as {entry.label}",
            passage.look if digest else "absent",
            passage.word if digest else "not kept",
            artifact_key,
            "packing by code",
            digest,
            reading.address(stage=_supplied_ordinal(reading, artifact_key)) + "#way",
        )
    )
    same = digest is not None and digest == passage.digest
    words_said = "the same bytes" if same else "a part of it" if digest else "its bytes were not kept"
    found.join(artifact_key, key, "same" if same else "plain", words_said)
    return key


def gather_ending(found: Gathered, reading: Reading, block: str) -> None:
    """Request, answer and card, which all citations share, and what the judge read."""
    _gather_request(found, reading, block)
    _gather_answer(found, reading)
    _gather_card(found, reading)
    _gather_judge(found, reading, block)


def _gather_request(found: Gathered, reading: Reading, block: str) -> None:
    request = reading.dossier.answer.capture.request
    held = request is not None and (request.text is not None or request.digest is not None)
    if request is None or not held:
        found.add(Stage(REQUEST, "request", "absent", NOT_RECORDED, url=_on_answer(reading, "request")))
        found.join(block, REQUEST, "missing", "the assembled request was not recorded")
        return
    digest = request.digest or (digest_text(request.text) if request.text is not None else None)
    found.add(
        Stage(REQUEST, "request", "app", "", "", "assembled by the application", digest, _on_answer(reading, "request"))
    )
    words = supplied_words(reading, reading.selected.key) if reading.selected else None
    entry = reading.resolution.entry if reading.resolution else None
    marked = [part.span for part in request.ranges or () if part.block is not None and part.block == entry]
    if request.text is None or words is None or not marked:
        found.join(block, REQUEST, "plain", "its place in the request was not recorded, so nothing was compared")
    elif words == "".join(span.slice(request.text) for span in marked):
        found.join(block, REQUEST, "same", "the same words stand in the request")
    else:
        found.join(block, REQUEST, "differs", "other words stand in the request")


def _gather_answer(found: Gathered, reading: Reading) -> None:
    answer = reading.dossier.answer
    digest = digest_text(answer.text) if answer.text is not None else None
    look, word = ("generated", "generated") if digest else ("absent", NOT_RECORDED)
    found.add(
        Stage(ANSWER, "answer", look, word, reading.claim.key, answer.producer, digest, _on_answer(reading, "output"))
    )
    found.join(REQUEST, ANSWER, "plain", "written by a model; that it used these words is not shown")


def _gather_card(found: Gathered, reading: Reading) -> None:
    capture, answer = reading.dossier.answer.capture, reading.dossier.answer
    citation, resolution = reading.selected, reading.resolution
    targets = {resolution.entry, resolution.artifact} - {None} if resolution else set()
    stages = [
        s for s in capture.stages or () if s.stage is Recorded.RENDERING and citation and s.citation == citation.key
    ]
    cards = [card for card in capture.cards or () if card.target in targets]
    digest = next((one.digest for one in (*stages, *cards) if one.digest), None)
    if digest is None and answer.rendered is not None:
        digest = digest_text(answer.rendered)
    held = digest is not None or bool(cards)
    name = f"card {cards[0].number}" if cards else "rendered"
    look, word = ("app", "") if held else ("absent", NOT_RECORDED)
    key = f"{CARD}:{cards[0].number}" if cards else CARD
    found.add(Stage(key, name, look, word, "", "what the reader saw", digest, _on_answer(reading, "output")))
    found.join(ANSWER, key, "plain" if held else "missing", "rendered" if held else "no card was recorded")


def _gather_judge(found: Gathered, reading: Reading, block: str) -> None:
    key = reading.selected.key if reading.selected else None
    results = [result for result in results_of(reading) if result.citation in (None, key)]
    url = f"{reading.address()}#judges-title"
    if not results:
        word, note = (HIDDEN, HIDDEN) if reading.is_blind else (NOT_RECORDED, "no judge result was recorded")
        found.add(Stage(":judge", "judge", "absent", word, url=url))
        found.join(block, ":judge", "missing", note)
        return
    latest = results[-1]
    compared = compare_input(reading, latest)
    state = "differs" if compared.differs else "same" if compared.is_same else "plain"
    name = f":judge:{latest.citation or ''}"
    said = latest.verdict.label if latest.verdict else latest.status.label
    found.add(
        Stage(name, "judge", "judge", said, latest.evaluator, f"attempt {latest.attempt}", read_digest(latest), url)
    )
    found.join(block, name, state, compared.said.word)


def _entry(reading: Reading, artifact_key: str) -> ManifestEntry | None:
    label = reading.resolution.entry if reading.resolution else None
    return next((e for e in reading.dossier.entries.get(label or "", ()) if e.artifact == artifact_key), None)


def _supplied_ordinal(reading: Reading, artifact_key: str) -> int:
    """The place of what was supplied in the list on the claim page: after every text on the way."""
    return len(upstream_first(reading, reading.way, artifact_key)) + 1 if reading.way else 1


def _on_answer(reading: Reading, part: str) -> str:
    return f"{reading.answer_url}#{part}" if reading.answer_url else "#main"
