"""What was captured and what was only claimed: what the golden cases leave out (S0-03, S0-13, S0-20, S0-23, S0-27)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.evidence.answers import POLICY_TEXT, answer, inspect_answer, passage, step

PINNED = {"repository_revision": "b41c7e2", "package_lock": "sha256:1", "model": "atlas"}


def counts(code: str, **capture: Any) -> dict[str, int]:
    return dict(inspect_answer(answer(capture=capture)).counts[code])


@pytest.mark.parametrize(
    ("capture", "outcome"),
    [
        ({"configuration": {"retriever": "HyDE enabled"}}, "fail"),
        ({"configuration": {"hypothetical_documents": True}}, "fail"),
        ({"configuration": {"hypothetical_documents": False}}, "not_captured"),
        ({"configuration": {"summaries_in_context": True}}, "fail"),
        ({"configuration": {"model": "atlas", "context_window": 8000}}, "not_captured"),
        ({"views": [{"kind": "language_model", "artifact": "policy"}]}, "fail"),
        ({"views": [{"kind": "embedding", "artifact": "policy"}]}, "not_captured"),
        (
            {"views": [{"kind": "embedding", "artifact": "policy", "basis": "configuration_claim"}]},
            "fail",
        ),
        (
            {"retrieval": [{"aids": [{"artifact": "a", "kind": "prefix", "in_generator_input": True}]}]},
            "fail",
        ),
        ({"retrieval": [{"aids": [{"artifact": "a", "kind": "prefix"}]}]}, "not_captured"),
        ({"configuration": {"hyde": True}, "request": {"text": "Logs?"}}, "pass"),
        ({}, "not_captured"),
    ],
)
def test_a_claimed_exposure_needs_a_stored_request(capture: Any, outcome: str) -> None:
    """S0-03: HyDE enabled and no generator request."""
    assert counts("capture/generator-view-missing", **capture) == {outcome: 1}


@pytest.mark.parametrize(
    ("configuration", "detail"),
    [
        (PINNED, None),
        ({"commit": "b41c7e2", "lockfile": "x", "model_name": "atlas", "temperature": 0}, None),
        ({"revision": "b", "package_lock_digest": "x", "model_identifier": "atlas"}, None),
        (PINNED | {"repository_revision": ""}, "repository_revision"),
        ({"model": "atlas"}, "repository_revision, package_lock"),
        ({}, "repository_revision, package_lock, model"),
    ],
)
def test_a_recorded_configuration_names_code_packages_and_model(configuration: Any, detail: str | None) -> None:
    """S0-13."""
    inspection = inspect_answer(answer(capture={"configuration": configuration}))
    found = [finding.detail for finding in inspection.findings if finding.rule == "capture/runtime-unpinned"]
    assert found == ([detail] if detail else [])


def test_without_a_configuration_nothing_was_recorded() -> None:
    assert counts("capture/runtime-unpinned") == {"not_captured": 1}
    assert counts("capture/exposed-but-not-returned") == {"not_captured": 1}


@pytest.mark.parametrize(
    ("request_value", "outcome"),
    [
        ({"text": "Logs?", "ranges": [{"span": [0, 5], "origin": "user_query"}]}, "pass"),
        ({"text": "Logs? \n", "ranges": [{"span": [0, 5], "origin": "user_query"}]}, "pass"),
        ({"text": "Logs?", "ranges": [{"span": [0, 4], "origin": "user_query"}]}, "fail"),
        ({"text": "Logs?", "ranges": [{"span": [0, 5], "origin": "unmarked"}]}, "fail"),
        ({"text": "Logs?", "ranges": []}, "fail"),
        ({"text": "", "ranges": []}, "pass"),
        ({"text": "Logs?"}, "not_captured"),
        ({"ranges": [{"span": [0, 4], "origin": "user_query"}]}, "not_captured"),
        (None, "not_captured"),
    ],
)
def test_words_of_the_request_that_no_range_covers_are_unmarked(request_value: Any, outcome: str) -> None:
    """S0-27."""
    assert counts("origin/unmarked-range", request=request_value) == {outcome: 1}


def test_the_number_of_unmarked_code_points_is_in_the_sentence() -> None:
    request = {"text": "x" * 500, "ranges": [{"span": [0, 480], "origin": "original"}]}
    findings = inspect_answer(answer(capture={"request": request})).findings
    (finding,) = (found for found in findings if found.rule == "origin/unmarked-range")
    assert finding.sentence == "Of the 500 code points of the request, 20 have no recorded writer."


def prefixed(parts: Any = None, transformations: Any = (), capture: Any = None, **block: Any) -> dict[str, int]:
    value = answer(
        manifest=[{"label": "E2", "artifact": "block", "parts": parts or []}],
        artifacts=[
            passage(),
            passage("About logs.", key="prefix", origin="generated", kind="contextual_prefix"),
            passage(f"About logs.\n{POLICY_TEXT}", key="block", origin="derived", **block),
        ],
        transformations=list(transformations),
        capture=capture or {},
    )
    return dict(inspect_answer(value).counts["origin/prefix-boundary-unmarked"])


PARTS = [{"artifact": "prefix", "addition": "generated_addition", "separator": "\n"}, {"artifact": "policy"}]
STEPS = [step("join1", "prefix", "block"), step("join2", "policy", "block")]
MARKED = [{"span": [0, 11], "origin": "generated"}]


def test_generated_characters_beside_the_sources_are_marked() -> None:
    """S0-20."""
    assert prefixed(PARTS) == {"fail": 1}
    assert prefixed(transformations=STEPS) == {"fail": 1}
    assert prefixed(PARTS, origins=MARKED) == {"pass": 1}
    ranges = [
        {"span": [0, 11], "origin": "generated", "block": "E2"},
        {"span": [11, 92], "origin": "original", "block": "E2"},
    ]
    assert prefixed(PARTS, capture={"request": {"ranges": ranges}}) == {"pass": 1}
    assert prefixed(PARTS[:1]) == {"not_applicable": 1}
    assert prefixed(PARTS[1:]) == {"not_applicable": 1}
    assert dict(inspect_answer(answer(manifest=None)).counts["origin/prefix-boundary-unmarked"]) == {"not_captured": 1}
