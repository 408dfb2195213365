"""What a verdict on a claim is given on today: the evidence as given, and what runs found changed in it since. Pure."""

from inspector.evidence_today import combine
from inspector.judged_evidence import SHOWN, JudgedEvidence, judged_evidence
from inspector.pages.claim_reading import Reading
from inspector.pages.claim_relocated import (
    is_hidden,
    is_taken_away,
    new_sentences,
    newest_changed,
    old_sentences,
    said_of,
    version_before,
)
from inspector.pages.claim_relocation_view import ChangedLine, Relocated
from inspector.pages.claim_sentences import compare_sentences
from inspector.pages.evidence_view import Said
from lineage.evidence.digests import digest_from_raw, raw_digest

HIDDEN = "in a version that you may not read"


def evidence_as_given(reading: Reading) -> JudgedEvidence:
    return judged_evidence(reading.dossier, reading.inspection, reading.claim, reading.guideline)


def evidence_today(reading: Reading) -> JudgedEvidence:
    """With the words that stand there now, so that two forms of different days differ where the evidence does."""
    given = evidence_as_given(reading)
    changed = {key: found[0].changed for key, found in reading.relocated.items() if found}
    today = combine(raw_digest(given.digest), changed)
    lines = [f"{marker} {_words(reading, one)}" for marker, one in newest_changed(reading)]
    return JudgedEvidence(digest_from_raw(today), "\n\n".join([given.text, *lines]))


def changes_of(reading: Reading) -> tuple[ChangedLine, ...]:
    """The citations whose words are others than when the answer was given."""
    return tuple(_line(reading, marker, one) for marker, one in newest_changed(reading))


def hides_newer(reading: Reading) -> bool:
    """Whether words of a citation changed in a version that the viewer may not read."""
    return any(is_hidden(reading, one) for _, one in newest_changed(reading))


def hides_later(reading: Reading) -> bool:
    """Whether people may have judged such words, and may repeat them in their reasons."""
    every = (one for found in reading.relocated.values() for one in found)
    return any(one.changed is not None and is_hidden(reading, one) for one in every)


def _words(reading: Reading, one: Relocated) -> str:
    if is_hidden(reading, one):
        return HIDDEN
    changes = f" ({', '.join(change.label for change in one.changes)})" if one.changes else ""
    said = f"in version {one.version}: {said_of(one).word}{changes}"
    new = None if is_taken_away(reading, one) or not one.places else new_sentences(reading, one.places[0])
    return f"{said}. {new.whole[:SHOWN]}" if new is not None else said


def _line(reading: Reading, marker: str, one: Relocated) -> ChangedLine:
    if is_hidden(reading, one):
        return ChangedLine(marker, Said(HIDDEN, "absent"), "", "", None)
    is_gone = is_taken_away(reading, one)
    old = None if is_gone else old_sentences(reading, one)
    new = None if is_gone or not one.places else new_sentences(reading, one.places[0])
    names = f"version {version_before(reading, one)}", f"version {one.version}"
    difference = compare_sentences(names[0], old, names[1], new).difference if old and new else None
    changes = ", ".join(change.label for change in one.changes)
    return ChangedLine(marker, said_of(one), one.version, changes, difference)
