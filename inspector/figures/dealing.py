"""Who judges what in a blind queue: dealt beforehand from a seed, so that nobody's share depends on what others say.

Pure. Everybody's share differs by at most one where everybody may judge everything, and who judges with whom changes
from item to item.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from lineage.evidence.digests import keyed_digest


class Wanted(NamedTuple):
    """An item that needs so many more people; `taken` are those who have a place in it, whatever became of it."""

    item: str
    number: int
    taken: Collection[str] = frozenset()


def deal(
    seed: int, wanted: Iterable[Wanted], people: Collection[str], shares: Mapping[str, int] | None = None
) -> dict[str, tuple[str, ...]]:
    """By item the people that it is dealt to: those with the smallest share so far, among equals the seed decides.

    `shares` says how many places each has already. An item gets fewer where there are not as many people.
    The same seed, items, people and shares give the same, in whatever order they come.
    """
    share = Counter(shares or {})
    dealt: dict[str, tuple[str, ...]] = {}
    for one in sorted(wanted, key=lambda it: _draw(seed, it.item)):
        able = [person for person in people if person not in one.taken]
        able.sort(key=lambda person: (share[person], _draw(seed, one.item, person)))
        dealt[one.item] = tuple(able[: one.number])
        share.update(dealt[one.item])
    return dealt


def _draw(seed: int, *about: str) -> str:
    return keyed_digest(str(seed).encode(), "\0".join(about).encode())
