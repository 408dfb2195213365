"""What the results of a judge keep to, whatever they were read from. Pure."""

import math
from collections.abc import Mapping

from inspector.labels.label_set import JudgeResults, JudgeSaid, NotALabelSet
from inspector.labels.limits import (
    LONGEST_LABEL,
    LONGEST_NAME,
    LONGEST_WORDS,
    MAXIMUM_ATTEMPTS,
    MAXIMUM_ITEMS,
    check_text,
    shown,
)
from lineage.evidence.vocabulary import JudgeStatus
from lineage.evidence.wire import MAXIMUM_KEY_LENGTH


def check_judge(results: JudgeResults) -> JudgeResults:
    """The results themselves. Raises NotALabelSet."""
    asked = results.configuration
    check_text(asked.evaluator, "the evaluator", MAXIMUM_KEY_LENGTH)
    check_text(results.field, "the field", LONGEST_NAME)
    for words, what in ((asked.model, "model"), (asked.parser_version, "parser version")):
        check_text(words, f"the {what}", LONGEST_WORDS, may_be_empty=True)
    for name, value in asked.parameters.items():
        check_text(name, "the name of a parameter", LONGEST_NAME)
        if isinstance(value, str):
            check_text(value, f"the parameter {shown(name)}", LONGEST_WORDS, may_be_empty=True)
    if len(results.said) > MAXIMUM_ITEMS:
        raise NotALabelSet(f"a judge says at most {MAXIMUM_ITEMS:,} things, this one {len(results.said):,}")
    seen: set[tuple[str, int]] = set()
    for said in results.said:
        check_said(said)
        if (said.item, said.attempt) in seen:
            raise NotALabelSet(f"attempt {said.attempt} on the item {shown(said.item)} is given twice")
        seen.add((said.item, said.attempt))
    return results


def check_meanings(labels: Mapping[str, str]) -> Mapping[str, str]:
    """What a judge's words mean, as they came. Raises NotALabelSet."""
    for word, label in labels.items():
        check_text(word, "a judge's word", LONGEST_WORDS, may_be_empty=True)
        check_text(label, f"what {shown(word)} means", LONGEST_LABEL)
    return labels


def check_said(said: JudgeSaid) -> None:
    """Raises NotALabelSet. Any word passes as a label: what it means, if anything, is said where it is read."""
    check_text(said.item, "the item", MAXIMUM_KEY_LENGTH)
    check_text(said.message, "the message", LONGEST_WORDS, may_be_empty=True)
    if not 1 <= said.attempt <= MAXIMUM_ATTEMPTS:
        raise NotALabelSet(f"attempts are counted from 1 to {MAXIMUM_ATTEMPTS:,}")
    if said.label is not None and len(said.label) > LONGEST_WORDS:
        raise NotALabelSet(f"a judge's word has at most {LONGEST_WORDS:,} characters")
    if said.score is not None and not math.isfinite(said.score):
        raise NotALabelSet("a score is a number")
    says_something = said.label is not None or said.score is not None
    if (said.status is JudgeStatus.COMPLETED) != says_something:
        raise NotALabelSet("a completed answer has a label or a score, and any other has neither")
