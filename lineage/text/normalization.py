"""A named, revised policy turns a text into a view for comparison, with a map back to every word (S0-56).

The text itself is never replaced: a quotation that matches only in this view says which operations it took.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from lineage.text.bulk_operations import LongText, find_changes
from lineage.text.changes import changes_of, map_of
from lineage.text.operations import Edit, Operation, edits
from lineage.text.spanmap import SpanMap

__all__ = [
    "DEFAULT",
    "EXACT",
    "PRINTED",
    "Comparison",
    "NormalizationPolicy",
    "NormalizedView",
    "Operation",
    "compare",
    "normalize",
]


# Code points from which arrays are worth making; the view is the same.
_LONG = 2_000


@dataclass(frozen=True, slots=True)
class NormalizationPolicy:
    """Operations in the order in which they are applied. Other operations under the same name: another revision."""

    name: str
    revision: int
    operations: tuple[Operation, ...]


EXACT = NormalizationPolicy("exact", 1, ())

# No NFKC (superscript two is not "2") and no case folding: they change what is said.
DEFAULT = NormalizationPolicy(
    "quotation",
    1,
    (
        Operation.UNICODE_NFC,
        Operation.CURLY_TO_STRAIGHT_QUOTES,
        Operation.STRIP_SOFT_HYPHEN,
        Operation.DEHYPHENATE_LINEBREAK,
        Operation.COLLAPSE_WHITESPACE,
        Operation.TRIM,
    ),
)

# For words copied from a page as it is shown: ligatures, hyphens and lines are those of its typesetter. No NFKC here
# either: "10\u00b2" is not "102".
PRINTED = NormalizationPolicy(
    "printed",
    1,
    (
        Operation.UNICODE_NFC,
        Operation.EXPAND_LIGATURES,
        Operation.CURLY_TO_STRAIGHT_QUOTES,
        Operation.STRIP_SOFT_HYPHEN,
        Operation.FOLD_HYPHENS,
        Operation.DEHYPHENATE_LINEBREAK,
        Operation.COLLAPSE_WHITESPACE,
        Operation.DEHYPHENATE_BLANK,
        Operation.TRIM,
    ),
)


class NormalizedView(NamedTuple):
    """`map`: output = the view, input = the text as it was. `operations_used`: those that changed something."""

    text: str
    map: SpanMap
    operations_used: tuple[Operation, ...]


class Comparison(NamedTuple):
    """`exact`: equal as they stand. `operations`: those without which the two would differ; () unless needed."""

    equal: bool
    exact: bool
    operations: tuple[Operation, ...]


def normalize(text: str, policy: NormalizationPolicy) -> NormalizedView:
    """The view of `text` under `policy`."""
    if len(text) >= _LONG:
        return _normalize_long(text, policy)
    view, path = text, SpanMap.identity(len(text))
    used: list[Operation] = []
    for operation in policy.operations:
        changes = edits(operation, view)
        if not changes:
            continue
        step = map_of(changes_of(changes), len(view))
        path = step.compose(path) if used else step
        view = _applied(changes, view)
        used.append(operation)
    return NormalizedView(view, path, tuple(used))


def _normalize_long(text: str, policy: NormalizationPolicy) -> NormalizedView:
    view, path = LongText.of(text), SpanMap.identity(len(text))
    used: list[Operation] = []
    for operation in policy.operations:
        changes = find_changes(operation, view)
        if changes is None:
            continue
        step = map_of(changes, len(view.points))
        path = step.compose(path) if used else step
        view = view.changed(changes)
        used.append(operation)
    return NormalizedView(view.text if used else text, path, tuple(used))


def compare(quote: str, passage: str, policy: NormalizationPolicy) -> Comparison:
    """Whether the two are equal as they stand, or else in their views under `policy`; two whole texts, no search."""
    if quote == passage:
        return Comparison(True, True, ())
    needed = [*policy.operations]
    if _view(quote, needed) != _view(passage, needed):
        return Comparison(False, False, ())
    for operation in policy.operations:
        without = [kept for kept in needed if kept is not operation]
        if _view(quote, without) == _view(passage, without):
            needed = without
    return Comparison(True, False, tuple(needed))


def _view(text: str, operations: list[Operation]) -> str:
    for operation in operations:
        text = _applied(edits(operation, text), text)
    return text


def _applied(changes: list[Edit], text: str) -> str:
    pieces: list[str] = []
    done = 0
    for start, end, replacement in changes:
        pieces.append(text[done:start])
        pieces.append(replacement)
        done = end
    pieces.append(text[done:])
    return "".join(pieces)
