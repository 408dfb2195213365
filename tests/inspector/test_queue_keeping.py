"""Making, changing and closing queues: who may, what is fixed, and what follows for the items."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.figures.sampling import SamplingRule, read_rule
from inspector.item_states import COMPLIANCE
from inspector.models import rows as opinions
from inspector.queue_fields import LARGEST_SEED, LONGEST_NAME, QueueFields
from inspector.queue_finishing import finish_slot
from inspector.queue_keeping import change_queue, close_queue, create_queue, ensure_queue
from inspector.queue_reading import NotKept
from inspector.queue_sorting import prioritise
from lineage.access import NotAllowed, NotVisible
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import PolicyKind, QueueKind
from lineage.ledger import read_payload
from lineage.models import rows
from lineage.policies import newest_policy
from tests.inspector.queues import House, make_house, say, states_in


@pytest.fixture
def house(db: None) -> House:
    return make_house()


def fields(**changed: Any) -> QueueFields:
    return QueueFields(**({"name": "Refunds"} | changed))


def test_a_queue_is_made_as_it_was_asked_for_and_the_event_says_how(house: House) -> None:
    rule = SamplingRule(rate=0.1)
    asked = fields(kind=QueueKind.SAMPLED, judgements=2, blind=True, rule=rule, seed=7, lease_minutes=10, priority=3)
    queue = create_queue(house.cleo, asked)
    assert (queue.key, queue.kind, queue.judgements, queue.blind, queue.seed) == ("refunds", "sampled", 2, True, 7)
    assert (queue.lease_minutes, queue.priority, read_rule(queue.rule)) == (10, 3, rule)
    assert queue.policy == newest_policy(house.tenant.pk, PolicyKind.ADJUDICATION)
    event = rows.AuditEvent.objects.filter(tenant=house.tenant).order_by("-seq")[0]
    assert (event.verb, event.subject) == ("queue_created", f"queue:{queue.public_id}")
    assert load_json(read_payload(event))["seed"] == 7


def test_a_seed_that_nobody_named_is_made_up_and_kept(house: House) -> None:
    first, second = create_queue(house.cleo, fields()), create_queue(house.cleo, fields())
    assert first.seed != second.seed and (first.key, second.key) == ("refunds", "refunds-2")
    assert change_queue(house.cleo, first, fields(judgements=2)).seed == first.seed


def test_a_name_of_no_latin_letter_gives_a_key_too(house: House) -> None:
    assert create_queue(house.cleo, fields(name="再確認")).key == "compliance"


@pytest.mark.parametrize(
    ("field", "changed"),
    [
        ("name", {"name": "  "}),
        ("name", {"name": "x" * (LONGEST_NAME + 1)}),
        ("name", {"name": "a\0b"}),
        ("judgements", {"judgements": 0}),
        ("judgements", {"judgements": 6}),
        ("lease_minutes", {"lease_minutes": 0}),
        ("priority", {"priority": 10**12}),
        ("seed", {"seed": -1}),
        ("seed", {"seed": LARGEST_SEED + 1}),
        ("reviewers", {"reviewers": ("nobody",)}),
        ("reviewers", {"blind": True, "judgements": 4}),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(house: House, field: str, changed: dict[str, Any]) -> None:
    with pytest.raises(NotKept) as refused:
        create_queue(house.cleo, fields(**changed))
    assert refused.value.field == field and not opinions.Queue.objects.exists()


def test_who_may_not_judge_is_dealt_nothing(house: House) -> None:
    with pytest.raises(NotKept, match="who may record verdicts"):
        create_queue(house.cleo, fields(reviewers=(house.cleo.actor,)))


def test_a_policy_of_others_or_of_another_kind_looks_like_none(house: House) -> None:
    guideline = newest_policy(house.tenant.pk, PolicyKind.GUIDELINE)
    others = newest_policy(house.drew.tenant_id, PolicyKind.ADJUDICATION)
    for policy in (guideline, others):
        with pytest.raises(NotVisible):
            create_queue(house.cleo, fields(policy=policy.public_id))


def test_only_who_keeps_queues_makes_changes_and_closes_them(house: House) -> None:
    queue = house.queue()
    for call in (
        lambda: create_queue(house.ada, fields()),
        lambda: change_queue(house.ada, queue, fields()),
        lambda: close_queue(house.ada, queue),
    ):
        with pytest.raises(NotAllowed):
            call()


def test_a_queue_with_claims_keeps_what_earlier_judgements_rest_on(house: House) -> None:
    queue = house.queue()
    for changed in ({"kind": QueueKind.CALIBRATION}, {"blind": True}, {"seed": queue.seed + 1}):
        with pytest.raises(NotKept, match="make a new queue") as refused:
            change_queue(house.cleo, queue, fields(**changed))
        assert refused.value.field in changed
    empty = house.queue(0)
    assert change_queue(house.cleo, empty, fields(kind=QueueKind.CALIBRATION, blind=True, seed=9)).blind


def test_more_judgements_are_more_places_and_fewer_take_away_what_nobody_began(house: House) -> None:
    queue = house.queue(2)
    first, second = opinions.Item.objects.filter(queue=queue).order_by("pk")
    finish_slot(house.ada, first, None)
    change_queue(house.cleo, queue, fields(judgements=3))
    assert states_in(queue) == {"free": 5, "done": 1}
    finish_slot(house.ben, first, None)
    change_queue(house.cleo, queue, fields(judgements=1))
    assert opinions.Slot.objects.filter(item=first).count() == 2
    assert states_in(queue) == {"free": 1, "done": 2}


def test_states_follow_the_number_of_judgements(house: House) -> None:
    queue = house.queue(1)
    item = opinions.Item.objects.get(queue=queue)
    today = bytes(opinions.ItemState.objects.get(item=item).today)
    say(house.ada, item, evidence_digest=today)
    change_queue(house.cleo, queue, fields(judgements=2))
    assert opinions.ItemState.objects.get(item=item).state == "needs_others"
    change_queue(house.cleo, queue, fields(judgements=1))
    assert opinions.ItemState.objects.get(item=item).state == "agreed"


def test_the_queues_priority_is_in_that_of_its_slots_and_states(house: House) -> None:
    queue = house.queue(1)
    item = opinions.Item.objects.get(queue=queue)
    prioritise(house.cleo, [item.public_id], 2)
    change_queue(house.cleo, queue, fields(priority=10))
    assert opinions.Slot.objects.get(item=item).priority == 12
    assert opinions.ItemState.objects.get(item=item).priority == 12


def test_a_closed_queue_stays_as_it_is_and_is_closed_once(house: House) -> None:
    queue = house.queue()
    closed = close_queue(house.cleo, queue.public_id)
    assert closed.closed_at is not None and close_queue(house.cleo, queue).closed_at == closed.closed_at
    assert rows.AuditEvent.objects.filter(verb="queue_closed").count() == 1
    with pytest.raises(NotKept, match="closed"):
        change_queue(house.cleo, queue, fields())


def test_another_tenants_queue_looks_like_none(house: House) -> None:
    other = house.cleo.__class__("kim", house.drew.tenant_id, "halcyon", house.cleo.roles, frozenset())
    queue = house.queue()
    for call in (lambda: change_queue(other, queue, fields()), lambda: close_queue(other, queue.public_id)):
        with pytest.raises(NotVisible):
            call()


@pytest.mark.parametrize("kind", QueueKind)
def test_every_kind_has_its_queue_which_is_the_same_the_next_time(house: House, kind: QueueKind) -> None:
    queue = ensure_queue(house.tenant.pk, kind)
    assert ensure_queue(house.tenant.pk, kind) == queue
    assert queue.kind == kind and (queue.key == COMPLIANCE) == (kind is QueueKind.COMPLIANCE)
    fed = {QueueKind.NEEDS_CLAIM_KIND, QueueKind.JUDGE_UNSTABLE, QueueKind.REREVIEW}
    assert (read_rule(queue.rule) is not None) == (kind in fed)


def test_a_closed_queue_is_not_the_one_of_its_kind(house: House) -> None:
    first = ensure_queue(house.tenant.pk, QueueKind.ESCALATED)
    close_queue(house.cleo, first)
    second = ensure_queue(house.tenant.pk, QueueKind.ESCALATED)
    assert (first.key, second.key) == ("escalated", "escalated-2")
