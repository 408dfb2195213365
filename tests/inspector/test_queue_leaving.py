"""Leaving an item without a verdict: to whom its place goes then, and who is never offered it again."""

from __future__ import annotations

import pytest

from inspector.models import rows as opinions
from inspector.queue_finishing import finish_slot
from inspector.queue_leaving import LONGEST_REASON, decline, release, requeue, skip
from inspector.queue_reading import NotTaken, SlotLost
from inspector.queue_taking import take, take_next
from inspector.reopening import reopen
from lineage.access import NotAllowed, NotVisible, Reader
from lineage.evidence.vocabulary import SlotState
from lineage.models import rows
from tests.inspector.queues import House, make_house, run_out, say, slots_of
from tests.inspector.working import begin, work_form

REASON = "It is my own department\ud800."


@pytest.fixture
def house(db: None) -> House:
    return make_house()


def begun(reader: Reader, queue: opinions.Queue) -> opinions.Slot:
    slot = take_next(reader, queue)
    assert slot is not None
    return slot


def last_event(house: House) -> tuple[str, str, str]:
    event = rows.AuditEvent.objects.filter(tenant=house.tenant).order_by("-seq")[0]
    return event.verb, event.actor, event.subject


@pytest.mark.parametrize("leave", [release, skip, requeue])
def test_a_place_of_an_open_queue_is_everybodys_again(house: House, leave: object) -> None:
    slot = begun(house.ada, house.queue(1))
    leave(house.ada, slot)  # type: ignore[operator]
    assert slots_of(slot.item) == [("free", None)]
    assert last_event(house)[1:] == (house.ada.actor, f"item:{slot.item.public_id}")


@pytest.mark.parametrize("leave", [release, skip, requeue])
def test_a_place_that_was_dealt_stays_its_persons(house: House, leave: object) -> None:
    queue = house.queue(1, blind=True, reviewers=(house.ada.actor,))
    slot = begun(house.ada, queue)
    leave(house.ada, slot)  # type: ignore[operator]
    assert slots_of(slot.item) == [("dealt", house.ada.actor)]


def test_a_place_whose_person_judged_before_stays_theirs_to_judge_again(house: House) -> None:
    slot = begun(house.ada, house.queue(1))
    say(house.ada, slot.item)
    release(house.ada, slot)
    assert slots_of(slot.item) == [("again", house.ada.actor)]


def test_what_is_skipped_before_it_was_begun_stays_as_it_is_and_is_not_offered(house: House) -> None:
    queue = house.queue(1, blind=True, reviewers=(house.ada.actor,))
    skip(house.ada, opinions.Slot.objects.get(queue=queue))
    assert opinions.Slot.objects.get(queue=queue).state == SlotState.DEALT
    assert take_next(house.ada, queue) is None


def test_the_newest_of_what_a_person_did_with_an_item_counts(house: House) -> None:
    queue = house.queue(1)
    skip(house.ada, begun(house.ada, queue))
    requeue(house.ada, take(house.ada, opinions.Item.objects.get(queue=queue)))
    assert opinions.SetAside.objects.get().kind == "requeued"
    assert take_next(house.ada, queue) is not None


def test_who_declines_is_never_offered_it_again_and_somebody_else_gets_a_place(house: House) -> None:
    queue = house.queue(1)
    slot = begun(house.ada, queue)
    decline(house.ada, slot, REASON)
    assert slots_of(slot.item) == [("declined", house.ada.actor), ("free", None)]
    assert take_next(house.ada, queue) is None
    with pytest.raises(NotTaken, match="You declined it already"):
        take(house.ada, slot.item)
    assert begun(house.ben, queue).item == slot.item
    aside = opinions.SetAside.objects.get()
    assert (aside.kind, aside.reviewer) == ("declined", house.ada.actor)
    assert aside.reason is not None and aside.reason.get_bytes() == REASON.encode("utf-8", "surrogatepass")
    event = rows.AuditEvent.objects.get(verb="slot_declined")
    assert (event.actor, event.subject) == (house.ada.actor, f"item:{slot.item.public_id}")


def test_in_a_blind_queue_what_one_declines_is_dealt_to_another(house: House) -> None:
    queue = house.queue(1, blind=True, judgements=2)
    item = opinions.Item.objects.get(queue=queue)
    named = {reviewer for _, reviewer in slots_of(item)}
    (other,) = {house.ada.actor, house.ben.actor, house.eve.actor} - named
    first = opinions.Slot.objects.get(item=item, ordinal=1)
    reader = next(one for one in (house.ada, house.ben, house.eve) if one.actor == first.reviewer)
    decline(reader, first, REASON)
    assert slots_of(item)[0] == ("declined", first.reviewer)
    assert slots_of(item)[2] == ("dealt", other)


def test_where_nobody_is_left_to_deal_to_the_place_stays_free_and_is_offered_to_nobody(house: House) -> None:
    queue = house.queue(1, blind=True, reviewers=(house.ada.actor,))
    slot = begun(house.ada, queue)
    decline(house.ada, slot, REASON)
    assert slots_of(slot.item) == [("declined", house.ada.actor), ("free", None)]
    assert take_next(house.ben, queue) is None


def test_declining_needs_a_reason_that_people_can_read(house: House) -> None:
    slot = begun(house.ada, house.queue(1))
    for reason in ("", " \n", "x" * (LONGEST_REASON + 1)):
        with pytest.raises(NotTaken):
            decline(house.ada, slot, reason)
    assert slots_of(slot.item) == [("held", house.ada.actor)]


@pytest.mark.parametrize("leave", [release, skip, requeue, lambda reader, slot: decline(reader, slot, REASON)])
def test_what_is_anothers_or_done_or_foreign_is_not_left(house: House, leave: object) -> None:
    queue = house.queue(1)
    slot = begun(house.ada, queue)
    with pytest.raises(NotVisible):
        leave(house.drew, slot)  # type: ignore[operator]
    with pytest.raises(NotAllowed):
        leave(house.cleo, slot)  # type: ignore[operator]
    run_out(slot)
    begun(house.ben, queue)
    with pytest.raises(SlotLost, match="somebody else has taken it"):
        leave(house.ada, slot)  # type: ignore[operator]
    finish_slot(house.ben, slot.item, None)
    with pytest.raises(NotTaken, match="your verdict is in"):
        leave(house.ben, slot)  # type: ignore[operator]


def test_what_was_skipped_and_judged_all_the_same_is_offered_when_it_is_to_be_judged_again(house: House) -> None:
    queue = house.queue(1, blind=True, reviewers=(house.ada.actor,))
    ada, slot, url = begin(house.ada, queue)
    skip(house.ada, slot)
    assert take_next(house.ada, queue) is None
    assert ada.post(f"{url}verdicts/", work_form(ada, url)).status_code == 303
    reopen(house.cleo, [slot.item], "The rules were read out again.")
    assert slots_of(slot.item) == [("again", house.ada.actor)]
    assert take_next(house.ada, queue) == slot
