"""What a person is given from a queue, in which order, and what is nobody's to take."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from inspector.models import rows as opinions
from inspector.queue_finishing import finish_slot
from inspector.queue_keeping import close_queue
from inspector.queue_leaving import release, requeue, skip
from inspector.queue_reading import NotTaken, SlotLost, find_open_slot
from inspector.queue_sorting import assign, prioritise
from inspector.queue_taking import extend, peek_next, take, take_next
from lineage.access import NotAllowed, NotVisible
from lineage.evidence.vocabulary import ItemProgress, SlotState
from lineage.models import rows
from tests.inspector.making import count_rows, import_bundle, simple_bundle
from tests.inspector.queues import House, make_house, run_out, say, slots_of
from tests.inspector.working import browser

MOST_STATEMENTS = 13


@pytest.fixture
def house(db: None) -> House:
    return make_house()


def items_of(queue: opinions.Queue) -> list[opinions.Item]:
    return list(opinions.Item.objects.filter(queue=queue).order_by("pk"))


def taken(reader: Any, queue: opinions.Queue) -> opinions.Item | None:
    slot = take_next(reader, queue)
    return slot.item if slot is not None else None


def done(reader: Any, queue: opinions.Queue) -> opinions.Item:
    """The item that is taken next, and is judged."""
    slot = take_next(reader, queue)
    assert slot is not None
    finish_slot(reader, slot.item, slot.token)
    return slot.item


def test_items_come_in_the_order_of_their_priority_and_then_as_they_were_added(house: House) -> None:
    queue = house.queue()
    first, second, third = items_of(queue)
    prioritise(house.cleo, [third.public_id], 5)
    assert [done(house.ada, queue) for _ in range(3)] == [third, first, second]
    assert take_next(house.ada, queue) is None


def test_citations_that_were_added_afterwards_go_first(db: None) -> None:
    house = make_house(claims=1)
    bundle: dict[str, Any] = {"claims": 1, "case": "shipping"}

    later = simple_bundle(**bundle)
    later["answers"][0]["attachment"] = "post_hoc_model"
    import_bundle(house.tenant, later)
    queue = house.queue()
    assert [done(house.ada, queue).claim.answer.case.key for _ in range(2)] == ["shipping", "refund"]


def test_who_comes_back_gets_what_they_hold_under_a_new_lease(house: House) -> None:
    queue = house.queue()
    first = take_next(house.ada, queue)
    again = take_next(house.ada, queue)
    assert first is not None and again is not None and again.pk == first.pk
    assert again.token != first.token and again.lease_until > first.lease_until


def test_a_lease_lasts_as_long_as_the_queue_says(house: House) -> None:
    slot = take_next(house.ada, house.queue(lease_minutes=5))
    assert slot is not None and slot.lease_until is not None
    assert timedelta(minutes=4) < slot.lease_until - timezone.now() <= timedelta(minutes=5)


def test_two_people_get_the_two_places_of_an_item_and_nobody_gets_both(house: House) -> None:
    queue = house.queue(1, judgements=2)
    (item,) = items_of(queue)
    assert taken(house.ada, queue) == taken(house.ben, queue) == item
    assert taken(house.eve, queue) is None
    finish_slot(house.ada, item, None)
    assert taken(house.ada, queue) is None


def test_what_is_to_be_judged_again_goes_before_what_waits_and_that_before_what_is_free(house: House) -> None:
    queue = house.queue()
    free, waiting, stale = items_of(queue)
    assign(house.cleo, [waiting.public_id, stale.public_id], house.ada.actor)
    opinions.Slot.objects.filter(item=stale).update(state=SlotState.AGAIN.value)
    assert [done(house.ada, queue) for _ in range(3)] == [stale, waiting, free]


def test_a_skipped_item_is_not_offered_to_who_skipped_it_until_they_open_it_from_the_list(house: House) -> None:
    queue = house.queue(1)
    slot = take_next(house.ada, queue)
    assert slot is not None
    skip(house.ada, slot)
    assert take_next(house.ada, queue) is None
    assert peek_next(house.ben, queue) == slot.item
    assert take(house.ada, slot.item.public_id).item == slot.item
    release(house.ada, take(house.ada, slot.item))
    assert taken(house.ada, queue) == slot.item


def test_what_was_put_at_the_end_comes_after_everything_else_in_that_order(house: House) -> None:
    queue = house.queue()
    first, second, third = items_of(queue)
    for _ in range(2):
        slot = take_next(house.ada, queue)
        assert slot is not None
        requeue(house.ada, slot)
    assert [done(house.ada, queue) for _ in range(3)] == [third, first, second]


def test_what_somebody_began_and_left_is_offered_to_others_once_its_lease_is_over(house: House) -> None:
    queue = house.queue()
    left = take_next(house.ada, queue)
    assert left is not None
    assert taken(house.ben, queue) != left.item
    run_out(left)
    assert taken(house.eve, queue) == left.item
    assert taken(house.ada, queue) != left.item


def test_a_lease_that_is_over_and_that_nobody_took_is_still_its_persons(house: House) -> None:
    queue = house.queue()
    left = take_next(house.ada, queue)
    assert left is not None
    run_out(left)
    assert taken(house.ada, queue) == left.item


def test_who_judged_before_keeps_the_slot_though_the_lease_is_over(house: House) -> None:
    queue = house.queue(1)
    slot = take_next(house.ada, queue)
    assert slot is not None
    say(house.ada, slot.item)
    run_out(slot)
    assert take_next(house.ben, queue) is None
    say(house.ada, slot.item, withdrawn=True)
    assert taken(house.ben, queue) == slot.item


def test_in_a_blind_queue_everybody_gets_what_was_dealt_to_them_and_nothing_else(house: House) -> None:
    queue = house.queue(blind=True, judgements=2, reviewers=(house.ada.actor, house.ben.actor))
    assert {done(house.ada, queue) for _ in range(3)} == set(items_of(queue))
    assert take_next(house.ada, queue) is None and take_next(house.eve, queue) is None
    slot = take_next(house.ben, queue)
    assert slot is not None
    run_out(slot)
    assert take_next(house.eve, queue) is None
    with pytest.raises(NotTaken, match="dealt to others"):
        take(house.eve, slot.item)


def test_an_open_queue_with_named_people_gives_to_these_alone(house: House) -> None:
    queue = house.queue(reviewers=(house.ben.actor,))
    assert take_next(house.ada, queue) is None
    assert take_next(house.ben, queue) is not None


def test_what_nobody_can_read_is_offered_to_nobody(house: House) -> None:
    queue = house.queue()
    first, second, third = items_of(queue)
    opinions.ItemState.objects.filter(item__in=[first, third]).update(state=ItemProgress.NO_TEXT.value)
    assert peek_next(house.ada, queue) == second
    assert done(house.ada, queue) == second
    assert take_next(house.ada, queue) is None
    with pytest.raises(NotTaken, match="cannot be shown"):
        take(house.ada, first)


def test_a_closed_queue_gives_nothing(house: House) -> None:
    queue = house.queue()
    (item, *_) = items_of(queue)
    close_queue(house.cleo, queue)
    assert take_next(house.ada, queue) is None and peek_next(house.ada, queue) is None
    with pytest.raises(NotTaken, match="closed"):
        take(house.ada, item)


def test_peeking_says_what_comes_after_what_is_held_and_writes_nothing(house: House) -> None:
    queue = house.queue()
    first, second, _ = items_of(queue)
    assert peek_next(house.ada, queue) == first
    take_next(house.ada, queue)
    before = count_rows(), list(opinions.Slot.objects.order_by("pk").values())
    assert peek_next(house.ada, queue.public_id) == second
    assert (count_rows(), list(opinions.Slot.objects.order_by("pk").values())) == before


def test_an_item_that_is_judged_or_taken_is_not_taken_by_name(house: House) -> None:
    queue = house.queue()
    first, second, _ = items_of(queue)
    finish_slot(house.ada, first, None)
    with pytest.raises(NotTaken, match="You judged it already"):
        take(house.ada, first)
    take(house.ben, second)
    with pytest.raises(NotTaken, match="No place is free"):
        take(house.ada, second)


def test_a_lease_is_extended_by_who_holds_it_also_once_it_is_over(house: House) -> None:
    queue = house.queue()
    slot = take_next(house.ada, queue)
    assert slot is not None
    run_out(slot)
    assert extend(house.ada, slot, slot.token).lease_until > timezone.now()
    run_out(slot)
    take_next(house.ben, queue)
    with pytest.raises(SlotLost, match="somebody else has taken it"):
        extend(house.ada, slot, slot.token)


def test_a_slot_that_was_given_back_is_not_extended(house: House) -> None:
    queue = house.queue(blind=True)
    slot = take_next(house.ada, queue)
    assert slot is not None
    release(house.ada, slot)
    with pytest.raises(SlotLost, match="no longer"):
        extend(house.ada, slot, slot.token)


def test_the_slot_of_a_claim_that_is_held_goes_before_one_that_waits(house: House) -> None:
    waiting, held = house.queue(1), house.queue(1, name="Others")
    opinions.Slot.objects.filter(queue=waiting).update(reviewer=house.ada.actor, state=SlotState.DEALT.value)
    claim = items_of(held)[0].claim_id
    found = find_open_slot(house.ada, claim)
    assert found is not None and found.queue == waiting
    take_next(house.ada, held)
    found = find_open_slot(house.ada, claim)
    assert found is not None and found.queue == held
    assert find_open_slot(house.ben, claim) is None
    assert slots_of(items_of(waiting)[0]) == [("dealt", house.ada.actor)]


def test_a_claim_that_somebody_is_to_judge_blind_is_not_offered_to_them_in_another_queue(house: House) -> None:
    blind, others = house.queue(1, blind=True), house.queue(1, name="Others")
    opinions.Slot.objects.filter(queue=blind).update(reviewer=house.ada.actor, state=SlotState.DEALT.value)
    assert take_next(house.ada, others) is None
    assert take_next(house.ada, blind) is not None


def test_another_tenants_queue_looks_like_none_and_only_reviewers_take(house: House) -> None:
    queue = house.queue()
    (item, *_) = items_of(queue)
    slot = take_next(house.ada, queue)
    for call in (
        lambda: take_next(house.drew, queue),
        lambda: take_next(house.drew, queue.public_id),
        lambda: peek_next(house.drew, queue),
        lambda: take(house.drew, item.public_id),
        lambda: extend(house.drew, slot, slot.token),
        lambda: take_next(house.ada, "no such\0queue"),
    ):
        with pytest.raises(NotVisible):
            call()
    with pytest.raises(NotAllowed):
        take_next(house.cleo, queue)


def test_taking_is_one_update_whatever_comes_of_it_and_its_event_is_last(house: House) -> None:
    queue = house.queue()
    with CaptureQueriesContext(connection) as statements:
        slot = take_next(house.ada, queue)
    assert slot is not None
    every = [one["sql"].strip() for one in statements.captured_queries]
    written = [sql for sql in every if sql.startswith("UPDATE inspector_")]
    assert len(written) == 1 and len(statements) <= MOST_STATEMENTS
    if connection.vendor == "postgresql":
        assert "FOR UPDATE SKIP LOCKED" in written[0]
    event = rows.AuditEvent.objects.filter(tenant=house.tenant).order_by("-seq")[0]
    assert (event.verb, event.actor) == ("slot_taken", house.ada.actor)
    assert event.subject == f"item:{slot.item.public_id}"


def test_the_slot_that_a_step_is_done_with_is_the_one_whose_bar_the_page_shows(house: House) -> None:
    items = [items_of(house.queue(1, name=name, lease_minutes=lease))[0] for name, lease in (("A", 600), ("B", 5))]

    def shown_and_meant() -> set[int]:
        page = browser(house.ada).get(f"/claims/{items[0].claim.public_id}/")
        found = find_open_slot(house.ada, items[0].claim_id)
        assert found is not None
        return {page.context["work"].bar.item, found.item_id}

    for item in items:
        assign(house.cleo, [item.public_id], house.ada.actor)
    assert shown_and_meant() == {items[1].pk}
    for item in items:
        take(house.ada, item)
    assert shown_and_meant() == {items[1].pk}
