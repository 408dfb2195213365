"""Is the citation well-formed in the format it came in?"""

from collections.abc import Iterator

from lineage.evidence.bundle import Citation
from lineage.evidence.outcomes import Resolution
from lineage.evidence.rules.rule import Check, Rule, Subject, by_status, shown
from lineage.evidence.vocabulary import Level, MalformedDetail, Owner, ResolutionStatus, Route


def _malformed(subject: Subject) -> Iterator[Check]:
    def sentence(citation: Citation, resolution: Resolution) -> str:
        return f"{shown(citation)} cannot be read: {MalformedDetail(resolution.detail).label}."

    return by_status(subject, ResolutionStatus.MALFORMED_CITATION, sentence)


RULES = (
    Rule(
        code="syntax/malformed-citation",
        meaning="A citation has the shape that the format it came in asks for.",
        owner=Owner.APPLICATION,
        route=Route.BLOCK,
        repair="Make the answer layer write citations in the declared format, and refuse others there.",
        level=Level.BLOCK,
        check=_malformed,
        proves_not="A well-formed citation may still point nowhere.",
        requirements=("S0-38", "S0-46", "M-39"),
    ),
)
