"""What a form of label sets is: what it is called, which files it has, how it is read. Pure."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from inspector.labels.label_set import LabelSet

Files = Mapping[str, bytes]
"""Whole files by their names."""

NO_ROLES: Mapping[str, frozenset[str]] = MappingProxyType({})


class Format(NamedTuple):
    """`files` says in words which files belong together. `reads` raises NotALabelSet or PayloadError.

    `roles` name what each file is by the fields that its rows have; empty for forms that say themselves what they are.
    """

    name: str
    label: str
    about: str
    files: str
    reads: Callable[[Files], LabelSet]
    roles: Mapping[str, frozenset[str]] = NO_ROLES

    def find_role(self, fields: frozenset[str]) -> str | None:
        """What a file is whose rows have these fields; None where it is none of this form."""
        return next((role for role, needed in self.roles.items() if needed <= fields), None)
