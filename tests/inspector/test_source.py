"""The page of a source version."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.golden import CASES, load_case
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in, simple_bundle, source_url


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    tenant = make_tenant("meridian")
    case = load_case(CASES / "origin/archived-logs.json")
    import_bundle(tenant, case.bundle, case.as_of)
    return tenant


@pytest.fixture
def ada(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER, labels=("internal",)))


def version_url(tenant: rows.Tenant, version: str) -> str:
    found = rows.SourceVersion.objects.get(tenant=tenant, source__key="retention-policy", version=version)
    return f"/sources/{found.public_id}/"


def marked(page: Any) -> list[str]:
    return ["".join(run.text for run in piece.runs) for piece in page.drawn.pieces if piece.spans]


def test_a_citation_of_a_text_made_from_the_source_is_drawn_where_it_comes_from(
    meridian: rows.Tenant, ada: Any
) -> None:
    page = ada.get(version_url(meridian, "7")).context["page"]
    assert marked(page) == [
        "Archived support logs are kept for 24 months, except where a legal hold applies.",
        "24 months",
    ]
    assert page.citing_total == page.drawn.drawn == 2


def test_every_version_stands_in_the_timeline_and_leads_to_its_page(meridian: rows.Tenant, ada: Any) -> None:
    page = ada.get(version_url(meridian, "8")).context["page"]
    assert [(version.version, version.is_here) for version in page.versions] == [("7", False), ("8", True)]
    assert page.versions[0].url == version_url(meridian, "7")


def test_a_text_that_nobody_kept_says_so(meridian: rows.Tenant, ada: Any) -> None:
    html = ada.get(version_url(meridian, "7") + "?artifact=retention-policy-7-raw").content.decode()
    assert "No text of this version was kept" in html


def test_another_stage_of_the_same_version_can_be_read(meridian: rows.Tenant, ada: Any) -> None:
    page = ada.get(version_url(meridian, "7") + "?artifact=retention-policy-7-normalized").context["page"]
    assert page.drawn.length == 1666


def test_a_long_text_is_drawn_by_windows_and_the_place_asked_for_lies_in_it(meridian: rows.Tenant, ada: Any) -> None:
    bundle = simple_bundle("long", claims=1)
    bundle["answers"][0]["artifacts"][0]["text"] += "\n" + "x" * 60 + "\n" * 2 + "word " * 100_000
    import_bundle(meridian, bundle)
    url = source_url(meridian, "long-source")
    first = ada.get(url)
    later = ada.get(f"{url}?at=250000")
    assert first.context["page"].drawn.start == 0 and len(first.content) < 60_000
    assert later.context["page"].drawn.start <= 250_000 < later.context["page"].drawn.end
    assert later.context["page"].drawn.drawn == 0
    assert "outside this window" in later.content.decode()


def test_the_statements_do_not_grow_with_the_text_or_its_citations(meridian: rows.Tenant, ada: Any) -> None:
    import_bundle(meridian, simple_bundle("few", claims=1))
    import_bundle(meridian, simple_bundle("many", claims=30))
    counts = []
    for key in ("few-source", "many-source"):
        with CaptureQueriesContext(connection) as captured:
            ada.get(source_url(meridian, key))
        counts.append(len(captured))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    "query", ["?at=x", "?at=-1", "?at=999999999", "?span=nobody", "?artifact=nothing", "?artifact=%00"]
)
def test_an_address_that_names_no_place_opens_the_source_all_the_same(
    meridian: rows.Tenant, ada: Any, query: str
) -> None:
    assert ada.get(version_url(meridian, "7") + query).status_code == 200


def test_a_source_whose_labels_the_reader_lacks_answers_as_a_missing_one(meridian: rows.Tenant) -> None:
    ben = signed_in(make_member(meridian, "ben", Role.REVIEWER))
    assert ben.get(version_url(meridian, "7")).status_code == 404


def test_a_version_of_another_tenant_answers_as_a_missing_one(meridian: rows.Tenant) -> None:
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.REVIEWER, labels=("internal",)))
    assert drew.get(version_url(meridian, "7")).status_code == 404
