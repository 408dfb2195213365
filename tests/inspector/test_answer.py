"""The answer page over HTTP: statements, fragments, addresses, and the report that says the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from inspector.pages.answer_opening import open_answer
from inspector.pages.answer_page import AnswerSelection, build
from lineage.access import Reader
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.bench.bench_answer_page import captured_answer
from tests.golden import CASES, load_case, load_cases
from tests.inspector.answer_bundles import full_bundle
from tests.inspector.making import (
    NOW,
    answer_url,
    claim_url,
    count_rows,
    import_bundle,
    links_of,
    make_member,
    make_tenant,
    signed_in,
    simple_bundle,
)
from tests.inspector.test_answer_page import REGIONS

pytestmark = pytest.mark.django_db
MOST_STATEMENTS = 20
DEMO = [case for case in load_cases() if case.demo]


@pytest.fixture
def tenant() -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def ada(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "ada", Role.REVIEWER, labels=("internal",)))


@pytest.mark.parametrize("labels", [(), ("board",)], ids=["masked", "open"])
@pytest.mark.parametrize(
    "bundle", [full_bundle(closed=True), captured_answer("ferry", 40, 20_000)], ids=["full", "long"]
)
def test_the_page_takes_at_most_twenty_statements_whoever_reads_it(
    tenant: rows.Tenant, bundle: dict[str, Any], labels: tuple[str, ...]
) -> None:
    import_bundle(tenant, bundle)
    ben = signed_in(make_member(tenant, "ben", Role.REVIEWER, labels=labels))
    url = answer_url(tenant, "ferry")
    assert ben.get(url).status_code == 200
    with CaptureQueriesContext(connection) as captured:
        ben.get(url)
    assert len(captured) <= MOST_STATEMENTS


def test_more_candidates_take_no_more_statements(tenant: rows.Tenant, ada: Client) -> None:
    counted = []
    for name, candidates in (("few", 10), ("many", 100)):
        import_bundle(tenant, captured_answer(name, candidates, 0))
        with CaptureQueriesContext(connection) as captured:
            assert ada.get(answer_url(tenant, name)).status_code == 200
        counted.append(len(captured))
    assert counted[0] == counted[1]


def test_reading_it_writes_nothing(tenant: rows.Tenant, ada: Client) -> None:
    import_bundle(tenant, full_bundle())
    before = count_rows()
    ada.get(answer_url(tenant, "ferry"))
    assert count_rows() == before


@pytest.mark.parametrize("region", [name for name in REGIONS if name != "head"])
def test_every_part_is_a_fragment_of_the_same_address(tenant: rows.Tenant, ada: Client, region: str) -> None:
    import_bundle(tenant, full_bundle())
    url = answer_url(tenant, "ferry")
    whole = ada.get(url).content.decode()
    part = ada.get(url, headers={"HX-Request": "true", "HX-Target": region}).content.decode().strip()
    assert part.startswith(f'<section id="{region}"') and part.endswith("</section>")
    assert part.partition("\n")[0] in whole


HOSTILE = ("-1", "1e9", "9" * 400, "\0", "٣", "all", "<canary>", "0x10", "None", "[1]")


@pytest.mark.parametrize("value", HOSTILE)
def test_an_address_with_anything_in_it_is_the_page(tenant: rows.Tenant, ada: Client, value: str) -> None:
    import_bundle(tenant, full_bundle())
    names = ("request", "raw", "candidates", "claims", "findings", "passages", "blocks", "views", "nothing")
    response = ada.get(answer_url(tenant, "ferry"), dict.fromkeys(names, value))
    assert response.status_code == 200
    assert "<canary>" not in response.content.decode()


def test_an_id_that_is_nobodys_and_one_of_another_tenant_look_the_same(tenant: rows.Tenant, ada: Client) -> None:
    halcyon = make_tenant("halcyon")
    import_bundle(halcyon, simple_bundle("museum"))
    foreign, missing = answer_url(halcyon, "museum"), "/answers/" + "0" * 32 + "/"
    for address in (foreign, missing, f"{foreign}report.json", f"{missing}report.json"):
        assert ada.get(address).status_code == 404


@pytest.mark.parametrize("case", DEMO, ids=lambda case: str(case.name))
def test_page_report_and_rows_show_the_same_numbers(tenant: rows.Tenant, case: Any) -> None:
    import_bundle(tenant, case.bundle, case.as_of)
    otto = signed_in(make_member(tenant, "otto", Role.AUDITOR))
    answer = rows.Answer.objects.get(tenant=tenant)
    address = answer_url(tenant, answer.case.key)
    page = otto.get(address).context["page"]
    report = otto.get(f"{address}report.json").json()
    findings = rows.Finding.objects.filter(inspection=answer.state.inspection)
    by_rule = Counter(row.rule for row in page.findings.rows)
    assert by_rule == Counter(f["rule"] for f in report["findings"])
    assert by_rule == Counter(findings.values_list("rule", flat=True))
    assert page.head.claims == len(report["claims"]) == answer.claims.count()
    assert report["decision"] == answer.state.decision
    cited = sum(len(row.citations) for row in page.claims.rows)
    assert cited == sum(1 for one in case.bundle["answers"][0]["citations"] if one.get("claim"))


@pytest.mark.parametrize("case", DEMO, ids=lambda case: str(case.name))
def test_that_less_is_read_of_candidates_changes_neither_the_decision_of_now_nor_any_part(
    tenant: rows.Tenant, case: Any
) -> None:
    import_bundle(tenant, case.bundle, case.as_of)
    otto = Reader("otto", tenant.pk, "meridian", frozenset({Role.AUDITOR}), frozenset())
    public_id = rows.Answer.objects.get(tenant=tenant).public_id
    whole, lean = (open_answer(otto, public_id, only_names_of_candidates=is_lean) for is_lean in (False, True))
    assert build(lean, AnswerSelection(), NOW) == build(whole, AnswerSelection(), NOW)


def test_the_report_is_a_file(tenant: rows.Tenant) -> None:
    import_bundle(tenant, full_bundle())
    iris = signed_in(make_member(tenant, "iris", Role.RESPONDER))
    response = iris.get(answer_url(tenant, "ferry", "answer_report"))
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"].startswith("attachment;")


def test_the_list_of_cases_and_the_claim_page_lead_to_the_answer(tenant: rows.Tenant, ada: Client) -> None:
    import_bundle(tenant, full_bundle())
    url = answer_url(tenant, "ferry")
    for address in ("/cases/", claim_url(tenant, "ferry")):
        assert f'href="{url}"' in ada.get(address).content.decode()


def test_an_answer_without_claims_opens_as_an_answer_from_the_list_of_cases(tenant: rows.Tenant, ada: Client) -> None:
    bundle = load_case(CASES / "coverage" / "no-claims.json").bundle
    import_bundle(tenant, bundle)
    answer = rows.Answer.objects.get(tenant=tenant)
    url = answer_url(tenant, answer.case.key)
    assert f'href="{url}"' in ada.get("/cases/").content.decode()
    assert "No claim was recorded" in ada.get(url).content.decode()


def test_no_link_of_the_page_leads_to_an_error(tenant: rows.Tenant, ada: Client) -> None:
    import_bundle(tenant, full_bundle())
    url = answer_url(tenant, "ferry")
    links = set(links_of(url, ada.get(url).content.decode()))
    assert len(links) > 10
    assert {link: status for link in links if (status := ada.get(link).status_code) >= 400} == {}
