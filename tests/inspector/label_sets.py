"""Small label sets as values, for tests of what is done with sets."""

from __future__ import annotations

from typing import Any

from inspector.labels.label_set import Field, Label, LabelItem, LabelSet, Passage, Words
from lineage.evidence.vocabulary import ExpectedBy, RaterRole, Scale

FIELD = Field("answer", Scale.NOMINAL, ("yes", "no", "maybe"), ("yes",))


def words(number: int, **changed: Any) -> Words:
    about = {"claim": f"Statement {number}.", "passages": (Passage(f"Passage {number}.", "A page"),)}
    return Words(**(about | {"question": "Does it hold?", "requirement": "one passage"} | changed))


def item(number: int, first: str = "yes", second: str = "yes", **changed: Any) -> LabelItem:
    """Two people and what others are compared with: what the first one says."""
    about: dict[str, Any] = {
        "key": f"item-{number}",
        "words": words(number),
        "labels": (Label("answer", "a1", first, confidence=0.5), Label("answer", "a2", second)),
        "expected": {"answer": first},
        "expected_by": ExpectedBy.PUBLISHED,
        "strata": {"split": "dev" if number % 2 else "test"},
    }
    return LabelItem(**(about | changed))


def adjudicated(number: int) -> LabelItem:
    """Two who differ, and a third who says what holds."""
    labels = (
        Label("answer", "a1", "yes"),
        Label("answer", "a2", "no"),
        Label("answer", "a3", "no", RaterRole.ADJUDICATOR),
    )
    return item(number, labels=labels, expected={"answer": "no"}, expected_by=ExpectedBy.ADJUDICATED)


def label_set(*items: LabelItem, **changed: Any) -> LabelSet:
    about: dict[str, Any] = {"key": "trial", "name": "A trial", "purpose": "to try", "origin": "made up, CC0"}
    return LabelSet(**(about | {"fields": (FIELD,), "items": items or (item(1), item(2), adjudicated(3))} | changed))
