"""Claims of each kind, judged on their page: what is asked there is asked again of what was sent."""

from typing import Any

import pytest

from inspector.models import rows as opinions
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.golden import CASES, load_case
from tests.inspector.making import claim_url, filled_form, import_bundle, make_member, make_tenant, signed_in

HTMX = {"HX-Request": "true", "HX-Target": "verdict"}
BOILER, ROOM, LOGS = "support/boiler-visit", "support/reading-room", "origin/archived-logs"


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    tenant = make_tenant("meridian")
    for name in (BOILER, ROOM, LOGS):
        case = load_case(CASES / f"{name}.json")
        import_bundle(tenant, case.bundle, case.as_of)
    return tenant


@pytest.fixture
def ada(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER, labels=("internal",)))


def newest() -> Any:
    return opinions.Verdict.objects.order_by("-id").first()


def test_a_form_asks_what_the_kind_asks_and_nothing_else(meridian: rows.Tenant, ada: Any) -> None:
    asked = {
        claim_url(meridian, "boiler-visit", "c1"): set(),
        claim_url(meridian, "boiler-visit", "c3"): {"warrant-formula"},
        claim_url(meridian, "boiler-visit", "c4"): {"exemption"},
        claim_url(meridian, "reading-room", "c4"): {"names_missing_basis", "missing_basis"},
        claim_url(meridian, "archived-logs", "c1"): {"in_original", "attributed"},
    }
    names = set.union(*asked.values())
    for url, expected in asked.items():
        html = ada.get(url).content.decode()
        assert {name for name in names if f'name="{name}"' in html} == expected, url


def test_a_form_is_drawn_for_another_kind_with_the_answers_kept_and_nothing_recorded(
    meridian: rows.Tenant, ada: Any
) -> None:
    url = claim_url(meridian, "boiler-visit", "c1")
    sent = filled_form(ada, url) | {"claim_kind": "derived", "draw": "kind", "rationale": "My words."}
    answer = ada.post(f"{url}verdicts/", sent, headers=HTMX)
    html = answer.content.decode()
    assert answer.status_code == 200 and opinions.Verdict.objects.count() == 0
    assert "My words." in html and 'name="warrant-formula"' in html and "Nothing was recorded" not in html


def test_a_derived_claim_is_recorded_with_its_warrant(meridian: rows.Tenant, ada: Any) -> None:
    url = claim_url(meridian, "boiler-visit", "c3")
    # 38 euros, and two and a half times 62 euros: 193 euros.
    warrant = {
        "operand-1-value": "38.00",
        "operand-1-unit": "euros",
        "operand-2-value": "62.00",
        "operand-2-unit": "euros",
        "warrant-formula": "a + 2.5 * b",
        "warrant-result": "193.00",
        "warrant-unit": "euros",
    }
    wrong = ada.post(f"{url}verdicts/", filled_form(ada, url) | warrant | {"warrant-result": "200"})
    assert wrong.status_code == 422 and "is 193 euros, the claim says 200 euros" in wrong.content.decode()
    assert ada.post(f"{url}verdicts/", filled_form(ada, url) | warrant).status_code == 303
    verdict = newest()
    assert (verdict.claim_kind, verdict.derivation) == ("derived", "warranted")
    assert (verdict.coverage, verdict.support_class) == ("supported", "warranted_derivation")


def test_a_claim_is_exempt_only_by_a_rule(meridian: rows.Tenant, ada: Any) -> None:
    url = claim_url(meridian, "boiler-visit", "c4")
    assert ada.post(f"{url}verdicts/", filled_form(ada, url) | {"exemption": "model"}).status_code == 422
    assert ada.post(f"{url}verdicts/", filled_form(ada, url)).status_code == 303
    verdict = newest()
    assert (verdict.exemption, verdict.coverage) == ("greeting", None)
    assert verdict.exemption_policy.kind == "exemption"


def test_an_abstention_is_recorded_with_what_it_names_as_missing(meridian: rows.Tenant, ada: Any) -> None:
    url = claim_url(meridian, "reading-room", "c4")
    sent = filled_form(ada, url) | {"missing_basis": "the opening hours"}
    assert ada.post(f"{url}verdicts/", sent).status_code == 303
    verdict = newest()
    assert (verdict.names_missing_basis, verdict.answerability, verdict.coverage) == (True, "insufficient", "supported")


def test_generated_words_given_as_the_sources_are_supported_and_no_quotation(meridian: rows.Tenant, ada: Any) -> None:
    url = claim_url(meridian, "archived-logs", "c1")
    assert ada.post(f"{url}verdicts/", filled_form(ada, url) | {"attributed": "yes"}).status_code == 303
    verdict = newest()
    assert (verdict.in_original, verdict.attributed) == (True, True)
    assert (verdict.coverage, verdict.quotation, verdict.origin) == ("supported", "mismatch", "generated")


def test_generated_alone_is_said_only_after_somebody_looked(meridian: rows.Tenant, ada: Any) -> None:
    url = claim_url(meridian, "archived-logs", "c1")
    sent = filled_form(ada, url) | {"in_original": "no", "rationale": "Nothing there."}
    answer = ada.post(f"{url}verdicts/", sent)
    assert answer.status_code == 422 and "complete original first" in answer.content.decode()
