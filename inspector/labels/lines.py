"""An item of a label set <-> its line in an export; the header before them. Pure.

A line is canonical JSON without what is at its default, its labels in the order of rater within field: equal items give
equal lines, whatever they were read from.
"""

from collections.abc import Mapping
from typing import Any

from inspector.labels.json_lines import find_number, find_term, find_texts, only, plain, require_node, require_text
from inspector.labels.label_set import Field, Label, LabelItem, LabelSet, Passage, Words
from lineage.evidence.digests import canonical_json
from lineage.evidence.vocabulary import Comparability, ExpectedBy, RaterRole, Scale
from lineage.formats.node import Node

SET = ("key", "name", "purpose", "origin")
AROUND = ("question", "context", "requirement")
_FIELD = frozenset(("name", "scale", "values", "positive"))
_LABEL = frozenset(("field", "rater", "value", "role", "confidence"))
_WORDS = frozenset(("claim", "passages", *AROUND))
_PASSAGE = frozenset(("text", "name"))
_ITEM = frozenset(
    ("key", "claim", "words", "labels", "expected", "expected_by", "strata", "comparability", "comparability_reason")
)


def set_values(label_set: LabelSet) -> dict[str, str]:
    """What the header says of the set itself."""
    return {name: value for name in SET if (value := getattr(label_set, name))}


def field_values(field: Field) -> dict[str, Any]:
    """A field as header and rows keep it."""
    positive = [value for value in field.values if value in field.positive]
    return {"name": field.name, "scale": field.scale.value, "values": list(field.values), "positive": positive}


def read_field(row: Node) -> Field:
    """The inverse. Raises PayloadError."""
    only(row, _FIELD)
    return Field(
        require_text(row, "name"),
        find_term(row, "scale", Scale, Scale.NOMINAL),
        tuple(value.text() for value in require_node(row, "values").items),
        tuple(value.text() for value in row.find_items("positive") or ()),
    )


def item_line(item: LabelItem) -> bytes:
    """The line of an item, its line break included."""
    return canonical_json(item_values(item)) + b"\n"


def item_values(item: LabelItem) -> dict[str, Any]:
    """What a line says of an item, without what is at its default."""
    labels = sorted(item.labels, key=lambda label: (label.field, label.rater))
    values: Mapping[str, Any] = {
        "claim": item.claim,
        "labels": [_label_values(label) for label in labels],
        "expected": dict(item.expected),
        "expected_by": item.expected_by.value if item.expected_by else None,
        "strata": dict(item.strata),
        "comparability": "" if item.comparability is Comparability.COMPARABLE else item.comparability.value,
        "comparability_reason": item.comparability_reason,
    }
    # That there are no words is said; all else that is absent is left out.
    words = None if item.words is None else words_values(item.words)
    return {"key": item.key, "words": words} | {name: value for name, value in values.items() if value}


def read_item(row: Node) -> LabelItem:
    """The inverse. Raises PayloadError."""
    only(row, _ITEM)
    words = row.find("words")
    is_expected = row.find("expected_by") is not None
    return LabelItem(
        key=require_text(row, "key"),
        words=None if words is None else read_words(words),
        labels=tuple(_read_label(label) for label in row.find_items("labels") or ()),
        expected=find_texts(row, "expected"),
        expected_by=find_term(row, "expected_by", ExpectedBy, ExpectedBy.PUBLISHED) if is_expected else None,
        strata=find_texts(row, "strata"),
        comparability=find_term(row, "comparability", Comparability, Comparability.COMPARABLE),
        comparability_reason=row.find_text("comparability_reason") or "",
        claim=row.find_text("claim") or "",
    )


def words_values(words: Words) -> dict[str, Any]:
    """The words of an item as a line and a row keep them."""
    values: dict[str, Any] = {"claim": words.claim}
    if words.passages:
        values["passages"] = [{"text": one.text, **({"name": one.name} if one.name else {})} for one in words.passages]
    return values | {name: said for name in AROUND if (said := getattr(words, name))}


def read_words(row: Node) -> Words:
    """The inverse. Raises PayloadError."""
    only(row, _WORDS)
    return Words(
        claim=require_text(row, "claim"),
        passages=tuple(
            Passage(require_text(only(one, _PASSAGE), "text"), one.find_text("name") or "")
            for one in row.find_items("passages") or ()
        ),
        question=row.find_text("question") or "",
        context=row.find_text("context") or "",
        requirement=row.find_text("requirement") or "",
    )


def _label_values(label: Label) -> dict[str, Any]:
    values: dict[str, Any] = {"field": label.field, "rater": label.rater, "value": label.value}
    if label.role is not RaterRole.RATER:
        values["role"] = label.role.value
    if label.confidence is not None:
        values["confidence"] = plain(label.confidence)
    return values


def _read_label(row: Node) -> Label:
    only(row, _LABEL)
    return Label(
        require_text(row, "field"),
        require_text(row, "rater"),
        require_text(row, "value"),
        find_term(row, "role", RaterRole, RaterRole.RATER),
        find_number(row, "confidence"),
    )
