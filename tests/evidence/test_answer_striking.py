"""What stays of an answer's record is the answer's own, and can be read as one."""

from __future__ import annotations

from typing import Any

from lineage.evidence.answer_striking import Citing, repair, strike_any, strike_judgement, strike_record
from lineage.evidence.bundle import Answer, JudgeResult
from lineage.evidence.reading import validate
from lineage.evidence.striking import STRUCK, Traces

SOURCE = "Seven lanterns hang in the harbour office until the tide turns."
CITING = Citing(frozenset({"x1"}), frozenset({"c1"}))
TRACES = Traces([SOURCE], ["Lantern rules"])


def record(**more: Any) -> dict[str, Any]:
    answer = {
        "case": {"key": "lamps", "question": f"Is it true that {SOURCE}"},
        "claims": [{"key": "c1", "text": f"Yes. {SOURCE}"}],
        "citations": [
            {"key": "x1", "claim": "c1", "cited": "E1", "marker": "[1]", "quoted_text": "lanterns hang", "raw": [1]},
            {"key": "x2", "claim": "c1", "cited": "E2", "quoted_text": ""},
        ],
    }
    return {"answer": answer | more, "inline": [], "known": ["E1"], "sliced": []}


def struck(citing: Citing = CITING, **more: Any) -> Answer:
    return validate(Answer, strike_record(record(**more), TRACES, citing)["answer"])


def test_quotes_of_the_source_go_however_short_and_the_answers_own_words_stay() -> None:
    answer = struck()
    assert (answer.citations[0].quoted_text, answer.citations[0].raw) == (None, None)
    assert (answer.citations[0].cited, answer.citations[0].marker) == ("E1", "[1]")
    assert answer.citations[1].quoted_text == ""
    assert answer.claims[0].text == f"Yes. {SOURCE}"
    assert answer.case.question == f"Is it true that {SOURCE}"


def test_what_judges_were_given_of_it_goes_with_their_reasons() -> None:
    judged = {"claim": "c1", "evaluator": "j", "status": "completed", "claim_text": f"Yes. {SOURCE}"}
    given = judged | {"input_text": "hang in", "reason": "they hang", "raw": {"x": "hang"}, "score": 0.5}
    answer = struck(judge_results=[given, {**given, "claim": "c2"}])
    assert answer.judge_results[0] == validate(JudgeResult, judged | {"score": 0.5})
    assert answer.judge_results[1].reason == "they hang"
    apart = strike_judgement({**given, "claim": "c9", "input_text": SOURCE}, TRACES, CITING)
    assert validate(JudgeResult, apart).input_text is None


def test_captured_texts_that_hold_its_words_are_as_if_nobody_had_recorded_them() -> None:
    capture = {
        "request": {"text": f"Use {SOURCE}", "digest": "sha256:" + "a" * 64},
        "retrieval": [{"query": SOURCE, "rewrites": [SOURCE, "lamps"], "uncovered_subclaims": ["none"]}],
        "hops": [{"key": "h", "ordinal": 1, "proposition": SOURCE}],
        "extra": {"lantern rules": 1, "note": "see LANTERN RULES"},
    }
    capture_left = struck(capture=capture).capture
    assert capture_left.request is not None
    assert (capture_left.request.text, capture_left.request.digest) == (None, "sha256:" + "a" * 64)
    assert capture_left.retrieval is not None
    assert (capture_left.retrieval[0].query, capture_left.retrieval[0].rewrites) == (None, ("", "lamps"))
    assert capture_left.hops is not None
    assert capture_left.hops[0].proposition == ""
    assert capture_left.extra is not None
    assert capture_left.extra["note"] == ""


def test_a_name_that_may_not_be_empty_gets_a_mark_and_a_word_of_ours_comes_back() -> None:
    footnotes = [{"number": "1", "target": "E1"}]
    long = Traces([], ["a producer called pemberton", "post_hoc_model"])
    value = record(producer="a producer called Pemberton", attachment="post_hoc_model", footnotes=footnotes)
    answer = validate(Answer, strike_record(value, long, Citing())["answer"])
    assert answer.producer == ""
    assert answer.attachment == "post_hoc_model"
    selectors = [{"type": "TextQuoteSelector", "exact": SOURCE}, {"type": "XPathSelector", "value": SOURCE}]
    cited = [{"key": "x2", "cited": "E2", "selectors": selectors}]
    kept = struck(citations=cited).citations[0].selectors
    assert getattr(kept[0], "exact", None) == ""


def test_a_value_that_cannot_be_mended_is_given_back() -> None:
    assert repair(Answer, {"claims": "no"}) == {"claims": "no"}
    mended = repair(Answer, {"footnotes": [{"number": "", "target": "E1"}]})
    assert mended["footnotes"][0]["number"] == STRUCK


def test_of_our_own_reports_words_of_ours_stay() -> None:
    value = {"sentence": f"It says {SOURCE}", "outcome": "fail", "claim": SOURCE, "places": [SOURCE, 3]}
    assert strike_any(value, Traces([SOURCE], ["fail"])) == {
        "sentence": "",
        "outcome": "fail",
        "claim": SOURCE,
        "places": ["", 3],
    }
