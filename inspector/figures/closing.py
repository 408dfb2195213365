"""Whether every assessed claim of an answer has its coverage, so that its review can be closed (S0-69, M-64). Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from lineage.evidence.vocabulary import COMPLETED, CoverageVerdict, ItemProgress


class Reviewed(NamedTuple):
    """How a claim stands in one queue. `coverage` is what all that counts agrees on, or what was settled."""

    state: ItemProgress
    coverage: CoverageVerdict | None
    is_exempt: bool = False


class ClaimStanding(NamedTuple):
    """`coverage` is None where the claim lacks one, or is not assessed."""

    coverage: CoverageVerdict | None
    is_excluded: bool = False
    has_no_text: bool = False

    @property
    def is_assessed(self) -> bool:
        return not self.is_excluded and not self.has_no_text

    @property
    def lacks_coverage(self) -> bool:
        return self.is_assessed and self.coverage is None


def standing_of(reviewed: Sequence[Reviewed], *, is_exempt: bool = False) -> ClaimStanding:
    """Of one claim over all its queues: as long as people differ in one of them, it has no coverage.

    A claim that is exempt by a reviewed rule, or whose words nobody can read, is not assessed.
    """
    if is_exempt:
        return ClaimStanding(None, is_excluded=True)
    states = {one.state for one in reviewed}
    if states == {ItemProgress.NO_TEXT}:
        return ClaimStanding(None, has_no_text=True)
    done = [one for one in reviewed if one.state in COMPLETED]
    if ItemProgress.DISAGREEMENT in states or not done:
        return ClaimStanding(None)
    if all(one.is_exempt for one in done):
        return ClaimStanding(None, is_excluded=True)
    said = {one.coverage for one in done if not one.is_exempt}
    return ClaimStanding(said.pop() if len(said) == 1 else None)


def counts_of(claims: Sequence[ClaimStanding]) -> dict[str, int]:
    """The parts add up to all claims."""
    return {
        "claims": len(claims),
        "supported": sum(one.coverage is CoverageVerdict.SUPPORTED for one in claims),
        "unsupported": sum(one.coverage is CoverageVerdict.UNSUPPORTED for one in claims),
        "lacking": sum(one.lacks_coverage for one in claims),
        "excluded": sum(one.is_excluded for one in claims),
        "no_text": sum(one.has_no_text for one in claims),
    }


def why_not_closed(claims: Sequence[ClaimStanding]) -> str:
    """Empty where the review can be closed."""
    lacking = counts_of(claims)["lacking"]
    if not lacking:
        return ""
    return f"{lacking} assessed claim{' lacks' if lacking == 1 else 's lack'} coverage verdict"
