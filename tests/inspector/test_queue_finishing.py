"""What a verdict does to its slot: whose lease was over is not punished, whose place was taken is told."""

from __future__ import annotations

import pytest

from inspector.models import rows as opinions
from inspector.queue_finishing import finish_slot, reopen_own
from inspector.queue_leaving import decline
from inspector.queue_reading import SlotLost
from inspector.queue_sorting import prioritise
from inspector.queue_taking import take_next
from lineage.access import NotVisible
from lineage.evidence.vocabulary import SlotState
from tests.inspector.queues import House, make_house, run_out, slots_of


@pytest.fixture
def house(db: None) -> House:
    return make_house(claims=1)


def begun(house: House, queue: opinions.Queue) -> opinions.Slot:
    slot = take_next(house.ada, queue)
    assert slot is not None
    return slot


def test_the_slot_of_who_judged_is_done_and_has_no_lease(house: House) -> None:
    slot = begun(house, house.queue())
    finished = finish_slot(house.ada, slot.item, slot.token)
    assert (finished.pk, finished.state, finished.lease_until) == (slot.pk, SlotState.DONE, None)


def test_a_lease_that_is_over_changes_nothing_while_nobody_took_the_slot(house: House) -> None:
    slot = begun(house, house.queue())
    run_out(slot)
    assert finish_slot(house.ada, slot.item, slot.token).pk == slot.pk


def test_who_took_it_again_in_another_window_may_send_either_form(house: House) -> None:
    queue = house.queue()
    first = begun(house, queue)
    assert begun(house, queue).token != first.token
    assert finish_slot(house.ada, first.item, first.token).state == SlotState.DONE


def test_a_slot_that_somebody_took_is_lost_and_that_is_said(house: House) -> None:
    queue = house.queue()
    slot = begun(house, queue)
    run_out(slot)
    take_next(house.ben, queue)
    with pytest.raises(SlotLost, match="Your words are kept"):
        finish_slot(house.ada, slot.item, slot.token)
    assert slots_of(slot.item) == [("held", house.ben.actor)]


def test_who_lost_theirs_is_given_another_place_where_one_is_free(house: House) -> None:
    queue = house.queue(judgements=2)
    slot = begun(house, queue)
    run_out(slot)
    take_next(house.ben, queue)
    finish_slot(house.ada, slot.item, slot.token)
    assert slots_of(slot.item) == [("held", house.ben.actor), ("done", house.ada.actor)]


def test_who_judges_without_a_slot_uses_a_free_one_and_otherwise_gets_one_more(house: House) -> None:
    item = opinions.Item.objects.get(queue=house.queue())
    finish_slot(house.ada, item, None)
    finish_slot(house.ben, item, None)
    assert slots_of(item) == [("done", house.ada.actor), ("done", house.ben.actor)]


def test_judging_twice_is_one_slot(house: House) -> None:
    item = opinions.Item.objects.get(queue=house.queue())
    finish_slot(house.ada, item, None)
    finish_slot(house.ada, item, None)
    assert slots_of(item) == [("done", house.ada.actor)]


def test_who_declined_and_judges_all_the_same_has_judged(house: House) -> None:
    slot = begun(house, house.queue())
    decline(house.ada, slot, "Not mine.")
    finish_slot(house.ada, slot.item, None)
    assert slots_of(slot.item) == [("done", house.ada.actor), ("free", None)]


def test_a_verdict_that_is_taken_back_opens_its_slot_for_the_same_person(house: House) -> None:
    slot = begun(house, house.queue())
    finish_slot(house.ada, slot.item, slot.token)
    opened = reopen_own(house.ada, slot.item)
    assert opened is not None and (opened.pk, opened.state) == (slot.pk, SlotState.HELD)
    assert opened.lease_until is not None and opened.token != slot.token
    assert reopen_own(house.ben, slot.item) is None


def test_another_tenants_item_is_not_to_be_seen(house: House) -> None:
    item = opinions.Item.objects.get(queue=house.queue())
    for call in (lambda: finish_slot(house.drew, item, None), lambda: reopen_own(house.drew, item)):
        with pytest.raises(NotVisible):
            call()


def test_a_place_that_is_made_on_the_spot_has_the_priority_of_its_item(house: House) -> None:
    slot = begun(house, house.queue(priority=7))
    prioritise(house.cleo, [slot.item.public_id], 2)
    made = finish_slot(house.ben, slot.item, None)
    decline(house.ada, slot, "It is my own department.")
    assert made.priority == 9
    assert set(opinions.Slot.objects.filter(item=slot.item).values_list("ordinal", "priority")) == {
        *((number, 9) for number in (1, 2, 3))
    }
