"""A third person settles what two people differ on: appended, frozen, opened again by a later verdict, never erased."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.db import connections

from inspector.adjudicating import adjudicate
from inspector.disputes import get_item, open_disputes
from inspector.models import rows as opinions
from inspector.pages.adjudication_form import read_ruling
from inspector.pages.adjudication_reading import Matter, evidenced, read_matter
from inspector.rulings import KeyReused, NothingToSettle
from lineage import ledger
from lineage.access import NotAllowed, NotVisible
from lineage.evidence.digests import digest_bytes, digest_from_raw
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import PolicyKind, RelocationOutcome, Role
from lineage.models import rows
from lineage.policies import Revision, newest_policy, save_policy
from tests.conftest import CommittedDatabase
from tests.inspector.disputing import WHY_ADA, House, body_of, judge, page_url, ruling, settle, settle_url
from tests.inspector.making import count_rows
from tests.inspector.relocating import changed_to, citation_of, make_run, make_version, relocate_by_hand

OLD = "Rule 1: a refund is paid within 1 days."


@pytest.fixture
def house(db: None) -> House:
    return House()


def matter_of(house: House, item: Any, name: str = "cleo") -> Matter:
    reader = house.reader(name)
    return read_matter(reader, get_item(reader, item.public_id))


def rule(house: House, matter: Matter, name: str = "cleo", **changed: str) -> Any:
    sent = {"adopt": "A", "error_kind": "edge_case", "sentence": "1", "reason": "So it is."}
    sent["seen"] = matter.dispute.seen
    found, errors = read_ruling(matter.dispute, ["x1"], 4, sent | {"idempotency_key": "k" * 12} | changed)
    assert found is not None, errors
    return adjudicate(house.reader(name), matter.item, found, evidenced(matter))


def test_an_adopted_card_gives_its_values_and_the_item_is_settled(house: House) -> None:
    item = house.differ()
    assert (house.state(), house.item().state.agreement) == ("disagreement", 0)
    settled = settle(house.cleo, item, adopt=house.letter_of("ada"))
    ada = opinions.Verdict.objects.get(reviewer=house.reader("ada").actor)
    assert (settled.adopted_id, settled.coverage, settled.support_class) == (ada.pk, "supported", "direct_support")
    assert list(settled.pairs.values_list("citation__key", "support")) == [("x1", "supports")]
    assert (settled.adjudicator, settled.error_kind, settled.sentence) == (
        house.reader("cleo").actor, "reviewer_error", 2,
    )  # fmt: skip
    assert house.state() == "adjudicated"
    assert opinions.Verdict.objects.count() == 2, "nobody's verdict is touched"


def test_neither_is_a_decision_with_fields_of_its_own(house: House) -> None:
    item = house.differ()
    own = {"adopt": "neither", "pair-x1": "partially_supports", "coverage": "unsupported", "origin": "mixed"}
    settled = settle(house.cleo, item, **own)
    assert settled.adopted_id is None
    assert (settled.coverage, settled.answerability, settled.origin) == ("unsupported", "insufficient", "mixed")
    assert list(settled.pairs.values_list("support", flat=True)) == ["partially_supports"]
    assert house.state() == "adjudicated"


def test_what_is_settled_is_kept_as_it_was_with_both_revisions(house: House) -> None:
    item = house.differ()
    settled = settle(house.cleo, item)
    ada, ben = opinions.Verdict.objects.order_by("pk")
    citation = rows.Citation.objects.get(key="x1").pk
    kept = load_json(body_of(settled.disagreement))
    assert kept["verdicts"] == [ada.pk, ben.pk] and kept["policy"] == "default@1"
    assert kept["fields"] == {
        "coverage": {str(ada.pk): "supported", str(ben.pk): "unsupported"},
        f"support:{citation}": {str(ada.pk): "supports", str(ben.pk): "does_not_support"},
    }
    assert settled.policy.kind == PolicyKind.ADJUDICATION and settled.guideline.kind == PolicyKind.GUIDELINE


def test_the_chain_stays_as_it_was_judged_whatever_is_processed_later(house: House) -> None:
    item = house.differ()
    settled = settle(house.cleo, item)
    before = body_of(settled.chain)
    assert digest_from_raw(bytes(settled.chain_digest)) == digest_bytes(before)
    chain = load_json(before)
    assert [(one["citation"], one["status"]) for one in chain["citations"]] == [("x1", "quote_match")]
    assert chain["citations"][0]["primary"][0]["span"] == [0, 39]
    assert [verdict["fields"]["coverage"] for verdict in chain["verdicts"]] == ["supported", "unsupported"]
    run = make_run(make_version(house.tenant, "refund-source", "2", "Rule 1: a refund is never paid within 9 days."))
    cited, changed = citation_of(house.tenant, "refund", "x1"), RelocationOutcome.TEXT_CHANGED
    relocate_by_hand(run, cited, OLD, "Rule 1: a refund is never paid", changed, changed=changed_to("never"))
    again = opinions.Adjudication.objects.select_related("chain").get(pk=settled.pk)
    assert body_of(again.chain) == before and again.chain_digest == settled.chain_digest
    assert house.state() == "needs_review", "what was settled was settled on other words"


def test_a_chain_holds_no_word_of_the_texts_nor_of_any_reason(house: House) -> None:
    item = house.differ()
    kept = body_of(settle(house.cleo, item).chain).decode()
    assert "refund is paid" not in kept and WHY_ADA not in kept and house.reader("ada").actor not in kept


def test_a_later_verdict_opens_the_matter_again_and_erases_nothing(house: House) -> None:
    item = house.differ()
    settled = settle(house.cleo, item)
    judge(house.ben, house.claim_url(), "contradicts", "I looked again.")
    assert house.state() == "disagreement"
    again = settle(house.cleo, item, reason="It still does.")
    assert house.state() == "adjudicated"
    assert list(opinions.Adjudication.objects.order_by("pk")) == [settled, again]


@pytest.mark.parametrize("name", ["ada", "ben"])
def test_a_party_settles_nothing_also_not_with_the_role(house: House, name: str) -> None:
    member = house.users[name].memberships.get()
    member.roles = [Role.REVIEWER.value, Role.ADJUDICATOR.value]
    member.save()
    item = house.differ()
    client = getattr(house, name)
    before = count_rows()
    assert client.get(page_url(item)).status_code == 403
    assert client.post(settle_url(item), {}).status_code == 403
    assert not open_disputes(house.reader(name)).exists()
    with pytest.raises(NotAllowed, match="judged this claim yourself"):
        get_item(house.reader(name), item.public_id)
    assert count_rows() == before


def test_who_is_to_judge_the_claim_is_a_party_too(house: House) -> None:
    dora = house.add("dora", Role.REVIEWER, Role.ADJUDICATOR)
    item = house.differ()
    assert dora.get(page_url(item)).status_code == 200
    slot = opinions.Slot(tenant=house.tenant, queue=item.queue, item=item, ordinal=9, state="dealt")
    slot.reviewer = house.reader("dora").actor
    slot.save()
    assert dora.get(page_url(item)).status_code == 403


def test_an_item_of_another_tenant_looks_like_none(house: House) -> None:
    item = house.differ()
    other = House.__new__(House)
    other.tenant, other.users = rows.Tenant.objects.create(key="halcyon", name="Halcyon"), {}
    drew = other.add("drew", Role.ADJUDICATOR)
    assert drew.get(page_url(item)).status_code == drew.get(page_url(item).replace("a", "b")).status_code == 404
    with pytest.raises(NotVisible):
        get_item(other.reader("drew"), item.public_id)


def test_the_same_form_twice_is_one_adjudication_and_another_body_is_refused(house: House) -> None:
    item = house.differ()
    matter = matter_of(house, item)
    first = rule(house, matter)
    assert rule(house, matter).pk == first.pk
    with pytest.raises(KeyReused):
        rule(house, matter, reason="Otherwise.")
    assert opinions.Adjudication.objects.count() == 1


def test_who_comes_second_is_told_and_nothing_of_theirs_is_recorded(house: House) -> None:
    house.add("dora", Role.ADJUDICATOR)
    item = house.differ()
    matter = matter_of(house, item, "dora")
    settle(house.cleo, item)
    with pytest.raises(NothingToSettle, match="Somebody settled this"):
        rule(house, matter, "dora")
    assert opinions.Adjudication.objects.count() == 1


def test_agreed_claims_have_nothing_to_settle(house: House) -> None:
    for client in (house.ada, house.ben):
        judge(client, house.claim_url(), "supports", "Yes.")
    matter = matter_of(house, house.item())
    with pytest.raises(NothingToSettle, match="do not differ"):
        rule(house, matter)


def test_the_queues_policy_says_what_decides(house: House) -> None:
    body = b'{"decisive": ["coverage"], "judgements": 2}'
    policy = save_policy(house.tenant.pk, Revision(PolicyKind.ADJUDICATION, "coverage-only", 1, body))
    item = house.differ()
    opinions.Queue.objects.filter(pk=item.queue_id).update(policy=policy)
    settled = settle(house.cleo, item)
    assert list(load_json(body_of(settled.disagreement))["fields"]) == ["coverage"]
    assert settled.policy == policy
    assert newest_policy(house.tenant.pk, PolicyKind.GUIDELINE) == settled.guideline


def test_the_audit_event_is_whole_and_holds_no_words(house: House) -> None:
    item = house.differ()
    settled = settle(house.cleo, item)
    event = ledger.events_of(house.tenant)
    last = list(event)[-1]
    payload = load_json(ledger.read_payload(last))
    assert (last.verb, last.actor) == ("adjudicate", house.reader("cleo").actor)
    assert payload["adjudication"] == settled.public_id and "days itself" not in str(payload)
    assert ledger.verify(house.tenant) == []


def test_of_many_forms_at_once_one_settles(committed_db: CommittedDatabase) -> None:
    house = House()
    item = house.differ()
    adjudicators = [house.add(f"cleo{number}", Role.ADJUDICATOR) for number in range(4)]
    forms = [ruling(client, item) for client in adjudicators]
    answers: list[int] = []

    def send(number: int) -> None:
        for _ in range(2):
            answers.append(adjudicators[number].post(settle_url(item), forms[number]).status_code)
        connections.close_all()

    threads = [threading.Thread(target=send, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [303, 303, *[409] * 6]
    assert opinions.Adjudication.objects.count() == 1 and house.state() == "adjudicated"
