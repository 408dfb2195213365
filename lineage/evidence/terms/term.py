"""What a term of the vocabulary is."""

from enum import StrEnum
from typing import Self


class Term(StrEnum):
    """A member written `NAME = "value", "label", "meaning"`."""

    label: str
    meaning: str

    def __new__(cls, value: str, label: str = "", meaning: str = "") -> Self:
        term = str.__new__(cls, value)
        term._value_ = value
        term.label = label or value.replace("_", " ")
        term.meaning = meaning
        return term
