"""The review of an answer closes only when every assessed claim has its coverage, uncited ones too (S0-69, M-64)."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from inspector.figures.closing import ClaimStanding, Reviewed, counts_of, standing_of, why_not_closed
from inspector.models import rows as opinions
from lineage import ledger
from lineage.evidence.vocabulary import CoverageVerdict, ItemProgress, Role
from lineage.models import rows
from tests.inspector.disputing import WHY_ADA, WHY_BEN, House, judge, settle
from tests.inspector.making import count_rows, filled_form, import_bundle, simple_bundle

YES, NO = CoverageVerdict.SUPPORTED, CoverageVerdict.UNSUPPORTED
AGREED, SETTLED = ItemProgress.AGREED, ItemProgress.ADJUDICATED


@pytest.mark.parametrize(
    ("reviewed", "standing"),
    [
        ([], ClaimStanding(None)),
        ([Reviewed(ItemProgress.NEEDS_REVIEW, None)], ClaimStanding(None)),
        ([Reviewed(ItemProgress.NEEDS_OTHERS, YES)], ClaimStanding(None)),
        ([Reviewed(AGREED, YES)], ClaimStanding(YES)),
        ([Reviewed(SETTLED, NO)], ClaimStanding(NO)),
        ([Reviewed(AGREED, None)], ClaimStanding(None)),
        ([Reviewed(AGREED, None, True)], ClaimStanding(None, is_excluded=True)),
        ([Reviewed(AGREED, YES), Reviewed(ItemProgress.DISAGREEMENT, None)], ClaimStanding(None)),
        ([Reviewed(AGREED, YES), Reviewed(ItemProgress.NEEDS_REVIEW, None)], ClaimStanding(YES)),
        ([Reviewed(AGREED, YES), Reviewed(SETTLED, NO)], ClaimStanding(None)),
        ([Reviewed(ItemProgress.NO_TEXT, None)], ClaimStanding(None, has_no_text=True)),
    ],
)
def test_a_claim_has_coverage_where_all_queues_that_are_done_say_the_same(
    reviewed: list[Reviewed], standing: ClaimStanding
) -> None:
    assert standing_of(reviewed) == standing


def test_exempt_claims_and_those_without_text_are_out_of_every_denominator() -> None:
    claims = [standing_of([], is_exempt=True), ClaimStanding(None, has_no_text=True), ClaimStanding(YES)]
    assert why_not_closed(claims) == ""
    counts = counts_of(claims)
    assert counts == {"claims": 3, "supported": 1, "unsupported": 0, "lacking": 0, "excluded": 1, "no_text": 1}


def test_one_claim_without_coverage_keeps_it_open_and_is_counted() -> None:
    assert why_not_closed([ClaimStanding(YES), ClaimStanding(None)]) == "1 assessed claim lacks coverage verdict"
    assert why_not_closed([ClaimStanding(None)] * 2) == "2 assessed claims lack coverage verdict"


@pytest.fixture
def house(db: None) -> House:
    return House()


def closing_url(house: House, case: str = "refund") -> str:
    return reverse("closing", args=[rows.Answer.objects.get(tenant=house.tenant, case__key=case).public_id])


def test_an_uncited_claim_left_blank_keeps_the_review_open(house: House) -> None:
    bundle = simple_bundle("uncited")
    bundle["answers"][0]["citations"].pop()
    import_bundle(house.tenant, bundle)
    url = closing_url(house, "uncited")
    first = house.cleo.get(url).context["page"].claims[0].url
    judge(house.ada, first, "supports", "Yes.")
    before = count_rows()
    response = house.cleo.post(url)
    assert response.status_code == 422
    assert "1 assessed claim lacks coverage verdict" in response.content.decode()
    assert count_rows() == before


def test_with_every_coverage_it_closes_with_its_counts_and_can_be_opened_again(house: House) -> None:
    item, url = house.differ("c1"), closing_url(house)
    judge(house.ada, house.claim_url("c2"), "does_not_support", "No.")
    assert house.cleo.post(url).status_code == 422, "people differ on the first claim"
    settle(house.cleo, item, adopt=house.letter_of("ada"))
    assert house.cleo.post(url).status_code == 303
    closed = opinions.Closing.objects.get()
    assert (closed.counts["supported"], closed.counts["unsupported"], closed.kind) == (1, 1, "closed")
    last = list(ledger.events_of(house.tenant))[-1]
    assert (last.verb, last.subject.partition(":")[0]) == ("close_review", "answer")
    assert house.cleo.post(url).status_code == 422, "it is closed already"
    assert house.cleo.post(url, {"deed": "reopen", "reason": ""}).status_code == 422
    assert house.cleo.post(url, {"deed": "reopen", "reason": "A new source came."}).status_code == 303
    page = house.cleo.get(url).context["page"]
    assert not page.is_closed and [line.reason for line in page.history] == ["A new source came.", ""]


def test_reviewers_read_it_and_close_nothing(house: House) -> None:
    url = closing_url(house)
    assert house.ada.get(url).status_code == 200
    assert house.ada.post(url).status_code == house.ada.post(url, {"deed": "reopen", "reason": "x"}).status_code == 403


def test_a_reason_is_not_shown_to_who_may_not_read_the_sources(db: None) -> None:
    house = House(labels=["board"])
    url = closing_url(house)
    for claim in ("c1", "c2"):
        judge(house.ada, house.claim_url(claim), "supports", "Yes.")
    assert house.cleo.post(url).status_code == 303
    assert house.cleo.post(url, {"deed": "reopen", "reason": "The tanager said so."}).status_code == 303
    assert "tanager" in house.ben.get(url).content.decode()
    assert "tanager" not in house.add("lea", Role.LABELER).get(url).content.decode()


def test_whoever_judges_a_claim_of_it_blind_is_told_nothing(house: House) -> None:
    item: Any = house.differ()
    lea = house.add("lea", Role.LABELER)
    queue = opinions.Queue.objects.create(tenant=house.tenant, key="gold", kind="calibration", blind=True)
    blind = opinions.Item.objects.create(tenant=house.tenant, queue=queue, claim=item.claim)
    opinions.Slot.objects.create(
        tenant=house.tenant, queue=queue, item=blind, ordinal=1, state="dealt", reviewer=house.reader("lea").actor
    )
    response = lea.get(closing_url(house))
    assert response.status_code == 403 and "hidden until your verdict is in" in response.content.decode()


def test_a_claim_that_was_settled_as_exempt_is_out_of_the_denominator(house: House) -> None:
    form = filled_form(house.ada, house.claim_url())
    exempt = {"claim_kind": "conversational", "exemption": "greeting", "rationale": WHY_ADA}
    assert house.ada.post(f"{house.claim_url()}verdicts/", form | exempt).status_code == 303
    judge(house.ben, house.claim_url(), "does_not_support", WHY_BEN)
    judge(house.ada, house.claim_url("c2"), "supports", WHY_ADA)
    item = house.item()
    settle(house.cleo, item, adopt=house.letter_of("ada"))
    closed = house.cleo.post(reverse("closing", args=[item.claim.answer.public_id]), {"deed": "close"})
    assert closed.status_code == 303
    counts = opinions.Closing.objects.get().counts
    assert (counts["supported"], counts["excluded"], counts["lacking"]) == (1, 1, 0)
