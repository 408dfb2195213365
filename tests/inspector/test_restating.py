"""After a guideline was published: workers derive what it made outdated, a part at a time, whatever befalls them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from inspector import item_states, tasks
from inspector.item_states import ensure_item
from inspector.models import rows as opinions
from inspector.restating import count_outdated, outdated_states, restate_outdated
from lineage.access import Reader
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import PolicyKind, Role, SlotState
from lineage.models import rows
from lineage.policies import newest_policy
from lineage.publishing import publish
from tests.inspector.making import (
    claim_url,
    filled_form,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
    simple_bundle,
)
from tests.lineage.making import make_answer

pytestmark = pytest.mark.django_db
CLAIMS = 60
NEW = {"sentences": ["Read the passage.", "Then judge."]}


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle(claims=2))
    return tenant


@pytest.fixture
def ada(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "ada", Role.REVIEWER))


def judge(client: Client, tenant: rows.Tenant, *claims: str) -> None:
    for claim in claims:
        url = claim_url(tenant, "refund", claim)
        assert client.post(f"{url}verdicts/", filled_form(client, url)).status_code == 303
    actor = opinions.Membership.objects.get(tenant=tenant, user__username="ada").actor
    for item in opinions.Item.objects.filter(tenant=tenant):
        done = {"tenant": tenant, "queue": item.queue, "ordinal": 1, "state": SlotState.DONE.value}
        opinions.Slot.objects.get_or_create(item=item, reviewer=actor, defaults=done)


def publish_guideline(tenant: rows.Tenant, value: dict[str, Any] = NEW) -> rows.Policy:
    pia = Reader("pia", tenant.pk, tenant.key, frozenset({Role.POLICY_ADMIN}), frozenset())
    newest = newest_policy(tenant.pk, PolicyKind.GUIDELINE)
    return publish(pia, newest, value, newest.public_id).policy


def queue_claims(tenant: rows.Tenant) -> int:
    """Every claim of the tenant in its first queue, with its state."""
    for claim in rows.Claim.objects.filter(tenant=tenant):
        ensure_item(claim)
    return item_states.rebuild(tenant.pk)


def verified(tenant: rows.Tenant) -> str:
    printed = StringIO()
    try:
        call_command("verify", "--tenant", tenant.key, stdout=printed)
    except CommandError as error:
        printed.write(f"FAILED {error}")
    return printed.getvalue()


def clock_until(readings: int, then: Callable[[], float]) -> Callable[[], float]:
    """A clock that stands still for so many readings."""
    left = iter(range(readings))
    return lambda: 0.0 if next(left, None) is not None else then()


def test_every_verdict_of_before_is_stale_afterwards_and_its_slot_is_to_be_judged_again(
    tenant: rows.Tenant, ada: Client
) -> None:
    judge(ada, tenant, "c1", "c2")
    states = opinions.ItemState.objects.filter(tenant=tenant)
    assert list(states.values_list("stale", "verdicts")) == [(False, 1)] * 2
    saved = publish_guideline(tenant)
    assert count_outdated(tenant.pk) == 2
    tasks.restate()
    assert list(states.values_list("state", "stale", "verdicts", "guideline")) == [
        ("needs_review", True, 0, saved.pk)
    ] * 2
    assert set(opinions.Slot.objects.values_list("state", flat=True)) == {SlotState.AGAIN.value}
    assert count_outdated(tenant.pk) == 0
    assert list(item_states.find_differences(tenant.pk)) == []


def test_a_verdict_under_the_new_guideline_counts_and_a_second_run_changes_nothing(
    tenant: rows.Tenant, ada: Client
) -> None:
    judge(ada, tenant, "c1")
    publish_guideline(tenant)
    tasks.restate()
    judge(ada, tenant, "c1")
    state = opinions.ItemState.objects.values("state", "stale", "verdicts")
    assert state.get() == {"state": "agreed", "stale": False, "verdicts": 1}
    assert opinions.Slot.objects.values_list("state", flat=True).get() == SlotState.DONE.value
    tasks.restate()
    assert state.get() == {"state": "agreed", "stale": False, "verdicts": 1}


def test_words_of_the_old_guideline_are_a_new_revision_and_old_verdicts_stay_stale(
    tenant: rows.Tenant, ada: Client
) -> None:
    """What a verdict was given under is the revision, not its words: `default@1` is not `default@3`."""
    judge(ada, tenant, "c1")
    first = newest_policy(tenant.pk, PolicyKind.GUIDELINE)
    publish_guideline(tenant)
    publish_guideline(tenant, load_json(first.body.get_bytes()))
    tasks.restate()
    assert opinions.ItemState.objects.values_list("stale", "verdicts").get() == (True, 0)


@pytest.mark.parametrize("how", ["its time is over", "it is killed"])
def test_what_a_worker_leaves_half_way_the_next_one_does(how: str) -> None:
    tenant = make_tenant("harbour")
    import_bundle(tenant, simple_bundle(claims=CLAIMS))
    assert queue_claims(tenant) == CLAIMS
    publish_guideline(tenant)

    def end() -> float:
        if how == "it is killed":
            raise KeyboardInterrupt
        return 60.0

    # One reading for the end of its time, one before the first part.
    try:
        restate_outdated(20, clock_until(2, end))
    except KeyboardInterrupt:
        assert how == "it is killed"
    left = count_outdated(tenant.pk)
    assert 0 < left < CLAIMS
    assert restate_outdated(20) == left
    assert count_outdated(tenant.pk) == 0


def test_an_item_that_cannot_be_derived_is_logged_and_does_not_hold_up_the_others(
    tenant: rows.Tenant, caplog: pytest.LogCaptureFixture
) -> None:
    # An answer that was never inspected: nothing of it can be derived.
    broken = ensure_item(make_answer(tenant, "broken").claim)
    first = newest_policy(tenant.pk, PolicyKind.GUIDELINE)
    opinions.ItemState.objects.create(tenant=tenant, item=broken, queue=broken.queue, guideline=first)
    for claim in rows.Claim.objects.filter(tenant=tenant, answer__case__key="refund"):
        ensure_item(claim)
    whole = list(opinions.Item.objects.exclude(pk=broken.pk).values_list("pk", flat=True))
    item_states.rebuild(tenant.pk, whole)
    publish_guideline(tenant)
    caplog.set_level(logging.ERROR, "inspector.restating")
    assert restate_outdated(20) == 2
    assert [state.item_id for state in outdated_states(tenant.pk)] == [broken.pk]
    assert f"item {broken.pk}: its state could not be derived anew" in caplog.text


def test_a_state_from_before_there_was_a_guideline_to_name_is_outdated_too(tenant: rows.Tenant) -> None:
    queue_claims(tenant)
    opinions.ItemState.objects.update(guideline=None)
    assert count_outdated(tenant.pk) == 2
    assert restate_outdated(20) == 2


def test_one_tenants_guideline_makes_nothing_of_another_outdated(tenant: rows.Tenant) -> None:
    queue_claims(tenant)
    other = make_tenant("halcyon")
    import_bundle(other, simple_bundle())
    queue_claims(other)
    publish_guideline(tenant)
    assert (count_outdated(tenant.pk), count_outdated(other.pk)) == (2, 0)


def test_verify_says_that_it_waits_for_a_worker_and_calls_it_no_fault(tenant: rows.Tenant) -> None:
    queue_claims(tenant)
    assert "wait for a worker" not in verified(tenant)
    publish_guideline(tenant)
    printed = verified(tenant)
    assert "meridian: 2 states of items wait for a worker, since a guideline was published." in printed
    assert "meridian: states of items: ok" in printed and "FAILED" not in printed
    tasks.restate()
    assert "wait for a worker" not in verified(tenant)
