"""Inspections as the text of a linter and as JSON: what is printed follows from what is given."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.inspection import inspect
from lineage.evidence.policy import DEFAULT_POLICY
from lineage.evidence.reading import Problem
from lineage.formats.report import Inspected, answer_report, as_json, as_text, printable
from tests.evidence.answers import NOW, answer, cite, dossier_of


def inspected(value: Any, place: str = "a.json") -> Inspected:
    dossier = dossier_of(value)
    return Inspected(place, dossier.answer, inspect(dossier, DEFAULT_POLICY, NOW))


def test_every_finding_has_its_line_and_the_last_line_counts() -> None:
    value = answer(cite("x1", cited="E9"), cite("x2", quoted_text="24 months"), cite("x3"))
    lines = as_text([inspected(value)], [Problem("b.json", "/answers/0", "is wrong")]).splitlines()
    assert lines[0] == "b.json: /answers/0: is wrong"
    assert [line.split(": ")[3].split(" ")[0] for line in lines[1:3]] == [
        "identity/unresolved-id",
        "lineage/span-ambiguity",
    ]
    assert lines[3] == "a.json: logs@1: blocked"
    assert lines[4].startswith("1 answer (1 blocked); 1 claim; 3 citations (1 quote_match, 1 span_resolved, 1 un")
    assert lines[4].endswith("1 problem in the input")


def test_nothing_inspected_is_said_and_not_left_out() -> None:
    assert as_text([], []).startswith("0 answers; 0 claims; 0 citations; 0 findings")
    assert json.loads(as_json([], [])) == {"schema": "evidence-inspector/report/1", "problems": [], "answers": []}


@given(st.text(max_size=20), st.text(max_size=20))
def test_whatever_a_payload_wrote_a_line_stays_a_line(place: str, words: str) -> None:
    written = as_text([], [Problem(place, "", words)])
    assert len(written.splitlines()) == 2
    assert "\x1b" not in written and "\u202e" not in written


def test_plain_text_of_every_script_is_printed_as_it_is() -> None:
    for words in ("24 months", "Délai\u00a0: 30 jours \U0001f600", "返金は14日以内", "\N{ARABIC LETTER ALEF}"):
        assert printable(words) == words
    assert printable("a\u202eb\n\0\u2028\ud800") == "a\\u202eb\\n\\x00\\u2028\\ud800"


def test_json_holds_text_exactly_as_it_was_compared() -> None:
    value = answer(cite(cited="no\0such\u202e\U0001f600"))
    document = json.loads(as_json([inspected(value)], [Problem("p", "/a", "m\n")]))
    assert document["problems"] == [{"place": "p", "pointer": "/a", "message": "m\n"}]
    assert "no\0such\u202e\U0001f600" in document["answers"][0]["findings"][0]["sentence"]


def test_a_report_is_plain_json_with_every_status_counted_once() -> None:
    found = inspected(answer(cite("x1", cited="E9"), cite("x2", quoted_text="24 months"), cite("x3")))
    report = answer_report(found.answer, found.inspection)
    assert json.loads(json.dumps(report)) == report
    assert report["statuses"] == {"quote_match": 1, "span_resolved": 1, "unresolved_id": 1}
    assert [r["span"] for r in report["resolutions"]] == [None, [35, 44], [0, 80]]
    assert report["resolutions"][1]["primary"] == [
        {"artifact": "policy", "source": None, "version": None, "span": [35, 44]}
    ]
    assert list(report["claims"][0]["badges"]) == ["syntax", "identity", "support", "coverage", "standing"]
