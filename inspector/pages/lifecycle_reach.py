"""How far the words of a version have come, as people are told before they hide or erase them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.urls import reverse

from inspector.pages.impact_reading import of_version, read_totals, resting_on
from lineage.access import Reader
from lineage.evidence.reach import Carrier, Reached, Treatment
from lineage.reaching import reach

MOST_KEPT = 20


class Counted(NamedTuple):
    what: str
    number: int


class Survivor(NamedTuple):
    """A content that stays, and what else owns the same bytes."""

    what: str
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachPart:
    """What rests on a version, and what its words stand in; `url` lists the citations one by one."""

    resting: tuple[Counted, ...]
    erased: tuple[Counted, ...]
    redacted: tuple[Counted, ...]
    survivors: tuple[Survivor, ...]
    more_survivors: int
    url: str


def read_reach(reader: Reader, version: Any) -> ReachPart:
    """Over the whole tenant, whatever the reader may read of it: counts alone."""
    found, roots = reach(version), of_version(version)
    totals = read_totals(reader, roots, resting_on(reader, roots))
    kept = found.of(Treatment.KEEP)
    return ReachPart(
        resting=(
            Counted("answers that were given it, or cite it", len(found.answers)),
            Counted("claims that rest on it", totals.claims),
            Counted("citations that lead to it", totals.citations),
            Counted("verdicts on its words as they stand today", totals.fresh),
            Counted("texts of it, and made from it", len(found.artifacts)),
        ),
        erased=counted(found.of(Treatment.ERASE)),
        redacted=counted(found.of(Treatment.REDACT)),
        survivors=tuple(Survivor(one.carrier.label, one.because) for one in kept[:MOST_KEPT]),
        more_survivors=max(0, len(kept) - MOST_KEPT),
        url=reverse("impact", args=[version.public_id]),
    )


def counted(contents: Iterable[Reached]) -> tuple[Counted, ...]:
    """How many contents of each kind."""
    counts = Counter(one.carrier for one in contents)
    return tuple(Counted(carrier.label, counts[carrier]) for carrier in Carrier if counts[carrier])
