"""Bullets of summaries that were left out when an answer came in, listed on its claims (S3-41)."""

from typing import Any

import pytest

from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.making import claim_url, import_bundle, make_member, make_tenant, signed_in, simple_bundle

pytestmark = pytest.mark.django_db
REASON = "a bullet of a summary that names no source span rests on nothing"
REJECTED = {"artifact_id": "b3", "status": "rejected_unsupported", "reason": REASON}


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    return make_tenant("meridian")


def page_with(tenant: rows.Tenant, rejected: Any, **version: Any) -> str:
    bundle = simple_bundle(**version)
    bundle["answers"][0]["capture"] = {"extra": {"rejected": rejected}}
    import_bundle(tenant, bundle)
    client = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    html: str = client.get(claim_url(tenant, "refund")).content.decode()
    return html


def test_a_bullet_that_rests_on_nothing_is_listed_with_its_status_and_the_reason(meridian: rows.Tenant) -> None:
    html = page_with(meridian, [REJECTED])
    assert "1 bullet of summaries left out" in html
    assert "rejected_unsupported" in html and REASON in html and "b3" in html


def test_words_of_a_bullet_from_outside_are_text_and_nothing_else(meridian: rows.Tenant) -> None:
    html = page_with(meridian, [REJECTED | {"artifact_id": "<script>alert(1)</script>"}])
    assert "<script>alert" not in html and "&lt;script&gt;" in html


@pytest.mark.parametrize("rejected", ["b3", [], [7, None, "b3"], {"b3": 1}, None])
def test_what_is_no_list_of_bullets_is_not_shown(meridian: rows.Tenant, rejected: Any) -> None:
    assert "of summaries left out" not in page_with(meridian, rejected)


def test_a_bullet_without_a_reason_says_that_none_was_recorded(meridian: rows.Tenant) -> None:
    assert "no reason was recorded" in page_with(meridian, [{"artifact_id": "b3"}])


def test_nothing_is_named_to_who_may_not_read_the_texts(meridian: rows.Tenant) -> None:
    html = page_with(meridian, [REJECTED | {"artifact_id": "tanager"}], labels=["board"])
    assert "tanager" not in html
