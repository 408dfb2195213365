"""How far a version's words have come, and what is to be done with each place that holds them (M-96). Pure."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from lineage.evidence.terms.term import Term


class Carrier(Term):
    """What a content that holds words of a version is."""

    RAW = "raw", "retained bytes"
    TEXT = "text", "text of a stage", "An extract, a chunk, a packed block, a translation: whatever was made of it."
    DETAILS = "details", "what is said of a text", "Boxes, ranges of other origin, metadata."
    EXTRACTION = "extraction", "report of a reading"
    LAYOUT = "layout", "where the words stand"
    PAGE_IMAGE = "page_image", "picture of a page"
    PARAMETERS = "parameters", "parameters of a step"
    PAYLOAD = "payload", "payload of an answer", "As its producer sent it."
    RECORD = "record", "what was captured with an answer", "Quotes, request, views, stages, what judges were given."
    JUDGEMENT = "judgement", "result of a judge"
    INSPECTION = "inspection", "report of an inspection"
    RELOCATION = "relocation", "what a run found"
    OPINION = "opinion", "what a person wrote", "A rationale or a reason."
    AUDIT = "audit", "payload of an audit event"
    REMAINS = "remains", "what an earlier erasure left"


class Treatment(Term):
    """What erasing a version does to a content."""

    ERASE = "erase", "erased"
    REDACT = "redact", "kept without its words"
    KEEP = "keep", "kept", "Something that lives on owns the same bytes."


TREATMENTS: Mapping[Carrier, Treatment] = {
    carrier: Treatment.REDACT
    if carrier
    in (
        Carrier.PARAMETERS,
        Carrier.RECORD,
        Carrier.JUDGEMENT,
        Carrier.INSPECTION,
        Carrier.RELOCATION,
        Carrier.OPINION,
        Carrier.REMAINS,
    )
    else Treatment.ERASE
    for carrier in Carrier
}


class Reached(NamedTuple):
    """A content by its id; `because` says who else owns what is kept."""

    content: int
    carrier: Carrier
    treatment: Treatment
    because: str = ""


class Reach(NamedTuple):
    """Everything that carries the words of a version. `artifacts` and `answers` are ids."""

    version: int
    artifacts: tuple[int, ...]
    answers: tuple[int, ...]
    contents: tuple[Reached, ...]

    def of(self, treatment: Treatment) -> tuple[Reached, ...]:
        return tuple(found for found in self.contents if found.treatment is treatment)


def spread(
    own: Iterable[int], outputs: Mapping[int, Iterable[int]], owned_elsewhere: Iterable[int] = ()
) -> frozenset[int]:
    """The texts of a version and all that was made from them, but for texts of versions that live on."""
    found: set[int] = set()
    closed = frozenset(owned_elsewhere)
    waiting = list(own)
    while waiting:
        artifact = waiting.pop()
        if artifact not in found and artifact not in closed:
            found.add(artifact)
            waiting += outputs.get(artifact, ())
    return frozenset(found)


def treat(content: int, carrier: Carrier, owner: str | None) -> Reached:
    """What becomes of a content; `owner` is what lives on and owns the same bytes, None where nothing does."""
    if owner is not None:
        return Reached(content, carrier, Treatment.KEEP, owner)
    return Reached(content, carrier, TREATMENTS[carrier])
