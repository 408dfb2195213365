"""What lists know of an answer: derived, rebuilt, compared."""

from __future__ import annotations

from datetime import timedelta

import pytest

from lineage import projections
from lineage.models import rows
from lineage.projections import Failing, Recorded, derive
from tests.lineage.making import MORNING, Made, make_answer, make_inspection, make_policy, make_tenant

RECORDED = Recorded(
    answer_id=1,
    tenant_id=2,
    environment="production",
    case_key="Refund-7",
    question="When is a REFUND paid?\0",
    claims=3,
    citations=4,
    answered_at=None,
    recorded_at=MORNING,
)


def test_the_worst_level_and_every_failing_rule_and_owner_are_named_once() -> None:
    findings = [
        Failing("identity/unresolved-id", "application", "block"),
        Failing("origin/generated-target", "ingestion", "review"),
        Failing("identity/unresolved-id", "application", "block"),
        Failing("lineage/broken-mapping", "retrieval", "off"),
    ]
    state = derive(RECORDED, 5, "blocked", findings, ["current", "superseded", "unknown"])
    assert state["level"] == "block"
    assert state["rules"] == " identity/unresolved-id origin/generated-target "
    assert state["owners"] == " application ingestion "
    assert (state["findings"], state["claims"], state["citations"]) == (3, 3, 4)
    assert state["standing"] == "superseded"


def test_nothing_found_and_nothing_cited_are_said_as_such() -> None:
    state = derive(RECORDED, 5, "released", [], [])
    assert (state["level"], state["rules"], state["owners"], state["standing"]) == ("off", "", "", "unknown")
    assert state["answered_at"] == MORNING


def test_a_heading_holds_no_nul_and_a_search_no_case() -> None:
    state = derive(RECORDED, 5, "released", [], [])
    assert state["heading"] == "When is a REFUND paid?\ufffd"
    assert state["search"] == "refund-7\nwhen is a refund paid?\ufffd"
    assert derive(RECORDED._replace(question=""), 5, "released", [], [])["heading"] == "Refund-7"


def find(made: Made, inspection: rows.Inspection, rule: str) -> None:
    rows.Finding.objects.create(
        tenant=made.tenant,
        inspection=inspection,
        ordinal=0,
        rule=rule,
        contract="identity",
        outcome="fail",
        level="block",
        owner="application",
        route="block",
    )
    rows.Resolution.objects.create(
        tenant=made.tenant, inspection=inspection, citation=made.citation, status="unresolved_id", freshness="current"
    )


@pytest.mark.django_db
def test_a_state_is_rebuilt_from_the_newest_inspection() -> None:
    made = make_answer(make_tenant())
    policy = make_policy(made.tenant)
    find(made, make_inspection(made, policy, "blocked"), "identity/unresolved-id")
    assert projections.rebuild(made.tenant.pk) == 1
    assert rows.AnswerState.objects.get().rules == " identity/unresolved-id "
    newest = make_inspection(made, policy, "released")
    assert list(projections.find_differences(made.tenant.pk)) == [made.answer.pk]
    projections.rebuild(made.tenant.pk)
    state = rows.AnswerState.objects.get()
    assert (state.decision, state.rules, state.inspection_id) == ("released", "", newest.pk)
    assert (state.claims, state.citations, state.answered_at) == (1, 1, MORNING)
    assert list(projections.find_differences(made.tenant.pk)) == []


@pytest.mark.django_db
def test_a_wrong_a_missing_and_a_needless_state_are_found() -> None:
    tenant = make_tenant()
    policy = make_policy(tenant)
    wrong, missing, needless = (make_answer(tenant, key) for key in ("wrong", "missing", "needless"))
    for made in (wrong, missing):
        make_inspection(made, policy)
    projections.rebuild(tenant.pk)
    rows.AnswerState.objects.filter(pk=wrong.answer.pk).update(answered_at=MORNING + timedelta(seconds=1))
    state = rows.AnswerState.objects.get(pk=missing.answer.pk)
    state.delete()
    state.answer_id = needless.answer.pk
    state.save(force_insert=True)
    assert list(projections.find_differences(tenant.pk)) == [wrong.answer.pk, missing.answer.pk, needless.answer.pk]
    # An answer that nobody inspected has no state: a rebuild takes it away.
    projections.rebuild(tenant.pk)
    assert list(projections.find_differences(tenant.pk)) == []


@pytest.mark.django_db
def test_a_rebuild_takes_the_same_number_of_statements_for_one_and_for_many(django_assert_num_queries: object) -> None:
    tenant = make_tenant()
    policy = make_policy(tenant)
    many = [make_answer(tenant, f"case {number}") for number in range(5)]
    for made in many:
        make_inspection(made, policy)
    for some in (many[:1], many):
        with django_assert_num_queries(6):  # type: ignore[operator]
            assert len(list(projections.derive_from_rows([made.answer.pk for made in some]))) == len(some)
