"""A relocation as it may be shown: whether at all, under which word, with which sentences of then and of now. Pure."""

from collections.abc import Iterable

from inspector.pages.claim_evidence import name_of
from inspector.pages.claim_reading import Reading
from inspector.pages.claim_relocation_view import PLACES, SHOWN, LaterNote, Placed, Relocated
from inspector.pages.claim_sentences import Sentences, sentences_at
from inspector.pages.evidence_view import Said
from inspector.pages.run_states import said_of_outcome
from lineage.evidence.vocabulary import RelocationOutcome

MASKED = Said("masked", "absent")


def is_hidden(reading: Reading, one: Relocated) -> bool:
    """Whether the viewer may not read the version that the run looked in, or what the citation leads to."""
    if (one.source, one.version) not in reading.version_urls:
        return True
    if one.was is not None and one.was.artifact in reading.masked:
        return True
    return any(reading.is_masked(citation) for citation in reading.citations if citation.key == one.citation)


def is_taken_away(reading: Reading, one: Relocated) -> bool:
    """Whether words of the version that the run looked in, or of the one they were in, may not be shown now."""
    artifact = reading.dossier.artifacts.get(one.was.artifact) if one.was is not None else None
    was = (artifact.source or "", artifact.version or "") if artifact is not None else None
    both = (was, (one.source, one.version))
    return any(reading.closed.why(version) is not None for version in both if version is not None)


def said_of(one: Relocated) -> Said:
    """Words that are the same beside others are not called unchanged alone: verdicts that rest on them are stale."""
    return said_of_outcome(one.outcome, is_changed=one.changed is not None)


def needed_texts(reading: Reading) -> set[str]:
    """The texts, by their keys, that the panel and the verdict form show words of, and the dossier does not have."""
    found: set[str] = set()
    for citation in reading.citations:
        for number, one in enumerate(reading.relocated.get(citation.key, ())[:SHOWN]):
            is_shown = reading.selected is not None and citation.key == reading.selected.key
            if not is_shown and (number or one.changed is None):
                continue
            if is_hidden(reading, one) or is_taken_away(reading, one):
                continue
            found.update(place.artifact for place in one.places[:PLACES])
            if one.was is not None and one.was.artifact not in reading.dossier.artifacts:
                found.add(one.was.artifact)
    return found


def version_before(reading: Reading, one: Relocated) -> str:
    """The version that the cited words were taken from."""
    key = one.was.artifact if one.was is not None else ""
    artifact, later = reading.dossier.artifacts.get(key), reading.later.get(key)
    return (artifact.version if artifact else None) or (later.version if later else "") or "before"


def old_sentences(reading: Reading, one: Relocated) -> Sentences | None:
    return _sentences(reading, one.was) if one.was is not None else None


def new_sentences(reading: Reading, at: Placed) -> Sentences | None:
    return _sentences(reading, at)


def _sentences(reading: Reading, at: Placed) -> Sentences | None:
    """None where the text is not kept, or was not read because the viewer may not."""
    later = reading.later.get(at.artifact)
    text = later.text if later is not None else reading.dossier.find_text(at.artifact)
    return sentences_at(text, at.span) if text is not None else None


def newest_changed(reading: Reading) -> Iterable[tuple[str, Relocated]]:
    """The names of the claim's citations whose words are others today, with what was found last."""
    for citation in reading.citations:
        newest = next(iter(reading.relocated.get(citation.key, ())), None)
        if newest is not None and newest.changed is not None:
            yield name_of(citation), newest


def notes_of(reading: Reading) -> tuple[LaterNote, ...]:
    """What became of the claim's words, each thing once; that they were taken away is said where they would stand."""
    found = (
        LaterNote(MASKED, "") if is_hidden(reading, one) else LaterNote(said_of(one), one.version)
        for _, one in newest_changed(reading)
        if one.outcome is not RelocationOutcome.WITHDRAWN or not is_taken_away(reading, one)
    )
    return tuple(dict.fromkeys(found))
