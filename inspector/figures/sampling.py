"""Which claims come into a queue, and which of them: a rule, and a draw that the same seed repeats (S4-50, M-74).

Pure. Of what matches, each stratum is drawn apart and to a fixed size: of N the whole part of rate x N, and one more
where a coin of the same seed says so. So each has the probability `rate` to be in, which is kept with it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from pydantic import Field, Strict

from lineage.evidence.digests import digest_json, keyed_digest
from lineage.evidence.reading import adapter, validate
from lineage.evidence.terms.term import Term
from lineage.evidence.vocabulary import ClaimKind, Decision, Diagnosis, Environment, Owner
from lineage.evidence.wire import Key, Number, record

COINS = 2**64
BANDS = 5
NONE = "none"


class Unit(Term):
    """What is drawn."""

    CLAIM = "claim", "claims", "Each claim has its own chance."
    ANSWER = "answer", "answers", "Each answer has its chance, and all of its claims that match come with it."


class Stratum(Term):
    """By what a draw is split, so that what is rare is drawn at the same rate as what is frequent."""

    DECISION = "decision", "decision", "What the gate said of the answer."
    KIND = "kind", "kind of claim"
    OWNER = "owner", "owner", "Whose the findings on the claim are."
    ENVIRONMENT = "environment"
    SCORE = "score", "judge's score", "In five bands from 0 to 1, by the lowest score of the claim."


@record
class SamplingRule:
    """What a claim must be like, and how many are drawn of those. An empty list, or no bound, asks for nothing.

    `rules` and `owners` are those of findings on the claim, or on its answer as a whole; scores are those that a judge
    gave it, both bounds included.
    """

    decisions: tuple[Decision, ...] = ()
    rules: tuple[Key, ...] = ()
    owners: tuple[Owner, ...] = ()
    kinds: tuple[ClaimKind, ...] = ()
    diagnoses: tuple[Diagnosis, ...] = ()
    environments: tuple[Environment, ...] = ()
    score_from: Number | None = None
    score_to: Number | None = None
    stratum: Stratum | None = None
    unit: Unit = Unit.CLAIM
    rate: Annotated[float, Strict(), Field(gt=0, le=1, allow_inf_nan=False)] = 1.0

    @property
    def takes_all(self) -> bool:
        return self.rate == 1


class Candidate(NamedTuple):
    """A claim that matches: its row, what is drawn (a name that another import of the same data has too), its stratum.

    Candidates of one unit come in or stay out together.
    """

    claim: int
    unit: str
    stratum: str = ""


class Drawn(NamedTuple):
    """`inclusion` is the probability with which the claim was to come in, whoever else did."""

    claim: int
    stratum: str
    inclusion: float


def dump_rule(rule: SamplingRule) -> dict[str, Any]:
    """The rule as a row keeps it, which is never empty."""
    dumped: dict[str, Any] = adapter(SamplingRule).dump_python(rule, mode="json")
    return dumped


def read_rule(kept: Mapping[str, Any]) -> SamplingRule | None:
    """The inverse; None for a queue that is filled by hand only. Raises PayloadProblems."""
    return validate(SamplingRule, dict(kept)) if kept else None


def draw(seed: int, rate: float, candidates: Iterable[Candidate]) -> tuple[Drawn, ...]:
    """Those that come in, in the order given; the same for the same seed, rate and candidates in whatever order."""
    every = list(candidates)
    strata = _strata(every)
    by_stratum: dict[str, list[str]] = defaultdict(list)
    for unit, stratum in strata.items():
        by_stratum[stratum].append(unit)
    chosen = {unit for stratum, units in by_stratum.items() for unit in _choose(seed, rate, stratum, units)}
    return tuple(Drawn(one.claim, strata[one.unit], rate) for one in every if one.unit in chosen)


def band(score: float | None) -> str:
    """The name of the stratum of a score: a fifth of the way from 0 to 1, or what lies beyond."""
    if score is None:
        return NONE
    if not 0 <= score <= 1:
        return "below 0" if score < 0 else "above 1"
    step = min(int(score * BANDS), BANDS - 1)
    return f"{step / BANDS:.1f} to {(step + 1) / BANDS:.1f}"


def join(names: Iterable[str]) -> str:
    """One stratum for several names."""
    return " + ".join(sorted(set(names))) or NONE


def _strata(candidates: Sequence[Candidate]) -> dict[str, str]:
    """The stratum of each unit; of an answer whose claims are in several, all of these as one."""
    names: dict[str, set[str]] = defaultdict(set)
    for one in candidates:
        names[one.unit].add(one.stratum)
    return {unit: join(found) if found != {""} else "" for unit, found in names.items()}


def _choose(seed: int, rate: float, stratum: str, units: Sequence[str]) -> Sequence[str]:
    if rate == 1:
        return units
    ordered = sorted(units, key=lambda unit: (_number(seed, "draw", unit), unit))
    # As it was written: as a binary fraction 0.29 of 100 would be a little less than 29.
    expected = Fraction(repr(rate)) * len(ordered)
    whole = expected.numerator // expected.denominator
    # The coin knows the whole batch, so that each batch has one of its own.
    coin = _number(seed, "coin", stratum, digest_json(sorted(units)))
    return ordered[: whole + (Fraction(coin, COINS) < expected - whole)]


def _number(seed: int, *about: str) -> int:
    """A number below `COINS` that only who knows the seed could tell beforehand."""
    digest = keyed_digest(str(seed).encode(), "\0".join(about).encode("utf-8", "surrogatepass"))
    return int(digest.partition(":")[2][:16], 16)
