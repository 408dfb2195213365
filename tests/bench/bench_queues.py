"""The page of a queue with 100,000 items, open and blind: statements, and times of its first page and its last."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from itertools import count
from statistics import median
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from inspector.models import rows as opinions
from lineage.bulk import next_ids, write
from lineage.evidence.vocabulary import ItemProgress, Role, SlotState
from lineage.models import rows
from tests.bench.timing import ratio, show, show_times, take_turns
from tests.conftest import CommittedDatabase
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in, simple_bundle
from tests.inspector.queues_by_hand import DIGEST, actor_of, make_queue

ITEMS, ROUNDS, CLAIMS_OF_AN_ANSWER = 100_000, 31, 100
MOST_STATEMENTS, MOST_SECONDS, MOST_TIMES_THE_FIRST = 15, 50e-3, 1.2
BOOKKEEPING = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")
# Of a thousand: two fifths are judged, so each of three people has some 27,000 places that are done.
SHARES = (
    (ItemProgress.NEEDS_REVIEW, 580, 0),
    (ItemProgress.NEEDS_OTHERS, 20, 1),
    (ItemProgress.DISAGREEMENT, 60, 2),
    (ItemProgress.AGREED, 300, 2),
    (ItemProgress.ADJUDICATED, 30, 2),
    (ItemProgress.NO_TEXT, 10, 0),
)
PEOPLE = ("ada", "ben", "dana")
STATES = [(state, verdicts) for state, share, verdicts in SHARES for _ in range(share)]
OPEN_LISTS = ("needs_review", "needs_others", "disagreement", "completed", "done")
BLIND_LISTS = ("needs_review", "needs_others", "completed")


@pytest.fixture
def tenant(committed_db: CommittedDatabase) -> rows.Tenant:
    return make_tenant("meridian")


@pytest.mark.parametrize("blind", [False, True], ids=["open", "blind"])
def test_a_queue_of_100_000_items_opens_at_once_and_its_last_page_as_soon_as_its_first(
    tenant: rows.Tenant, committed_db: CommittedDatabase, blind: bool
) -> None:
    people = [make_member(tenant, name, Role.REVIEWER) for name in PEOPLE]
    queue = make_queue(tenant, judgements=2, blind=blind)
    fill(queue, [actor_of(user) for user in people])
    if committed_db.engine == "postgresql":
        # As autovacuum leaves it: index-only scans need it.
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
    client, address = signed_in(people[0]), reverse("queue", args=[queue.public_id])
    pages = {
        f"{name}, {place}": f"{address}?tab={name}{at}"
        for name in (BLIND_LISTS if blind else OPEN_LISTS)
        for place, at in (("first", ""), ("last", "&at=last"))
    }
    asked = {name: count_statements(client, url) for name, url in pages.items()}
    times = take_turns({name: opening(client, url) for name, url in pages.items()}, ROUNDS)
    kind = "blind" if blind else "open"
    show_times(f"A {kind} queue of {ITEMS:,} items, {committed_db.engine}", times)
    ratios = {name: ratio(times, f"{name}, last", f"{name}, first") for name in (BLIND_LISTS if blind else OPEN_LISTS)}
    shares = ratios.items()
    slowest = max(median(taken) for taken in times.values())
    show(
        "",
        ("", "measured", "bar"),
        [
            ("statements", max(asked.values()), f"<= {MOST_STATEMENTS}"),
            ("slowest median, ms", f"{slowest * 1e3:.1f}", f"< {MOST_SECONDS * 1e3:.0f}"),
            *((f"{name}: last / first", f"{share:.2f}", f"<= {MOST_TIMES_THE_FIRST}") for name, share in shares),
        ],
    )
    assert max(asked.values()) <= MOST_STATEMENTS
    assert slowest < MOST_SECONDS
    assert max(ratios.values()) <= MOST_TIMES_THE_FIRST


def fill(queue: opinions.Queue, people: Sequence[str]) -> None:
    """Items of as many claims, each with its state and two places; each person has them in two of three."""
    with transaction.atomic():
        claims = make_claims(queue.tenant, ITEMS)
        items = list(next_ids(opinions.Item, ITEMS))
        own = {"tenant_id": queue.tenant_id, "queue_id": queue.pk}
        write(opinions.Item, [own | {"id": item, "claim_id": claim} for item, claim in zip(items, claims, strict=True)])
        write(opinions.ItemState, [own | state_of(number, item) for number, item in enumerate(items)])
        places = (place for number, item in enumerate(items) for place in places_of(number, item, people, queue.blind))
        write(opinions.Slot, [own | place for place in places])


def state_of(number: int, item: int) -> dict[str, Any]:
    state, verdicts = STATES[number * 7 % len(STATES)]
    return {
        "item_id": item,
        "state": state.value,
        "verdicts": verdicts,
        "priority": number % 5,
        "given": DIGEST,
        "today": DIGEST,
    }


def places_of(number: int, item: int, people: Sequence[str], blind: bool) -> list[dict[str, Any]]:
    """Done by as many as judged it; the rest is dealt in a blind queue, two of three people each, else free."""
    verdicts = STATES[number * 7 % len(STATES)][1]
    whose = [people[(number + place) % len(people)] for place in (0, 1)]
    return [
        {
            "item_id": item,
            "ordinal": place + 1,
            "reviewer": person if blind or place < verdicts else None,
            "state": (SlotState.DONE if place < verdicts else SlotState.DEALT if blind else SlotState.FREE).value,
            "priority": number % 5,
            "token": uuid.uuid4().hex,
        }
        for place, person in enumerate(whose)
    ]


def make_claims(tenant: rows.Tenant, number: int) -> list[int]:
    """Ids of that many claims, a hundred an answer, with words of their own by place."""
    import_bundle(tenant, simple_bundle(claims=CLAIMS_OF_AN_ANSWER))
    answer = rows.Answer.objects.get()
    known = list(rows.Claim.objects.filter(answer=answer).order_by("ordinal").values("text_id", "start", "end"))
    ids, ordinals = list(next_ids(rows.Claim, number)), count(CLAIMS_OF_AN_ANSWER)
    write(
        rows.Claim,
        [
            {"id": id, "tenant_id": tenant.pk, "answer_id": answer.pk, "ordinal": ordinal, "key": f"k{ordinal}"} | words
            for id, ordinal, words in zip(ids, ordinals, (known * (number // len(known) + 1)), strict=False)
        ],
    )
    return ids


def opening(client: Client, url: str) -> Callable[[], None]:
    def open_page() -> None:
        assert client.get(url).status_code == 200

    return open_page


def count_statements(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len([query for query in captured if not query["sql"].startswith(BOOKKEEPING)])
