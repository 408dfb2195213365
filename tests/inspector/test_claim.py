"""The claim page with its rows, and verdicts sent from it."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from inspector.models import rows as opinions
from inspector.pages.claim import read_selection
from inspector.pages.claim_reading import Selection
from lineage.evidence.vocabulary import Role
from lineage.ledger import verify
from lineage.models import rows
from tests.golden import CASES, load_case
from tests.inspector.making import claim_url, filled_form, import_bundle, make_member, make_tenant, signed_in

MOST_STATEMENTS, MOST_BYTES = 15, 60_000
HTMX = {"HX-Request": "true", "HX-Target": "verdict"}


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    tenant = make_tenant("meridian")
    case = load_case(CASES / "origin/archived-logs.json")
    import_bundle(tenant, case.bundle, case.as_of)
    return tenant


@pytest.fixture
def ada(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER, labels=("internal",)))


def statements(client: Any, url: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len([query for query in captured if "SAVEPOINT" not in query["sql"]])


def verdicts() -> int:
    return opinions.Verdict.objects.count()


def test_a_claim_page_takes_at_most_fifteen_statements_and_sixty_kilobytes(meridian: rows.Tenant, ada: Any) -> None:
    url = claim_url(meridian, "archived-logs")
    ada.post(f"{url}verdicts/", filled_form(ada, url))
    assert statements(ada, url) <= MOST_STATEMENTS
    assert len(ada.get(url).content) <= MOST_BYTES


def test_twenty_citations_take_no_more_statements_than_one(meridian: rows.Tenant, ada: Any) -> None:
    many = many_citations(20)
    import_bundle(meridian, many)
    assert statements(ada, claim_url(meridian, "many")) <= MOST_STATEMENTS


def test_a_page_of_ten_claims_and_six_citations_stays_within_sixty_kilobytes(meridian: rows.Tenant, ada: Any) -> None:
    import_bundle(meridian, many_citations(6, claims=10))
    assert len(ada.get(claim_url(meridian, "many")).content) <= MOST_BYTES


def many_citations(citations: int, claims: int = 1) -> dict[str, Any]:
    """One claim that cites a long source so many times, and more claims beside it."""
    text = " ".join(f"Sentence number {number} of the handbook says what it says." for number in range(400))
    spans = [match.span() for match in re.finditer(r"Sentence[^.]+\.", text)][:citations]
    answer = {
        "case": {"key": "many", "question": "What does the handbook say?"},
        "response_version": "1",
        "text": "The handbook says many things.",
        "manifest": [{"label": "E1", "artifact": "handbook"}],
        "claims": [{"key": f"c{n}", "text": f"The handbook says thing {n}."} for n in range(1, claims + 1)],
        "citations": [
            {"key": f"x{n}", "claim": "c1", "cited": "E1", "range": list(span), "quoted_text": text[slice(*span)]}
            for n, span in enumerate(spans, start=1)
        ],
        "artifacts": [{"key": "handbook", "kind": "canonical_extract", "origin": "original", "text": text}],
    }
    return {"schema": "evidence-inspector/1", "answers": [answer]}


def test_a_foreign_claim_answers_as_a_missing_one(meridian: rows.Tenant) -> None:
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.REVIEWER))
    assert drew.get(claim_url(meridian, "archived-logs")).status_code == 404
    assert drew.get("/claims/" + "0" * 32 + "/").status_code == 404


def test_reading_a_claim_changes_no_row(meridian: rows.Tenant, ada: Any) -> None:
    url = claim_url(meridian, "archived-logs")
    before = (verdicts(), rows.AuditEvent.objects.count(), rows.Content.objects.count())
    ada.get(f"{url}?span=x1&stage=4&wider=3")
    assert (verdicts(), rows.AuditEvent.objects.count(), rows.Content.objects.count()) == before


def test_a_verdict_is_appended_and_leads_to_the_next_claim(meridian: rows.Tenant, ada: Any) -> None:
    url = claim_url(meridian, "archived-logs")
    answer = ada.post(f"{url}verdicts/", filled_form(ada, url))
    assert (answer.status_code, answer["Location"]) == (303, claim_url(meridian, "archived-logs", "c2"))
    verdict = opinions.Verdict.objects.get()
    assert [pair.support for pair in verdict.pairs.all()] == ["supports"]
    assert rows.AuditEvent.objects.filter(verb="record_verdict").count() == 1
    assert verify(meridian) == []


def test_the_same_form_twice_is_one_verdict_and_other_words_under_its_key_are_refused(
    meridian: rows.Tenant, ada: Any
) -> None:
    url = claim_url(meridian, "archived-logs")
    form = filled_form(ada, url)
    assert [ada.post(f"{url}verdicts/", form).status_code for _ in range(2)] == [303, 303]
    assert ada.post(f"{url}verdicts/", form | {"rationale": "Other."}).status_code == 422
    assert verdicts() == 1


def test_a_later_verdict_supersedes_the_earlier_and_both_stay(meridian: rows.Tenant, ada: Any) -> None:
    url = claim_url(meridian, "archived-logs")
    ada.post(f"{url}verdicts/", filled_form(ada, url))
    ada.post(f"{url}verdicts/", filled_form(ada, url) | {"pair-x1": "contradicts", "rationale": "A hold is left out."})
    first, second = opinions.Verdict.objects.order_by("id")
    assert second.supersedes == first
    html = ada.get(url).content.decode()
    assert "superseded by a later one" in html and "A hold is left out." in html


def test_evidence_that_changed_is_answered_with_both_texts_and_the_words_kept(meridian: rows.Tenant, ada: Any) -> None:
    url = claim_url(meridian, "archived-logs")
    stale = {
        "evidence_digest": "sha256:" + "0" * 64,
        "evidence_text": "Logs were kept for ever.",
        "rationale": "My words.",
    }
    answer = ada.post(f"{url}verdicts/", filled_form(ada, url) | stale)
    html = answer.content.decode()
    assert answer.status_code == 409 and verdicts() == 0
    assert "for ever" in html and "My words." in html


def test_a_form_that_is_not_whole_is_drawn_again_with_its_words(meridian: rows.Tenant, ada: Any) -> None:
    url = claim_url(meridian, "archived-logs")
    answer = ada.post(f"{url}verdicts/", filled_form(ada, url) | {"pair-x1": "", "rationale": "My words."})
    assert answer.status_code == 422
    assert "My words." in answer.content.decode() and "say what this passage alone does" in answer.content.decode()


def test_htmx_gets_the_form_alone_and_after_a_verdict_the_next_address(meridian: rows.Tenant, ada: Any) -> None:
    url = claim_url(meridian, "archived-logs")
    form = filled_form(ada, url)
    refused = ada.post(f"{url}verdicts/", form | {"pair-x1": ""}, headers=HTMX)
    assert refused.status_code == 422 and "<html" not in refused.content.decode()
    recorded = ada.post(f"{url}verdicts/", form, headers=HTMX)
    assert (recorded.status_code, recorded["HX-Redirect"]) == (204, claim_url(meridian, "archived-logs", "c2"))


@pytest.mark.parametrize("role", [role for role in Role if role not in (Role.REVIEWER, Role.LABELER)])
def test_only_reviewers_and_labellers_record_verdicts(meridian: rows.Tenant, role: Role) -> None:
    client = signed_in(make_member(meridian, "somebody", role, labels=("internal",)))
    url = claim_url(meridian, "archived-logs")
    assert client.post(f"{url}verdicts/", filled_form(client, url)).status_code == 403
    assert verdicts() == 0


def test_who_may_not_read_a_source_may_not_judge_its_words(meridian: rows.Tenant) -> None:
    ben = signed_in(make_member(meridian, "ben", Role.REVIEWER))
    url = claim_url(meridian, "archived-logs")
    assert ben.post(f"{url}verdicts/", filled_form(ben, url)).status_code == 403
    assert verdicts() == 0


def test_a_session_that_ended_keeps_the_words_of_the_form(meridian: rows.Tenant) -> None:
    url = claim_url(meridian, "archived-logs")
    answer = signed_in(None).post(f"{url}verdicts/", {"rationale": "My words."}, headers=HTMX)
    assert (answer.status_code, answer["HX-Retarget"]) == (401, "#notice")
    assert "still in the form" in answer.content.decode()


@pytest.mark.parametrize("query", [{"stage": "-1"}, {"stage": "x"}, {"stage": "9" * 9}, {"wider": "²"}, {"span": ""}])
def test_an_address_that_names_no_place_selects_none(query: dict[str, str]) -> None:
    assert read_selection(query) == Selection()
