"""Who answers for a claim may ask for new judgements; what was said stays on record and counts no more."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from inspector.models import rows as opinions
from inspector.reopening import NothingToReopen, reopen
from lineage import ledger
from lineage.access import NotAllowed
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.disputing import House, judge, settle
from tests.inspector.making import count_rows

pytestmark = pytest.mark.django_db
WHY = "The rule was read out wrongly."


@pytest.fixture
def house() -> House:
    house = House()
    house.iris = house.add("iris", Role.RESPONDER)  # type: ignore[attr-defined]
    return house


def url_of(item: Any) -> str:
    return reverse("reopen", args=[item.claim.public_id])


def test_a_settled_claim_needs_review_again_and_nothing_is_erased(house: Any) -> None:
    item = house.differ()
    settle(house.cleo, item)
    response = house.iris.post(url_of(item), {"item": item.public_id, "reason": WHY})
    assert (response.status_code, response["Location"]) == (303, house.claim_url())
    assert house.state() == "needs_review"
    assert (opinions.Verdict.objects.count(), opinions.Adjudication.objects.count()) == (2, 1)
    opened = opinions.Reopening.objects.get()
    assert opened.after_id == opinions.Verdict.objects.order_by("-pk")[:1].get().pk
    last = list(ledger.events_of(house.tenant))[-1]
    assert (last.verb, last.actor) == ("reopen_review", house.reader("iris").actor)
    judge(house.ada, house.claim_url(), "supports", "Now for certain.")
    assert house.state() == "agreed", "only what came after it counts"


def test_places_of_people_who_judged_it_turn_to_be_judged_again(house: Any) -> None:
    item = house.differ()
    settle(house.cleo, item)
    made = opinions.Slot.objects.filter(item=item, reviewer=house.reader("ada").actor)
    if not made.exists():
        opinions.Slot.objects.create(
            tenant=house.tenant, queue=item.queue, item=item, ordinal=1, state="done",
            reviewer=house.reader("ada").actor,
        )  # fmt: skip
    reopen(house.reader("iris"), [item], WHY)
    assert made.get().state == "again"


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"reason": ""}, "reason"),
        ({"reason": "x" * 10_001}, "reason"),
        ({"item": "\0"}, "item"),
        ({"item": "x"}, "item"),
    ],
)
def test_what_is_missing_is_said_and_words_are_kept(house: Any, sent: dict[str, str], field: str) -> None:
    item = house.differ()
    before = count_rows()
    response = house.iris.post(url_of(item), {"item": item.public_id, "reason": WHY} | sent)
    assert response.status_code == 422 and field in response.context["page"].errors
    assert response.context["page"].reason == sent.get("reason", WHY)
    assert count_rows() == before


def test_a_claim_that_nobody_judged_has_nothing_to_open(house: Any) -> None:
    item = house.differ()
    reopen(house.reader("iris"), [item], WHY)
    with pytest.raises(NothingToReopen):
        reopen(house.reader("iris"), [item], WHY)
    assert house.iris.post(url_of(item), {"item": item.public_id, "reason": WHY}).status_code == 409
    assert "nothing to open again" in house.iris.get(house.claim_url("c2") + "reopen/").content.decode()


def test_reviewers_may_not_and_another_tenants_claim_is_none(house: Any) -> None:
    item = house.differ()
    assert house.ada.get(url_of(item)).status_code == 403
    assert house.ada.post(url_of(item), {"item": item.public_id, "reason": WHY}).status_code == 403
    with pytest.raises(NotAllowed):
        reopen(house.reader("ada"), [item], WHY)
    other = House.__new__(House)
    other.tenant, other.users = rows.Tenant.objects.create(key="halcyon", name="Halcyon"), {}
    drew = other.add("drew", Role.RESPONDER)
    assert drew.post(url_of(item), {"item": item.public_id, "reason": WHY}).status_code == 404
    with pytest.raises(NothingToReopen):
        reopen(other.reader("drew"), [item], WHY)
