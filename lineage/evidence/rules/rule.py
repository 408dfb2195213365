"""What a rule is: a stable code, one sentence of meaning, an owner, and a pure check over one inspected answer."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from lineage.evidence.bundle import Citation
from lineage.evidence.dossier import Dossier
from lineage.evidence.outcomes import Resolution
from lineage.evidence.vocabulary import Contract, Level, Outcome, Owner, ResolutionStatus, Route


@dataclass(frozen=True, slots=True)
class Subject:
    """What rules look at: the dossier, its resolutions by citation key, and the moment of inspection."""

    dossier: Dossier
    resolutions: Mapping[str, Resolution]
    as_of: datetime

    def citations(self) -> Iterator[tuple[Citation, Resolution]]:
        """Every citation with its resolution, in the answer's order."""
        for citation in self.dossier.answer.citations:
            yield citation, self.resolutions[citation.key]


class Check(NamedTuple):
    """One outcome of one rule. `sentence` is for people; empty where the outcome is a pass."""

    outcome: Outcome
    claim: str | None = None
    citation: str | None = None
    detail: str = ""
    sentence: str = ""
    evidence: Mapping[str, object] = {}


@dataclass(frozen=True, slots=True)
class Rule:
    """`code` is contract/name and never changes; `proves_not` says what a pass does not show.

    `level` is the default of every detail that `levels` does not name.
    """

    code: str
    meaning: str
    owner: Owner
    route: Route
    repair: str
    level: Level
    check: Callable[[Subject], Iterator[Check]]
    proves_not: str = ""
    levels: Mapping[str, Level] = field(default_factory=dict)
    requirements: tuple[str, ...] = field(default=())

    @property
    def contract(self) -> Contract:
        return Contract(self.code.partition("/")[0])


def by_status(
    subject: Subject, failing: ResolutionStatus, sentence: Callable[[Citation, Resolution], str]
) -> Iterator[Check]:
    """A rule that is nothing but one status of the resolver: fail, else pass, else not run where it was not reached."""
    for citation, resolution in subject.citations():
        if resolution.status is failing:
            words = sentence(citation, resolution)
            yield Check(Outcome.FAIL, citation.claim, citation.key, resolution.detail, words)
        else:
            yield Check(Outcome.PASS, citation.claim, citation.key)


def shown(citation: Citation) -> str:
    """How a citation is named in a sentence: its marker, else the id as it was written, else its key."""
    if citation.marker:
        return citation.marker
    return citation.cited if isinstance(citation.cited, str) and citation.cited else citation.key


def quoted(words: str | None, limit: int = 90) -> str:
    """Words in quotation marks, cut in the middle of nothing: at most `limit` code points and an ellipsis."""
    text = " ".join((words or "").split())
    return f"“{text}”" if len(text) <= limit else f"“{text[:limit].rstrip()} …”"
