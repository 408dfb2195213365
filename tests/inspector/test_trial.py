"""A trial: the linter's own words, cut to what a page bears, within a share of time and memory."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from inspector import trial
from inspector.pasting import PastedPassage, bundle_of
from inspector.trial import Asked, read_request, run_trial, write_request
from inspector.trying import ENVIRONMENT, TooMuchWork, try_out
from lineage.__main__ import main
from lineage.evidence.policy import DEFAULT_POLICY
from lineage.evidence.vocabulary import Origin
from lineage.formats.registry import read_payload
from tests.golden import CASES, load_case
from tests.servers import ROOT

NOW = datetime(2026, 11, 30, 2, 0, tzinfo=UTC)
SAMPLES = ROOT.parent / "shared" / "samples" / "payloads"
GOLDEN = (
    *("origin/archived-logs", "support/reading-room", "identity/damaged-item-window"),
    *("coverage/uncited-claim", "freshness/staff-bicycle", "evaluation/freezer-alarm"),
)


def lint(path: Path, capsys: pytest.CaptureFixture[str], form: str = "auto") -> Any:
    main(["inspect", str(path), "--output", "json", "--as-of", NOW.isoformat(), "--format", form])
    return json.loads(capsys.readouterr().out)


def asked_for(path: Path) -> Asked:
    return Asked(str(path), "auto", NOW, path.read_bytes())


def check_same(found: Any, linted: Any) -> None:
    """The page's numbers and sentences are those of the report."""
    assert found["problems"] == [[p["place"], p["pointer"], p["message"]] for p in linted["problems"]][:100]
    for shown, reported in zip(found["answers"], linted["answers"], strict=False):
        assert (shown["place"], shown["decision"]) == (reported["place"], reported["decision"])
        assert shown["findings"] == reported["findings"][: trial.MOST_FINDINGS]
        kept = {name: [claim[name] for claim in shown["claims"]] for name in ("claim", "sentence", "badges", "owner")}
        for name, values in kept.items():
            assert values == [claim[name] for claim in reported["claims"]][: trial.MOST_CLAIMS]
        statuses = {one["citation"]: one["status"] for one in reported["resolutions"]}
        for claim in shown["claims"]:
            assert [statuses[one["key"]] for one in claim["citations"]] == [o["status"] for o in claim["citations"]]


@pytest.mark.parametrize("name", GOLDEN)
def test_a_case_is_said_to_be_what_the_linter_says_it_is(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = CASES / f"{name}.json"
    found = try_out(asked_for(path))
    linted = lint(path, capsys)
    assert json.loads(found["report"]) == linted
    assert len(found["answers"]) == len(linted["answers"]) and linted["answers"]
    check_same(found, linted)


def test_payloads_of_producers_are_said_to_be_what_the_linter_says_they_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    if not SAMPLES.is_dir():
        pytest.skip("the samples of foreign payloads are not here")
    paths = sorted(path for path in SAMPLES.rglob("*.json") if path.stat().st_size < 2**20)[:8]
    assert paths
    for path in paths:
        found = try_out(asked_for(path))
        linted = lint(path, capsys)
        check_same(found, linted)
        assert len(found["answers"]) + found["answers_left_out"] == len(linted["answers"]), path


def test_pasted_words_are_said_to_be_what_the_linter_says_of_the_bundle_that_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pasted = {"question": "Q?", "answer": "A [1]. B [2].\nC.", "passages": [["1", "original", "Aa."]]}
    found = try_out(Asked(str(tmp_path / "pasted"), "native", NOW, b"", pasted))
    (tmp_path / "pasted").write_text(found["bundle"])
    assert json.loads(found["report"]) == lint(tmp_path / "pasted", capsys)


def test_each_sentence_and_each_line_is_a_claim_and_each_marker_a_citation_of_it() -> None:
    passages = [PastedPassage("1", Origin.ORIGINAL, "Kept for 24 months."), PastedPassage("law", Origin.GENERATED, "x")]
    bundle = bundle_of("How long?", "Kept for 24 months [1]. See [law].\nAsk legal", passages)
    (_, answer), *others = read_payload(json.dumps(bundle).encode()).answers
    assert others == []
    assert [answer.text[slice(*claim.place)] for claim in answer.claims] == [
        "Kept for 24 months [1].",
        "See [law].",
        "Ask legal",
    ]
    assert [(c.claim, c.cited, c.marker) for c in answer.citations] == [
        ("sentence-1", "1", "[1]"),
        ("sentence-2", "law", "[law]"),
    ]
    assert [(entry.label, entry.artifact) for entry in answer.manifest or ()] == [
        ("1", "passage-1"),
        ("law", "passage-2"),
    ]


def test_without_passages_nobody_recorded_what_the_answer_was_given() -> None:
    (pasted,) = bundle_of("", "Kept for 24 months [1].", [])["answers"]
    assert "manifest" not in pasted and "artifacts" not in pasted and pasted["case"] == {}


def test_two_passages_under_one_label_are_both_kept_and_the_linter_says_so() -> None:
    found = run_trial(
        Asked("p", "native", NOW, b"", {"question": "", "answer": "A [1].", "passages": [["1", "original", "x"]] * 2})
    )
    assert "identity/duplicate-source-ids" in {finding["rule"] for finding in found["answers"][0]["findings"]}


def test_a_request_survives_the_way_to_its_process() -> None:
    asked = Asked("a\nb\udc80.json", "auto", NOW, b"\n\x00\xff{}", {"answer": "x\ny"})
    assert read_request(write_request(asked)) == asked


def test_a_large_file_is_cut_to_what_a_page_bears_and_what_is_left_out_is_counted() -> None:
    claims = [{"key": f"c{n}", "text": f"Claim {n}."} for n in range(150)]
    cites = [{"key": f"x{n}", "claim": "c0", "cited": "1"} for n in range(12)]
    answers = [{"case": {"key": f"case-{n}"}, "claims": claims, "citations": cites} for n in range(25)]
    found = run_trial(Asked("f", "auto", NOW, json.dumps({"answers": answers}).encode()))
    assert (len(found["answers"]), found["answers_left_out"]) == (20, 5)
    (first, *_), claim = found["answers"], found["answers"][0]["claims"][0]
    assert (len(first["claims"]), first["claims_left_out"]) == (100, 50)
    assert (len(claim["citations"]), claim["citations_left_out"]) == (10, 2)
    assert found["report"] == "" and found["counted"].startswith("20 answers")


def test_cited_words_stand_in_an_excerpt_at_their_own_place() -> None:
    text = "word " * 2_000
    words = "the cited words"
    text = text[:5_000] + words + text[5_000:]
    answer = {
        "case": {"key": "x"},
        "manifest": [{"label": "1", "artifact": "a"}],
        "claims": [{"key": "c", "text": "C."}],
        "citations": [
            {
                "key": "x",
                "claim": "c",
                "cited": "1",
                "range": [5_000, 5_015],
                "unit": "code_point",
                "quoted_text": words,
            }
        ],
        "artifacts": [{"key": "a", "kind": "chunk", "origin": "original", "text": text}],
    }
    found = run_trial(Asked("f", "auto", NOW, json.dumps({"answers": [answer]}).encode()))
    passage = found["answers"][0]["claims"][0]["citations"][0]["passages"][0]
    start, end = passage["span"]
    assert passage["text"][start - passage["begins"] : end - passage["begins"]] == words
    assert (passage["length"], len(passage["text"])) == (len(text), trial.EXCERPT)
    assert text[passage["begins"] - 1] == " "


def test_work_without_bound_is_broken_off_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.trying.LONGEST_SECONDS", 2)
    row = {"user_input": "q", "response": "A claim [1][2][3]. " * 20_000, "retrieved_contexts": ["words"] * 50}
    with pytest.raises(TooMuchWork):
        try_out(Asked("f", "auto", NOW, json.dumps(row).encode()))


def test_the_process_of_a_trial_has_no_secret_and_no_database_and_loads_no_django() -> None:
    assert set(ENVIRONMENT) == {"OPENBLAS_NUM_THREADS", "PYTHONDONTWRITEBYTECODE"}
    said = "import sys, inspector.trial; print('django' in sys.modules, 'DATABASE_URL' in __import__('os').environ)"
    done = subprocess.run([sys.executable, "-c", said], cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True)
    assert done.stdout.split() == ["False", "False"], done.stderr


def test_golden_cases_can_be_tried_and_decide_as_they_are_wanted_to() -> None:
    cases = [case for case in map(load_case, sorted(CASES.rglob("*.json"))) if case.policy is DEFAULT_POLICY]
    for case in cases[::12]:
        found = run_trial(Asked(case.name, "auto", case.as_of, case.path.read_bytes()))
        assert [answer["decision"] for answer in found["answers"]] == [case.expected["decision"]], case.name
