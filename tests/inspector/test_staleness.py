"""A verdict goes stale when words changed, not when they moved, and is fresh again where the old words are found."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector import item_states
from inspector.evidence_today import combine
from inspector.models import rows as opinions
from inspector.staleness import restate
from lineage.evidence.vocabulary import RelocationOutcome, Role
from lineage.models import rows
from tests.conftest import CommittedDatabase
from tests.inspector.making import (
    claim_url,
    filled_form,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
    simple_bundle,
)
from tests.inspector.reading import words_of
from tests.inspector.relocating import changed_to, citation_of, make_run, make_version, relocate_by_hand

OLD = "Rule 1: a refund is paid within 1 days."
NEW = "Rule 1: a refund is never paid within 9 days."
OTHER = "Rule 2: a refund is paid within 2 days."
MOST_STATEMENTS, MANY = 9, 500
DIGESTS = st.binary(min_size=32, max_size=32)
CHANGED = st.dictionaries(st.text(max_size=6), DIGESTS, max_size=5)


@given(DIGESTS, st.lists(st.text(max_size=6)))
def test_where_no_words_changed_the_evidence_is_that_which_was_given(digest: bytes, keys: list[str]) -> None:
    assert combine(digest, dict.fromkeys(keys)) == digest
    assert combine(digest, {}) == digest


@given(DIGESTS, CHANGED, CHANGED)
def test_other_words_are_other_evidence_and_the_same_words_the_same(
    digest: bytes, first: dict[str, bytes], second: dict[str, bytes]
) -> None:
    assert (combine(digest, first) == combine(digest, second)) == (first == second)


@given(DIGESTS, DIGESTS, CHANGED)
def test_other_evidence_as_given_is_other_evidence_today(one: bytes, other: bytes, changed: dict[str, bytes]) -> None:
    assert (combine(one, changed) == combine(other, changed)) == (one == other)


@given(DIGESTS, CHANGED, st.randoms())
@settings(max_examples=50)
def test_the_order_of_citations_does_not_matter_and_those_that_only_moved_leave_no_trace(
    digest: bytes, changed: dict[str, bytes], random: Any
) -> None:
    shuffled: list[tuple[str, bytes | None]] = [*changed.items(), ("moved only, of no other key", None)]
    random.shuffle(shuffled)
    assert combine(digest, dict(shuffled)) == combine(digest, changed)


@pytest.fixture
def tenant(db: None) -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle())
    return tenant


@pytest.fixture
def ada(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "ada", Role.REVIEWER))


def judge(client: Client, tenant: rows.Tenant, form: dict[str, str] | None = None) -> Any:
    url = claim_url(tenant, "refund")
    return client.post(f"{url}verdicts/", form or filled_form(client, url))


def state_of(tenant: rows.Tenant, claim: str = "c1") -> dict[str, Any]:
    found = opinions.ItemState.objects.filter(tenant=tenant, item__claim__key=claim)
    return found.values("state", "stale", "verdicts").get()


def run_over(tenant: rows.Tenant, version: str, text: str, outcome: RelocationOutcome, **fields: Any) -> Any:
    run = make_run(make_version(tenant, "refund-source", version, text))
    new = OLD if OLD in text else NEW if NEW in text else None
    return relocate_by_hand(run, citation_of(tenant, "refund", "x1"), OLD, new, outcome, **fields)


def moved(tenant: rows.Tenant, version: str) -> Any:
    return run_over(tenant, version, f"A preface. {OLD} {OTHER}", RelocationOutcome.RELOCATED_EXACT)


def changed(tenant: rows.Tenant, version: str) -> Any:
    text = f"A preface. {NEW} {OTHER}"
    return run_over(
        tenant, version, text, RelocationOutcome.TEXT_CHANGED, changes="negation number", changed=changed_to(NEW)
    )


FRESH = {"state": "agreed", "stale": False, "verdicts": 1}
STALE = {"state": "needs_review", "stale": True, "verdicts": 0}


def test_a_verdict_stays_fresh_where_its_words_only_moved(tenant: rows.Tenant, ada: Client) -> None:
    judge(ada, tenant)
    moved(tenant, "2")
    assert state_of(tenant) == FRESH
    assert "the evidence changed since" not in ada.get(claim_url(tenant, "refund")).content.decode()


def test_a_verdict_goes_stale_where_a_word_changed_and_one_that_is_given_then_is_fresh(
    tenant: rows.Tenant, ada: Client
) -> None:
    judge(ada, tenant)
    changed(tenant, "2")
    assert state_of(tenant) == STALE
    assert "the evidence changed since" in ada.get(claim_url(tenant, "refund")).content.decode()
    assert judge(ada, tenant).status_code == 303
    assert state_of(tenant) == FRESH
    history = ada.get(claim_url(tenant, "refund")).content.decode().partition('data-region="history"')[2]
    newest, older = history.split('class="superseded"')
    assert "the evidence changed since" not in newest and "the evidence changed since" in older


def test_a_later_run_that_finds_the_old_words_makes_old_verdicts_fresh_and_newer_ones_stale(
    tenant: rows.Tenant, ada: Client
) -> None:
    ben = signed_in(make_member(tenant, "ben", Role.REVIEWER))
    judge(ada, tenant)
    changed(tenant, "2")
    judge(ben, tenant)
    moved(tenant, "3")
    given_by = {
        verdict.reviewer: bytes(verdict.evidence_digest) for verdict in opinions.Verdict.objects.filter(tenant=tenant)
    }
    today = bytes(opinions.ItemState.objects.get(tenant=tenant).today)
    names = dict(opinions.Membership.objects.values_list("user__username", "actor"))
    assert (given_by[names["ada"]] == today, given_by[names["ben"]] == today) == (True, False)
    assert state_of(tenant) == {"state": "agreed", "stale": True, "verdicts": 1}


def test_words_that_are_lost_make_a_verdict_stale(tenant: rows.Tenant, ada: Client) -> None:
    judge(ada, tenant)
    run_over(tenant, "2", "Nothing of it.", RelocationOutcome.LOST, changed=changed_to("lost"))
    assert state_of(tenant) == STALE


def test_the_verdict_itself_is_never_touched(tenant: rows.Tenant, ada: Client) -> None:
    judge(ada, tenant)
    before = list(opinions.Verdict.objects.values())
    changed(tenant, "2")
    moved(tenant, "3")
    assert list(opinions.Verdict.objects.values()) == before


def test_a_claim_that_nobody_judged_gets_no_state(tenant: rows.Tenant, ada: Client) -> None:
    judge(ada, tenant)
    run = make_run(make_version(tenant, "refund-source", "2", f"{OLD} {OTHER}"))
    citation = citation_of(tenant, "refund", "x2")
    relocate_by_hand(run, citation, OTHER, None, RelocationOutcome.LOST, changed=changed_to("lost"))
    assert opinions.ItemState.objects.count() == 1
    assert state_of(tenant) == FRESH


def test_what_a_run_wrote_is_what_a_rebuild_writes_and_a_comparison_expects(tenant: rows.Tenant, ada: Client) -> None:
    judge(ada, tenant)
    changed(tenant, "2")
    assert not list(item_states.find_differences(tenant.pk))
    written = list(opinions.ItemState.objects.values())
    opinions.ItemState.objects.update(stale=False, given=None, today=None)
    assert list(item_states.find_differences(tenant.pk)) == [opinions.Item.objects.get().pk]
    item_states.rebuild(tenant.pk)
    assert list(opinions.ItemState.objects.values()) == written


def test_a_state_of_before_there_were_digests_gets_them_from_the_texts(tenant: rows.Tenant, ada: Client) -> None:
    judge(ada, tenant)
    opinions.ItemState.objects.update(given=None, today=None)
    changed(tenant, "2")
    assert state_of(tenant) == STALE
    assert not list(item_states.find_differences(tenant.pk))


def test_another_tenants_states_are_left_alone(tenant: rows.Tenant, ada: Client) -> None:
    judge(ada, tenant)
    before = list(opinions.ItemState.objects.values())
    run_over(tenant, "2", "Nothing of it.", RelocationOutcome.LOST, changed=None)
    restate(make_tenant("halcyon").pk, [citation_of(tenant, "refund", "x1").pk])
    assert list(opinions.ItemState.objects.values()) == before


def many_claims(count: int) -> rows.Tenant:
    tenant = make_tenant("many")
    import_bundle(tenant, simple_bundle("many", claims=count))
    return tenant


def states_for(tenant: rows.Tenant) -> None:
    """A fresh verdict on every claim, as its digests have it."""
    queue = opinions.Queue.objects.create(tenant=tenant, key="compliance", name="Compliance", kind="compliance")
    ada = make_member(tenant, "ada", Role.REVIEWER).memberships.get()
    guideline = rows.Policy.objects.get(tenant=tenant, kind="guideline")
    digest = changed_to("as given")
    for claim in rows.Claim.objects.filter(tenant=tenant):
        item = opinions.Item.objects.create(tenant=tenant, queue=queue, claim=claim)
        verdict = opinions.Verdict(
            tenant=tenant, claim=claim, item=item, reviewer=ada.actor, guideline=guideline, evidence_digest=digest,
            idempotency_key=f"key-{claim.pk}", body_digest=digest,
        )  # fmt: skip
        verdict.save()
        opinions.ItemState.objects.create(
            item=item, tenant=tenant, queue=queue, state="agreed", verdicts=1, given=digest, today=digest
        )


def test_five_hundred_citations_take_at_most_nine_statements(db: None) -> None:
    tenant = many_claims(MANY)
    states_for(tenant)
    text = rows.Artifact.objects.get(tenant=tenant)
    run = make_run(make_version(tenant, "many-source", "2", "Nothing of it."))
    citations = list(rows.Citation.objects.filter(tenant=tenant).values_list("pk", flat=True))
    for citation in citations:
        rows.Relocation(
            tenant=tenant, run=run, citation_id=citation, outcome="lost", was=text, start=0, end=4,
            changed=changed_to("lost"),
        ).save()  # fmt: skip
    with transaction.atomic(), CaptureQueriesContext(connection) as captured:
        restate(tenant.pk, citations)
    assert len(captured) <= MOST_STATEMENTS, [query["sql"][:120] for query in captured]
    assert opinions.ItemState.objects.filter(stale=True, state="needs_review", verdicts=0).count() == MANY


def test_five_hundred_citations_of_claims_that_nobody_judged_take_two_statements(db: None) -> None:
    tenant = many_claims(MANY)
    citations = list(rows.Citation.objects.filter(tenant=tenant).values_list("pk", flat=True))
    with transaction.atomic(), CaptureQueriesContext(connection) as captured:
        restate(tenant.pk, citations)
    assert len(captured) <= 2


def test_a_run_that_ended_while_the_page_was_open_is_said_with_the_old_words_and_the_new(
    tenant: rows.Tenant, ada: Client
) -> None:
    url = claim_url(tenant, "refund")
    form = filled_form(ada, url) | {"rationale": "Words to keep."}
    changed(tenant, "2")
    response = judge(ada, tenant, form)
    html = response.content.decode()
    assert response.status_code == 409
    assert not opinions.Verdict.objects.exists() and not opinions.Item.objects.exists()
    assert "The evidence changed after you opened this page" in html and "Words to keep." in html
    assert "words changed in version 2: negation, number" in words_of(html)
    form_region = html.partition('data-region="verdict"')[2]
    assert "<ins>never </ins>" in form_region and "<del>1</del>" in form_region
    again = {**form, **filled_form(ada, url)}
    assert judge(ada, tenant, again).status_code == 303
    assert state_of(tenant) == FRESH


def test_a_form_on_words_that_moved_meanwhile_is_recorded(tenant: rows.Tenant, ada: Client) -> None:
    form = filled_form(ada, claim_url(tenant, "refund"))
    moved(tenant, "2")
    assert judge(ada, tenant, form).status_code == 303


def test_a_verdict_and_a_run_at_once_end_in_the_state_that_both_give(committed_db: CommittedDatabase) -> None:
    """The run has written its relocations and not yet committed when the verdict is sent: the verdict waits for it."""
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle())
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    form = filled_form(ada, claim_url(tenant, "refund"))
    run = make_run(make_version(tenant, "refund-source", "2", f"{NEW} {OTHER}"))
    citation = citation_of(tenant, "refund", "x1")
    answered: list[int] = []

    def send() -> None:
        answered.append(judge(ada, tenant, form).status_code)
        connections.close_all()

    sender = threading.Thread(target=send)
    with transaction.atomic():
        rows.Relocation(
            tenant=tenant, run=run, citation=citation, outcome="lost", changed=changed_to("lost")
        ).save()
        restate(tenant.pk, [citation.pk])
        sender.start()
        sender.join(timeout=1)
        assert not answered
    sender.join(timeout=20)
    assert answered == [409]
    assert not list(item_states.find_differences(tenant.pk))


def test_a_run_that_comes_while_a_verdict_is_written_makes_it_stale(committed_db: CommittedDatabase) -> None:
    """The verdict is written and not yet committed when the run writes what it found: the run waits for it."""
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle())
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    form = filled_form(ada, claim_url(tenant, "refund"))
    run = make_run(make_version(tenant, "refund-source", "2", f"{NEW} {OTHER}"))
    citation = citation_of(tenant, "refund", "x1")
    ended: list[bool] = []

    def find() -> None:
        with transaction.atomic():
            rows.Relocation(
                tenant=tenant, run=run, citation=citation, outcome="lost", changed=changed_to("lost")
            ).save()
            restate(tenant.pk, [citation.pk])
        ended.append(True)
        connections.close_all()

    worker = threading.Thread(target=find)
    with transaction.atomic():
        assert judge(ada, tenant, form).status_code == 303
        worker.start()
        worker.join(timeout=1)
        assert not ended
    worker.join(timeout=20)
    assert ended and state_of(tenant) == STALE
    assert not list(item_states.find_differences(tenant.pk))
