"""Freezing a set from its page: what would come is shown before anything is written; a double click freezes once."""

from __future__ import annotations

import pytest
from django.urls import reverse

from inspector.models import rows as opinions
from inspector.pages.calibration_addresses import items_url, revision_url
from lineage.access import Reader
from lineage.evidence.vocabulary import SlotState
from tests.inspector.calibration_pages import browser, keeper, keys_on, words_of
from tests.inspector.making import count_rows, filled_form
from tests.inspector.queues import House, make_house

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """Ada has judged two of three claims, alone, in the queue that every tenant has."""
    house = make_house(3)
    ada = browser(house.ada)
    for claim in house.claims()[:2]:
        url = reverse("claim", args=[claim])
        assert ada.post(reverse("verdicts", args=[claim]), filled_form(ada, url)).status_code in (302, 303)
    return house


def make_set(house: House) -> str:
    """The address of the page that freezes it."""
    made = browser(house.cleo).post(reverse("calibration_new"), {"name": "Refunds"})
    return f"{made['Location']}freeze/"


def test_queues_with_something_completed_are_offered(house: House) -> None:
    page = browser(house.cleo).get(make_set(house))
    assert [one.completed for one in page.context["page"].queues] == [2]
    assert "nothing is written by that" in words_of(page)


def test_what_would_be_frozen_is_shown_and_nothing_is_written(house: House) -> None:
    address = make_set(house)
    client = browser(house.cleo)
    [queue] = client.get(address).context["page"].queues
    before = count_rows()
    page = client.get(address, {"queue": queue.id})
    assert count_rows() == before
    assert "2 claims of these queues" in words_of(page)
    assert "no “clear contradiction” examples, nor of “partial support” and “insufficient evidence”" in words_of(page)
    assert f'<input type="hidden" name="queue" value="{queue.id}">' in page.content.decode()


def test_freezing_leads_to_the_revision_and_a_second_click_makes_no_second_one(house: House) -> None:
    client, address = browser(house.cleo), make_set(house)
    [queue] = client.get(address).context["page"].queues
    answers = [client.post(address, {"queue": queue.id, "reason": "the first"}) for _ in range(2)]
    revision = opinions.SetRevision.objects.get()
    assert {(one.status_code, one["Location"]) for one in answers} == {(303, revision_url(revision.public_id))}
    said = words_of(client.get(revision_url(revision.public_id)))
    assert "because the first" in said and queue.name in said
    listed = client.get(items_url(revision.public_id, field="label", expected="clear_support"))
    assert keys_on(listed) == ["refund#c1", "refund#c2"]
    assert "Ada clear support" in words_of(listed) and house.ada.actor not in listed.content.decode()


def test_a_queue_that_is_not_there_is_not_found(house: House) -> None:
    client, address = browser(house.cleo), make_set(house)
    assert client.get(address, {"queue": "0" * 32}).status_code == 404
    assert client.post(address, {"queue": "0" * 32}).status_code == 404


def test_nothing_completed_is_nothing_to_freeze() -> None:
    house = make_house(1)
    queue = house.queue()
    client, address = browser(house.cleo), make_set(house)
    refused = client.post(address, {"queue": queue.public_id})
    assert refused.status_code == 422 and "Nothing was frozen." in words_of(refused)
    assert "No queue has a claim that is completed." in words_of(client.get(address))


def test_an_item_of_a_claim_that_the_reader_is_to_judge_blind_is_in_no_list_and_no_number(house: House) -> None:
    client, address = browser(house.cleo), make_set(house)
    [queue] = client.get(address).context["page"].queues
    client.post(address, {"queue": queue.id})
    revision = opinions.SetRevision.objects.get()
    blind = house.queue(1, name="Once more", blind=True)
    deal_to(house.cleo, blind)
    item = opinions.CalibrationItem.objects.get(key="refund#c1")
    listed = client.get(items_url(revision.public_id))
    assert keys_on(listed) == ["refund#c2"]
    assert "1 of 1 item. 1 more is hidden: your own verdict on it is not in." in words_of(listed)
    assert client.get(reverse("calibration_item", args=[item.public_id])).status_code == 404
    page = client.get(revision_url(revision.public_id)).context["page"]
    assert (page.line.items, page.hidden, page.panels[0].expected) == (1, 1, 1)
    taken = client.get(reverse("calibration_jsonl", args=[revision.public_id]))
    assert taken.status_code in (200, 403)
    if taken.status_code == 200:
        assert b"refund#c1" not in taken.getvalue()


def deal_to(reader: Reader, queue: opinions.Queue) -> None:
    """One place in the queue is this person's."""
    slot = opinions.Slot.objects.filter(queue=queue).order_by("pk").first()
    opinions.Slot.objects.filter(pk=slot.pk).update(reviewer=reader.actor, state=SlotState.DEALT.value)


def test_a_keeper_of_another_tenant_finds_no_such_set(house: House) -> None:
    address = make_set(house)
    other = browser(keeper("zoe", tenant="halcyon"))
    assert other.get(address).status_code == 404
    assert other.post(address, {"reason": "mine"}).status_code == 404
