"""What a verdict is given on."""

from dataclasses import replace

from inspector.judged_evidence import has_words, judged_evidence
from lineage.evidence.dossier import Dossier
from lineage.text.span import Span
from tests.inspector.reading import Reading, reading_of

CASE = "support/reading-room"


def digest_of(reading: Reading, guideline: str = "default@1") -> str:
    return judged_evidence(reading.dossier, reading.inspection, reading.claim, guideline).digest


def shifted(reading: Reading, words: str) -> Reading:
    """The same evidence after `words` were put in front of every text, every place moved along."""
    artifacts = {key: replace(one, text=words + (one.text or "")) for key, one in reading.dossier.artifacts.items()}

    def moved(span: Span) -> Span:
        return span.shift(len(words))

    resolutions = tuple(
        replace(one, primary=tuple(place._replace(span=moved(place.span)) for place in one.primary))
        for one in reading.inspection.resolutions
    )
    dossier: Dossier = replace(reading.dossier, artifacts=artifacts)
    return replace(reading, dossier=dossier, inspection=replace(reading.inspection, resolutions=resolutions))


def test_the_digest_is_the_same_where_words_only_moved() -> None:
    reading = reading_of(CASE, "c1")
    assert digest_of(shifted(reading, "A heading of its own.\n\n")) == digest_of(reading)


def test_the_digest_changes_with_the_claims_words() -> None:
    reading = reading_of(CASE, "c1")
    assert digest_of(replace(reading, claim=replace(reading.claim, text="Another claim."))) != digest_of(reading)


def test_the_digest_changes_with_the_sentence_beside_the_cited_one() -> None:
    reading = reading_of(CASE, "c1")
    (place, *_) = reading.resolution.primary
    text = reading.dossier.artifacts[place.artifact].text
    appended = text[: place.span.end] + " Except on holidays." + text[place.span.end :]
    changed = reading.dossier.artifacts | {
        place.artifact: replace(reading.dossier.artifacts[place.artifact], text=appended)
    }
    assert digest_of(replace(reading, dossier=replace(reading.dossier, artifacts=changed))) != digest_of(reading)


def test_the_digest_changes_with_the_guideline() -> None:
    reading = reading_of(CASE, "c1")
    assert digest_of(reading, "default@2") != digest_of(reading)


def test_a_claim_has_words_while_nothing_that_it_cites_is_taken_away() -> None:
    reading = reading_of(CASE, "c1")
    assert has_words(reading.dossier, reading.inspection, reading.claim)
    assert has_words(reading.dossier, reading.inspection, reading.claim, {"no such text"})
    (place, *_) = reading.resolution.primary
    assert not has_words(reading.dossier, reading.inspection, reading.claim, {place.artifact})


def test_a_claim_that_came_without_words_has_none() -> None:
    reading = reading_of(CASE, "c1")
    assert not has_words(reading.dossier, reading.inspection, replace(reading.claim, text=None, place=None))
