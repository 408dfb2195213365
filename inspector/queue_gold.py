"""Items of a label set that are mixed into a queue: claims whose expected label is known, and that it does not hold.

Nothing that somebody who judges reads tells which they are: reason, tags and priority are those of the others, and
their places are drawn among these.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Count

from inspector.calibrating.fields import compared_field
from inspector.figures.mixing import Candidate, mix
from inspector.models import rows as opinions
from inspector.queue_dealing import find_dealt_to
from lineage.bulk import in_parts, write
from lineage.evidence.vocabulary import Comparability
from lineage.models import rows

PART = 500


class Place(NamedTuple):
    """A claim in the order in which the items come in; `known` is the version of the set's item where it is gold."""

    claim: int
    known: int | None = None


def mix_in(queue: opinions.Queue, claims: Sequence[int]) -> list[Place]:
    """These claims, none of which is in the queue, with those of the queue's gold among them."""
    if queue.gold_id is None or not queue.gold_share or not claims:
        return [Place(claim) for claim in claims]
    known = _candidates(queue, set(claims))
    seen = _seen(queue, list(known))
    candidates = [Candidate(claim, item["key"], seen[claim]) for claim, item in known.items()]
    mixed = mix(queue.seed, queue.gold_share, _names(claims), candidates)
    return [
        Place(claims[one.new]) if one.new is not None else Place(one.known or 0, known[one.known or 0]["pk"])
        for one in mixed
    ]


def write_gold(queue: opinions.Queue, items: Sequence[int], known: Mapping[int, int]) -> None:
    """That these items of the queue are gold, where their claims are `known`."""
    gold = []
    for part in in_parts(items, PART):
        found = opinions.Item.objects.filter(pk__in=part, claim__in=list(known)) if known else ()
        gold += [{"tenant_id": queue.tenant_id, "item_id": one.pk, "known_id": known[one.claim_id]} for one in found]
    write(opinions.GoldItem, gold)


def _candidates(queue: opinions.Queue, coming: set[int]) -> dict[int, Any]:
    """By claim the items of the newest revision that have an expected label and can be compared."""
    revisions = opinions.SetRevision.objects.filter(set=queue.gold_id).order_by("-number")
    items = opinions.CalibrationItem.objects.filter(
        members__revision__in=revisions.values("pk")[:1],
        claim__isnull=False,
        comparability=Comparability.COMPARABLE.value,
    )
    there = opinions.Item.objects.filter(queue=queue).values("claim")
    found = items.exclude(claim__in=there).values("pk", "key", "claim_id", "expected")
    every = {one["claim_id"]: one for one in found if compared_field(one["expected"]) is not None}
    return {claim: one for claim, one in every.items() if claim not in coming}


def _seen(queue: opinions.Queue, claims: Sequence[int]) -> Counter[int]:
    """By claim how many of those who judge in the queue have judged it already, wherever."""
    people, seen = find_dealt_to(queue), Counter[int]()
    for part in in_parts(claims, PART):
        judged: Any = opinions.Verdict.objects.filter(claim__in=part, reviewer__in=people).order_by()
        number = judged.values("claim_id").annotate(people=Count("reviewer", distinct=True))
        seen.update(dict(number.values_list("claim_id", "people")))
    return seen


def _names(claims: Sequence[int]) -> list[str]:
    """Names of claims that another import of the same data has too."""
    named: dict[int, str] = {}
    for part in in_parts(claims, PART):
        found = rows.Claim.objects.filter(pk__in=part).values_list("pk", "answer__case__key", "key")
        named.update((pk, f"{case}\0{key}") for pk, case, key in found)
    return [named[claim] for claim in claims]
