"""Can the cited words be traced to the original?"""

from collections.abc import Iterator

from lineage.evidence.bundle import Citation
from lineage.evidence.outcomes import Resolution
from lineage.evidence.rules.rule import Check, Rule, Subject, by_status, shown
from lineage.evidence.vocabulary import Level, Outcome, Owner, ResolutionStatus, Route, UnresolvedDetail

WHOLE, SEVERAL = "whole_passage", "several_places"
BROKEN = (ResolutionStatus.BROKEN_MAPPING, ResolutionStatus.AMBIGUOUS_MAPPING)


def _range(subject: Subject) -> Iterator[Check]:
    def sentence(citation: Citation, resolution: Resolution) -> str:
        return f"The place that {shown(citation)} gives cannot be used: {UnresolvedDetail(resolution.detail).label}."

    return by_status(subject, ResolutionStatus.UNRESOLVED_RANGE, sentence)


def _ambiguity(subject: Subject) -> Iterator[Check]:
    for citation, resolution in subject.citations():
        named = citation.claim, citation.key
        if resolution.status is ResolutionStatus.AMBIGUOUS_LOCATOR:
            count = len(resolution.candidates) or "several"
            yield Check(
                Outcome.FAIL, *named, SEVERAL, f"{shown(citation)} fits {count} places equally; none was chosen."
            )
        elif resolution.status is ResolutionStatus.SPAN_RESOLVED and resolution.whole:
            sentence = (
                f"{shown(citation)} names a passage and no words in it; a person must look for the words that count."
            )
            yield Check(Outcome.FAIL, *named, WHOLE, sentence)
        else:
            reached = resolution.span is not None
            yield Check(Outcome.PASS if reached else Outcome.NOT_RUN, *named)


def _mapping(subject: Subject) -> Iterator[Check]:
    for citation, resolution in subject.citations():
        if resolution.status in BROKEN:
            sentence = f"{shown(citation)} cannot be traced to the original: {resolution.detail}."
            yield Check(Outcome.FAIL, citation.claim, citation.key, "", sentence)
        else:
            reached = resolution.span is not None
            yield Check(Outcome.PASS if reached else Outcome.NOT_RUN, citation.claim, citation.key)


RULES = (
    Rule(
        code="lineage/unresolved-range",
        meaning="The cited place exists in the cited text.",
        owner=Owner.APPLICATION,
        route=Route.BLOCK,
        repair="Check which text and which unit the offsets count in; keep the offsets of the text that was supplied.",
        level=Level.BLOCK,
        check=_range,
        requirements=("S0-36", "S0-57"),
    ),
    Rule(
        code="lineage/span-ambiguity",
        meaning="A citation names the words, not only a page, a passage, or several places at once.",
        owner=Owner.APPLICATION,
        route=Route.REVIEW,
        repair="Let the answer layer cite a range or the words themselves.",
        level=Level.WARN,
        levels={SEVERAL: Level.REVIEW},
        check=_ambiguity,
        requirements=("S3-07",),
    ),
    Rule(
        code="lineage/broken-mapping",
        meaning="Text made by code from a source is traced back to it by a map that holds when it is applied again.",
        owner=Owner.INGESTION,
        route=Route.BLOCK,
        repair="Record the offsets when the text is made, and check them against both texts at once.",
        level=Level.BLOCK,
        check=_mapping,
        requirements=("S3-20", "S3-28", "S3-37", "X-37"),
    ),
)
