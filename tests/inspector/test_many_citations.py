"""A claim with many citations keeps short what belongs to another span than the one that is read."""

from typing import Any

from lineage.evidence.vocabulary import Role
from tests.inspector.making import claim_url, import_bundle, make_member, make_tenant, signed_in
from tests.inspector.test_page_limits import chained_bundle


def page_of(citations: int) -> str:
    tenant = make_tenant("meridian")
    import_bundle(tenant, chained_bundle(1, citations))
    return signed_in(make_member(tenant, "ada", Role.REVIEWER)).get(claim_url(tenant, "boxes")).content.decode()


def test_six_citations_are_all_answered_by_radio_buttons_and_judged_in_full(db: Any) -> None:
    html = page_of(6)
    assert html.count('type="radio" name="pair-') == 6 * 6
    assert html.count('class="judgement"') == 6


def test_of_seven_citations_only_the_one_that_is_read_is_spread_out(db: Any) -> None:
    html = page_of(7)
    assert html.count('type="radio" name="pair-') == 6
    assert html.count('name="pair-') == 6 + 6
    assert html.count('class="judgement"') == 1
    assert all(f"about x{number} ·" in html for number in range(1, 7))
