"""Claims on which people differed are offered to who makes a calibration set, with the four things kept (S2-66)."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from inspector.item_states import ensure_item, rebuild
from inspector.models import rows as opinions
from inspector.readers import as_reader
from lineage.bulk import write_contents
from lineage.evidence.vocabulary import PolicyKind, Role, SlotState
from lineage.lifecycle import withdraw
from lineage.models import rows
from lineage.models.content import pack
from lineage.policies import newest_policy
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in, simple_bundle

pytestmark = pytest.mark.django_db
REASON, RATIONALE = "The passage gives another number of days.", "I read it twice."
QUOTE = "Rule 1: a refund is paid within 1 days."


def bundle(**version: Any) -> dict[str, Any]:
    made = simple_bundle(**version)
    judged = {"claim": "c1", "citation": "x1", "evaluator": "strict-judge", "status": "completed", "score": 0.25}
    made["answers"][0]["judge_results"] = [judged | {"verdict": "unsupported", "reason": REASON}]
    return made


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, bundle())
    return tenant


def claim_of(tenant: rows.Tenant, key: str = "c1") -> rows.Claim:
    found: rows.Claim = rows.Claim.objects.get(tenant=tenant, key=key)
    return found


def judge(tenant: rows.Tenant, reviewer: str, coverage: str, key: str = "c1", words: str = "") -> opinions.Item:
    """A verdict on the evidence of the item's state, by hand: what people say is all that matters here."""
    claim = claim_of(tenant, key)
    item = ensure_item(claim)
    rebuild(tenant.pk, [item.pk])
    packed = pack(words.encode())
    number = opinions.Verdict.objects.count()
    verdict = opinions.Verdict.objects.create(
        tenant=tenant,
        claim=claim,
        item=item,
        reviewer=reviewer,
        guideline=newest_policy(tenant.pk, PolicyKind.GUIDELINE),
        evidence_digest=opinions.ItemState.objects.get(item=item).today,
        coverage=coverage,
        rationale_id=write_contents(tenant.pk, [packed])[packed.sha256] if words else None,
        idempotency_key=f"k{number}",
        body_digest=bytes(32),
    )
    support = "supports" if coverage == "supported" else "does_not_support"
    citation = rows.Citation.objects.get(claim=claim)
    opinions.PairVerdict.objects.create(tenant=tenant, verdict=verdict, citation=citation, support=support)
    rebuild(tenant.pk, [item.pk])
    return item


def differ(tenant: rows.Tenant, key: str = "c1") -> opinions.Item:
    judge(tenant, "ada", "supported", key)
    return judge(tenant, "ben", "unsupported", key, RATIONALE)


def shown_to(tenant: rows.Tenant, name: str, *roles: Role) -> str:
    return signed_in(make_member(tenant, name, *roles)).get(reverse("candidates")).content.decode()


def test_a_dispute_is_offered_with_claim_cited_words_judges_reason_and_what_people_decided(
    tenant: rows.Tenant,
) -> None:
    differ(tenant)
    judge(tenant, "ada", "supported", "c2")
    html = shown_to(tenant, "pia", Role.POLICY_ADMIN)
    assert html.count('<h2 dir="auto">') == 1 and html.count(QUOTE) == 2
    assert "strict-judge" in html and "0.25" in html and REASON in html
    assert "reviewer 1" in html and "reviewer 2" in html and RATIONALE in html
    assert "[1], this passage alone: <strong>does not support</strong>" in html
    assert "Coverage: <strong>not supported</strong>" in html
    assert ">disagreement</span>" in html and ">ada<" not in html


def test_it_stays_offered_when_one_of_them_thinks_better_of_it(tenant: rows.Tenant) -> None:
    differ(tenant)
    judge(tenant, "ben", "supported")
    assert opinions.ItemState.objects.get().state == "agreed"
    assert QUOTE in shown_to(tenant, "pia", Role.POLICY_ADMIN)


def test_where_nobody_differs_nothing_is_offered(tenant: rows.Tenant) -> None:
    judge(tenant, "ada", "supported")
    judge(tenant, "ben", "supported")
    judge(tenant, "ada", "unsupported", "c2")
    judge(tenant, "ada", "supported", "c2")
    assert "Nobody has differed on a claim yet." in shown_to(tenant, "pia", Role.POLICY_ADMIN)


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.LABELER, Role.RESPONDER, Role.AUDITOR], ids=str)
def test_who_keeps_no_queues_has_no_such_page(tenant: rows.Tenant, role: Role) -> None:
    assert signed_in(make_member(tenant, "ada", role)).get(reverse("candidates")).status_code == 403


def test_who_is_still_to_judge_a_claim_of_that_answer_blind_is_offered_nothing_of_it(tenant: rows.Tenant) -> None:
    item = differ(tenant)
    pia = make_member(tenant, "pia", Role.POLICY_ADMIN, Role.REVIEWER)
    client = signed_in(pia)
    assert QUOTE in client.get(reverse("candidates")).content.decode()
    blind = opinions.Queue.objects.create(tenant=tenant, key="blind", blind=True, judgements=2)
    other = opinions.Item.objects.create(tenant=tenant, queue=blind, claim=item.claim)
    slot = opinions.Slot.objects.create(
        tenant=tenant,
        queue=blind,
        item=other,
        ordinal=1,
        state=SlotState.DEALT.value,
        reviewer=as_reader(pia.memberships.get()).actor,
    )
    assert QUOTE not in client.get(reverse("candidates")).content.decode()
    opinions.Slot.objects.filter(pk=slot.pk).update(state=SlotState.DONE.value)
    assert QUOTE in client.get(reverse("candidates")).content.decode()


def test_words_that_were_taken_away_are_not_shown_and_nor_are_reasons_that_may_repeat_them(
    tenant: rows.Tenant,
) -> None:
    differ(tenant)
    adam = as_reader(make_member(tenant, "adam", Role.ADMINISTRATOR).memberships.get())
    withdraw(adam, rows.SourceVersion.objects.get(tenant=tenant), "wrong file")
    html = shown_to(tenant, "pia", Role.POLICY_ADMIN)
    assert html.count(QUOTE) == 1, "the claim's own words stay"
    assert REASON not in html and RATIONALE not in html
    assert "These words are not shown to you" in html and "they may repeat words that you may not read" in html
    assert "strict-judge" in html and "<strong>not supported</strong>" in html


def test_who_lacks_a_label_reads_neither_the_words_nor_the_reasons() -> None:
    tenant = make_tenant("harbour")
    import_bundle(tenant, bundle(labels=["board"]))
    differ(tenant)
    html = shown_to(tenant, "pia", Role.POLICY_ADMIN)
    assert html.count(QUOTE) == 1 and REASON not in html and RATIONALE not in html
    member = make_member(tenant, "petra", Role.POLICY_ADMIN, labels=("board",))
    allowed = signed_in(member).get(reverse("candidates")).content.decode()
    assert html.count(QUOTE) == 1 and allowed.count(QUOTE) == 2 and REASON in allowed


def test_those_of_another_tenant_are_not_offered(tenant: rows.Tenant) -> None:
    differ(tenant)
    assert QUOTE not in shown_to(make_tenant("halcyon"), "drew", Role.POLICY_ADMIN)


def test_ten_stand_on_a_page_the_newest_first_in_as_many_statements_as_one() -> None:
    tenant = make_tenant("harbour")
    import_bundle(tenant, simple_bundle(claims=12))
    client = signed_in(make_member(tenant, "pia", Role.POLICY_ADMIN))
    counts = []
    for number in range(1, 13):
        differ(tenant, f"c{number}")
        if number in (1, 12):
            with CaptureQueriesContext(connection) as captured:
                html = client.get(reverse("candidates")).content.decode()
            counts.append(len(captured))
    assert counts[0] == counts[1] <= 25
    assert html.count('<h2 dir="auto">') == 10 and html.index("Rule 12:") < html.index("Rule 11:")
    following = reverse("candidates") + "?after="
    last = html.split(following)[1][:32]
    rest = client.get(f"{following}{last}").content.decode()
    assert rest.count('<h2 dir="auto">') == 2 and "Rule 2:" in rest and 'rel="next"' not in rest
    for hostile in ("x", "\0", "0" * 32, "' or 1=1"):
        assert client.get(reverse("candidates"), {"after": hostile}).status_code == 200
