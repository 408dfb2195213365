"""Pages stay lean: statements, bytes, no writes on a read, and the counts of the linter."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from lineage.__main__ import main
from lineage.evidence.vocabulary import Decision, Role
from lineage.models import rows
from tests.golden import GoldenCase, load_cases
from tests.inspector.making import (
    claim_url,
    count_rows,
    crawl,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
    simple_bundle,
    source_url,
)

pytestmark = pytest.mark.django_db

MOST_STATEMENTS = 15
MOST_BYTES = 60_000
STEPS = 6
DEMO = [case for case in load_cases() if case.demo]
BOOKKEEPING = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")
SENTENCE = (
    "Clause {number:02} of the storage schedule says that sample box {number:02} is kept at four degrees for {number} "
    "weeks, is turned twice a day by the person on duty, and is never opened in the reading room."
)


@pytest.fixture
def tenant() -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def ada(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "ada", Role.REVIEWER))


def chained_bundle(claims: int, citations: int, steps: int = STEPS) -> dict[str, Any]:
    """One answer whose first claim has that many citations, each to a text that `steps` steps made from one extract."""
    sentences = [SENTENCE.format(number=number) for number in range(1, citations + 1)]
    extract = " ".join(sentences)
    artifacts = [artifact("extract", "canonical_extract", "original", extract)]
    transformations = []
    for number, words in enumerate(sentences):
        start = extract.index(words)
        for step in range(1, steps + 1):
            below = f"s{number}-{step - 1}" if step > 1 else "extract"
            artifacts.append(artifact(f"s{number}-{step}", "chunk", "derived", words))
            first = start if step == 1 else 0
            segment = {"output": [0, len(words)], "input": [first, first + len(words)], "kind": "exact_copy"}
            derivation = {"input": below, "output": f"s{number}-{step}", "segments": [segment]}
            made = {"key": f"t{number}-{step}", "kind": "chunking", "mediation": "deterministic", "tool": "cutter"}
            transformations.append(made | {"derivations": [derivation]})
    texts = [SENTENCE.format(number=number) for number in range(1, claims + 1)]
    answer = {
        "case": {"key": "boxes", "question": "How are the sample boxes kept?"},
        "response_version": "1",
        "answered_at": "2026-11-02T10:00:00Z",
        "text": " ".join(texts),
        "manifest": [{"label": f"E{n}", "artifact": f"s{n}-{steps}"} for n in range(citations)],
        "claims": [{"key": f"c{n}", "text": words} for n, words in enumerate(texts, start=1)],
        "citations": [
            {"key": f"x{n}", "claim": "c1", "marker": f"[{n}]", "cited": f"E{n}"}
            | {"range": [0, 40], "unit": "code_point", "quoted_text": words[:40]}
            for n, words in enumerate(sentences)
        ],
        "sources": [{"key": "schedule", "kind": "text", "versions": [{"version": "1", "title": "Storage schedule"}]}],
        "artifacts": artifacts,
        "transformations": transformations,
        "judge_results": [
            {"claim": "c1", "citation": f"x{n}", "evaluator": "judge", "scope": "cited_passage", "status": "completed"}
            | {"score": 1, "verdict": "supported", "reason": "The passage says it.", "input_text": words}
            for n, words in enumerate(sentences)
        ],
    }
    return {"schema": "evidence-inspector/1", "answers": [answer]}


def artifact(key: str, kind: str, origin: str, text: str) -> dict[str, Any]:
    return {"key": key, "kind": kind, "origin": origin, "source": "schedule", "version": "1", "text": text}


def more_answers(count: int) -> dict[str, Any]:
    """Answers that all cite the passage of `simple_bundle`."""
    (answer,) = simple_bundle()["answers"]
    shared = {name: answer.pop(name) for name in ("sources", "artifacts")}
    answers = [answer | {"case": {"key": f"more-{n}", "question": "And when is a refund paid?"}} for n in range(count)]
    return {"schema": "evidence-inspector/1", "answers": answers, **shared}


def statements(client: Client, address: str) -> list[str]:
    """Every statement of a request that asks for rows: session, user and membership included."""
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return [query["sql"] for query in captured if not query["sql"].startswith(BOOKKEEPING)]


def test_a_claim_with_twenty_citations_and_six_step_paths_takes_at_most_fifteen_statements(
    tenant: rows.Tenant, ada: Client
) -> None:
    import_bundle(tenant, chained_bundle(claims=3, citations=20))
    address = claim_url(tenant, "boxes")
    html = ada.get(address).content.decode()
    assert html.count("data-span-tab") == 20
    asked = statements(ada, address)
    assert len(asked) <= MOST_STATEMENTS, "\n".join(sql[:160] for sql in asked)
    assert len(statements(ada, f"{address}?span=x19&stage=3&wider=2")) == len(asked)


def test_a_claim_of_twenty_citations_takes_the_statements_of_one_with_two(db: None) -> None:
    few, many = make_tenant("few"), make_tenant("many")
    import_bundle(few, chained_bundle(claims=1, citations=2))
    import_bundle(many, chained_bundle(claims=1, citations=20))
    counts = []
    for own in (few, many):
        client = signed_in(make_member(own, f"ben-{own.key}", Role.REVIEWER))
        counts.append(len(statements(client, claim_url(own, "boxes"))))
    assert counts[0] == counts[1]


def test_a_claim_page_takes_the_same_statements_with_two_hundred_answers_more(tenant: rows.Tenant, ada: Client) -> None:
    import_bundle(tenant, simple_bundle())
    address = claim_url(tenant, "refund")
    before = len(statements(ada, address))
    import_bundle(tenant, more_answers(200))
    assert len(statements(ada, address)) == before <= MOST_STATEMENTS


@pytest.mark.parametrize("query", ["", "?search=refund", "?decision=released", "?rule=origin/quote-mismatch"])
def test_the_list_of_cases_takes_the_same_few_statements_for_one_answer_and_for_two_hundred(
    tenant: rows.Tenant, ada: Client, query: str
) -> None:
    import_bundle(tenant, simple_bundle())
    before = len(statements(ada, f"/cases/{query}"))
    import_bundle(tenant, more_answers(200))
    assert len(statements(ada, f"/cases/{query}")) == before <= 8


def test_a_source_page_takes_the_same_statements_for_one_citing_answer_and_for_two_hundred(
    tenant: rows.Tenant, ada: Client
) -> None:
    import_bundle(tenant, simple_bundle())
    address = source_url(tenant, "refund-source")
    before = len(statements(ada, address))
    import_bundle(tenant, more_answers(200))
    html = ada.get(address).content.decode()
    assert "402 spans cite this text" in html
    assert len(statements(ada, address)) == before <= MOST_STATEMENTS


def test_a_claim_of_six_citations_in_an_answer_of_ten_claims_is_at_most_sixty_kilobytes(
    tenant: rows.Tenant, ada: Client
) -> None:
    import_bundle(tenant, chained_bundle(claims=10, citations=6, steps=2))
    size = len(ada.get(claim_url(tenant, "boxes")).content)
    assert size <= MOST_BYTES


@pytest.mark.parametrize("case", DEMO, ids=lambda case: case.name)
def test_every_claim_of_the_demonstration_is_at_most_sixty_kilobytes(
    tenant: rows.Tenant, ada: Client, case: GoldenCase
) -> None:
    import_bundle(tenant, case.bundle, case.as_of)
    for claim in rows.Claim.objects.filter(tenant=tenant):
        assert len(ada.get(reverse("claim", args=[claim.public_id])).content) <= MOST_BYTES


def test_reading_every_page_changes_no_row(tenant: rows.Tenant, ada: Client) -> None:
    (leave,) = [case for case in DEMO if case.name == "lineage/oasis-leave"]
    import_bundle(tenant, leave.bundle, leave.as_of)
    import_bundle(tenant, simple_bundle())
    before = count_recorded(), projections()
    seen = crawl(ada, "/cases/", "/imports/")
    assert len(seen) > 20
    assert {page.status for page in seen.values()} <= {200, 302, 403}
    assert (count_recorded(), projections()) == before
    downloads = sum("/bytes/" in address for address in seen)
    assert rows.AccessEvent.objects.filter(tenant=tenant, verb="downloaded").count() == downloads > 0


def count_recorded() -> dict[str, int]:
    """Rows but for the access log, which says who took which bytes out."""
    return {table: number for table, number in count_rows().items() if table != "lineage.AccessEvent"}


def projections() -> list[Any]:
    return [*rows.AnswerState.objects.order_by("pk").values(), *rows.LedgerHead.objects.order_by("pk").values()]


def linted(case: GoldenCase, folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The report of the linter on the case's bundle."""
    path = folder / "bundle.json"
    path.write_text(json.dumps(case.bundle))
    assert main(["inspect", str(path), "--output", "json", "--as-of", case.as_of.isoformat()]) in (0, 1)
    (report,) = json.loads(capsys.readouterr().out)["answers"]
    return report


def region(html: str, name: str) -> str:
    """The markup of a region of the claim page."""
    return html.partition(f'data-region="{name}"')[2].partition("</section>")[0]


def codes(markup: str) -> list[str]:
    return re.findall(r'<span class="code">([^<]+)</span>', markup)


@pytest.mark.parametrize("case", DEMO, ids=lambda case: case.name)
def test_claims_statuses_and_findings_of_the_pages_are_those_of_the_linter(
    tenant: rows.Tenant, ada: Client, case: GoldenCase, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = linted(case, tmp_path, capsys)
    import_bundle(tenant, case.bundle, case.as_of)
    listed = ada.get("/cases/").content.decode()
    assert f"<td>{len(report['claims'])} <a" in listed
    assert Decision(report["decision"]).label in listed
    (answer,) = case.bundle["answers"]
    of_claim = {citation["key"]: citation.get("claim") for citation in answer["citations"]}
    shown: Counter[str] = Counter()
    for claim in rows.Claim.objects.filter(tenant=tenant):
        address = reverse("claim", args=[claim.public_id])
        html = ada.get(address).content.decode()
        assert f"{len(report['claims'])} claim" in region(html, "claim")
        wanted = Counter(
            finding["rule"]
            for finding in report["findings"]
            if (finding["claim"] or of_claim.get(finding["citation"])) in (claim.key, None)
        )
        assert Counter(codes(region(html, "findings"))) == wanted
        for key in (key for key, owner in of_claim.items() if owner == claim.key):
            cited = region(ada.get(address, {"span": key}).content.decode(), "cited")
            shown[codes(cited)[0]] += 1
    assert shown == Counter(report["statuses"])
