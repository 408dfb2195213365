"""Putting claims into a queue by hand: each once, all or none, with places and states."""

from __future__ import annotations

import pytest

from inspector.item_states import ensure_item, find_differences
from inspector.models import rows as opinions
from inspector.queue_adding import BY_HAND, MOST_AT_ONCE, add_answers, add_claims
from inspector.queue_keeping import close_queue
from inspector.queue_reading import NotKept
from lineage.access import NotAllowed, NotVisible
from lineage.evidence.reading import load_json
from lineage.ledger import read_payload
from lineage.models import rows
from tests.inspector.making import import_bundle, simple_bundle
from tests.inspector.queues import House, make_house, say, slots_of, states_in


@pytest.fixture
def house(db: None) -> House:
    return make_house()


def test_claims_come_in_once_with_places_and_states_and_the_reason_is_kept(house: House) -> None:
    queue = house.queue(0, judgements=2)
    claims = house.claims()
    assert add_claims(house.cleo, queue.public_id, [*claims[:2], claims[0]], "Somebody complained.") == 2
    assert add_claims(house.cleo, queue, claims, "All of it.") == 1
    assert states_in(queue) == {"free": 6}
    items = opinions.Item.objects.filter(queue=queue)
    assert set(items.values_list("reason", "inclusion", "stratum")) == {(BY_HAND, None, "")}
    assert opinions.ItemState.objects.filter(queue=queue, state="needs_review", has_text=True).count() == 3
    assert list(find_differences(house.tenant.pk)) == []
    first, last = rows.AuditEvent.objects.filter(verb="claims_queued").order_by("seq")
    assert load_json(read_payload(first))["reason"] == "Somebody complained."
    assert (last.actor, last.subject) == (house.cleo.actor, f"queue:{queue.public_id}")


def test_a_claim_may_be_in_several_queues(house: House) -> None:
    house.queue(1)
    house.queue(1, name="Another")
    assert opinions.Item.objects.filter(claim__public_id=house.claims()[0]).count() == 2


def test_an_answer_comes_in_with_all_of_its_claims(house: House) -> None:
    import_bundle(house.tenant, simple_bundle("other", claims=2))
    answer = rows.Answer.objects.get(case__key="refund")
    queue = house.queue(0)
    assert add_answers(house.cleo, queue, [answer.public_id], "The whole of it.") == 3
    assert set(opinions.Item.objects.values_list("claim__answer", flat=True)) == {answer.pk}


def test_a_claim_that_was_in_the_queue_without_places_gets_them(house: House) -> None:
    item = ensure_item(rows.Claim.objects.get(public_id=house.claims()[0]))
    say(house.ada, item)
    opinions.Queue.objects.filter(pk=item.queue_id).update(judgements=2)
    assert add_claims(house.cleo, item.queue.public_id, house.claims()[:2], "Look at these.") == 1
    assert slots_of(item) == [("done", house.ada.actor), ("free", None)]


def test_foreign_and_missing_claims_put_nothing_in(house: House) -> None:
    other = rows.Tenant.objects.get(key="halcyon")
    import_bundle(other, simple_bundle())
    foreign = rows.Claim.objects.filter(tenant=other)[0].public_id
    queue = house.queue(0)
    for claims in ([foreign], [*house.claims(), "f" * 32], ["a\0b"]):
        with pytest.raises(NotVisible):
            add_claims(house.cleo, queue, claims, "")
    for answers in (["f" * 32], ["a\0b"]):
        with pytest.raises(NotVisible):
            add_answers(house.cleo, queue, answers, "")
    with pytest.raises(NotAllowed):
        add_claims(house.ada, queue, house.claims(), "")
    assert not opinions.Item.objects.filter(queue=queue).exists()


def test_nothing_and_too_much_and_a_closed_queue_are_refused(house: House) -> None:
    queue = house.queue(0)
    import_bundle(house.tenant, simple_bundle("long", claims=MOST_AT_ONCE + 1))
    for claims in ([], house.claims()):
        with pytest.raises(NotKept) as refused:
            add_claims(house.cleo, queue, claims, "")
        assert refused.value.field == "claims"
    close_queue(house.cleo, queue)
    with pytest.raises(NotKept, match="closed"):
        add_claims(house.cleo, queue, house.claims()[:1], "")
