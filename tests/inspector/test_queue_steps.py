"""The steps of who works in a queue, as the bar on the claim page sends them."""

from __future__ import annotations

import pytest
from django.test import Client

from inspector.models import rows as opinions
from inspector.queue_taking import take_next
from lineage.evidence.vocabulary import SlotState
from tests.inspector.making import count_rows
from tests.inspector.queues import House, make_house, run_out
from tests.inspector.working import begin, browser, page_of


@pytest.fixture
def house(db: None) -> House:
    return make_house(claims=3)


def step(client: Client, url: str, name: str, **fields: str) -> tuple[int, str]:
    answer = client.post(f"{url}slot/", {"step": name, **fields})
    return answer.status_code, answer.headers.get("Location", "")


def held(house: House) -> opinions.Slot:
    return opinions.Slot.objects.get(reviewer=house.ada.actor, state=SlotState.HELD.value)


def test_the_bar_names_the_queue_the_lease_and_what_is_done_and_open(house: House) -> None:
    queue = house.queue()
    ada, slot, url = begin(house.ada, queue)
    html = ada.get(url).content.decode()
    assert 'aria-label="Your place in the queue Refunds"' in html
    assert "0 of yours done today, 1 open" in html
    assert "yours until <time" in html and "data-lease-until=" in html
    assert slot.token in html
    assert "queue-bar" not in browser(house.ben).get(url).content.decode()


@pytest.mark.parametrize("name", ["skip", "requeue"])
def test_what_is_skipped_or_put_at_the_end_leads_to_the_next_one(house: House, name: str) -> None:
    ada, slot, url = begin(house.ada, house.queue())
    assert step(ada, url, name) == (303, page_of(held(house).item))
    slot.refresh_from_db()
    assert slot.state == SlotState.FREE


def test_what_is_given_back_leads_to_the_queue(house: House) -> None:
    queue = house.queue()
    ada, slot, url = begin(house.ada, queue)
    assert step(ada, url, "release") == (303, f"/queues/{queue.public_id}/")
    slot.refresh_from_db()
    assert (slot.state, slot.reviewer) == (SlotState.FREE, None)


def test_declining_needs_a_reason_and_says_so_on_the_claim(house: House) -> None:
    ada, slot, url = begin(house.ada, house.queue())
    assert step(ada, url, "decline", reason=" ") == (303, url)
    assert "Nothing was declined yet." in ada.get(url).content.decode()
    assert step(ada, url, "decline", reason="I wrote this answer.") == (303, page_of(held(house).item))
    slot.refresh_from_db()
    assert slot.state == SlotState.DECLINED


def test_more_time_begins_the_lease_anew(house: House) -> None:
    ada, slot, url = begin(house.ada, house.queue())
    run_out(slot)
    before = opinions.Slot.objects.get(pk=slot.pk).lease_until
    assert step(ada, url, "extend", slot_token=slot.token) == (303, url)
    slot.refresh_from_db()
    assert slot.lease_until > before


def test_the_last_one_that_is_skipped_leads_to_the_queue_in_words(house: House) -> None:
    queue = house.queue(1)
    ada, _, url = begin(house.ada, queue)
    assert step(ada, url, "skip") == (303, f"/queues/{queue.public_id}/")
    assert "Nothing is left for you" in ada.get(f"/queues/{queue.public_id}/").content.decode()


def test_a_slot_that_went_to_somebody_else_is_409(house: House) -> None:
    queue = house.queue(1)
    ada, slot, url = begin(house.ada, queue)
    run_out(slot)
    take_next(house.ben, queue)
    steps = ("skip", "requeue", "release", "extend", "decline")
    assert {step(ada, url, name, reason="Not mine.")[0] for name in steps} == {409}
    refused = ada.post(f"{url}slot/", {"step": "skip"}).content.decode()
    assert f'<a href="{url}">Back to what you worked on</a>' in refused and ".." not in refused.split("<main")[1]


def test_a_step_that_is_none_changes_nothing(house: House) -> None:
    ada, _, url = begin(house.ada, house.queue())
    before = count_rows()
    assert {step(ada, url, name)[0] for name in ("", "judge", "\0", "😀")} == {409}
    assert count_rows() == before


def test_steps_are_for_who_may_judge_and_foreign_claims_are_missing_ones(house: House) -> None:
    _, _, url = begin(house.ada, house.queue())
    assert step(browser(house.cleo), url, "skip")[0] == 403
    assert step(browser(house.drew), url, "skip")[0] == 404


def test_what_comes_next_is_said_and_nothing_is_taken(house: House) -> None:
    queue = house.queue(2)
    ada, slot, _ = begin(house.ada, queue)
    before = count_rows()
    said = ada.get(f"/queues/{queue.public_id}/next/").content.decode()
    other = opinions.Item.objects.exclude(pk=slot.item.pk).get(queue=queue)
    assert page_of(other) in said
    assert count_rows() == before
    assert opinions.Slot.objects.filter(reviewer=house.ada.actor).count() == 1
    assert browser(house.drew).get(f"/queues/{queue.public_id}/next/").status_code == 404
    assert browser(house.cleo).get(f"/queues/{queue.public_id}/next/").status_code == 403
