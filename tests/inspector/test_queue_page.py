"""The page of a queue: its lists and their numbers, fifty items of one, the next item at once."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from inspector.models import rows as opinions
from lineage.evidence.vocabulary import AsideKind, ItemProgress, Role, SlotState
from lineage.models import rows
from tests.inspector.making import claim_url, import_bundle, make_member, make_tenant, signed_in, simple_bundle
from tests.inspector.queues_by_hand import actor_of, claims_of, give, make_queue, put
from tests.inspector.reading import words_of
from tests.inspector.test_page_limits import statements

pytestmark = pytest.mark.django_db

MOST_STATEMENTS = 15
TAB = re.compile(r'<nav class="queue-tabs".*?</nav>', re.S)
CLAIM = re.compile(r'class="queue-claim">.*?<a id="[^"]+" href="([^"]+)"', re.S)


@pytest.fixture
def tenant() -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def ada(tenant: rows.Tenant) -> Any:
    return make_member(tenant, "ada", Role.REVIEWER)


@pytest.fixture
def ben(tenant: rows.Tenant) -> Any:
    return make_member(tenant, "ben", Role.REVIEWER)


def page(client: Client, queue: opinions.Queue, query: str = "") -> str:
    response = client.get(reverse("queue", args=[queue.public_id]) + query)
    assert response.status_code == 200
    return response.content.decode()


def tabs(html: str) -> str:
    found = TAB.search(html)
    assert found is not None
    return words_of(found[0])


def listed(html: str) -> list[str]:
    """The addresses of the claims on a page, in its order."""
    return CLAIM.findall(html)


def urls_of(items: list[opinions.Item]) -> list[str]:
    return [reverse("claim", args=[item.claim.public_id]) for item in items]


def test_the_lists_of_a_queue_have_the_words_that_people_know_and_numbers_that_add_up(
    tenant: rows.Tenant, ada: Any
) -> None:
    queue, claims = make_queue(tenant, judgements=2), claims_of(tenant, 9)
    put(queue, claims[:4])
    put(queue, claims[4:5], ItemProgress.NEEDS_OTHERS, verdicts=1)
    put(queue, claims[5:6], ItemProgress.DISAGREEMENT, verdicts=2)
    put(queue, claims[6:7], ItemProgress.AGREED, verdicts=2)
    put(queue, claims[7:8], ItemProgress.ADJUDICATED, verdicts=2)
    put(queue, claims[8:], ItemProgress.NO_TEXT)
    html = page(signed_in(ada), queue)
    assert tabs(html).startswith(
        "Needs review 4 Needs others’ review 1 Disagreement 1 Completed 2 No text 1 Open with you 0"
    )
    assert len(listed(html)) == 4
    assert "Nobody has judged these claims on today’s evidence." in words_of(html)


def test_a_line_says_the_claim_its_answer_how_it_stands_and_who_is_at_it(
    tenant: rows.Tenant, ada: Any, ben: Any
) -> None:
    queue = make_queue(tenant, judgements=2)
    due = timezone.now() - timedelta(days=1)
    fields = {"verdicts": 1, "tags": ["urgent"], "due_at": due, "reason": "drawn at random"}
    (item,) = put(queue, claims_of(tenant, 1), ItemProgress.NEEDS_OTHERS, **fields)
    give(item, ben, SlotState.HELD)
    words = words_of(page(signed_in(ada), queue, "?tab=needs_others"))
    assert "Rule 1: a refund is paid within 1 days." in words
    assert "claim 1 of When is a refund paid? (refund)" in words
    assert "1 of 2 judged it" in words
    assert "Ben: in review until" in words
    assert "was due" in words and "urgent" in words and "here because: drawn at random" in words


def test_fifty_stand_on_a_page_and_the_pages_lead_both_ways(tenant: rows.Tenant, ada: Any) -> None:
    queue, claims = make_queue(tenant), claims_of(tenant, 120)
    items = put(queue, claims[:100]) + put(queue, claims[100:], priority=3)
    ordered = urls_of(items[100:] + items[:100])
    client, walked, pages = signed_in(ada), "", list[list[str]]()
    while True:
        html = page(client, queue, walked)
        pages.append(listed(html))
        following = re.search(r'href="[^"]+?(\?[^"]+)" rel="next"', html)
        if following is None:
            break
        walked = following[1].replace("&amp;", "&")
    assert [len(found) for found in pages] == [50, 50, 20]
    assert sum(pages, []) == ordered
    back = re.search(r'href="[^"]+?(\?[^"]+)" rel="prev"', html)
    assert back is not None and listed(page(client, queue, back[1].replace("&amp;", "&"))) == pages[1]
    assert listed(page(client, queue, "?at=last")) == ordered[-50:]


def test_the_page_takes_the_same_few_statements_for_three_items_and_for_sixty(tenant: rows.Tenant, ada: Any) -> None:
    queue, claims = make_queue(tenant), claims_of(tenant, 60)
    client, counted = signed_in(ada), list[int]()
    for some in (claims[:3], claims[3:]):
        put(queue, some)
        counted.append(len(statements(client, reverse("queue", args=[queue.public_id]))))
    assert counted[0] == counted[1] <= MOST_STATEMENTS


@pytest.mark.parametrize("tab", ["needs_review", "completed", "open", "done", "aside", "people"])
@pytest.mark.parametrize("blind", [False, True])
def test_each_list_takes_at_most_fifteen_statements(tenant: rows.Tenant, ben: Any, tab: str, blind: bool) -> None:
    ada = make_member(tenant, "ada", Role.REVIEWER, Role.ADMINISTRATOR)
    queue, claims = make_queue(tenant, blind=blind), claims_of(tenant, 12)
    items = put(queue, claims[:8]) + put(queue, claims[8:], ItemProgress.AGREED, verdicts=1)
    for item, state in zip(items[:3], (SlotState.HELD, SlotState.AGAIN, SlotState.DEALT), strict=True):
        give(item, ada, state)
    give(items[9], ada, SlotState.DONE)
    give(items[4], ben, SlotState.HELD)
    opinions.SetAside.objects.create(tenant=tenant, item=items[5], reviewer=actor_of(ada), kind=AsideKind.SKIPPED)
    found = statements(signed_in(ada), reverse("queue", args=[queue.public_id]) + f"?tab={tab}")
    assert len(found) <= MOST_STATEMENTS, "\n".join(sql[:200] for sql in found)


def test_what_is_open_with_me_stands_in_the_order_in_which_it_is_offered(tenant: rows.Tenant, ada: Any) -> None:
    queue = make_queue(tenant)
    dealt, again, held = put(queue, claims_of(tenant, 3))
    give(dealt, ada, SlotState.DEALT)
    give(again, ada, SlotState.AGAIN)
    give(held, ada, SlotState.HELD)
    html = page(signed_in(ada), queue, "?tab=open")
    assert listed(html) == urls_of([held, again, dealt])
    words = words_of(html)
    assert "with you: in review" in words and "with you: to review again" in words and "with you: dealt" in words


def test_what_i_set_aside_is_listed_for_me_and_can_be_taken_from_there(tenant: rows.Tenant, ada: Any, ben: Any) -> None:
    queue = make_queue(tenant)
    skipped, _ = put(queue, claims_of(tenant, 2))
    give(skipped, ada, SlotState.FREE)
    opinions.SetAside.objects.create(tenant=tenant, item=skipped, reviewer=actor_of(ada), kind=AsideKind.SKIPPED)
    html = page(signed_in(ada), queue, "?tab=aside")
    assert listed(html) == urls_of([skipped]) and "you: skipped" in words_of(html)
    assert listed(page(signed_in(ben), queue, "?tab=aside")) == []
    address = reverse("queue_take", args=[queue.public_id])
    response = signed_in(ada).post(address, {"item": skipped.public_id})
    assert (response.status_code, response["Location"]) == (303, urls_of([skipped])[0])


def test_a_tag_and_a_date_narrow_the_list_and_the_numbers(tenant: rows.Tenant, ada: Any) -> None:
    queue, claims = make_queue(tenant), claims_of(tenant, 4)
    put(queue, claims[:1], tags=["später", "x"])
    put(queue, claims[1:2], tags=["spät"], due_at=timezone.now() - timedelta(hours=1))
    put(queue, claims[2:3], due_at=timezone.now() + timedelta(days=2))
    put(queue, claims[3:])
    client = signed_in(ada)
    found = {"?tag=sp%C3%A4t": 1, "?tag=x": 1, "?tag=none": 0, "?due=overdue": 1, "?due=week": 2}
    for query, number in found.items():
        html = page(client, queue, query)
        assert len(listed(html)) == number, query
        assert tabs(html).startswith(f"Needs review {number} ")
    assert len(listed(page(client, queue, "?due=never-heard-of"))) == 4


def test_progress_is_said_in_the_words_of_a_day(tenant: rows.Tenant, ada: Any, ben: Any) -> None:
    """Of three done today one waits for others; one was done the day before; two are left."""
    queue, claims = make_queue(tenant, judgements=2), claims_of(tenant, 6)
    left = put(queue, claims[:2])
    waits = put(queue, claims[2:3], ItemProgress.NEEDS_OTHERS, verdicts=1)
    agreed = put(queue, claims[3:], ItemProgress.AGREED, verdicts=2)
    for item in (*waits, *agreed[:2]):
        give(item, ada, SlotState.DONE)
    give(agreed[2], ada, SlotState.DONE, changed_at=timezone.now() - timedelta(days=1))
    give(left[0], ben, SlotState.HELD)
    assert "3 of 5 today, 1 waits for others" in words_of(page(signed_in(ada), queue))


def test_the_next_claim_is_one_click_away_and_its_place_is_then_held(tenant: rows.Tenant, ada: Any) -> None:
    import_bundle(tenant, simple_bundle())
    queue = make_queue(tenant)
    (item,) = put(queue, [rows.Claim.objects.get(key="c1")])
    give(item, None, SlotState.FREE)
    client = signed_in(ada)
    assert "Begin of Second Look" in words_of(page(client, queue))
    response = client.post(reverse("queue_take", args=[queue.public_id]))
    assert (response.status_code, response["Location"]) == (303, claim_url(tenant, "refund"))
    assert opinions.Slot.objects.get().reviewer == actor_of(ada)


def test_where_nothing_is_left_the_queue_says_so(tenant: rows.Tenant, ada: Any) -> None:
    queue = make_queue(tenant)
    response = signed_in(ada).post(reverse("queue_take", args=[queue.public_id]), follow=True)
    words = words_of(response.content.decode())
    assert "Nothing is left for you in this queue just now." in words
    assert "Nothing is left for you to begin here." in words


def test_an_item_that_somebody_else_has_is_not_taken_from_the_list(tenant: rows.Tenant, ada: Any, ben: Any) -> None:
    queue = make_queue(tenant)
    (item,) = put(queue, claims_of(tenant, 1))
    give(item, ben, SlotState.HELD)
    address = reverse("queue_take", args=[queue.public_id])
    response = signed_in(ada).post(address, {"item": item.public_id}, follow=True)
    assert "No place is free in this item" in words_of(response.content.decode())


@pytest.mark.parametrize(
    ("tab", "taught"),
    [
        ("needs_review", "somebody puts them in from the list of cases"),
        ("needs_others", "a second pair of eyes"),
        ("disagreement", "Nobody disagrees"),
        ("completed", "Nothing is completed yet"),
        ("no_text", "The words of every claim here can be shown"),
        ("open", "You hold nothing here"),
        ("done", "None of your verdicts stands here yet"),
        ("aside", "You set nothing aside"),
    ],
)
def test_an_empty_list_teaches_what_comes_into_it(tenant: rows.Tenant, ada: Any, tab: str, taught: str) -> None:
    assert taught in words_of(page(signed_in(ada), make_queue(tenant), f"?tab={tab}"))


def test_a_closed_queue_offers_nothing_and_says_so(tenant: rows.Tenant, ada: Any) -> None:
    queue = make_queue(tenant, closed_at=timezone.now())
    put(queue, claims_of(tenant, 1))
    html = page(signed_in(ada), queue)
    assert "This queue is closed" in words_of(html) and "queue_take" not in html and "Take" not in words_of(html)


@pytest.mark.parametrize("query", ["?tab=zzz&after=x", "?after=needs_review.0." + "0" * 32, "?tag=%00&due=1&at=last"])
def test_an_address_of_which_something_is_not_ours_is_still_a_page(tenant: rows.Tenant, ada: Any, query: str) -> None:
    page(signed_in(ada), make_queue(tenant), query)
