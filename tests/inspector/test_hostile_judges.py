"""What no row can hold is refused or kept as it was written, never a failure of ours; keys of any script stay apart."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from inspector.calibrating.importing import import_label_set, set_key
from inspector.judging.configurations import newest_of
from inspector.models.judging import EvaluatorConfiguration, JudgeBatch
from inspector.pages.judge_parameters import read_parameters, write_parameters
from tests.inspector.judged import labels, make_bench
from tests.inspector.labelled_sets import labelled
from tests.inspector.test_judge_pages import browser

pytestmark = pytest.mark.django_db
HEADER = {"schema": "evidence-inspector-judge/1", "configuration": {"evaluator": "strict"}, "field": "answer"}


@pytest.mark.parametrize("value", [r'"\u0000"', r'"\ud800"', r'"a\udfff"'])
def test_a_parameter_that_no_row_holds_stays_as_it_was_written(value: str) -> None:
    bench = make_bench()
    judge = bench.results(labels("yes"))[0].configuration.evaluator
    seen = newest_of(judge)
    assert seen is not None
    words = dict.fromkeys(("model", "prompt", "rubric", "parser_version"), "")
    sent = words | {"parameters": f"stop = {value}", "seen": seen.public_id}
    client = browser(bench.pia)
    assert client.post(reverse("judge_configure", args=[judge.public_id]), sent).status_code == 303
    kept = EvaluatorConfiguration.objects.order_by("number").last()
    assert kept is not None and kept.parameters == {"stop": value}
    assert read_parameters(write_parameters(kept.parameters)) == kept.parameters
    assert client.get(reverse("judge", args=[judge.public_id])).status_code == 200


@pytest.mark.parametrize(
    "said",
    [
        {"configuration": {"evaluator": "strict", "parameters": {"stop": "\0"}}},
        {"labels": {"\0": "yes"}},
        {"labels": {"ja": "\0"}},
        {"labels": {"ja": "x" * 201}},
    ],
)
def test_a_header_that_no_row_holds_is_refused_and_nothing_is_written(said: dict[str, object]) -> None:
    bench = make_bench()
    lines = (HEADER | said, {"item": "i1", "label": "yes"})
    file = SimpleUploadedFile("judge.jsonl", "\n".join(map(json.dumps, lines)).encode())
    sent = {"revision": bench.revision.public_id, "mapping": "", "file": file}
    answered = browser(bench.pia).post(reverse("judge_import"), sent)
    assert answered.status_code == 422
    assert "judge.jsonl" in answered.content.decode()
    assert not JudgeBatch.objects.exists() and not EvaluatorConfiguration.objects.exists()


@pytest.mark.parametrize(("one", "other"), [("日本語", "中文"), ("!!!", "???")])
def test_sets_whose_keys_have_no_latin_letter_are_two(one: str, other: str) -> None:
    bench = make_bench()
    first = import_label_set(bench.pia, labelled(key=one))
    second = import_label_set(bench.pia, replace(labelled(key=other), name="Other"))
    assert first.set.pk != second.set.pk
    assert (first.revision.number, second.revision.number) == (1, 1)
    assert import_label_set(bench.pia, labelled(key=one)).set.pk == first.set.pk


@pytest.mark.parametrize("wished", ["InCrediblAE stance", "x" * 99 + "- y", "日本語", "!!!", "_a_"])
def test_the_key_of_a_set_names_the_same_set_again(wished: str) -> None:
    assert set_key(set_key(wished)) == set_key(wished) != ""
