"""Packed blocks: what the golden cases leave out (S4-19..S4-22, S4-14)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.digests import digest_text
from tests.evidence.answers import POLICY_TEXT, answer, inspect_answer, passage, step

PARTS = [{"artifact": "c4", "separator": "\n"}, {"artifact": "c5", "separator": "ignored at the end"}]


def counts(value: Any, code: str) -> dict[str, int]:
    return dict(inspect_answer(value).counts[code])


def block(text: str | None, parts: Any, **more: Any) -> Any:
    return answer(
        manifest=[{"label": "E1", "artifact": "block", "parts": parts}],
        artifacts=[
            passage("Four.", key="c4"),
            passage("Five.", key="c5"),
            passage(text, key="block", origin="derived", **more),
        ],
    )


@pytest.mark.parametrize(
    ("value", "outcome"),
    [
        (block("Four.\nFive.", PARTS), "pass"),
        (block("Five.\nFour.", PARTS), "fail"),
        (block("Four.\n\nFive.", PARTS), "fail"),
        (block(None, PARTS, digest=digest_text("Four.\nFive.")), "pass"),
        (block(None, PARTS, digest=digest_text("Five.\nFour.")), "fail"),
        (block(None, PARTS), "not_captured"),
        (block("Four.", PARTS[:1]), "not_applicable"),
        (answer(manifest=None), "not_captured"),
    ],
)
def test_children_in_their_order_give_the_block(value: Any, outcome: str) -> None:
    """S4-21."""
    assert counts(value, "lineage/merged-hash-mismatch") == {outcome: 1}


@given(st.lists(st.tuples(st.text(max_size=8), st.text(max_size=3)), min_size=2, max_size=5))
def test_whatever_is_joined_in_order_is_the_block(pieces: list[tuple[str, str]]) -> None:
    parts = [{"artifact": f"p{n}", "separator": separator} for n, (_, separator) in enumerate(pieces)]
    text = "".join(words + separator for words, separator in pieces[:-1]) + pieces[-1][0]
    value = answer(
        manifest=[{"label": "E1", "artifact": "block", "parts": parts}],
        artifacts=[
            *(passage(words, key=f"p{n}") for n, (words, _) in enumerate(pieces)),
            passage(text, key="block", origin="derived"),
        ],
    )
    assert counts(value, "lineage/merged-hash-mismatch") == {"pass": 1}


def trimmed(text: str, span: Any, **more: Any) -> Any:
    return answer(
        manifest=[{"label": "E1", "artifact": "block", "parts": [{"artifact": "policy", "span": span}]}],
        artifacts=[passage(), passage(text, key="block", origin="derived")],
        **more,
    )


@pytest.mark.parametrize(
    ("value", "outcome"),
    [
        (trimmed(POLICY_TEXT[:30], [0, 30]), "pass"),
        (trimmed(POLICY_TEXT, None), "pass"),
        (trimmed(POLICY_TEXT[:30], [0, 40]), "fail"),
        (trimmed(POLICY_TEXT[:30], None), "fail"),
        (
            trimmed("LOGS", [0, 30], transformations=[step("upper", "policy", "block")]),
            "not_applicable",
        ),
        (block("Four.\nFive.", PARTS), "not_applicable"),
    ],
)
def test_a_trimmed_block_holds_the_range_that_it_declares(value: Any, outcome: str) -> None:
    """S4-19: 300 characters under a span of 400."""
    assert counts(value, "lineage/packed-text-differs") == {outcome: 1}


@pytest.mark.parametrize(
    ("packed", "assembled", "outcome"),
    [
        ("2026-11-02T10:00:02Z", "2026-11-02T10:00:01Z", "pass"),
        ("2026-11-02T10:00:01Z", "2026-11-02T10:00:01Z", "pass"),
        ("2026-11-02T11:00:00+01:00", "2026-11-02T10:00:01Z", "fail"),
        (None, "2026-11-02T10:00:01Z", "not_captured"),
        ("2026-11-02T10:00:01Z", None, "not_captured"),
    ],
)
def test_a_manifest_is_not_older_than_the_context_it_describes(packed: Any, assembled: Any, outcome: str) -> None:
    """S4-20."""
    value = answer(capture={"packed_at": packed, "request": {"assembled_at": assembled}})
    assert counts(value, "lineage/manifest-before-packing") == {outcome: 1}


@pytest.mark.parametrize(
    ("manifest", "labels"),
    [
        ([("E1", "policy", None), ("E4", "policy", None)], ["E1, E4"]),
        ([("E1", "policy", [0, 40]), ("E4", "policy", [0, 20])], ["E1, E4"]),
        ([("E1", "policy", [0, 40]), ("E4", "policy", [40, 80])], []),
        ([("E1", "policy", None), ("E1", "policy", None)], []),
        ([("E1", "policy", None), ("E2", "other", None)], []),
    ],
)
def test_one_passage_has_one_label(manifest: Any, labels: list[str]) -> None:
    """S4-14."""
    value = answer(
        manifest=[{"label": label, "artifact": key, "supplied": span} for label, key, span in manifest],
        artifacts=[passage(), passage(key="other")],
    )
    code = "identity/same-evidence-under-several-numbers"
    assert [finding.detail for finding in inspect_answer(value).findings if finding.rule == code] == labels


def test_a_dropped_duplicate_that_was_supplied_beside_its_twin_is_the_same_evidence() -> None:
    value = answer(
        manifest=[{"label": "E1", "artifact": "policy"}, {"label": "E2", "artifact": "other"}],
        artifacts=[passage(), passage(key="other")],
        footnotes=[{"number": "1", "target": "E1"}, {"number": "4", "target": "E1"}],
        capture={"retrieval": [{"deduplicated": {"other": "policy"}}]},
    )
    code = "identity/same-evidence-under-several-numbers"
    found = [finding.detail for finding in inspect_answer(value).findings if finding.rule == code]
    assert found == ["E1, E2", "1, 4"]


@pytest.mark.parametrize(
    ("manifest", "found"),
    [
        ([("1", "policy"), ("2", "other")], []),
        ([("E1", "policy")], ["1, 2"]),
        ([("E1", "policy"), ("E2", "other")], []),
        (None, []),
    ],
)
def test_numbers_of_one_source_are_the_same_evidence_only_where_it_is_one_passage(
    manifest: Any, found: list[str]
) -> None:
    value = answer(
        sources=[{"key": "retention"}],
        manifest=manifest and [{"label": label, "artifact": key} for label, key in manifest],
        artifacts=[passage(source="retention"), passage(key="other", source="retention")],
        footnotes=[{"number": number, "target": "retention"} for number in ("1", "2")],
    )
    code = "identity/same-evidence-under-several-numbers"
    assert [finding.detail for finding in inspect_answer(value).findings if finding.rule == code] == found
