"""What the answer was given and what a judge read: words, digests, and whether they are the same. Pure."""

from typing import NamedTuple

from inspector.pages.claim_reading import Reading
from inspector.pages.evidence_view import Said
from lineage.evidence.bundle import JudgeResult
from lineage.evidence.digests import digest_text
from lineage.evidence.rules.evaluation import find_supplied, supplied_text
from lineage.evidence.rules.rule import Subject
from lineage.evidence.vocabulary import JudgeScope

WIDER_SCOPES = (JudgeScope.WHOLE_CONTEXT, JudgeScope.FULL_ORIGINAL)


class Compared(NamedTuple):
    said: Said
    differs: bool = False
    is_same: bool = False


def supplied_words(reading: Reading, citation: str) -> str | None:
    """A citation's passage as the answer was given it; None where it was not recorded."""
    resolution = reading.resolutions.get(citation)
    if resolution is None or resolution.artifact is None:
        return None
    return supplied_text(reading.dossier, resolution.entry, resolution.artifact)


def supplied_digest(reading: Reading) -> tuple[str | None, int | None]:
    """Digest and length of the selected passage as the answer was given it; None where it was not recorded."""
    words = supplied_words(reading, reading.selected.key) if reading.selected else None
    return (digest_text(words), len(words)) if words is not None else (None, None)


def read_digest(result: JudgeResult) -> str | None:
    """The digest of what a judge read, as recorded or computed; None where neither can be."""
    if result.input_digest is not None:
        return result.input_digest
    return digest_text(result.input_text) if result.input_text is not None else None


def read_length(result: JudgeResult) -> int | None:
    if result.input_length is not None:
        return result.input_length
    return len(result.input_text) if result.input_text is not None else None


def compare_input(reading: Reading, result: JudgeResult) -> Compared:
    """What the judge read against every text that it may rightly have read, as the rule compares them."""
    read = read_digest(result)
    if read is None:
        return Compared(Said("what it read was not recorded", "absent"))
    if result.scope in WIDER_SCOPES:
        return Compared(Said(f"it read {result.scope.label}; not compared with the cited passage", "none"))
    subject = Subject(reading.dossier, reading.resolutions, reading.inspection.as_of)
    supplied = find_supplied(subject, result)
    if not supplied:
        return Compared(Said("the supplied passage was not recorded; not compared", "absent"))
    if read in {digest for digest, _ in supplied.values()}:
        return Compared(Said("it read the same bytes as the answer was given", "pass"), is_same=True)
    return Compared(Said("it read another text than the answer was given", "fail"), differs=True)
