"""Known items among the others of a queue: how many, where they stand, that nothing tells them apart, who is told."""

from __future__ import annotations

import pytest
from django.urls import reverse

from inspector.calibrating.freezing import freeze
from inspector.calibrating.gold import own_gold
from inspector.calibrating.keeping import change_set, create_set
from inspector.figures.mixing import Candidate, Mixed, mix
from inspector.models import rows as opinions
from inspector.queue_adding import add_claims
from inspector.queue_fields import QueueFields
from inspector.queue_finishing import reopen_own
from inspector.queue_keeping import change_queue, create_queue
from inspector.queue_reading import NotKept
from lineage.access import NotAllowed, NotVisible
from lineage.evidence.vocabulary import PairSupport, Role
from lineage.models import rows
from tests.inspector.making import import_bundle, make_member, signed_in, simple_bundle
from tests.inspector.policies import fields_of
from tests.inspector.queues import House, make_house, make_reader
from tests.inspector.settling import agree, blind_pairs, say_in

KNOWN = [Candidate(number, f"known {number}") for number in range(100, 120)]


def test_the_whole_part_of_the_share_comes_in_and_new_ones_keep_their_order() -> None:
    mixed = mix(7, 0.2, [f"new {number}" for number in range(10)], KNOWN)
    assert [one.new for one in mixed if one.new is not None] == list(range(10))
    assert len([one for one in mixed if one.known is not None]) == 2
    assert mix(7, 0.2, [f"new {number}" for number in range(10)], list(reversed(KNOWN))) == mixed


def test_what_is_over_comes_in_by_chance_and_on_average_the_share_is_met() -> None:
    drawn = [len(mix(seed, 0.1, ["one", "two", "three"], KNOWN)) - 3 for seed in range(1_000)]
    assert set(drawn) == {0, 1}
    # 300 are expected of a thousand; four standard deviations are 58.
    assert 242 <= sum(drawn) <= 358


def test_places_are_anywhere_and_there_are_never_more_than_are_known() -> None:
    places = {mix(seed, 0.5, ["one", "two"], KNOWN[:1]).index(Mixed(known=100)) for seed in range(50)}
    assert places == {0, 1, 2}
    assert len(mix(1, 0.5, [f"new {number}" for number in range(40)], KNOWN[:3])) == 43


def test_those_that_fewest_of_the_people_saw_come_first() -> None:
    seen = [Candidate(one.id, one.name, seen=one.id % 2) for one in KNOWN]
    mixed = mix(3, 0.5, [f"new {number}" for number in range(20)], seen)
    assert {one.known % 2 for one in mixed if one.known is not None} == {0}


@pytest.fixture
def house(db: None) -> House:
    return make_house(claims=4)


@pytest.fixture
def known(house: House) -> opinions.CalibrationSet:
    """A set of four claims that Ada and Ben agreed on."""
    found = create_set(house.cleo, "Known refunds")
    queue = blind_pairs(house)
    for key in ("c1", "c2", "c3", "c4"):
        agree(house, queue, key, PairSupport.SUPPORTS)
    freeze(house.cleo, found, [queue])
    return found


def new_claims(house: House, number: int) -> list[str]:
    import_bundle(house.tenant, simple_bundle("other", claims=number))
    found = rows.Claim.objects.filter(tenant=house.tenant, answer__case__key="other").order_by("ordinal")
    return list(found.values_list("public_id", flat=True))


def gold_queue(house: House, known: opinions.CalibrationSet, share: float = 0.25, **fields: object) -> opinions.Queue:
    about = {"name": "Labelling", "gold": known.public_id, "gold_share": share, "seed": 5, "blind": True}
    return create_queue(house.cleo, QueueFields(**(about | fields)))  # type: ignore[arg-type]


def test_gold_comes_in_with_the_others_and_looks_like_them(house: House, known: opinions.CalibrationSet) -> None:
    queue = gold_queue(house, known, reviewers=(house.eve.actor,))
    assert add_claims(house.cleo, queue, new_claims(house, 8), "New ones.") == 10
    gold = opinions.GoldItem.objects.filter(item__queue=queue)
    assert gold.count() == 2
    assert {one.known.claim_id == one.item.claim_id for one in gold} == {True}
    items = opinions.Item.objects.filter(queue=queue)
    looks = items.values_list("reason", "priority", "tags", "stratum", "inclusion", "due_at", "added_at")
    assert len({str(look) for look in looks}) == 1
    slots = opinions.Slot.objects.filter(queue=queue).values_list("state", "priority", "reviewer")
    assert set(slots) == {("dealt", 0, house.eve.actor)} and len(slots) == 10


def test_a_known_claim_comes_into_a_queue_once(house: House, known: opinions.CalibrationSet) -> None:
    queue = gold_queue(house, known, share=0.5)
    claims = new_claims(house, 30)
    for start in (0, 10, 20):
        add_claims(house.cleo, queue, claims[start : start + 10], "")
    assert opinions.GoldItem.objects.filter(item__queue=queue).count() == 4
    assert opinions.Item.objects.filter(queue=queue).count() == 34


def test_a_queue_without_gold_gets_none_and_gold_can_be_asked_for_later(
    house: House, known: opinions.CalibrationSet
) -> None:
    queue = create_queue(house.cleo, QueueFields(name="Plain", blind=True))
    claims = new_claims(house, 8)
    assert add_claims(house.cleo, queue, claims[:4], "") == 4
    change_queue(house.cleo, queue, QueueFields(name="Plain", blind=True, gold=known.public_id, gold_share=0.25))
    assert add_claims(house.cleo, queue, claims[4:], "") == 5


def test_gold_is_no_item_of_the_next_freeze(house: House, known: opinions.CalibrationSet) -> None:
    queue = gold_queue(house, known, share=0.5, judgements=2, reviewers=(house.ada.actor, house.ben.actor))
    add_claims(house.cleo, queue, new_claims(house, 2), "")
    gold = opinions.Item.objects.get(queue=queue, gold__isnull=False)
    agree(house, queue, gold.claim.key, PairSupport.CONTRADICTS)
    before = opinions.SetRevision.objects.get(set=known)
    assert freeze(house.cleo, known, [queue]).pk == before.pk


def test_own_gold_is_told_only_where_the_set_allows_it_and_once_the_verdict_is_in(
    house: House, known: opinions.CalibrationSet
) -> None:
    queue = gold_queue(house, known, share=0.5, reviewers=(house.eve.actor,))
    add_claims(house.cleo, queue, new_claims(house, 4), "")
    first, second = opinions.Item.objects.filter(queue=queue, gold__isnull=False).order_by("pk")
    assert own_gold(house.eve, queue) is None
    change_set(house.cleo, known, "Known refunds", shows_gold=True)
    assert own_gold(house.eve, queue, 1) == (0, 0)
    say_in(house.eve, queue, first.claim.key, PairSupport.SUPPORTS)
    assert own_gold(house.eve, queue, 1) == (1, 1)
    assert own_gold(house.eve, queue) == (0, 0), "told of a single item"
    say_in(house.eve, queue, second.claim.key, PairSupport.CONTRADICTS)
    assert own_gold(house.eve, queue, 1) == (2, 1)
    assert own_gold(house.eve, queue, 2) == (2, 1)
    reopen_own(house.eve, second)
    say_in(house.eve, queue, second.claim.key, PairSupport.SUPPORTS)
    assert own_gold(house.eve, queue, 1) == (2, 1), "a second thought counts"
    assert own_gold(house.ada, queue, 1) == (0, 0)
    with pytest.raises(NotAllowed):
        own_gold(house.cleo, queue)
    with pytest.raises(NotVisible):
        own_gold(house.drew, queue)


def test_a_share_without_measure_and_a_foreign_set_are_refused(house: House, known: opinions.CalibrationSet) -> None:
    for share in (0.0, -0.1, 0.51, float("nan")):
        with pytest.raises(NotKept) as refused:
            gold_queue(house, known, share=share)
        assert refused.value.field == "gold_percent"
    with pytest.raises(NotKept, match="blind queues only"):
        gold_queue(house, known, blind=False)
    keeper = make_reader(rows.Tenant.objects.get(key="halcyon"), "gil", Role.ADMINISTRATOR, Role.REVIEWER)
    with pytest.raises(NotVisible):
        create_queue(keeper, QueueFields(name="Theirs", blind=True, gold=known.public_id, gold_share=0.1))


def test_the_form_of_a_queue_asks_for_gold_and_keeps_what_was_written(
    house: House, known: opinions.CalibrationSet
) -> None:
    client = signed_in(make_member(house.tenant, "pia", Role.POLICY_ADMIN))
    html = client.get(reverse("queue_new")).content.decode()
    assert 'name="gold_percent"' in html and known.public_id in html
    sent = {"name": "Labelling", "kind": "calibration", "judgements": "1", "lease_minutes": "30", "priority": "0"}
    open_one = client.post(reverse("queue_new"), sent | {"gold": known.public_id, "gold_percent": "10"})
    assert open_one.status_code == 422 and "blind queues only" in open_one.content.decode()
    sent |= {"blind": "yes"}
    refused = client.post(reverse("queue_new"), sent | {"gold": known.public_id, "gold_percent": "60"})
    assert refused.status_code == 422 and "Write a number from 0 to 50." in refused.content.decode()
    made = client.post(reverse("queue_new"), sent | {"gold": known.public_id, "gold_percent": "12.5"})
    queue = opinions.Queue.objects.get(name="Labelling")
    assert made.status_code == 303 and (queue.gold_id, queue.gold_share) == (known.pk, 0.125)
    form = client.get(reverse("queue_change", args=[queue.public_id])).content.decode()
    assert fields_of(form)["gold_percent"] == ["12.5"]
    assert f'value="{known.public_id}" selected' in form
    foreign = client.post(reverse("queue_new"), sent | {"gold": "f" * 32, "gold_percent": "10"})
    assert foreign.status_code == 404
