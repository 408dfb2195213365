"""The list of queues, the start page of who judges, and the number in every page's head."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from lineage.evidence.vocabulary import ItemProgress, QueueKind, Role, SlotState
from lineage.models import rows
from tests.inspector.making import make_member, make_tenant, signed_in
from tests.inspector.queues_by_hand import claims_of, give, make_queue, put
from tests.inspector.reading import words_of
from tests.inspector.test_page_limits import statements

pytestmark = pytest.mark.django_db

MOST_STATEMENTS = 10


@pytest.fixture
def tenant() -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def ada(tenant: rows.Tenant) -> Any:
    return make_member(tenant, "ada", Role.REVIEWER)


def listed(user: Any, route: str = "queues") -> str:
    response = signed_in(user).get(reverse(route))
    assert response.status_code == 200
    return words_of(response.content.decode())


def test_where_there_is_no_queue_the_page_teaches_what_one_is_for(tenant: rows.Tenant, ada: Any) -> None:
    assert "There is no queue yet." in listed(ada) and "ask one of them" in listed(ada)
    adam = make_member(tenant, "adam", Role.ADMINISTRATOR)
    assert "There is no queue yet." in listed(adam) and "Make a queue" in listed(adam)


def test_each_queue_says_what_it_is_for_and_what_waits_in_it_for_me(tenant: rows.Tenant, ada: Any) -> None:
    queue, claims = make_queue(tenant, kind=QueueKind.CALIBRATION, judgements=2), claims_of(tenant, 5)
    items = put(queue, claims[:3]) + put(queue, claims[3:], ItemProgress.NEEDS_OTHERS, verdicts=1)
    give(items[0], ada, SlotState.HELD)
    give(items[4], ada, SlotState.DONE)
    words = listed(ada)
    assert "Second Look calibration · 2 judgements a claim" in words
    assert "3 needs review 2 needs others’ review 1 open with you" in words
    assert "1 of 5 today, 1 waits for others" in words
    assert "Take the next claim of Second Look" in words


def test_queues_in_which_something_waits_for_me_stand_first_and_closed_ones_last(tenant: rows.Tenant, ada: Any) -> None:
    claims = claims_of(tenant, 2)
    make_queue(tenant, "a-closed-one", closed_at=timezone.now())
    make_queue(tenant, "b-empty-one")
    put(make_queue(tenant, "c-full-one"), claims)
    words = listed(ada)
    assert words.index("C Full One") < words.index("B Empty One") < words.index("Closed") < words.index("A Closed One")
    assert "nothing waits for you" in words


def test_the_list_takes_the_same_few_statements_for_one_queue_and_for_twenty(tenant: rows.Tenant, ada: Any) -> None:
    claims, client, counted = claims_of(tenant, 3), signed_in(ada), list[int]()
    for number in range(20):
        put(make_queue(tenant, f"queue-{number}", blind=number % 2 == 1), claims)
        if number in (1, 19):
            counted.append(len(statements(client, reverse("queues"))))
    assert counted[0] == counted[1] <= MOST_STATEMENTS


def test_who_judges_lands_on_their_queues_with_the_next_claim_at_once(tenant: rows.Tenant, ada: Any) -> None:
    queue = make_queue(tenant)
    assert "Your queues" not in listed(ada, "start")
    put(queue, claims_of(tenant, 2))
    words = listed(ada, "start")
    assert words.index("Your queues") < words.index("Begin of Second Look") < words.index("Waiting for your judgement")
    assert "Your queues" not in listed(make_member(tenant, "otto", Role.AUDITOR), "start")


def test_every_page_says_how_many_claims_i_am_to_judge_again_without_a_statement_more(
    tenant: rows.Tenant, ada: Any
) -> None:
    items = put(make_queue(tenant), claims_of(tenant, 3))
    client = signed_in(ada)
    before = statements(client, reverse("help"))
    assert "Review again Runs" in listed(ada, "help")
    for item in items[:2]:
        give(item, ada, SlotState.AGAIN)
    assert "Review again 2 by you Runs" in listed(ada, "help")
    assert len(statements(client, reverse("help"))) == len(before)
    assert "by you" not in listed(make_member(tenant, "ben", Role.REVIEWER), "help")
