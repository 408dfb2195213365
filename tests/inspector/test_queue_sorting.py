"""What is done with many items at once: all or none, for who keeps queues, and never judging."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from inspector.models import rows as opinions
from inspector.queue_finishing import finish_slot
from inspector.queue_keeping import close_queue
from inspector.queue_leaving import skip
from inspector.queue_reading import NotKept
from inspector.queue_sorting import MOST_ITEMS, MOST_TAGS, assign, prioritise, set_due, tag
from inspector.queue_taking import take, take_next
from lineage.access import NotAllowed, NotVisible
from lineage.models import rows
from tests.inspector.queues import House, make_house, run_out, slots_of

DUE = datetime(2026, 12, 24, 12, tzinfo=UTC)
VERBS = (
    lambda house, reader, items: assign(reader, items, house.ada.actor),
    lambda house, reader, items: tag(reader, items, ["legal"]),
    lambda house, reader, items: prioritise(reader, items, 5),
    lambda house, reader, items: set_due(reader, items, DUE),
)


@pytest.fixture
def house(db: None) -> House:
    return make_house()


def items_of(queue: opinions.Queue) -> list[opinions.Item]:
    return list(opinions.Item.objects.filter(queue=queue).order_by("pk"))


def ids_of(queue: opinions.Queue) -> list[str]:
    return [item.public_id for item in items_of(queue)]


@pytest.mark.parametrize("verb", VERBS)
def test_only_who_keeps_queues_does_it_and_foreign_items_look_like_none(house: House, verb: Any) -> None:
    queue = house.queue()
    with pytest.raises(NotAllowed):
        verb(house, house.ada, ids_of(queue))
    for asked in ([*ids_of(queue), "f" * 32], ["a\0b"]):
        with pytest.raises(NotVisible):
            verb(house, house.cleo, asked)
    for asked in ([], [str(number) for number in range(MOST_ITEMS + 1)]):
        with pytest.raises(NotKept, match="Choose 1 to"):
            verb(house, house.cleo, asked)
    assert not opinions.Item.objects.exclude(priority=0, due_at=None).exists()
    assert verb(house, house.cleo, ids_of(queue)) == 3
    event = rows.AuditEvent.objects.filter(tenant=house.tenant).order_by("-seq")[0]
    assert (event.actor, event.subject) == (house.cleo.actor, "items")


def test_what_is_assigned_waits_for_its_person_and_nobody_else_is_offered_it(house: House) -> None:
    queue = house.queue(1)
    (item,) = items_of(queue)
    assert assign(house.cleo, [item.public_id], house.ben.actor) == 1
    assert slots_of(item) == [("dealt", house.ben.actor)]
    assert take_next(house.ada, queue) is None
    slot = take_next(house.ben, queue)
    assert slot is not None and slot.item == item


def test_what_waits_for_one_may_be_given_to_another_and_what_is_begun_may_not(house: House) -> None:
    queue = house.queue(1, blind=True, reviewers=(house.ada.actor,))
    (item,) = items_of(queue)
    assert assign(house.cleo, [item.public_id], house.ben.actor) == 1
    assert slots_of(item) == [("dealt", house.ben.actor)]
    slot = take(house.ben, item)
    assert assign(house.cleo, [item.public_id], house.eve.actor) == 0
    run_out(slot)
    assert assign(house.cleo, [item.public_id], house.eve.actor) == 1
    assert slots_of(item) == [("dealt", house.eve.actor)]


def test_a_free_place_is_given_before_one_of_somebody_else(house: House) -> None:
    queue = house.queue(1, judgements=2)
    (item,) = items_of(queue)
    assign(house.cleo, [item.public_id], house.ada.actor)
    assign(house.cleo, [item.public_id], house.ben.actor)
    assert slots_of(item) == [("dealt", house.ada.actor), ("dealt", house.ben.actor)]


def test_who_judged_already_keeps_that_and_is_given_nothing(house: House) -> None:
    (item,) = items_of(house.queue(1, judgements=2))
    finish_slot(house.ada, item, None)
    assert assign(house.cleo, [item.public_id], house.ada.actor) == 0
    assert slots_of(item) == [("done", house.ada.actor), ("free", None)]


def test_who_is_named_is_offered_what_they_skipped(house: House) -> None:
    queue = house.queue(1)
    slot = take_next(house.ada, queue)
    assert slot is not None
    skip(house.ada, slot)
    assign(house.cleo, [slot.item.public_id], house.ada.actor)
    assert take_next(house.ada, queue) is not None


def test_nothing_is_assigned_to_who_may_not_judge(house: House) -> None:
    for person in (house.cleo.actor, house.drew.actor, "nobody"):
        with pytest.raises(NotVisible):
            assign(house.cleo, ids_of(house.queue(1)), person)


def test_tags_are_added_and_removed_and_stand_in_the_order_in_which_they_came(house: House) -> None:
    (item,) = items_of(house.queue(1))
    tag(house.cleo, [item.public_id], ["legal", " urgent ", "legal", ""])
    assert opinions.Item.objects.get(pk=item.pk).tags == ["legal", "urgent"]
    assert tag(house.cleo, [item.public_id], ["urgent"]) == 0
    tag(house.cleo, [item.public_id], ["new"], ["legal"])
    assert opinions.Item.objects.get(pk=item.pk).tags == ["urgent", "new"]


@pytest.mark.parametrize("tags", [[], [" "], ["x" * 41], ["a,b"], ["a\0"], [str(n) for n in range(MOST_TAGS + 1)]])
def test_tags_that_cannot_be_are_refused(house: House, tags: list[str]) -> None:
    ids = ids_of(house.queue(1))
    with pytest.raises(NotKept) as refused:
        tag(house.cleo, ids, tags)
    assert refused.value.field == "tags"


def test_a_priority_is_copied_to_what_is_ordered_by_it(house: House) -> None:
    queue = house.queue(priority=100)
    first, second, _ = items_of(queue)
    prioritise(house.cleo, [first.public_id, second.public_id], 7)
    prioritise(house.cleo, [second.public_id], -3)
    for copies in (opinions.Slot.objects, opinions.ItemState.objects):
        assert list(copies.order_by("item").values_list("priority", flat=True)) == [107, 97, 100]
    with pytest.raises(NotKept):
        prioritise(house.cleo, [first.public_id], 10**9)


def test_a_day_is_set_and_taken_away_and_has_a_time_zone(house: House) -> None:
    (item,) = items_of(house.queue(1))
    set_due(house.cleo, [item.public_id], DUE)
    assert opinions.Item.objects.get(pk=item.pk).due_at == DUE
    set_due(house.cleo, [item.public_id], None)
    assert opinions.Item.objects.get(pk=item.pk).due_at is None
    with pytest.raises(NotKept, match="time zone"):
        set_due(house.cleo, [item.public_id], DUE.replace(tzinfo=None))


def test_nothing_of_a_closed_queue_is_given_to_anybody(house: House) -> None:
    queue = house.queue(1)
    close_queue(house.cleo, queue)
    with pytest.raises(NotKept, match="This queue is closed"):
        assign(house.cleo, ids_of(queue), house.ada.actor)
    assert slots_of(items_of(queue)[0]) == [("free", None)]
