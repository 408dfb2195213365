"""Where a way lost something: confidence, and qualifying words (M-21, S3-11)."""

from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.path_marks import LostQualifier, Weakest, find_lost_qualifiers, find_phrases, find_weakest
from lineage.evidence.paths import trace
from lineage.evidence.vocabulary import TransformationKind
from lineage.text.span import Span
from tests.evidence.answers import POLICY_TEXT, answer, dossier_of, passage
from tests.golden import CASES, inspect_case, load_case

SHORT = "Archived support logs are kept for 24 months."


def lost_of(*texts: str, claim: str | None = None, kind: str = "paraphrased_summary") -> tuple[LostQualifier, ...]:
    """The losses of a way on which each text was made from the one before."""
    keys = [f"t{number}" for number in range(len(texts))]
    artifacts = [passage(texts[0], keys[0])]
    artifacts += [
        {"key": key, "kind": "summary", "origin": "generated", "text": text}
        for key, text in zip(keys[1:], texts[1:], strict=True)
    ]
    steps = [step(f"s{n}", keys[n - 1], keys[n], len(texts[n - 1]), len(texts[n]), kind) for n in range(1, len(texts))]
    value = answer(manifest=[{"label": "E1", "artifact": keys[-1]}], artifacts=artifacts, transformations=steps)
    dossier = dossier_of(value)
    return find_lost_qualifiers(dossier, trace(dossier, keys[-1], Span(0, len(texts[-1]))), claim)


def step(key: str, source: str, output: str, given: int, made: int, kind: str) -> Any:
    segment = {"output": [0, made], "input": [0, given], "kind": kind}
    derivation = {"input": source, "output": output, "segments": [segment]}
    return {"key": key, "kind": "summarization", "mediation": "model", "derivations": [derivation]}


def test_the_summary_that_leaves_the_exception_out_is_where_it_was_dropped() -> None:
    assert lost_of(POLICY_TEXT, SHORT) == (LostQualifier("except where", "t1", "s1", True),)


def test_only_the_first_step_that_dropped_it_is_named() -> None:
    assert [lost.step for lost in lost_of(POLICY_TEXT, SHORT, "Logs: 24 months.", claim=SHORT)] == ["s1"]


def test_other_qualifying_words_in_its_place_reword_it() -> None:
    changed = "Archived support logs are kept for 24 months, subject to a legal hold."
    assert lost_of(POLICY_TEXT, changed) == (LostQualifier("except where", "t1", "s1", False),)


def test_a_step_that_keeps_it_loses_nothing_and_the_claim_that_drops_it_does() -> None:
    assert lost_of(POLICY_TEXT, POLICY_TEXT) == ()
    assert lost_of(POLICY_TEXT, POLICY_TEXT, claim=SHORT) == (LostQualifier("except where", None, None, True),)


def test_two_steps_that_lose_two_phrases_are_both_named() -> None:
    first = "Logs are kept, except where a hold applies, only if the customer agrees."
    second = "Logs are kept only if the customer agrees."
    found = lost_of(first, second, "Logs are kept.")
    assert [(lost.phrase, lost.step) for lost in found] == [("except where", "s1"), ("only if", "s2")]


def test_words_of_another_language_are_no_loss() -> None:
    german = "Archivierte Protokolle werden 24 Monate aufbewahrt, sofern kein Verbot besteht."
    assert lost_of(POLICY_TEXT, german, claim=SHORT, kind="translated") == ()


def test_a_claim_that_is_not_compared_loses_nothing() -> None:
    assert lost_of(POLICY_TEXT, claim=None) == ()


def test_phrases_are_found_only_within_the_span() -> None:
    assert find_phrases(POLICY_TEXT, Span(0, 80)) == (Span(46, 58),)
    assert find_phrases(POLICY_TEXT, Span(0, 40)) == ()


@pytest.mark.parametrize(
    ("citation", "wanted"),
    [
        ("x1", Weakest(0.81, "support-memo", "summarize-support-memo", TransformationKind.SUMMARIZATION, 4)),
        (
            "x2",
            Weakest(0.99, "retention-policy-7-extract", "parse-retention-policy-7", TransformationKind.PARSING, None),
        ),
    ],
)
def test_the_lowest_confidence_is_named_with_its_step_and_page(citation: str, wanted: Weakest) -> None:
    dossier, inspection = inspect_case(load_case(CASES / "origin/archived-logs.json"))
    (resolution,) = [found for found in inspection.resolutions if found.citation == citation]
    traced = trace(dossier, resolution.artifact or "", resolution.span or Span(0, 0))
    assert find_weakest(dossier, traced) == wanted


def test_a_scan_of_low_confidence_weakens_whatever_was_cut_from_it() -> None:
    scan = passage(key="scan", confidence=0.62, page=4)
    chunk = {"key": "chunk", "kind": "chunk", "origin": "derived", "text": POLICY_TEXT}
    raw = {"key": "raw", "kind": "raw_source", "origin": "original"}
    whole = [{"output": [0, 80], "input": [0, 80], "kind": "exact_copy"}]
    read = {"key": "read", "kind": "ocr", "mediation": "model", "derivations": [{"input": "raw", "output": "scan"}]}
    cut = {
        "key": "cut", "kind": "chunking", "mediation": "deterministic",
        "derivations": [{"input": "scan", "output": "chunk", "segments": whole}],
    }  # fmt: skip
    dossier = dossier_of(
        answer(
            manifest=[{"label": "E1", "artifact": "chunk"}], artifacts=[raw, scan, chunk], transformations=[read, cut]
        )
    )
    # S3-58: "path confidence .62 (OCR, p.4)".
    assert find_weakest(dossier, trace(dossier, "chunk", Span(0, 80))) == Weakest(
        0.62, "scan", "read", TransformationKind.OCR, 4
    )


def test_no_recorded_confidence_is_no_number() -> None:
    dossier = dossier_of(answer())
    assert find_weakest(dossier, trace(dossier, "policy", Span(0, 80))) is None
