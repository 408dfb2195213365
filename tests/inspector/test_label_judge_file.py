"""What a judge said, as a file: its own words, what it was set to, and nothing that was changed on the way."""

from __future__ import annotations

import pytest

from inspector.labels.judge_file import read_judge_file, write_judge_file
from inspector.labels.label_set import JudgeConfiguration, JudgeResults, JudgeSaid, NotALabelSet
from lineage.evidence.vocabulary import JudgeStatus
from tests.inspector.label_files import joined, json_lines

SAID = (
    JudgeSaid("one", label="yes", score=0.93, raw='{"answer": "yes"}\n\0'),
    JudgeSaid("one", label="no", attempt=2),
    JudgeSaid("two", JudgeStatus.TIMEOUT, message="no answer within 60 s"),
    JudgeSaid("three", score=-1.5),
    JudgeSaid("four", label=""),
)
CONFIGURATION = JudgeConfiguration(
    evaluator="checker",
    model="m-1",
    prompt="Does it?",
    rubric="yes or no",
    parser_version="3",
    parameters={"temperature": 0.5, "top": 1, "strict": True, "mode": "fast"},
)
RESULTS = JudgeResults(configuration=CONFIGURATION, field="support", said=SAID)
LABELS = {"yes": "supported", "no": "not supported"}
FILE = joined(write_judge_file(RESULTS, LABELS))
HEADER = {
    "schema": "evidence-inspector-judge/1",
    "configuration": {"evaluator": "checker"},
    "field": "support",
}


def test_what_is_written_comes_back() -> None:
    read = read_judge_file(FILE)
    assert (read.results, read.labels) == (RESULTS, LABELS)
    assert joined(write_judge_file(*read)) == FILE


def test_a_file_by_hand_says_no_more_than_it_must() -> None:
    read = read_judge_file(json_lines(HEADER, {"item": "one", "label": 1}, {"item": "two", "score": 1}))
    assert read.results.configuration == JudgeConfiguration(evaluator="checker")
    assert read.results.said == (JudgeSaid("one", label="1"), JudgeSaid("two", score=1.0))
    assert read.labels == {}


def test_a_word_that_is_no_label_is_kept_as_it_came() -> None:
    words = ("mostly, I think", "", "x" * 5_000, "a\0b")
    lines = [{"item": str(number), "label": word} for number, word in enumerate(words)]
    assert tuple(said.label for said in read_judge_file(json_lines(HEADER, *lines)).results.said) == words


def test_a_changed_bit_anywhere_and_a_cut_anywhere_are_refused() -> None:
    for place in range(len(FILE)):
        changed = bytearray(FILE)
        changed[place] ^= 1 << 5
        for data in (bytes(changed), FILE[:place]):
            with pytest.raises(NotALabelSet):
                read_judge_file(data)


def line(**fields: object) -> bytes:
    return json_lines(HEADER, {"item": "one"} | fields)


REFUSED = {
    "nothing": (b"", ": there is nothing in it"),
    "another schema": (json_lines(HEADER | {"schema": "evidence-inspector-labels/1"}), ":1: the first line says"),
    "a field that nobody reads": (json_lines(HEADER | {"model": "m"}), ":1: 'model' is none of the fields"),
    "no evaluator": (json_lines(HEADER | {"configuration": {}}), ":1/configuration: evaluator is missing"),
    "no field": (json_lines({**HEADER, "field": None}, {"item": "a", "score": 1}), ":1: field is missing"),
    "deep parameters": (
        json_lines(HEADER | {"configuration": {"evaluator": "e", "parameters": {"stop": ["a"]}}}),
        ":1/configuration/parameters: 'stop': a parameter is",
    ),
    "a huge parameter": (
        json_lines(HEADER | {"configuration": {"evaluator": "e", "parameters": {"seed": 2**60}}}),
        ":1/configuration/parameters: this number is too large",
    ),
    "no result": (json_lines(HEADER), ":1: there is no result behind it"),
    "neither label nor score": (line(), ":2: a completed answer has a label or a score"),
    "failed with a score": (line(status="error", score=1), ":2: a completed answer has a label or a score"),
    "an unknown status": (line(status="asleep"), ":2/status: one of completed"),
    "attempt 0": (line(score=1, attempt=0), ":2: attempts are counted from 1"),
    "attempt 1.5": (line(score=1, attempt=1.5), ":2/attempt: a whole number is expected"),
    "a word for a score": (line(score="high"), ":2/score: a number is expected"),
    "a list for a label": (line(label=["yes"]), ":2/label: a number is expected"),
    "no item": (json_lines(HEADER, {"score": 1}), ":2: item is missing"),
    "an attempt twice": (
        json_lines(HEADER, {"item": "one", "score": 1}, {"item": "one", "score": 0}),
        ":3: attempt 1 on the item 'one' is given twice",
    ),
    "a wrong count": (
        json_lines(HEADER | {"counts": {"results": 2}}, {"item": "one", "score": 1}),
        ":1/counts/results: it says 2, there are 1",
    ),
    "labels that are none": (json_lines(HEADER | {"labels": {"yes": 1}}, {"item": "a", "score": 1}), ":1/labels/yes: "),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_judge_file_is_refused_with_its_place(kind: str) -> None:
    data, message = REFUSED[kind]
    with pytest.raises(NotALabelSet, match=f"judge.jsonl{message}"):
        read_judge_file(data)
