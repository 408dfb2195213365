"""Items whose labels are known, mixed among new ones so that nobody can tell which they are. Pure.

The same seed, items and share give the same. Which are taken and where they stand is drawn; new ones keep their order.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

from lineage.evidence.digests import digest_json, keyed_digest

COINS = 2**64


class Candidate(NamedTuple):
    """A known item by a name that another import has too; `seen` is how many of those who will judge it did before."""

    id: int
    name: str
    seen: int = 0


class Mixed(NamedTuple):
    """An item of the mixture: a new one by its place in the order given, or a known one."""

    new: int | None = None
    known: int | None = None


def mix(seed: int, share: float, new: Sequence[str], candidates: Collection[Candidate]) -> list[Mixed]:
    """Of n new ones the whole part of share x n known ones come in, and one more where a coin of the seed says so.

    Those come first that fewest of the people saw; among equals the seed decides.
    """
    about = digest_json(sorted(new))
    number = _how_many(share, len(new), Fraction(_draw(seed, "coin", about), COINS))
    ordered = sorted(candidates, key=lambda one: (one.seen, _draw(seed, "gold", one.name), one.name))
    placed = [(Fraction(place), 0, Mixed(new=place)) for place in range(len(new))]
    for one in ordered[:number]:
        # Anywhere from before the first to behind the last.
        at = Fraction(_draw(seed, "place", about, one.name), COINS) * (len(new) + 1) - 1
        placed.append((at, one.id, Mixed(known=one.id)))
    return [mixed for _, _, mixed in sorted(placed, key=lambda it: it[:2])]


def _how_many(share: float, number: int, coin: Fraction) -> int:
    # As it was written: as a binary fraction 0.29 of 100 would be a little less than 29.
    expected = Fraction(repr(share)) * number
    whole = expected.numerator // expected.denominator
    return whole + (coin < expected - whole)


def _draw(seed: int, *about: str) -> int:
    digest = keyed_digest(str(seed).encode(), "\0".join(about).encode("utf-8", "surrogatepass"))
    return int(digest.partition(":")[2][:16], 16)
