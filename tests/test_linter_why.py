"""`python -m lineage why FILE CLAIM`: the five audit questions in a terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lineage.__main__ import main
from lineage.evidence.why_words import QUESTIONS
from tests.evidence.answers import answer, cite
from tests.golden import CASES, load_case

LOGS = load_case(CASES / "origin/archived-logs.json").bundle
AS_OF = ("--as-of", "2026-11-29T00:00:00Z")


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Asks `why` of a bundle; gives exit code, standard output and standard error."""

    def call(value: Any, *arguments: str) -> tuple[int, str, str]:
        path = tmp_path / "answers.json"
        path.write_text(json.dumps(value))
        code = main(["why", str(path), *arguments, *AS_OF])
        return (code, *capsys.readouterr())

    return call


def two_answers() -> Any:
    given = [answer(cite(quoted_text="24 months"), case={"key": key}) for key in ("first", "second")]
    return {"schema": "evidence-inspector/1", "answers": given}


def test_the_five_questions_of_the_demo_claim_are_answered_with_ids(ask: Any) -> None:
    code, out, error = ask(LOGS, "c1")
    assert (code, error) == (0, "")
    assert [out.count(question) for question in QUESTIONS] == [1] * 5
    for known in ("retention-policy-7-extract", "summarize-support-memo", "atlas-mini 2026-02", "sha256:d4ad24bb"):
        assert known in out
    assert "retention-policy: version 7, ingested 2025-03-02 04:10 UTC; standing current" in out


def test_every_answer_that_has_the_claim_is_told_under_its_name(ask: Any) -> None:
    code, out, _ = ask(two_answers(), "c1")
    assert code == 0
    assert [line for line in out.splitlines() if "@" in line] == ["first@1", "second@1"]


def test_a_case_chooses_one_answer(ask: Any) -> None:
    code, out, _ = ask(two_answers(), "c1", "--answer", "second")
    assert (code, "first@1" in out, "second@1" in out) == (0, False, True)


def test_an_unknown_claim_gives_2_and_the_keys_that_there_are(ask: Any) -> None:
    code, out, error = ask(LOGS, "c9")
    assert (code, out) == (2, "")
    assert "c1, c2, c3, c4" in error


def test_an_unknown_case_gives_2_and_the_cases_that_there_are(ask: Any) -> None:
    code, out, error = ask(two_answers(), "c1", "--answer", "third")
    assert (code, out) == (2, "")
    assert "case first, case second" in error


def test_what_cannot_be_read_gives_2_and_says_what_is_wrong(ask: Any, tmp_path: Path) -> None:
    assert main(["why", str(tmp_path / "missing.json"), "c1"]) == 2
    code, out, error = ask({"schema": "evidence-inspector/1", "answers": [{"claims": 1}]}, "c1")
    assert (code, out) == (2, "")
    assert "/answers/0" in error


def test_quoted_words_neither_begin_a_line_nor_steer_the_screen(ask: Any) -> None:
    text = "Logs\nfirst@1\n\x1b[31mare kept."
    artifact = {"key": "policy", "kind": "canonical_extract", "origin": "original", "text": text}
    value = {"schema": "evidence-inspector/1", "answers": [answer(cite(), artifacts=[artifact])]}
    code, out, _ = ask(value, "c1")
    assert code == 0 and "\x1b" not in out
    assert "first@1" not in out.splitlines()
