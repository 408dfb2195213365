"""A small labelled set and what a judge said of it, as files that the product reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from inspector.labels.jsonl import write_jsonl
from inspector.labels.judge_file import write_judge_file
from inspector.labels.label_set import (
    Field,
    JudgeConfiguration,
    JudgeResults,
    JudgeSaid,
    Label,
    LabelItem,
    LabelSet,
    Passage,
    Words,
)
from lineage.evidence.vocabulary import ExpectedBy, Scale

SUPPORT = Field("support", Scale.NOMINAL, ("yes", "no"), ("yes",))


def labelled(key: str = "refunds", expected: Sequence[str] = ("yes", "yes", "no", "no"), **fields: Any) -> LabelSet:
    """A set of one field; Ada and Ben said of each item what is expected of it."""
    items = tuple(
        LabelItem(
            key=f"item-{number}",
            words=Words(claim=f"Refund {number} is paid.", passages=(Passage(f"Refund {number} was paid.", "[1]"),)),
            labels=(Label("support", "ada", value), Label("support", "ben", value)),
            expected={"support": value},
            expected_by=ExpectedBy.AGREED,
        )
        for number, value in enumerate(expected)
    )
    return replace(LabelSet(key=key, name=key.title(), fields=(SUPPORT,), items=items), **fields)


def labels_file(label_set: LabelSet | None = None) -> bytes:
    return b"".join(write_jsonl(label_set or labelled()))


def results(said: Sequence[JudgeSaid] | Sequence[str], **configuration: Any) -> JudgeResults:
    """Of whole answers, or of labels for the items in their order."""
    answers = (one if isinstance(one, JudgeSaid) else JudgeSaid(f"item-{n}", label=one) for n, one in enumerate(said))
    settings = {"evaluator": "checker", "model": "m-1", "prompt": "Is it supported?", "rubric": "yes or no"}
    return JudgeResults(
        configuration=JudgeConfiguration(**settings | configuration), field="support", said=tuple(answers)
    )


def judge_file(said: Sequence[JudgeSaid] | Sequence[str] = ("yes", "no", "no", "no"), **configuration: Any) -> bytes:
    return b"".join(write_judge_file(results(said, **configuration)))
