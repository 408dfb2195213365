"""Many at once on committed rows, on both engines: nothing is given twice, nothing is lost, nobody waits for ever."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from threading import Event
from time import sleep
from typing import Any

from django.db import OperationalError, transaction

from inspector.figures.sampling import SamplingRule
from inspector.item_states import hold_item
from inspector.models import rows as opinions
from inspector.queue_adding import add_claims
from inspector.queue_fields import QueueFields
from inspector.queue_filling import fill
from inspector.queue_finishing import finish_slot
from inspector.queue_keeping import change_queue
from inspector.queue_leaving import decline
from inspector.queue_reading import SlotLost
from inspector.queue_taking import take, take_after, take_next
from lineage.access import Reader
from lineage.evidence.vocabulary import Role
from lineage.ledger import verify
from tests.inspector.queues import House, make_house, make_reader, run_out, slots_of, states_in, together

TAKERS, ITEMS, JUDGEMENTS = 20, 400, 5
ROUNDS = 15


def takers(house: House) -> list[Reader]:
    return [make_reader(house.tenant, f"reviewer-{number}", Role.REVIEWER) for number in range(TAKERS)]


def finish(reader: Reader, slot: opinions.Slot) -> Any:
    with transaction.atomic():
        return finish_slot(reader, slot.item, slot.token)


def submit_and_next(reader: Reader, slot: opinions.Slot) -> opinions.Slot | None:
    with transaction.atomic():
        finish_slot(reader, slot.item, slot.token)
        return take_after(reader, slot.queue)


def persistent(call: Callable[[], Any]) -> Any:
    """SQLite lets one write at a time and does not line up who waits: who waited too long tries again, as people do."""
    while True:
        try:
            return call()
        except OperationalError as failure:
            if "locked" not in str(failure):
                raise


def test_twenty_takers_of_two_thousand_slots_get_each_once(committed_db: Any) -> None:
    house = make_house(claims=ITEMS)
    queue = house.queue(judgements=JUDGEMENTS)
    people = takers(house)

    def work(reader: Reader) -> list[int]:
        done: list[int] = []
        slot = persistent(lambda: take_next(reader, queue))
        while slot is not None:
            done.append(slot.pk)
            slot = persistent(lambda slot=slot: submit_and_next(reader, slot))
        return done

    results = together(*(lambda reader=reader: work(reader) for reader in people))
    assert [one for one in results if isinstance(one, BaseException)] == []
    given = Counter(slot for one in results for slot in one)
    assert (len(given), set(given.values())) == (ITEMS * JUDGEMENTS, {1})
    assert states_in(queue) == {"done": ITEMS * JUDGEMENTS}
    assert verify(house.tenant) == []


def test_leases_that_ran_out_return_and_each_goes_to_one_of_many(committed_db: Any) -> None:
    house = make_house(claims=10)
    queue = house.queue()
    for _ in range(10):
        slot = take_next(house.ada, queue)
        assert slot is not None
        # So that she is given the next one, and not this one again.
        opinions.Slot.objects.filter(pk=slot.pk).update(reviewer=f"left {slot.pk}")
        run_out(slot)
    taken = together(*(lambda reader=reader: take_next(reader, queue) for reader in takers(house)))
    assert [one for one in taken if isinstance(one, BaseException)] == []
    got = [slot.pk for slot in taken if slot is not None]
    assert len(got) == len(set(got)) == 10


def test_of_who_comes_back_late_and_who_takes_over_one_has_the_slot(committed_db: Any) -> None:
    house = make_house(claims=2 * ROUNDS)
    queue = house.queue()
    for _ in range(ROUNDS):
        slot = take_next(house.ada, queue)
        assert slot is not None
        run_out(slot)
        finished, taken = together(
            lambda slot=slot: finish(house.ada, slot), lambda: take_next(house.ben, queue)
        )
        assert not isinstance(taken, BaseException)
        if isinstance(finished, SlotLost):
            assert slots_of(slot.item) == [("held", house.ben.actor)]
        else:
            assert slots_of(slot.item) == [("done", house.ada.actor)]
        if taken is not None:
            finish(house.ben, taken)


def test_one_person_in_many_windows_never_has_two_places_in_an_item(committed_db: Any) -> None:
    house = make_house(claims=3)
    queue = house.queue(judgements=5)
    taken = together(*(lambda: take_next(house.ada, queue) for _ in range(8)))
    assert [one for one in taken if isinstance(one, BaseException)] == []
    held = opinions.Slot.objects.filter(queue=queue, reviewer=house.ada.actor)
    assert Counter(held.values_list("item_id", flat=True)).most_common(1)[0][1] == 1


def test_people_who_decline_at_once_leave_as_many_places_as_before(committed_db: Any) -> None:
    house = make_house(claims=1)
    queue = house.queue(judgements=3)
    people = [house.ada, house.ben, house.eve]
    held = [(reader, take_next(reader, queue)) for reader in people]
    together(*(lambda reader=reader, slot=slot: decline(reader, slot, "No.") for reader, slot in held))
    assert states_in(queue) == {"free": 3, "declined": 3}


def test_people_who_judge_without_a_slot_at_once_have_one_each(committed_db: Any) -> None:
    house = make_house(claims=1)
    item = opinions.Item.objects.get(queue=house.queue())

    def judge(reader: Reader) -> Any:
        with transaction.atomic():
            return finish_slot(reader, item, None)

    people = [house.ada, house.ben, house.eve]
    results = together(*(lambda reader=reader: judge(reader) for reader in people))
    assert [one for one in results if isinstance(one, BaseException)] == []
    assert sorted(reviewer or "" for _, reviewer in slots_of(item)) == sorted(reader.actor for reader in people)


def test_who_fills_at_once_draws_once(committed_db: Any) -> None:
    house = make_house(claims=40)
    queue = house.queue(0, rule=SamplingRule(rate=0.25), seed=7)
    filled = together(*(lambda: fill(queue) for _ in range(4)))
    assert [one for one in filled if isinstance(one, BaseException)] == []
    assert sum(filled) == opinions.Item.objects.filter(queue=queue).count() == 10
    assert states_in(queue) == {"free": 10}


def test_who_adds_the_same_claims_at_once_adds_them_once(committed_db: Any) -> None:
    house = make_house(claims=20)
    queue = house.queue(0)
    claims = house.claims()
    added = together(*(lambda: add_claims(house.cleo, queue, claims, "twice") for _ in range(4)))
    assert [one for one in added if isinstance(one, BaseException)] == []
    assert sum(added) == 20 and states_in(queue) == {"free": 20}
    assert opinions.ItemState.objects.filter(queue=queue).count() == 20


def test_who_changes_the_priority_of_a_queue_at_once_changes_it_once(committed_db: Any) -> None:
    house = make_house()
    queue = house.queue()
    asked = QueueFields(name="Refunds", priority=5)
    changed = together(*(lambda: persistent(lambda: change_queue(house.cleo, queue, asked)) for _ in range(4)))
    assert [one for one in changed if isinstance(one, BaseException)] == []
    for copies in (opinions.Slot.objects, opinions.ItemState.objects):
        assert set(copies.filter(queue=queue).values_list("priority", flat=True)) == {5}


def test_who_changes_a_priority_waits_for_who_writes_the_state_of_an_item(committed_db: Any) -> None:
    house = make_house(claims=1)
    queue = house.queue()
    item, writing = opinions.Item.objects.get(queue=queue), Event()

    def write() -> None:
        with transaction.atomic():
            hold_item(item.pk)
            opinions.ItemState.objects.filter(item=item).update(stale=True)
            writing.set()
            sleep(0.5)
            opinions.Slot.objects.filter(item=item).update(reviewer=house.ada.actor, state="again")

    def change() -> Any:
        writing.wait()
        return persistent(lambda: change_queue(house.cleo, queue, QueueFields(name="Refunds", priority=5)))

    assert [one for one in together(write, change) if isinstance(one, BaseException)] == []
    assert opinions.Slot.objects.get(item=item).priority == opinions.ItemState.objects.get(item=item).priority == 5


def test_two_windows_that_open_one_item_have_one_place(committed_db: Any) -> None:
    house = make_house(claims=1)
    item = opinions.Item.objects.get(queue=house.queue(judgements=3))
    taken = together(*(lambda: persistent(lambda: take(house.ada, item)) for _ in range(4)))
    assert [one for one in taken if isinstance(one, BaseException)] == []
    assert states_in(item.queue) == {"free": 2, "held": 1}
