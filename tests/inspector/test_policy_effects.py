"""What publishing brings about is said before it is done: in numbers of today, and without telling what is hidden."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from inspector import restating
from inspector.item_states import ensure_item, rebuild
from inspector.models import rows as opinions
from inspector.policy_effects import read_effects
from lineage.access import NotAllowed
from lineage.evidence.vocabulary import ClaimKind, ExemptionRule, PolicyKind, Role, SlotState
from lineage.models import rows
from tests.inspector.making import import_bundle, make_member, simple_bundle
from tests.inspector.policies import form_url, in_force, keeper, make_house, publish_as, reader_called

pytestmark = pytest.mark.django_db
GUIDELINE = PolicyKind.GUIDELINE


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = make_house()
    import_bundle(tenant, simple_bundle())
    return tenant


@pytest.fixture
def pia(tenant: rows.Tenant) -> Client:
    return keeper(tenant)


def judge(tenant: rows.Tenant, reviewer: str, key: str = "c1", coverage: str | None = "supported", **said: Any) -> Any:
    claim = rows.Claim.objects.get(tenant=tenant, key=key)
    item = ensure_item(claim)
    rebuild(tenant.pk, [item.pk])
    made = opinions.Verdict.objects.create(
        tenant=tenant,
        claim=claim,
        item=item,
        reviewer=reviewer,
        guideline=in_force(tenant),
        evidence_digest=opinions.ItemState.objects.get(item=item).today,
        coverage=coverage,
        idempotency_key=f"k{opinions.Verdict.objects.count()}",
        body_digest=bytes(32),
        **said,
    )
    rebuild(tenant.pk, [item.pk])
    return made


def effects(tenant: rows.Tenant, kind: PolicyKind = GUIDELINE, name: str = "pia") -> tuple[str, ...]:
    return read_effects(reader_called(name), in_force(tenant, kind))


def test_a_guideline_says_how_many_verdicts_become_due_for_review_again(tenant: rows.Tenant, pia: Client) -> None:
    assert effects(tenant)[0] == "No verdict counts on today's evidence, so none becomes due for review again."
    judge(tenant, "ada")
    one = "1 verdict on 1 claim counts on today's evidence: publishing makes it due for review again."
    assert effects(tenant)[0] == one
    judge(tenant, "ben")
    judge(tenant, "ada", "c2")
    three = "3 verdicts on 2 claims count on today's evidence: publishing makes every one of them due for review again."
    assert effects(tenant)[0] == three
    assert three.replace("'", "&#x27;") in pia.get(form_url(in_force(tenant))).content.decode()


def test_those_that_an_earlier_guideline_made_stale_are_not_counted_again(tenant: rows.Tenant, pia: Client) -> None:
    judge(tenant, "ada")
    publish_as("pia", tenant, GUIDELINE, {"sentences": ["Judge."]})
    assert "1 claim still waits for a worker" in " ".join(effects(tenant))
    restating.restate_outdated(20)
    assert effects(tenant)[0].startswith("No verdict counts")


def test_to_who_is_still_to_judge_blind_the_number_is_not_told(tenant: rows.Tenant) -> None:
    keeper(tenant, "pia", Role.REVIEWER)
    blind = opinions.Queue.objects.create(tenant=tenant, key="blind", blind=True, judgements=2)
    item = opinions.Item.objects.create(tenant=tenant, queue=blind, claim=rows.Claim.objects.get(key="c1"))
    mine = {"reviewer": reader_called("pia").actor, "state": SlotState.DEALT.value}
    opinions.Slot.objects.create(tenant=tenant, queue=blind, item=item, ordinal=1, **mine)
    said = [(effects(tenant), effects(tenant, PolicyKind.EXEMPTION))]
    judge(tenant, "ada")
    said.append((effects(tenant), effects(tenant, PolicyKind.EXEMPTION)))
    assert said[0] == said[1] and "is hidden until your own are in" in said[0][0][0]


def test_exempting_verdicts_keep_the_revision_by_whose_rule_they_were(tenant: rows.Tenant, pia: Client) -> None:
    assert effects(tenant, PolicyKind.EXEMPTION)[0] == "No verdict exempts a claim so far."
    exempt = {"exemption": ExemptionRule.GREETING.value, "exemption_policy": in_force(tenant, PolicyKind.EXEMPTION)}
    judge(tenant, "ada", coverage=None, claim_kind=ClaimKind.CONVERSATIONAL.value, **exempt)
    assert effects(tenant, PolicyKind.EXEMPTION)[0] == (
        "1 verdict exempts a claim and keeps the revision by whose rule it was."
    )


def test_queues_keep_the_adjudication_policy_that_they_name(tenant: rows.Tenant, pia: Client) -> None:
    policy = in_force(tenant, PolicyKind.ADJUDICATION)
    assert "No queue names a revision" in effects(tenant, PolicyKind.ADJUDICATION)[0]
    for key in ("first", "second"):
        opinions.Queue.objects.create(tenant=tenant, key=key, policy=policy)
    saved = publish_as("pia", tenant, PolicyKind.ADJUDICATION, {"decisive": ["coverage"], "judgements": 2})
    assert effects(tenant, PolicyKind.ADJUDICATION)[0] == (
        "2 queues keep the revisions that they name until somebody changes that on the queue's own page."
    )
    assert set(opinions.Queue.objects.values_list("policy", flat=True)) == {policy.pk} != {saved.pk}


def test_a_normalization_says_that_a_run_is_needed_and_how_to_start_it(tenant: rows.Tenant, pia: Client) -> None:
    said = " ".join(effects(tenant, PolicyKind.NORMALIZATION))
    assert "A run is needed for 1 cited source that is no PDF" in said
    assert "manage.py reprocess --all --because normalization_policy" in said
    printed = rows.Policy.objects.get(tenant=tenant, name="printed")
    assert read_effects(reader_called("pia"), printed)[0].startswith("A run is needed for 0 cited PDFs")


def test_effects_are_for_who_may_publish_and_cost_a_few_statements(tenant: rows.Tenant, pia: Client) -> None:
    make_member(tenant, "ada", Role.REVIEWER)
    with pytest.raises(NotAllowed):
        effects(tenant, name="ada")
    reader = reader_called("pia")
    for kind in (GUIDELINE, PolicyKind.EXEMPTION, PolicyKind.ADJUDICATION, PolicyKind.NORMALIZATION):
        policy = in_force(tenant, kind)
        with CaptureQueriesContext(connection) as captured:
            read_effects(reader, policy)
        assert len(captured) <= 3, kind
