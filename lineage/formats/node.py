"""A value inside a payload with its JSON pointer, so that whatever is wrong is named where it stands (RFC 6901)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from lineage.evidence.reading import PayloadError, as_list, as_object, pointer
from lineage.evidence.wire import MAXIMUM_KEY_LENGTH

LONGEST_WORDS = 10_000
_HALF_PAIR = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Node:
    """`value` is any JSON value, `at` its pointer in the payload. Absent and null are both None to `find_...`."""

    value: Any
    at: str = ""

    def refuse(self, message: str) -> PayloadError:
        """The error to raise about this value."""
        return PayloadError(self.at, message)

    @property
    def fields(self) -> Mapping[str, Any]:
        """Raises PayloadError where this is no object."""
        return as_object(self.value, self.at)

    @property
    def items(self) -> Iterator[Node]:
        """The items of a list. Raises PayloadError where this is none."""
        return (Node(item, self.at + pointer(index)) for index, item in enumerate(as_list(self.value, self.at)))

    def find(self, *names: str) -> Node | None:
        """The first of these fields that is there and not null."""
        fields = self.fields
        for name in names:
            if fields.get(name) is not None:
                return Node(fields[name], self.at + pointer(name))
        return None

    def find_items(self, *names: str) -> tuple[Node, ...] | None:
        """The items of a list field. Raises PayloadError where the field is something else."""
        found = self.find(*names)
        return None if found is None else tuple(found.items)

    def find_text(self, *names: str) -> str | None:
        """Text exactly as it came. Raises PayloadError where the field is something else."""
        found = self.find(*names)
        return None if found is None else found.text()

    def find_words(self, *names: str) -> str | None:
        """A description for a text column: no NUL, at most 10,000 code points."""
        found = self.find(*names)
        if found is None:
            return None
        words = found.text()
        if "\0" in words or len(words) > LONGEST_WORDS:
            raise found.refuse(f"a text of at most {LONGEST_WORDS} code points without NUL is expected here")
        return words

    def find_key(self, *names: str) -> str | None:
        """A name for a record; an empty text names nothing."""
        found = self.find(*names)
        if found is None or found.value == "":
            return None
        if not is_key(found.text()):
            raise found.refuse(f"a name has at most {MAXIMUM_KEY_LENGTH} code points and no NUL")
        return found.text()

    def text(self) -> str:
        """Raises PayloadError where this is no text, or holds half a surrogate pair, which UTF-8 cannot hold."""
        if not isinstance(self.value, str):
            raise self.refuse(f"a text is expected here, this is {type(self.value).__name__}")
        if _HALF_PAIR.search(self.value):
            raise self.refuse("the text holds half a surrogate pair")
        return self.value


def is_key(name: str) -> bool:
    return 0 < len(name) <= MAXIMUM_KEY_LENGTH and "\0" not in name


def is_whole_number(value: object) -> TypeGuard[int]:
    """A JSON integer; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)
