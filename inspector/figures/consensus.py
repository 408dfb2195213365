"""What the verdicts on one claim say together: whether they agree, how far, and in which fields they differ. Pure.

Only the fields that the queue's policy names as decisive make a disagreement (DESIGN 6). Each person's newest verdict
counts, and only one on today's evidence; what nobody said is no value and agrees with nothing said.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from lineage.evidence.vocabulary import DecisiveField, ItemProgress

DEFAULT_DECISIVE = frozenset({DecisiveField.SUPPORT, DecisiveField.COVERAGE})
SUPPORT = "support:"
"""Before the citation in the name of the field that holds its support: each citation is a field of its own."""


class Said(NamedTuple):
    """One person's newest verdict. `fields` are by name: those of `DecisiveField`, and `support:<citation>`."""

    reviewer: str
    verdict: int
    evidence_digest: bytes
    fields: Mapping[str, str | None]


class Settled(NamedTuple):
    """The newest adjudication: on which evidence, and the newest verdict that it saw."""

    last_verdict: int
    evidence_digest: bytes


class Standing(NamedTuple):
    """`verdicts` counts those on today's evidence, `agreement` is in percent, None where fewer than two count."""

    state: ItemProgress
    stale: bool
    verdicts: int
    agreement: int | None


def standing(
    said: Sequence[Said],
    today: bytes,
    judgements: int,
    decisive: frozenset[DecisiveField] = DEFAULT_DECISIVE,
    *,
    settled: Settled | None = None,
    after: int = 0,
    has_text: bool = True,
) -> Standing:
    """How a claim stands in its queue. Verdicts up to `after` were put aside when the item was opened again."""
    counted = count(said, today, after)
    stale = any(one.evidence_digest != today for one in said)
    return Standing(
        _state(counted, today, judgements, decisive, settled, has_text),
        stale,
        len(counted),
        agreement(counted, decisive),
    )


def count(said: Iterable[Said], today: bytes, after: int = 0) -> list[Said]:
    """The verdicts that count: on today's evidence, and not put aside."""
    return [one for one in said if one.evidence_digest == today and one.verdict > after]


def _state(
    counted: Sequence[Said],
    today: bytes,
    judgements: int,
    decisive: frozenset[DecisiveField],
    settled: Settled | None,
    has_text: bool,
) -> ItemProgress:
    if not has_text:
        return ItemProgress.NO_TEXT
    if not counted:
        return ItemProgress.NEEDS_REVIEW
    if differing(counted, decisive):
        newest = max(one.verdict for one in counted)
        is_settled = settled is not None and settled.evidence_digest == today and settled.last_verdict >= newest
        return ItemProgress.ADJUDICATED if is_settled else ItemProgress.DISAGREEMENT
    return ItemProgress.AGREED if len(counted) >= judgements else ItemProgress.NEEDS_OTHERS


def differing(said: Sequence[Said], decisive: frozenset[DecisiveField]) -> tuple[str, ...]:
    """Names of the decisive fields in which these verdicts do not all say the same, in the order of first mention."""
    return tuple(name for name in _names(said, decisive) if len({one.fields.get(name) for one in said}) > 1)


def agreement(said: Sequence[Said], decisive: frozenset[DecisiveField]) -> int | None:
    """The share of equal values over all pairs of people and decisive fields, in whole percent, rounded down.

    A single difference never reads as 100.
    """
    names = _names(said, decisive)
    pairs = list(combinations(said, 2))
    if not pairs or not names:
        return None
    equal = sum(one.fields.get(name) == other.fields.get(name) for one, other in pairs for name in names)
    return 100 * equal // (len(pairs) * len(names))


def _names(said: Iterable[Said], decisive: frozenset[DecisiveField]) -> tuple[str, ...]:
    every = dict.fromkeys(name for one in said for name in one.fields)
    return tuple(name for name in every if _field_of(name) in decisive)


def _field_of(name: str) -> str:
    return DecisiveField.SUPPORT.value if name.startswith(SUPPORT) else name
