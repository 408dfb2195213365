"""Three questions to the claim (S2-03), four of its reader to the selected citation (S4-04), as lines. Pure."""

from inspector.pages.claim_reading import Reading
from inspector.pages.evidence_view import QuestionLine, Said
from inspector.pages.states import STATE_OF_OUTCOME
from lineage.evidence.bundle import Citation
from lineage.evidence.outcomes import Resolution
from lineage.evidence.questions import NOT_CHECKED, Question, questions_of_claim, questions_of_reader

SHORT = ("given to the answer", "this source supports it", "some citation supports it")
ASKED = ("source", "revision", "passage supplied", "reader may see it")


def questions_of(reading: Reading) -> tuple[QuestionLine, ...]:
    """Of a claim with masked words the notes are left out: they may repeat them."""
    asked = questions_of_claim(reading.dossier, reading.inspection, reading.claim.key)
    return tuple(_line(short, one, reading.hides_any) for short, one in zip(SHORT, asked, strict=True))


def reader_questions_of(
    reading: Reading, citation: Citation, resolution: Resolution
) -> tuple[tuple[QuestionLine, ...], bool]:
    """The four, and whether all are answered; the notes only where the viewer may read the source."""
    asked = questions_of_reader(reading.dossier, citation, resolution)
    masked = reading.is_masked(citation)
    lines = tuple(_line(short, one, masked) for short, one in zip(ASKED, asked.questions, strict=True))
    return lines, asked.is_successful


def _line(short: str, asked: Question, masked: bool) -> QuestionLine:
    note = asked.note if asked.note == NOT_CHECKED or not masked else ""
    said = Said(asked.outcome.label, STATE_OF_OUTCOME[asked.outcome], "", asked.question)
    return QuestionLine(short, asked.question, said, asked.basis, note)
