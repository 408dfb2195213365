"""A label set as a value: what is labelled, the items with their words, who said what, and what judges said. Pure.

What every importer makes and every export writes (`inspector.labels.jsonl`), whatever it came from. Field names, raters
and strata are the data set's own words; nobody's label is changed on the way, only mapped where an importer says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from lineage.evidence.vocabulary import Comparability, ExpectedBy, JudgeStatus, RaterRole, Scale

NOTHING: Mapping[str, str] = MappingProxyType({})


class Field(NamedTuple):
    """Something that is labelled. `values` are all that it may have, in their order; numbers are written as text.

    `positive` are those that count as such where a judge is tested, as one against the rest; none: no such question.
    """

    name: str
    scale: Scale
    values: tuple[str, ...]
    positive: tuple[str, ...] = ()


class Passage(NamedTuple):
    """Words that a claim is judged by. `name` is what they are called there: a title, an address, a marker."""

    text: str
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What a labeller reads of an item: the claim (or whatever is judged), what it is judged by, and around it."""

    claim: str
    passages: tuple[Passage, ...] = ()
    question: str = ""
    context: str = ""
    requirement: str = ""


class Label(NamedTuple):
    """What one person said of one field."""

    field: str
    rater: str
    value: str
    role: RaterRole = RaterRole.RATER
    confidence: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelItem:
    """An item. `expected` maps fields to the labels that others are compared with; absent where there is none.

    `words` is None where the data set does not publish them, which is said and never guessed. `claim` is the address of
    a claim of this house by answer case and key (`case#claim`), empty for all others.
    """

    key: str
    words: Words | None
    labels: tuple[Label, ...] = ()
    expected: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    expected_by: ExpectedBy | None = None
    strata: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    comparability: Comparability = Comparability.COMPARABLE
    comparability_reason: str = ""
    claim: str = ""


class JudgeSaid(NamedTuple):
    """One answer of a judge on one item. A completed one has a label of the field, a score, or both."""

    item: str
    status: JudgeStatus = JudgeStatus.COMPLETED
    label: str | None = None
    score: float | None = None
    attempt: int = 1
    raw: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeConfiguration:
    """What a judge was set to; empty words were not recorded."""

    evaluator: str
    model: str = ""
    prompt: str = ""
    rubric: str = ""
    parser_version: str = ""
    parameters: Mapping[str, str | int | float | bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeResults:
    """What one judge said of one field of a set."""

    configuration: JudgeConfiguration
    field: str
    said: tuple[JudgeSaid, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSet:
    """`origin` says where it comes from and under which licence. Item keys are unique, and so are labels by field and
    rater within an item."""

    key: str
    name: str
    fields: tuple[Field, ...]
    items: tuple[LabelItem, ...]
    purpose: str = ""
    origin: str = ""
    judges: tuple[JudgeResults, ...] = ()


class NotALabelSet(ValueError):
    """What came in is none, or not in the format that was named. The message says where: `claims_dev.jsonl:12: ...`."""
