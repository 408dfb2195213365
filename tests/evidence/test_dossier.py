"""One answer with all that it rests on, and the digest that an inspection depends on (DESIGN 2)."""

from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.digests import digest_text
from lineage.evidence.dossier import slice_of
from lineage.evidence.dossier_digest import compute_digest
from lineage.text.span import Span
from tests.evidence.answers import POLICY_TEXT, answer, cite, dossier_of, passage, step

WHOLE = ([0, 80], [0, 80], "exact_copy")


def digest_of(value: Any, **shared: Any) -> str:
    return compute_digest(dossier_of(value, **shared))


def test_a_dossier_keeps_what_the_answer_reaches_and_drops_the_rest() -> None:
    found = dossier_of(
        answer(manifest=[{"label": "E1", "artifact": "chunk"}], artifacts=[]),
        sources=[{"key": "used", "versions": [{"version": "1"}]}, {"key": "unused"}],
        artifacts=[
            passage(source="used", version="1"),
            passage(key="unused"),
            passage(key="chunk", origin="derived"),
        ],
        transformations=[step("cut", "policy", "chunk", WHOLE), step("other", "policy", "unused", WHOLE)],
    )
    assert set(found.artifacts) == {"policy", "chunk"}
    assert set(found.sources) == {"used"}
    assert [made.key for made in found.transformations] == ["cut"]


def test_whatever_a_capture_names_is_kept() -> None:
    names = [
        *("hit", "candidate", "handle", "aid", "handed", "returned", "dropped", "kept", "view", "range"),
        *("support", "against", "first", "second", "gold", "fair", "bad"),
    ]
    capture = {
        "retrieval": [
            {
                "hits": [{"artifact": "hit"}],
                "candidates": [{"artifact": "candidate", "matched_via": "handle"}],
                "aids": [{"artifact": "aid", "kind": "hypothetical_document"}],
                "rerank": {"handed": ["handed"], "returned": ["returned", None]},
                "deduplicated": {"dropped": "kept"},
            },
            {"query": "Logs?"},
        ],
        "views": [{"kind": "embedding", "artifact": "view"}],
        "request": {"ranges": [{"span": [0, 1], "origin": "original", "artifact": "range"}]},
        "hops": [{"key": "h", "ordinal": 1, "proposition": "?", "supports": ["support"], "conflicts": ["against"]}],
        "conflicts": [{"first": "first", "second": "second"}],
        "reference": {"gold": ["gold"], "acceptable": ["fair"], "forbidden": ["bad"]},
    }
    found = dossier_of(
        answer(capture=capture, artifacts=[]), artifacts=[passage(key=key) for key in ("policy", *names)]
    )
    assert set(found.artifacts) == {"policy", *names}
    assert set(dossier_of(answer(artifacts=[]), artifacts=[passage(), passage(key="gold")]).artifacts) == {"policy"}


def test_of_a_step_that_made_many_texts_only_what_the_answer_reaches_is_kept() -> None:
    many = step("cut", "policy", "chunk", WHOLE)
    many["derivations"] += step("cut", "policy", "other", WHOLE)["derivations"]
    chunks = [passage(key=key, origin="derived") for key in ("chunk", "other")]
    found = dossier_of(
        answer(manifest=[{"label": "E1", "artifact": "chunk"}], artifacts=[]),
        artifacts=[passage(), *chunks],
        transformations=[many],
    )
    assert [d.output for d in found.transformations[0].derivations] == ["chunk"]


@pytest.mark.parametrize("inside", [True, False])
def test_the_digest_is_the_same_whether_records_come_inside_the_answer_or_beside_it(inside: bool) -> None:
    records: Any = {
        "sources": [{"key": "s", "versions": [{"version": "1"}]}],
        "artifacts": [passage(source="s", version="1"), passage(key="chunk", origin="derived")],
        "transformations": [step("cut", "policy", "chunk", WHOLE)],
    }
    base = answer(cite(), manifest=[{"label": "E1", "artifact": "chunk"}])
    beside = digest_of(base | {"artifacts": []}, **records)
    assert digest_of(base | records) == beside


def test_the_digest_does_not_depend_on_the_order_of_shared_records_and_segments() -> None:
    records = [passage(), passage(key="more"), passage(key="end", origin="derived")]
    halves = [([0, 40], [0, 40], "exact_copy"), ([40, 80], [40, 80], "exact_copy")]
    manifest = [{"label": "E1", "artifact": "end"}, {"label": "E2", "artifact": "more"}]
    digests = {
        digest_of(
            answer(manifest=manifest, artifacts=[]),
            artifacts=records[::order],
            transformations=[step("cut", "policy", "end", *halves[::order])],
        )
        for order in (1, -1)
    }
    assert len(digests) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"artifacts": [passage(POLICY_TEXT + " ")]},
        {"artifacts": [passage(origin="derived")]},
        {"artifacts": [passage(origins=[{"span": [0, 1], "origin": "generated"}])]},
        {"claims": [{"key": "c1", "text": "Logs are kept for 25 months."}]},
        {"citations": [cite(quoted_text="24 month")]},
        {"case": {"key": "logs", "environment": "test", "risk_tier": "high"}},
        {"case": {"key": "logs", "environment": "test", "persona": {"name": "visitor"}}},
        {"answered_at": "2026-11-02T14:10:00Z"},
        {"footnotes": []},
        {"capture": {"cards": []}},
        {"judge_results": [{"claim": "c1", "evaluator": "j", "status": "completed"}]},
    ],
)
def test_whatever_an_inspection_depends_on_changes_the_digest(change: Any) -> None:
    assert digest_of(answer(cite(), **change)) != digest_of(answer(cite()))


def test_raw_bytes_and_the_raw_payload_are_named_by_digest_and_change_nothing_else() -> None:
    version = {"version": "1", "raw_text": "<p>raw</p>"}
    named = {"version": "1", "checksum": digest_text("<p>raw</p>")}
    digests = {
        digest_of(answer(sources=[{"key": "s", "versions": [v]}], artifacts=[passage(source="s")], **more))
        for v, more in ((version, {}), (named, {}), (named, {"raw_payload": "{}"}))
    }
    assert len(digests) == 1


def test_a_digest_is_computed_from_the_text_else_it_is_the_declared_one() -> None:
    declared = "sha256:" + "0" * 64
    found = dossier_of(answer(artifacts=[passage(), passage(None, "hashed", digest=declared), passage(None, "lost")]))
    assert found.find_digest("policy") == digest_text(POLICY_TEXT)
    assert found.find_digest("hashed") == declared
    assert found.find_digest("lost") is None
    assert found.find_digest("nowhere") is None


def test_an_answer_without_keys_has_a_natural_one() -> None:
    value = {"case": {"question": "When?", "persona": {"name": "visitor"}}, "text": "Soon.", "raw_payload": "{}"}
    found = dossier_of(value).answer
    assert found.response_version == digest_text("{}")
    assert found.case.key == digest_text('["When?","visitor"]')
    assert dossier_of({"text": "Soon."}).answer.response_version == digest_text("Soon.")


def test_citations_are_found_by_claim_and_those_without_one_by_none() -> None:
    found = dossier_of(answer(cite("a"), cite("b", claim=None), cite("c")))
    assert [citation.key for citation in found.citations_of("c1")] == ["a", "c"]
    assert [citation.key for citation in found.citations_of(None)] == ["b"]
    assert found.citations_of("c9") == ()


def test_a_slice_of_a_text_that_is_not_kept_is_none() -> None:
    found = dossier_of(answer(artifacts=[passage(), passage(None, "lost")]))
    assert slice_of(found, "policy", Span(35, 44)) == "24 months"
    assert slice_of(found, "lost", Span(0, 1)) is None
