"""Who lacks a label of a source version meets none of its words, and is told what to do instead."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.making import (
    claim_url,
    count_rows,
    crawl,
    filled_form,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
    source_url,
)

pytestmark = pytest.mark.django_db

SECRET = "The reorganisation tanager closes the harbour office in March, and nobody was told of it."
OPEN = "The canteen opens at eleven. Staff may bring a guest on Fridays. The harbour office has no canteen of its own."
RATIONALE = "I read that the tanager plan is final."
# One for each field in which words or names of the masked version came; none of them stands in the answer's own text.
CANARIES = (
    "tanager",
    "board-minutes.docx",
    "Minutes of the closed board",
    "Minutes, shortened",
    "https://board.example/minutes",
    "https://public.example/minutes",
    "secretariat-of-the-board",
    "rev-board-9",
    "closed session heading",
    "cell-of-the-board",
    "extract-board-minutes",
    "digest-of-the-board",
)
ADVICE = "ask the owner of the case for access"


def board_bundle() -> dict[str, Any]:
    """Claims that reach the masked version in every way: quoted, by a summary, by a packed block, by chance."""
    quote = "closes the harbour office in March"
    start = SECRET.index(quote)
    summary = "Summary: tanager shuts the office."
    block = f"{OPEN}\n---\n{SECRET}"
    guests = OPEN.index("Staff may bring")
    claims = {
        "c1": "The office closes in spring.",
        "c2": "An office shuts.",
        "c3": "Nobody knows of it.",
        "c4": "The office closes.",
        "c5": "Guests may come on Fridays.",
        "c6": "The office is discussed.",
    }
    citations = [
        citation("x1", "c1", "E1", [start, start + len(quote)], quote),
        citation("x2", "c1", "E2", [0, 28], OPEN[:28]),
        citation("x3", "c2", "E3", [9, 34], summary[9:34]),
        citation("x4", "c3", "E9", None, None),
        citation("x5", "c4", "E2", [0, len(quote)], quote),
        citation("x6", "c5", "E2", [guests, guests + 15], "Staff may bring"),
        citation("x7", "c6", "E4", [len(OPEN) + 5, len(block)], SECRET),
    ]
    answer = {
        "case": {"key": "office", "question": "What becomes of the office?"},
        "response_version": "1",
        "answered_at": "2026-11-02T10:00:00Z",
        "text": " ".join(claims.values()),
        "manifest": [
            {"label": "E1", "artifact": "extract-board-minutes"},
            {"label": "E2", "artifact": "menu"},
            {"label": "E3", "artifact": "digest-of-the-board"},
            {
                "label": "E4",
                "artifact": "block",
                "parts": [{"artifact": "menu"}, {"artifact": "extract-board-minutes"}],
            },
        ],
        "claims": [{"key": key, "text": words} for key, words in claims.items()],
        "citations": citations,
        "judge_results": [
            judged("c1", "x1", "cited_passage", SECRET),
            judged("c2", None, "cited_passage", SECRET),
            judged("c5", None, "whole_context", block),
        ],
        "sources": [
            {
                "key": "board-minutes.docx",
                "kind": "other",
                "owner": "secretariat-of-the-board",
                "versions": [
                    {
                        "version": "rev-board-9",
                        "title": "Minutes of the closed board",
                        "safe_title": "Minutes, shortened",
                        "uri": "https://board.example/minutes",
                        "safe_uri": "https://public.example/minutes",
                        "raw_text": SECRET,
                        "labels": ["board"],
                    }
                ],
            },
            {"key": "canteen", "kind": "other", "versions": [{"version": "1", "title": "Canteen rules"}]},
        ],
        "artifacts": [
            original("extract-board-minutes", SECRET)
            | {"section": "closed session heading", "cell": "cell-of-the-board"}
            | {"source": "board-minutes.docx", "version": "rev-board-9"},
            original("menu", OPEN) | {"source": "canteen", "version": "1"},
            {"key": "digest-of-the-board", "kind": "summary", "origin": "generated", "text": summary},
            {"key": "block", "kind": "merged_block", "origin": "derived", "text": block},
        ],
        "transformations": [
            {
                "key": "summarise",
                "kind": "summarization",
                "mediation": "model",
                "model": "summariser",
                "derivations": [{"input": "extract-board-minutes", "output": "digest-of-the-board"}],
            }
        ],
    }
    return {"schema": "evidence-inspector/1", "answers": [answer]}


def original(key: str, text: str) -> dict[str, Any]:
    return {"key": key, "kind": "canonical_extract", "origin": "original", "text": text}


def citation(key: str, claim: str, cited: str, place: list[int] | None, words: str | None) -> dict[str, Any]:
    found = {"key": key, "claim": claim, "marker": f"[{key}]", "cited": cited, "quoted_text": words}
    return found if place is None else found | {"range": place, "unit": "code_point"}


def judged(claim: str, citation: str | None, scope: str, read: str) -> dict[str, Any]:
    result = {"claim": claim, "evaluator": "judge", "scope": scope, "status": "completed", "score": 1}
    about = {"citation": citation} if citation else {}
    return result | about | {"input_text": f"{read} again", "reason": f"It says: {read}"}


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, board_bundle())
    return tenant


def member(tenant: rows.Tenant, name: str, role: Role, *labels: str) -> Client:
    return signed_in(make_member(tenant, name, role, labels=labels))


def everything(tenant: rows.Tenant, client: Client) -> dict[str, str]:
    """The HTML of every page that leads from the list, from each claim and from both sources."""
    claims = [claim_url(tenant, "office", f"c{number}") for number in range(1, 7)]
    sources = [source_url(tenant, "canteen"), source_url(tenant, "board-minutes.docx")]
    stages = [f"{claim}?stage={stage}&wider=9" for claim in claims for stage in range(1, 5)]
    return {address: page.body for address, page in crawl(client, "/cases/", *claims, *sources, *stages).items()}


def leaks(pages: dict[str, str]) -> list[str]:
    return [f"{canary!r} on {address}" for address, html in pages.items() for canary in CANARIES if canary in html]


def test_a_reader_with_the_label_sees_the_words(tenant: rows.Tenant) -> None:
    """Else the other tests would prove nothing."""
    pages = "".join(everything(tenant, member(tenant, "ada", Role.REVIEWER, "board")).values())
    shown = {canary for canary in CANARIES if canary in pages}
    assert shown >= {"tanager", "Minutes of the closed board", "https://board.example/minutes", "rev-board-9"}


@pytest.mark.parametrize("role", [Role.AUDITOR, Role.ADMINISTRATOR])
def test_an_auditor_and_an_administrator_see_the_words_without_a_label(tenant: rows.Tenant, role: Role) -> None:
    client = member(tenant, "otto", role)
    assert "tanager" in client.get(claim_url(tenant, "office")).content.decode()
    source = client.get(source_url(tenant, "board-minutes.docx")).content.decode()
    assert "Minutes of the closed board" in source and "tanager" in source


@pytest.mark.parametrize(
    "role", [Role.REVIEWER, Role.LABELER, Role.ADJUDICATOR, Role.RESPONDER, Role.POLICY_ADMIN], ids=str
)
def test_no_page_shows_a_word_a_name_or_an_address_of_a_version_to_who_lacks_its_label(
    tenant: rows.Tenant, role: Role
) -> None:
    pages = everything(tenant, member(tenant, "ben", role, "internal"))
    assert len(pages) > 30
    assert not leaks(pages)


def test_the_label_of_another_tenant_opens_nothing(tenant: rows.Tenant) -> None:
    halcyon = make_tenant("halcyon")
    drew = member(halcyon, "drew", Role.AUDITOR, "board")
    assert drew.get(source_url(tenant, "board-minutes.docx")).status_code == 404
    assert drew.get(claim_url(tenant, "office")).status_code == 404


@pytest.mark.parametrize("claim", ["c1", "c2", "c6"])
def test_the_masked_region_says_what_to_do_instead(tenant: rows.Tenant, claim: str) -> None:
    html = member(tenant, "ben", Role.REVIEWER).get(claim_url(tenant, "office", claim)).content.decode()
    assert ADVICE.lower() in html.lower()
    assert "This claim rests on a source that you may not read" in html


def test_the_page_of_a_masked_version_is_a_page_that_does_not_exist(tenant: rows.Tenant) -> None:
    assert member(tenant, "ben", Role.REVIEWER).get(source_url(tenant, "board-minutes.docx")).status_code == 404


def test_search_finds_nothing_by_words_of_a_source(tenant: rows.Tenant) -> None:
    ben = member(tenant, "ben", Role.REVIEWER)
    for canary in CANARIES:
        html = ben.get("/cases/", {"search": canary}).content.decode()
        assert "No answer fits these words" in html
        assert "What becomes of the office?" not in html


@pytest.mark.parametrize("htmx", [{}, {"HX-Request": "true", "HX-Target": "verdict"}], ids=["page", "fragment"])
def test_a_verdict_on_masked_words_is_refused_and_the_refusal_shows_none_of_them(
    tenant: rows.Tenant, htmx: dict[str, str]
) -> None:
    url = claim_url(tenant, "office")
    form = filled_form(member(tenant, "ada", Role.REVIEWER, "board"), url)
    before = count_rows()
    for sent in (form, {}):
        response = member(tenant, f"ben{len(sent)}", Role.REVIEWER).post(f"{url}verdicts/", sent, headers=htmx)
        assert response.status_code == 403
        assert not leaks({url: response.content.decode()})
    assert count_rows() == before


def test_a_colleagues_reasons_about_masked_words_are_masked_too(tenant: rows.Tenant) -> None:
    url = claim_url(tenant, "office")
    ada = member(tenant, "ada", Role.REVIEWER, "board")
    assert ada.post(f"{url}verdicts/", filled_form(ada, url) | {"rationale": RATIONALE}).status_code == 303
    assert RATIONALE in ada.get(url).content.decode()
    ben = member(tenant, "ben", Role.REVIEWER).get(url).content.decode()
    assert "Ada" in ben
    assert not leaks({url: ben})


def test_the_report_of_an_import_shows_nothing_of_what_is_kept_under_the_same_keys(tenant: rows.Tenant) -> None:
    iris = member(tenant, "iris", Role.RESPONDER)
    bundle = board_bundle()
    (answer,) = bundle["answers"]
    answer["case"]["key"] = "another"
    answer["artifacts"][0]["text"] = "x" * len(SECRET)
    answer["sources"][0]["versions"][0] |= {"title": "Mine", "uri": "", "safe_uri": "", "raw_text": "Mine"}
    sent = SimpleUploadedFile("mine.json", json.dumps(bundle).encode())
    html = iris.post(reverse("imports"), {"files": sent}).content.decode()
    kept = ("Minutes of the closed board", "https://board.example", SECRET)
    assert not [words for words in kept if words in html]
