"""What a judge says, read as labels of a field: by a mapping where its words are others.

A word that is no label is an error with that word in it, never a number and never the nearest label (peers 24).
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from inspector.labels.label_set import NOTHING, JudgeSaid
from inspector.models.calibration import LONGEST_LABEL
from lineage.evidence.vocabulary import JudgeStatus

LARGEST_ATTEMPT = 2**31 - 1
NO_LABEL = "says a word that is no label of this field; it stands among the judge’s own words"


class NotMapped(ValueError):
    """A line of a mapping is none, or leads to what is no label; the message says which, for people."""


class Read(NamedTuple):
    """What a judge said of an item as it is kept: `label` is one of the field's, or None."""

    attempt: int
    status: JudgeStatus
    label: str | None
    score: float | None
    message: str


def read_said(said: JudgeSaid, values: Sequence[str], mapping: Mapping[str, str] = NOTHING) -> Read:
    """One answer as a label of `values`, a number, or both; failing that an error that says why."""
    if said.status is not JudgeStatus.COMPLETED:
        return Read(said.attempt, said.status, None, None, clean(said.message))
    if said.score is not None and not math.isfinite(said.score):
        return _error(said, "gave a number that is none")
    label = mapping.get(said.label, said.label) if said.label is not None else None
    if label is not None and label not in values:
        return _error(said, f"says “{clean(said.label or '')}”, which is no label of this field")
    if label is None and said.score is None:
        return _error(said, "says neither a label nor a number")
    return Read(said.attempt, JudgeStatus.COMPLETED, label, said.score, clean(said.message))


def without_words(said: JudgeSaid, read: Read) -> tuple[Read, str]:
    """The same with nothing but words of our own in the message, and all of the judge's in one text.

    For an item that is a claim: a judge repeats words of sources, and a text can be veiled and erased.
    """
    if said.status is not JudgeStatus.COMPLETED or read.status is JudgeStatus.COMPLETED:
        return read._replace(message=""), _joined(said.message, said.raw)
    own = read if said.label is None else read._replace(message=NO_LABEL)
    return own, _joined(said.label or "", said.message, said.raw)


def _joined(*words: str) -> str:
    return "\n".join(one for one in words if one)


def _error(said: JudgeSaid, why: str) -> Read:
    return Read(said.attempt, JudgeStatus.ERROR, None, None, why)


def clean(words: str) -> str:
    """As it may stand in a row: without NUL, and no longer than a label."""
    return words.replace("\0", "\N{SYMBOL FOR NULL}")[:LONGEST_LABEL]


def read_mapping(written: str, values: Sequence[str]) -> dict[str, str]:
    """From lines `what the judge says = label`; raises NotMapped with the line."""
    return dict(_pairs(written, values))


def _pairs(written: str, values: Sequence[str]) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for number, line in enumerate(written.split("\n"), start=1):
        if not line.strip():
            continue
        word, between, label = (part.strip() for part in line.rpartition("="))
        if not between or not word:
            raise NotMapped(f"line {number}: write it as: what the judge says = label")
        if label not in values:
            raise NotMapped(f"line {number}: “{clean(label)}” is no label; choose of {', '.join(values)}")
        if word in seen:
            raise NotMapped(f"line {number}: “{clean(word)}” stands in an earlier line already")
        seen.add(word)
        yield word, label
