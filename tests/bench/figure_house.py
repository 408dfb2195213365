"""A house in which three people judged 50,000 claims, two each: 100,000 verdicts with what their citations do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

from django.db import transaction

from inspector.models import rows as opinions
from lineage.bulk import next_ids, write
from lineage.evidence.vocabulary import CoverageVerdict, ItemProgress, PairSupport, PolicyKind, SupportClass
from lineage.models import rows
from lineage.policies import newest_policy
from tests.inspector.making import import_bundle, simple_bundle
from tests.inspector.queues_by_hand import DIGEST, make_queue

ITEMS, CLAIMS_OF_AN_ANSWER, QUEUES = 50_000, 100, 3
OF_YESTERDAY = b"\2" * 32
COVERAGE = [*CoverageVerdict][:2]
SUPPORT = [PairSupport.SUPPORTS, PairSupport.PARTIALLY_SUPPORTS, PairSupport.DOES_NOT_SUPPORT, PairSupport.CONTRADICTS]
CLASSES = [*SupportClass]


def fill_house(tenant: rows.Tenant, people: Sequence[str], items: int = ITEMS, seed: int = 7) -> list[opinions.Queue]:
    """Two verdicts of two of three people an item; one in fifty is on other words, one in fifty of one person alone."""
    random = Random(seed)
    queues = [make_queue(tenant, f"queue-{number}", judgements=2, blind=True) for number in range(QUEUES)]
    with transaction.atomic():
        claims, citations = make_cited_claims(tenant, items)
        guideline = newest_policy(tenant.pk, PolicyKind.GUIDELINE).pk
        ids = list(next_ids(opinions.Item, items))
        own = [{"tenant_id": tenant.pk, "queue_id": queues[place % QUEUES].pk} for place in range(items)]
        pairs = list(zip(own, ids, claims, strict=True))
        write(opinions.Item, [about | {"id": item, "claim_id": claim} for about, item, claim in pairs])
        write(opinions.ItemState, [about | state_of(item) for about, item, _ in pairs])
        said = list(verdicts(pairs, people, random))
        numbers = list(next_ids(opinions.Verdict, len(said)))
        common = {"tenant_id": tenant.pk, "guideline_id": guideline, "body_digest": DIGEST, "blind": True}
        write(
            opinions.Verdict,
            [
                common | one | {"id": id, "idempotency_key": str(place)}
                for place, (id, one) in enumerate(zip(numbers, said, strict=True))
            ],
        )
        write(opinions.PairVerdict, list(supports(tenant.pk, numbers, said, citations, random)))
    return queues


def state_of(item: int) -> dict[str, Any]:
    agreed = ItemProgress.AGREED.value
    return {"item_id": item, "state": agreed, "verdicts": 2, "given": DIGEST, "today": DIGEST}


def verdicts(
    pairs: Sequence[tuple[dict[str, Any], int, int]], people: Sequence[str], random: Random
) -> Iterator[dict[str, Any]]:
    """By person and then by item, as work on several queues comes in: rows of one item do not stand side by side."""
    said = []
    for place, (_, item, claim) in enumerate(pairs):
        first = random.choices(range(2), (6, 3))[0]
        second = first if random.random() < 0.8 else random.randrange(2)
        for turn, code in enumerate((first, second)):
            if turn and random.random() < 0.02:
                continue
            about = {"item_id": item, "claim_id": claim, "reviewer": people[(place + turn) % len(people)]}
            values = {"coverage": COVERAGE[code].value, "support_class": CLASSES[code].value}
            digest = OF_YESTERDAY if random.random() < 0.02 else DIGEST
            said.append((place // 500, turn, place, about | values | {"evidence_digest": digest}))
    yield from (one for *_, one in sorted(said, key=lambda it: it[:3]))


def supports(
    tenant: int, numbers: Sequence[int], said: Sequence[dict[str, Any]], citations: dict[int, int], random: Random
) -> Iterator[dict[str, Any]]:
    for id, one in zip(numbers, said, strict=True):
        code = COVERAGE.index(CoverageVerdict(one["coverage"])) if random.random() < 0.9 else 2 + random.randrange(2)
        about = {"tenant_id": tenant, "verdict_id": id, "citation_id": citations[one["claim_id"]]}
        yield about | {"support": SUPPORT[code].value}


def make_cited_claims(tenant: rows.Tenant, number: int) -> tuple[list[int], dict[int, int]]:
    """Ids of that many claims of one answer, with words of their own by place, and the citation of each."""
    import_bundle(tenant, simple_bundle(claims=CLAIMS_OF_AN_ANSWER))
    answer = rows.Answer.objects.get(tenant=tenant)
    known = list(rows.Claim.objects.filter(answer=answer).order_by("ordinal").values("text_id", "start", "end"))
    cited = list(rows.Citation.objects.filter(answer=answer).order_by("ordinal").values("entry_id", "artifact_id"))
    ids, places = list(next_ids(rows.Claim, number)), count(CLAIMS_OF_AN_ANSWER)
    own = {"tenant_id": tenant.pk, "answer_id": answer.pk}
    turns = [(id, place, place % len(known)) for id, place in zip(ids, places, strict=False)]
    write(
        rows.Claim,
        [own | {"id": id, "ordinal": place, "key": f"k{place}"} | known[turn] for id, place, turn in turns],
    )
    pointers = list(next_ids(rows.Citation, number))
    write(
        rows.Citation,
        [
            own | {"id": pointer, "claim_id": id, "ordinal": place, "key": f"y{place}"} | cited[turn]
            for pointer, (id, place, turn) in zip(pointers, turns, strict=True)
        ],
    )
    return ids, dict(zip(ids, pointers, strict=True))
