"""How far the words of a version have come, as people are told before they hide or erase them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.urls import reverse

from inspector.blindness import blind_answers
from inspector.pages.impact_reading import of_version, read_totals, resting_on
from lineage.access import Reader
from lineage.evidence.reach import Carrier, Reached, Treatment
from lineage.reaching import reach

MOST_KEPT = 20
BY_JUDGING = frozenset({Carrier.JUDGEMENT, Carrier.INSPECTION, Carrier.OPINION, Carrier.AUDIT})


class Counted(NamedTuple):
    what: str
    number: int


class Survivor(NamedTuple):
    """A content that stays, and what else owns the same bytes."""

    what: str
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachPart:
    """What rests on a version, and what its words stand in; `url` lists the citations one by one.

    `is_blind`: what judges and other people said of it is not counted, since the reader's own verdict is not in.
    """

    resting: tuple[Counted, ...]
    erased: tuple[Counted, ...]
    redacted: tuple[Counted, ...]
    survivors: tuple[Survivor, ...]
    more_survivors: int
    url: str
    is_blind: bool


def read_reach(reader: Reader, version: Any) -> ReachPart:
    """Over the whole tenant, whatever the reader may read of it: counts alone."""
    found, roots = reach(version), of_version(version)
    totals = read_totals(reader, roots, resting_on(reader, roots))
    is_blind = not set(found.answers).isdisjoint(blind_answers(reader).values_list("item__claim__answer", flat=True))
    hidden = BY_JUDGING if is_blind else frozenset[Carrier]()
    kept = [one for one in found.of(Treatment.KEEP) if one.carrier not in hidden]
    return ReachPart(
        resting=(
            Counted("answers that were given it, or cite it", len(found.answers)),
            Counted("claims that rest on it", totals.claims),
            Counted("citations that lead to it", totals.citations),
            Counted("verdicts on its words as they stand today", totals.fresh),
            Counted("texts of it, and made from it", len(found.artifacts)),
        ),
        erased=counted(one for one in found.of(Treatment.ERASE) if one.carrier not in hidden),
        redacted=counted(one for one in found.of(Treatment.REDACT) if one.carrier not in hidden),
        survivors=tuple(Survivor(one.carrier.label, one.because) for one in kept[:MOST_KEPT]),
        more_survivors=max(0, len(kept) - MOST_KEPT),
        url=reverse("impact", args=[version.public_id]),
        is_blind=is_blind,
    )


def counted(contents: Iterable[Reached]) -> tuple[Counted, ...]:
    """How many contents of each kind."""
    counts = Counter(one.carrier for one in contents)
    return tuple(Counted(carrier.label, counts[carrier]) for carrier in Carrier if counts[carrier])
