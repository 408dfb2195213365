"""Afterwards each party reads where it differed and the sentence of the guideline; never before, and never too much."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from inspector.frozen_chains import artifacts_in
from inspector.models import rows as opinions
from inspector.pages.adjudication_history import read_adjudications, was_adjudicated
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import PolicyKind, RelocationOutcome, Role
from lineage.lifecycle import withdraw
from lineage.models import rows
from lineage.policies import SHIPPED, Revision, save_policy
from tests.inspector.disputing import REASON, WHY_ADA, House, body_of, judge, page_url, settle
from tests.inspector.making import signed_in
from tests.inspector.relocating import changed_to, citation_of, make_run, make_version, relocate_by_hand

pytestmark = pytest.mark.django_db
MOST_STATEMENTS = 26
(GUIDELINE,) = [shipped for shipped in SHIPPED if shipped.kind is PolicyKind.GUIDELINE]
SECOND = "A passage supports a claim only with the qualifiers that the source gives it."


@pytest.fixture
def house() -> House:
    return House()


def lines(client: Any, **query: str) -> Any:
    return client.get(reverse("settled"), query).context["page"].lines


def url_of(settled: Any) -> str:
    return reverse("settlement", args=[settled.public_id])


def test_each_party_reads_where_it_differed_and_the_sentence_that_decided(house: House) -> None:
    item = house.differ()
    assert lines(house.ada) == lines(house.ben) == ()
    settle(house.cleo, item, adopt=house.letter_of("ada"))
    (of_ada,), (of_ben,) = lines(house.ada), lines(house.ben)
    assert [(field.name, field.said, field.settled, field.differs) for field in of_ben.fields] == [
        ("Coverage", "not supported", "supported", True),
        ("[1], this passage alone", "does not support", "supports", True),
    ]
    assert [(field.said, field.differs) for field in of_ada.fields] == [("supported", False), ("supports", False)]
    assert of_ada.sentence == of_ben.sentence == f"2. {SECOND}"
    assert of_ben.is_mine and of_ben.by == "Cleo"


def test_the_sentence_stays_that_of_the_revision_that_was_in_force(house: House) -> None:
    settle(house.cleo, house.differ())
    body = b'{"sentences": ["One.", "Two."]}'
    save_policy(house.tenant.pk, Revision(PolicyKind.GUIDELINE, "default", 2, body))
    (line,) = lines(house.ben)
    assert (line.sentence, line.guideline) == (f"2. {SECOND}", f"{GUIDELINE.name}@1")


def test_neither_shows_both_parties_where_they_differed(house: House) -> None:
    own = {"adopt": "neither", "pair-x1": "partially_supports", "coverage": "unsupported"}
    settle(house.cleo, house.differ(), **own)
    (of_ada,), (of_ben,) = lines(house.ada), lines(house.ben)
    assert [field.differs for field in of_ada.fields] == [True, True]
    assert [field.differs for field in of_ben.fields] == [False, True]
    assert "neither" in of_ada.outcome


def test_the_page_of_one_says_who_said_what_why_and_shows_the_chain(house: House) -> None:
    settled = settle(house.cleo, house.differ(), adopt=house.letter_of("ada"))
    page = house.ben.get(url_of(settled)).context["page"]
    assert [(one.name, one.is_mine, one.is_adopted) for one in page.people] == [
        ("Ada", False, True), ("you", True, False),
    ]  # fmt: skip
    (coverage, support) = [row for row in page.rows if row.differs]
    assert (coverage.values, coverage.settled) == (("supported", "not supported"), "supported")
    assert support.name == "[1], this passage alone"
    assert page.reason == REASON and page.chain.is_whole and page.chain.is_as_today
    assert [(one.citation, one.span) for one in page.chain.citations] == [("x1", "characters 0 to 39")]


def test_the_page_shows_the_chain_as_judged_after_the_answer_reads_otherwise(house: House) -> None:
    settled = settle(house.cleo, house.differ())
    before = house.ben.get(url_of(settled)).context["page"].chain
    run = make_run(make_version(house.tenant, "refund-source", "2", "Rule 1: a refund is never paid."))
    cited, changed = citation_of(house.tenant, "refund", "x1"), RelocationOutcome.TEXT_CHANGED
    old = "Rule 1: a refund is paid within 1 days."
    relocate_by_hand(run, cited, old, "Rule 1: a refund is never paid.", changed, changed=changed_to("never"))
    after = house.ben.get(url_of(settled)).context["page"].chain
    assert (after.digest, after.text, after.citations) == (before.digest, before.text, before.citations)


def test_a_later_verdict_and_a_reopening_are_said(house: House) -> None:
    item = house.differ()
    settled = settle(house.cleo, item)
    judge(house.ada, house.claim_url(), "contradicts", "I looked again.")
    (line,) = lines(house.ben)
    assert line.reopened == "a later verdict opened it again"
    last = opinions.Verdict.objects.order_by("-pk").first()
    opinions.Reopening(
        tenant=house.tenant, item=item, actor="iris", after=last, reason_id=settled.reason_id
    ).save()
    (line,) = lines(house.ben)
    assert line.reopened == "opened again since"


def test_who_lacks_the_label_meets_neither_reason_nor_chain(db: None) -> None:
    house = House(labels=["board"])
    settled = settle(house.cleo, house.differ())
    assert artifacts_in(load_json(body_of(settled.chain))) == {"refund-rules"}
    blank = house.add("lea", Role.LABELER)
    html = blank.get(url_of(settled)).content.decode()
    listed = blank.get(reverse("settled"), {"whose": "all"}).content.decode()
    for words in (REASON, WHY_ADA, "refund-rules", "refund-source", "Rules of refund"):
        assert words not in html and words not in listed, words
    assert "ask the owner of the case for access" in html.lower()
    assert REASON in house.ben.get(url_of(settled)).content.decode()


def test_whoever_is_to_judge_it_blind_meets_no_word_of_it_until_their_verdict_is_in(house: House) -> None:
    lea = house.add("lea", Role.LABELER)
    item = house.differ()
    settled = settle(house.cleo, item)
    assert lea.get(url_of(settled)).status_code == 200
    queue = opinions.Queue.objects.create(tenant=house.tenant, key="gold", kind="calibration", blind=True)
    blind = opinions.Item.objects.create(tenant=house.tenant, queue=queue, claim=item.claim)
    slot = opinions.Slot.objects.create(
        tenant=house.tenant, queue=queue, item=blind, ordinal=1, state="dealt", reviewer=house.reader("lea").actor
    )
    assert lea.get(url_of(settled)).status_code == 404
    assert lines(lea, whose="all") == ()
    slot.state = "done"
    slot.save()
    assert lea.get(url_of(settled)).status_code == 200


def test_another_tenant_sees_none_of_it(house: House) -> None:
    settled = settle(house.cleo, house.differ())
    other = House.__new__(House)
    other.tenant, other.users = rows.Tenant.objects.create(key="halcyon", name="Halcyon"), {}
    drew = other.add("drew", *Role)
    assert drew.get(url_of(settled)).status_code == 404
    assert lines(drew, whose="all") == ()


def test_flagged_ones_are_listed_for_who_keeps_the_guideline(house: House) -> None:
    settle(house.cleo, house.differ("c1"))
    settle(house.cleo, house.differ("c2"), guideline_flag="on", sentence="")
    pia = house.add("pia", Role.POLICY_ADMIN)
    assert [line.ordinal for line in lines(pia)] == [2, 1]
    assert [line.ordinal for line in lines(pia, whose="flagged")] == [2]


def test_the_claims_page_has_a_line_for_each_in_one_statement(house: House) -> None:
    item = house.differ()
    claims = rows.Claim.objects.annotate(was=was_adjudicated()).order_by("ordinal")
    assert [claim.was for claim in claims] == [False, False]
    settle(house.cleo, item)
    judge(house.ada, house.claim_url(), "contradicts", "I looked again.")
    settle(house.cleo, item, reason="It does.", adopt="neither", coverage="supported", **{"pair-x1": "supports"})
    assert [claim.was for claim in claims.all()] == [True, False]
    ben = house.reader("ben")
    with CaptureQueriesContext(connection) as statements:
        found = read_adjudications(ben, item.claim_id)
    assert len(statements) == 1
    assert [(line.by, line.reason) for line in found] == [("Cleo", "It does."), ("Cleo", REASON)]
    assert found[0].values == (("Coverage", "supported"), ("Answerability", "supported"), ("x1", "supports"))
    hidden = read_adjudications(ben, item.claim_id, hidden="Not for you.")
    assert {line.reason for line in hidden} == {"Not for you."}


@pytest.mark.parametrize("query", ["?whose=x", "?after=%00", "?whose=mine&after=" + "0" * 32, "?after=" + "x" * 3_000])
def test_addresses_that_name_nothing_do_no_harm(house: House, query: str) -> None:
    settle(house.cleo, house.differ())
    assert house.ada.get(reverse("settled") + query).status_code == 200
    assert house.ada.get(reverse("settlement", args=["0" * 32])).status_code == 404


def test_pages_take_the_same_statements_however_much_there_is(house: House) -> None:
    settled = settle(house.cleo, house.differ("c1"))
    counted: dict[str, list[int]] = {}
    for more in range(2):
        if more:
            settle(house.cleo, house.differ("c2"))
        for address in (reverse("settled"), url_of(settled)):
            with CaptureQueriesContext(connection) as statements:
                assert house.ada.get(address).status_code == 200
            counted.setdefault(address, []).append(len(statements))
    assert all(len(set(numbers)) == 1 and numbers[0] <= MOST_STATEMENTS for numbers in counted.values()), counted


def test_nobodys_pseudonym_stands_on_a_page(house: House) -> None:
    settled = settle(house.cleo, house.differ())
    client = signed_in(house.users["ada"])
    for address in (reverse("settled"), url_of(settled)):
        html = client.get(address).content.decode()
        assert not [actor for actor in opinions.Membership.objects.values_list("actor", flat=True) if actor in html]
        assert re.search("Cleo", html)


def test_who_judges_another_claim_of_the_answer_blind_reads_what_was_settled_without_what_judges_said(
    house: House,
) -> None:
    lea = house.add("lea", Role.LABELER)
    settled = settle(house.cleo, house.differ("c1"))
    queue = opinions.Queue.objects.create(tenant=house.tenant, key="gold", kind="calibration", blind=True)
    other = rows.Claim.objects.get(tenant=house.tenant, key="c2")
    blind = opinions.Item.objects.create(tenant=house.tenant, queue=queue, claim=other)
    opinions.Slot.objects.create(
        tenant=house.tenant, queue=queue, item=blind, ordinal=1, state="dealt", reviewer=house.reader("lea").actor
    )
    page = lea.get(url_of(settled)).context["page"]
    assert page.reason == REASON
    assert page.chain.why_not == "What was seen is hidden until your verdict is in." and not page.chain.text


def test_after_a_source_is_taken_away_neither_reason_nor_chain_nor_cards_are_shown(house: House) -> None:
    settled, waiting = settle(house.cleo, house.differ("c1")), house.differ("c2")
    iris = house.add("iris", Role.RESPONDER)
    assert REASON in iris.get(url_of(settled)).content.decode()
    version = rows.SourceVersion.objects.get(tenant=house.tenant)
    withdraw(house.reader("iris"), version, "the owner asked us to stop using it")
    for client in (house.ada, house.cleo, iris):
        html = client.get(url_of(settled)).content.decode()
        assert REASON not in html and "refund-rules" not in html and "withdrawn" in html
    response = house.cleo.get(page_url(waiting))
    assert response.status_code == 403 and WHY_ADA not in response.content.decode()


def test_the_claims_page_tells_how_it_was_settled_and_names_nobody_before(house: House) -> None:
    item = house.differ()
    before = house.cleo.get(house.claim_url()).content.decode()
    assert WHY_ADA in before and "Ada" not in before and "a reviewer" in before
    settle(house.cleo, item)
    for client in (house.ada, house.cleo):
        html = client.get(house.claim_url()).content.decode()
        assert REASON in html and "Settled by an adjudicator" in html and "Ada" in html
