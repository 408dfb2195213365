"""One of the values that a form offers."""

from typing import NamedTuple


class Choice(NamedTuple):
    """`key` is the digit that chooses it, empty where none does."""

    value: str
    label: str
    key: str
    is_chosen: bool
    meaning: str = ""
