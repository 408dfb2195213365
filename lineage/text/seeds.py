"""Stretches of a text that may be like a quotation: where runs of a few code points stand in the same order.

A quotation that stands at `d` has each of its runs at `d` plus the run's own place. So each run votes for a `d`,
its diagonal; votes that lie no further apart than the edits allowed go together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lineage.text.grams import Found, GramIndex, Hashes, Ints, code_points, hashes, order_of, series


class Voting(NamedTuple):
    """How much is followed of one quotation, and what is worth comparing letter by letter."""

    most_seeds: int
    """Runs that vote, spread evenly over the quotation."""
    most_votes: int
    """Votes, those of its rarest runs first."""
    least_votes: int
    """A stretch with fewer is not proposed, ..."""
    least_share: float
    """... nor one with less than this share of the votes that remain on average at the bound of edits."""
    most_letters: int
    """Stretches proposed, most votes first: so many that they have so many times the quotation's letters."""
    patience: int
    """Stretches compared before the first that is like the quotation."""


# Chosen by measurement: the first finds nearly all, and the second what is short or much changed.
QUICK = Voting(most_seeds=128, most_votes=256, least_votes=2, least_share=0.5, most_letters=2_000, patience=3)
THOROUGH = Voting(most_seeds=128, most_votes=512, least_votes=1, least_share=0.3, most_letters=2_400, patience=100)
_FEWEST = 6
_OF_THE_FIRST = 4
"""A stretch with less than one in so many of the votes of the first is not proposed."""


class Seeds(NamedTuple):
    """Runs of each quotation that an index would have: `many[i]` from `first[i]` on; by their place in it."""

    first: Ints
    many: Ints
    offsets: Ints
    hashes: Hashes

    @classmethod
    def of(cls, quotations: Sequence[str], index: GramIndex) -> Seeds:
        lengths = np.fromiter(map(len, quotations), dtype=np.int64, count=len(quotations))
        ends = np.cumsum(lengths)
        every = hashes(code_points("".join(quotations)), index.size)
        kept = index.kept(every)
        owner = np.searchsorted(ends, kept, side="right")
        # A run that reaches into the next quotation is a run of neither.
        inside = kept + index.size <= ends[owner]
        kept, owner = kept[inside], owner[inside]
        many = np.bincount(owner, minlength=len(quotations))
        return cls(np.cumsum(many) - many, many, kept - (ends - lengths)[owner], every[kept])


class Windows(NamedTuple):
    """Diagonals from `low[i]` to `high[i]` of quotation `quotation[i]`; by quotation, most votes first."""

    quotation: Ints
    low: Ints
    high: Ints
    votes: Ints

    def take(self, chosen: NDArray[np.intp]) -> Windows:
        return Windows(self.quotation[chosen], self.low[chosen], self.high[chosen], self.votes[chosen])


def find_windows(
    index: GramIndex, quotations: Sequence[str], most_edits: Sequence[int], reach: Sequence[int], voting: Voting
) -> tuple[Windows, NDArray[np.bool_]]:
    """Where stretches may stand within `most_edits` of each quotation, or as rivals within `reach`.

    Of which quotations even the rarest run stands too often, so that only the first of its places were followed.
    """
    seeds = Seeds.of(quotations, index)
    many = np.minimum(seeds.many, voting.most_seeds)
    owner = np.repeat(np.arange(len(quotations)), many)
    spread = series(np.zeros_like(many), many) * seeds.many[owner] // np.maximum(many, 1)[owner]
    asked = seeds.first[owner] + spread
    found = index.look_up(seeds.hashes[asked])
    rare, followed = _rarest(owner, found.many, voting.most_votes)
    is_cut = np.zeros(len(quotations), dtype=bool)
    is_cut[owner[rare[followed < found.many[rare]]]] = True
    asked, owner, found = asked[rare], owner[rare], Found(found.first[rare], followed)
    diagonal = index.places(found) - np.repeat(seeds.offsets[asked], found.many)
    together = _together(np.repeat(owner, found.many), diagonal, np.array(reach, dtype=np.int64))
    lengths = np.fromiter(map(len, quotations), dtype=np.int64, count=len(quotations))
    unchanged = (1 - np.array(most_edits) / np.maximum(lengths, 1)) ** index.size
    needed = voting.least_share * unchanged * np.bincount(owner, minlength=len(quotations))
    most = np.clip(voting.most_letters // np.maximum(lengths, 1), _FEWEST, None)
    together = together.take(np.flatnonzero(together.votes >= voting.least_votes))
    return _promising(together, needed, most), is_cut


def _rarest(owner: Ints, many: Ints, most: int) -> tuple[NDArray[np.intp], Ints]:
    """Of each quotation the rarest runs, while their places together are not too many; and how many are followed.

    The rarest one is always among them, with its first places.
    """
    standing = many.nonzero()[0]
    order = standing[np.lexsort((many[standing], owner[standing]))]
    so_far = np.cumsum(many[order])
    begins = _begins(owner[order])
    is_chosen = so_far - (so_far - many[order])[begins] <= most
    is_chosen |= np.arange(len(order)) == begins
    return order[is_chosen], np.minimum(many[order[is_chosen]], most)


def _together(owner: Ints, diagonal: Ints, reach: Ints) -> Windows:
    """Votes of one owner that lie no further apart than its reach; by owner and diagonal."""
    order = order_of((diagonal - diagonal.min(initial=0)).astype(np.uint32))
    order = order[order_of(owner[order].astype(np.uint32))]
    owner, diagonal = owner[order], diagonal[order]
    is_first = np.ones(len(owner), dtype=bool)
    is_first[1:] = (owner[1:] != owner[:-1]) | (diagonal[1:] - diagonal[:-1] > reach[owner[1:]])
    first, votes = _groups(is_first)
    return Windows(owner[first], diagonal[first], diagonal[first + votes - 1], votes)


def _promising(found: Windows, needed: NDArray[np.float64], most: Ints) -> Windows:
    """By quotation those with so many votes, and of them no more than `most`."""
    found = found.take(np.flatnonzero(found.votes >= needed[found.quotation]))
    ranked = found.take(np.lexsort((found.low, -found.votes, found.quotation)))
    begins = _begins(ranked.quotation)
    is_among_first = np.arange(len(begins)) - begins < most[ranked.quotation]
    return ranked.take(np.flatnonzero(is_among_first & (ranked.votes * _OF_THE_FIRST >= ranked.votes[begins])))


def _begins(owner: Ints) -> NDArray[np.intp]:
    """For each entry, where the entries of its owner begin; those of one owner stand together."""
    is_first = np.ones(len(owner), dtype=bool)
    is_first[1:] = owner[1:] != owner[:-1]
    return np.repeat(*_groups(is_first))


def _groups(is_first: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where each group begins, and how many are in it."""
    first = is_first.nonzero()[0]
    many = np.empty_like(first)
    many[:-1] = first[1:] - first[:-1]
    many[-1:] = len(is_first) - first[-1:]
    return first, many
