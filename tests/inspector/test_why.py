"""The why page: five answers and the path of a claim, to whoever may read its sources."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from lineage.evidence.vocabulary import Role
from lineage.evidence.why_words import QUESTIONS
from lineage.models import rows
from tests.golden import CASES, load_case
from tests.inspector.making import claim_url, count_rows, import_bundle, make_member, make_tenant, signed_in
from tests.inspector.reading import words_of

MOST_STATEMENTS = 15


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    tenant = make_tenant("meridian")
    case = load_case(CASES / "origin/archived-logs.json")
    import_bundle(tenant, case.bundle, case.as_of)
    return tenant


@pytest.fixture
def ada(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER, labels=("internal",)))


def why_url(tenant: rows.Tenant, claim: str = "c1") -> str:
    return f"{claim_url(tenant, 'archived-logs', claim)}why/"


def test_the_five_questions_are_answered_on_the_page(meridian: rows.Tenant, ada: Any) -> None:
    words = words_of(ada.get(why_url(meridian)).content.decode())
    places = [words.index(question) for question in QUESTIONS]
    assert places == sorted(places)
    for known in ("summarize-support-memo", "atlas-mini 2026-02", "sha256:d4ad24bb", "ingested 2025-03-02 04:10 UTC"):
        assert known in words


def test_the_path_is_drawn_and_told_by_an_open_table_with_the_same_stages(meridian: rows.Tenant, ada: Any) -> None:
    html = ada.get(why_url(meridian)).content.decode()
    drawn = re.findall(r'class="stage [^"]*" aria-label="([^",]+)', html)
    table = html[html.index('<table class="stages"') :]
    told = re.findall(r'<th scope="row"><a [^>]*>([^<]+)</a>', table)
    assert drawn == told and len(told) == 10
    assert '<details class="as-table" open>' in html


def test_a_claim_page_links_to_it_and_htmx_gets_the_panel_alone(meridian: rows.Tenant, ada: Any) -> None:
    page = ada.get(claim_url(meridian, "archived-logs")).content.decode()
    assert f'href="{why_url(meridian)}"' in page and '<div id="why"></div>' in page
    panel = ada.get(why_url(meridian), headers={"HX-Request": "true", "HX-Target": "why"}).content.decode()
    assert "<html" not in panel and 'id="why"' in panel
    assert all(question in words_of(panel) for question in QUESTIONS)


def test_it_takes_no_more_statements_than_the_claim_page_and_changes_no_row(meridian: rows.Tenant, ada: Any) -> None:
    before = count_rows()
    with CaptureQueriesContext(connection) as captured:
        assert ada.get(why_url(meridian, "c3")).status_code == 200
    assert len([query for query in captured if "SAVEPOINT" not in query["sql"]]) <= MOST_STATEMENTS
    assert count_rows() == before


def test_who_may_not_read_the_source_sees_neither_words_nor_names_of_it(meridian: rows.Tenant) -> None:
    ben = signed_in(make_member(meridian, "ben", Role.REVIEWER))
    html = ben.get(why_url(meridian)).content.decode()
    case = load_case(CASES / "origin/archived-logs.json")
    hidden = [artifact["key"] for artifact in case.bundle["artifacts"]]
    hidden += [transformation["key"] for transformation in case.bundle["transformations"]]
    hidden += ["legal hold", "retention-policy", "Records Retention", "atlas-mini"]
    assert [words for words in hidden if words in html] == []
    assert "a source that you may not read" in html and "<svg" not in html


def test_a_claim_that_cites_nothing_says_so_and_draws_nothing(meridian: rows.Tenant, ada: Any) -> None:
    html = ada.get(why_url(meridian, "c4")).content.decode()
    assert html.count("nothing is cited, so there is nothing to tell") == 5
    assert "there is no path to draw" in html and "<svg" not in html


def test_a_foreign_claim_answers_as_a_missing_one(meridian: rows.Tenant) -> None:
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.REVIEWER))
    assert drew.get(why_url(meridian)).status_code == 404
    assert drew.get(f"/claims/{'0' * 32}/why/").status_code == 404


@pytest.mark.parametrize("query", ["?span=%00&stage=²&wider=-1", "?stage=999", "?span=" + "x" * 3_000, "?%F0%28"])
def test_a_hostile_query_is_answered_as_none(meridian: rows.Tenant, ada: Any, query: str) -> None:
    assert ada.get(why_url(meridian) + query).status_code == 200
