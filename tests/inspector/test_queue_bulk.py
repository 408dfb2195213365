"""Many items at once: assigned, tagged, ranked and dated from the page, by who keeps queues; never judged."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.urls import reverse

from inspector.models import rows as opinions
from inspector.pages.queue_people import handle_of
from lineage.evidence.vocabulary import Role, SlotState
from lineage.models import rows
from tests.inspector.making import make_member, make_tenant, signed_in
from tests.inspector.queues_by_hand import actor_of, claims_of, give, make_queue, put
from tests.inspector.reading import words_of
from tests.inspector.test_queue_page import page

pytestmark = pytest.mark.django_db


@pytest.fixture
def tenant() -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def cleo(tenant: rows.Tenant) -> Any:
    return make_member(tenant, "cleo", Role.ADJUDICATOR)


@pytest.fixture
def ada(tenant: rows.Tenant) -> Any:
    return make_member(tenant, "ada", Role.REVIEWER)


@pytest.fixture
def items(tenant: rows.Tenant) -> list[opinions.Item]:
    items = put(make_queue(tenant), claims_of(tenant, 3))
    for item in items:
        give(item, None, SlotState.FREE)
    return items


def send(user: Any, items: list[opinions.Item], **fields: Any) -> str:
    """The words of the page that the form leads back to."""
    (queue,) = {item.queue for item in items}
    sent = {"on_page": [item.public_id for item in items], "item": [items[0].public_id], **fields}
    response = signed_in(user).post(reverse("queue_items", args=[queue.public_id]), sent, follow=True)
    assert response.redirect_chain[0][1] == 303
    return words_of(response.content.decode())


def fresh(items: list[opinions.Item]) -> list[opinions.Item]:
    return list(opinions.Item.objects.filter(pk__in=[item.pk for item in items]).order_by("pk"))


def test_the_form_is_there_for_who_keeps_queues_and_for_nobody_else(
    items: list[opinions.Item], cleo: Any, ada: Any
) -> None:
    assert "Many at once" in words_of(page(signed_in(cleo), items[0].queue))
    html = page(signed_in(ada), items[0].queue)
    assert "Many at once" not in html and 'type="checkbox"' not in html


def test_ticked_items_are_tagged_and_the_tag_is_taken_off_again(items: list[opinions.Item], cleo: Any) -> None:
    assert "1 claim is now tagged später." in send(cleo, items, deed="tag", tag=" später ")
    assert [item.tags for item in fresh(items)] == [["später"], [], []]
    assert "1 claim is no longer tagged später." in send(cleo, items, deed="untag", tag="später")
    assert [item.tags for item in fresh(items)] == [[], [], []]


def test_all_of_the_page_are_ranked_and_stand_first_from_then_on(items: list[opinions.Item], cleo: Any) -> None:
    assert "3 claims are now of priority 7." in send(cleo, items, which="page", deed="prioritise", priority="7")
    assert [item.priority for item in fresh(items)] == [7, 7, 7]
    assert set(opinions.ItemState.objects.values_list("priority", flat=True)) == {7}


def test_a_day_is_set_to_its_end_and_taken_off(items: list[opinions.Item], cleo: Any) -> None:
    assert "1 claim is now due on 2027-01-31." in send(cleo, items, deed="due", due="2027-01-31")
    assert fresh(items)[0].due_at == datetime(2027, 1, 31, 23, 59, 59, 999999, UTC)
    assert "1 claim is due on no day any more." in send(cleo, items, deed="due", due="")
    assert fresh(items)[0].due_at is None


def test_items_are_dealt_to_a_person_by_a_handle_that_is_not_their_pseudonym(
    items: list[opinions.Item], cleo: Any, ada: Any
) -> None:
    html = page(signed_in(cleo), items[0].queue)
    handle = handle_of(actor_of(ada))
    assert f'<option value="{handle}">Ada</option>' in html and actor_of(ada) not in html
    assert "3 claims are now with that person." in send(cleo, items, which="page", deed="assign", person=handle)
    assert set(opinions.Slot.objects.values_list("reviewer", "state")) == {(actor_of(ada), SlotState.DEALT)}


@pytest.mark.parametrize(
    ("fields", "refused"),
    [
        ({"deed": "tag", "tag": ""}, "Name at least one tag"),
        ({"deed": "tag", "tag": "a, b"}, "no comma"),
        ({"deed": "prioritise", "priority": "high"}, "Write the priority as a whole number"),
        ({"deed": "prioritise", "priority": "99999"}, "A priority is at most"),
        ({"deed": "due", "due": "tomorrow"}, "Write the day as year-month-day"),
        ({"deed": "assign", "person": "0" * 16}, "Choose the person"),
        ({"deed": "judge"}, "The form was not whole"),
        ({"deed": "tag", "tag": "x", "item": []}, "Tick the claims first"),
    ],
)
def test_what_does_not_fit_is_said_and_nothing_is_written(
    items: list[opinions.Item], cleo: Any, fields: dict[str, Any], refused: str
) -> None:
    words = send(cleo, items, **fields)
    assert refused in words and "Nothing was changed." in words
    assert [(item.tags, item.priority, item.due_at) for item in fresh(items)] == [([], 0, None)] * 3


def test_items_of_another_tenant_are_missing_ones(items: list[opinions.Item]) -> None:
    drew = make_member(make_tenant("halcyon"), "drew", Role.ADJUDICATOR)
    sent = {"item": [items[0].public_id], "deed": "tag", "tag": "x"}
    client = signed_in(drew)
    assert client.post(reverse("queue_items", args=[items[0].queue.public_id]), sent).status_code == 404
    own = make_queue(rows.Tenant.objects.get(key="halcyon"), "own")
    assert client.post(reverse("queue_items", args=[own.public_id]), sent).status_code == 404
    assert fresh(items)[0].tags == []


def test_the_form_leads_back_to_the_list_that_it_stood_on_and_nowhere_else(
    items: list[opinions.Item], cleo: Any
) -> None:
    queue = items[0].queue
    address, client = reverse("queue_items", args=[queue.public_id]), signed_in(cleo)
    here = reverse("queue", args=[queue.public_id])
    completed = f"{here}?tab=completed"
    for wanted, due in ((completed, completed), ("https://evil.example/", here), ("/", here)):
        sent = {"item": [items[0].public_id], "deed": "tag", "tag": "x", "next": wanted}
        assert client.post(address, sent)["Location"] == due


def test_who_keeps_queues_sees_what_each_person_did(items: list[opinions.Item], cleo: Any, ada: Any) -> None:
    give(items[0], ada, SlotState.DONE, 2)
    give(items[1], ada, SlotState.HELD, 2)
    words = words_of(page(signed_in(cleo), items[0].queue, "?tab=people"))
    assert "Ada 1 1 1 0 0 0" in words and "3 places are free" in words
    assert "People" not in words_of(page(signed_in(ada), items[0].queue))
