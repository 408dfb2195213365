"""A blind queue's page: for who is to judge it rests on their own places alone, until their verdict is in."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from inspector.models import rows as opinions
from lineage.evidence.vocabulary import ItemProgress, Role, SlotState
from lineage.models import rows
from tests.inspector.making import answered, make_member, make_tenant, signed_in
from tests.inspector.queues_by_hand import claims_of, give, make_queue, put, stand
from tests.inspector.reading import words_of
from tests.inspector.test_queue_page import listed, page, tabs, urls_of

pytestmark = pytest.mark.django_db

QUERIES = ("", "?tab=needs_others", "?tab=disagreement", "?tab=completed", "?tab=no_text", "?tab=aside", "?tab=people")
QUERIES += ("?tab=open", "?tab=done", "?at=last", "?tag=urgent", "?due=week")


@pytest.fixture
def tenant() -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def ada(tenant: rows.Tenant) -> Any:
    return make_member(tenant, "ada", Role.REVIEWER)


@pytest.fixture
def ben(tenant: rows.Tenant) -> Any:
    return make_member(tenant, "ben", Role.REVIEWER)


@pytest.fixture
def queue(tenant: rows.Tenant) -> opinions.Queue:
    return make_queue(tenant, blind=True, judgements=2)


@pytest.fixture
def items(queue: opinions.Queue, ada: Any, ben: Any) -> list[opinions.Item]:
    """Five: the first three dealt to both, the fourth to Ada alone, the fifth judged by Ben and dealt to Ada."""
    items = put(queue, claims_of(queue.tenant, 5), tags=["urgent"], reason="drawn: the judge said unsupported")
    for item in items[:3]:
        give(item, ada, SlotState.DEALT, 1)
        give(item, ben, SlotState.DEALT, 2)
    give(items[3], ada, SlotState.DEALT)
    give(items[4], ada, SlotState.DEALT, 1)
    give(items[4], ben, SlotState.DONE, 2)
    stand(items[4], ItemProgress.NEEDS_OTHERS, 1)
    return items


def crawled(client: Client, queue: opinions.Queue) -> list[Any]:
    addresses = [reverse("queues"), reverse("start"), *(reverse("queue", args=[queue.public_id]) + q for q in QUERIES)]
    found = [answered(client.get(address)) for address in addresses]
    assert {page.status for page in found} == {200}
    return found


def judge(item: opinions.Item, user: Any, state: ItemProgress, verdicts: int) -> None:
    """What is stored once a verdict of this person is in."""
    opinions.Slot.objects.filter(item=item, reviewer=user.memberships.get().actor).update(
        state=SlotState.DONE, lease_until=None
    )
    stand(item, state, verdicts)


def test_a_reviewer_has_the_claims_that_were_dealt_to_them_and_those_that_they_judged(
    queue: opinions.Queue, items: list[opinions.Item], ben: Any
) -> None:
    client = signed_in(ben)
    html = page(client, queue)
    assert listed(html) == urls_of(items[:3])
    assert tabs(html) == (
        "Needs review 3 Needs others’ review 1 Disagreement 0 Completed 0 No text 0 Set aside by you 0"
    )
    assert "hidden until your verdict is in" in words_of(html)
    assert listed(page(client, queue, "?tab=needs_others")) == urls_of(items[4:])
    assert "1 of 2 judged it" in words_of(page(client, queue, "?tab=needs_others"))


def test_what_others_record_changes_nothing_for_who_has_still_to_judge(
    queue: opinions.Queue, items: list[opinions.Item], ada: Any, ben: Any
) -> None:
    client = signed_in(ben)
    before = crawled(client, queue)
    judge(items[0], ada, ItemProgress.NEEDS_OTHERS, 1)
    judge(items[1], ada, ItemProgress.DISAGREEMENT, 2)
    judge(items[3], ada, ItemProgress.AGREED, 2)
    opinions.ItemState.objects.filter(item=items[2]).update(stale=True, agreement=0, state=ItemProgress.AGREED)
    assert crawled(client, queue) == before


def test_once_their_own_verdict_is_in_they_see_how_the_claim_stands(
    queue: opinions.Queue, items: list[opinions.Item], ada: Any, ben: Any
) -> None:
    judge(items[0], ada, ItemProgress.NEEDS_OTHERS, 1)
    judge(items[0], ben, ItemProgress.DISAGREEMENT, 2)
    html = page(signed_in(ben), queue, "?tab=disagreement")
    assert listed(html) == urls_of(items[:1]) and "2 of 2 judged it" in words_of(html)
    assert listed(page(signed_in(ben), queue)) == urls_of(items[1:3])


def test_who_was_dealt_nothing_has_empty_lists(
    tenant: rows.Tenant, queue: opinions.Queue, items: list[opinions.Item]
) -> None:
    html = page(signed_in(make_member(tenant, "eve", Role.LABELER)), queue)
    assert listed(html) == [] and "Nothing is left for you to begin here." in words_of(html)
    assert not any(character in tabs(html) for character in "123456789")


def test_why_a_rule_drew_a_claim_is_not_told_to_who_is_to_judge_it(
    queue: opinions.Queue, items: list[opinions.Item], ben: Any
) -> None:
    assert "unsupported" not in page(signed_in(ben), queue)


@pytest.mark.parametrize("role", [Role.ADJUDICATOR, Role.ADMINISTRATOR, Role.AUDITOR])
def test_who_is_not_asked_for_a_verdict_sees_how_every_claim_stands(
    tenant: rows.Tenant, queue: opinions.Queue, items: list[opinions.Item], role: Role
) -> None:
    html = page(signed_in(make_member(tenant, "cleo", role)), queue)
    assert listed(html) == urls_of(items[:4])
    assert tabs(html).startswith("Needs review 4 Needs others’ review 1")


def test_who_keeps_queues_and_judges_has_no_table_of_what_people_did(
    tenant: rows.Tenant, queue: opinions.Queue, items: list[opinions.Item]
) -> None:
    html = page(signed_in(make_member(tenant, "adam", Role.ADMINISTRATOR, Role.REVIEWER)), queue, "?tab=people")
    assert "People" not in tabs(html) and "done in all" not in html


def test_a_claim_that_i_am_to_judge_blind_is_in_no_list_of_an_open_queue_whoever_judged_it_there(
    tenant: rows.Tenant, queue: opinions.Queue, items: list[opinions.Item], ben: Any
) -> None:
    other = make_queue(tenant, "open-one")
    elsewhere = put(other, [item.claim for item in items])
    client = signed_in(ben)
    before = crawled(client, other)
    html = page(client, other)
    # The fifth he has judged in the blind queue; of the other four nothing is told, not even how many they are.
    assert listed(html) == urls_of(elsewhere[4:])
    assert tabs(html).startswith("Needs review 1 ")
    assert "4 claims" not in words_of(html)
    stand(elsewhere[0], ItemProgress.AGREED, 1)
    stand(elsewhere[3], ItemProgress.DISAGREEMENT, 2)
    assert crawled(client, other) == before
