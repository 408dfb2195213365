"""A claim whose words were taken away has no text in its queues, and is to be judged again once they are back."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.item_states import find_differences
from inspector.models import rows as opinions
from inspector.queue_adding import add_claims
from inspector.readers import as_reader
from inspector.restating import count_outdated, restate_outdated
from lineage.evidence.vocabulary import AuditRetention, ItemProgress, Role
from lineage.lifecycle import restore, tombstone, withdraw
from lineage.models import rows
from lineage.retention import erase_due
from tests.inspector.making import claim_url, filled_form, import_bundle, make_member, make_tenant, signed_in
from tests.inspector.making import simple_bundle as bundle_of

pytestmark = pytest.mark.django_db


class Withdrawable:
    """Two answers that rest on a source each, all of their claims in one queue."""

    def __init__(self) -> None:
        self.tenant = make_tenant("meridian")
        self.ada = make_member(self.tenant, "ada", Role.REVIEWER)
        self.adam = self.reader(make_member(self.tenant, "adam", Role.ADMINISTRATOR))
        for case in ("refund", "museum"):
            import_bundle(self.tenant, bundle_of(case))
        queue = opinions.Queue.objects.create(tenant=self.tenant, key="all", name="All")
        claims = rows.Claim.objects.filter(tenant=self.tenant).values_list("public_id", flat=True)
        add_claims(self.adam, queue, list(claims), "to be judged")
        self.version = rows.SourceVersion.objects.get(tenant=self.tenant, source__key="refund-source")

    def reader(self, user: Any) -> Any:
        return as_reader(user.memberships.select_related("tenant").get())

    def states(self, case: str) -> list[str]:
        found = opinions.ItemState.objects.filter(item__claim__answer__case__key=case).order_by("item")
        return list(found.values_list("state", flat=True))

    def workers_come(self) -> int:
        number = restate_outdated(20)
        assert count_outdated(self.tenant.pk) == 0
        assert list(find_differences(self.tenant.pk)) == []
        return number


@pytest.fixture
def house(db: None) -> Withdrawable:
    return Withdrawable()


WAITING, WORDLESS = [ItemProgress.NEEDS_REVIEW.value] * 2, [ItemProgress.NO_TEXT.value] * 2


def test_after_a_withdrawal_its_claims_have_no_text_and_no_others(house: Withdrawable) -> None:
    withdraw(house.adam, house.version, "the owner asked us to stop using it")
    assert house.workers_come() == 2, "those of the other answer are not looked at"
    assert house.states("refund") == WORDLESS
    assert house.states("museum") == WAITING


def test_after_a_restoration_they_wait_for_a_judgement_again(house: Withdrawable) -> None:
    withdraw(house.adam, house.version, "a mistake")
    house.workers_come()
    restore(house.adam, house.version, "it was a mistake")
    assert house.workers_come() == 2
    assert house.states("refund") == WAITING


def test_a_verdict_of_before_counts_again_after_a_restoration(house: Withdrawable) -> None:
    client, address = signed_in(house.ada), claim_url(house.tenant, "refund")
    assert client.post(f"{address}verdicts/", filled_form(client, address)).status_code == 303
    before = house.states("refund")
    withdraw(house.adam, house.version, "a mistake")
    house.workers_come()
    restore(house.adam, house.version, "it was a mistake")
    house.workers_come()
    assert house.states("refund") == before
    assert not opinions.ItemState.objects.filter(stale=True).exists()


def test_after_a_deletion_and_after_erasure_they_have_no_text(house: Withdrawable) -> None:
    tombstone(house.adam, house.version, "must go", retention=AuditRetention.NONE)
    assert house.workers_come() == 2
    assert house.states("refund") == WORDLESS
    erase_due(house.tenant.pk)
    house.workers_come()
    assert (house.states("refund"), house.states("museum")) == (WORDLESS, WAITING)


def test_a_claim_with_one_citation_taken_away_of_two_cannot_be_judged_and_says_so(house: Withdrawable) -> None:
    """As its page says it, which takes no verdict while words of it are masked."""
    bundle, other = bundle_of("mixed", 1), bundle_of("kept", 1)["answers"][0]
    (answer,) = bundle["answers"]
    answer["sources"] += other["sources"]
    answer["artifacts"] += other["artifacts"]
    answer["manifest"].append({"label": "E2", "artifact": "kept-rules"})
    answer["citations"].append(answer["citations"][0] | {"key": "x2", "cited": "E2"})
    import_bundle(house.tenant, bundle)
    claim = rows.Claim.objects.get(tenant=house.tenant, answer__case__key="mixed")
    add_claims(house.adam, opinions.Queue.objects.get(key="all"), [claim.public_id], "to be judged")
    assert house.states("mixed") == WAITING[:1]
    version = rows.SourceVersion.objects.get(tenant=house.tenant, source__key="kept-source")
    withdraw(house.adam, version, "the owner asked us to stop using it")
    assert house.workers_come() == 1
    assert house.states("mixed") == WORDLESS[:1]
    client, address = signed_in(house.ada), claim_url(house.tenant, "mixed")
    sent = client.post(f"{address}verdicts/", {"coverage": "supported"})
    assert sent.status_code == 403
