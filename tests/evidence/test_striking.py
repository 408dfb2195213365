"""Words of an erased source are known again by 24 code points in a row, whatever their case and white space."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence import striking
from lineage.evidence.striking import STRUCK, Traces, fold, strike_json, texts_in

SOURCE = "A refund is paid within fourteen days of the return, in the currency of the order."
TITLE = "Refund handbook of the desk"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (SOURCE, True),
        ("They say a refund is paid within weeks.", True),  # "a refund is paid within " has 24
        ("They say a refund is paid withou", False),  # 23: "a refund is paid witho" and no more
        ("A  REFUND\n is\tPAID within fourteen", True),
        ("", False),
        ("nothing of it", False),
        ("see the REFUND HANDBOOK of the desk, page 2", True),
    ],
)
def test_a_stretch_or_a_title_tells(text: str, found: bool) -> None:
    traces = Traces([SOURCE], [TITLE])
    assert traces.are_in(text) is found
    assert traces.may_be_in(["other", text]) is found
    assert (traces.strike(text) != text) is found


def test_a_short_name_tells_only_where_it_is_the_whole_text() -> None:
    traces = Traces([SOURCE], ["Terms"])
    assert traces.are_in(" terms ")
    assert not traces.are_in("Terms of another house")
    assert not Traces([], ["a", ""]).are_in("a")


def test_a_short_text_tells_where_it_is_the_whole_of_another() -> None:
    assert Traces(["until the tide turns"]).are_in("Until the tide  turns")
    assert not Traces(["until the tide turns"]).are_in("We wait until the tide turns.")
    assert not Traces(["yes"]).are_in("yes")


def test_what_a_living_source_says_too_is_no_trace() -> None:
    spared = Traces([SOURCE], spared=["Here, A refund is paid within fourteen days of the return, in the spring."])
    assert not spared.are_in("a refund is paid within fourteen days of the return")
    assert spared.are_in("days of the return, in the currency of the order")
    assert not Traces([SOURCE], spared=[SOURCE])
    assert bool(Traces([SOURCE]))


def test_only_the_stretch_is_struck_out_of_free_text() -> None:
    struck = Traces([SOURCE], [TITLE]).strike(f"I read: {SOURCE} And {TITLE.upper()}! Fine.")
    assert struck == f"I read: {STRUCK} And {STRUCK}! Fine."
    assert Traces([SOURCE], [TITLE]).strike(TITLE.lower()) == STRUCK


@given(st.text(min_size=24, max_size=80), st.text(max_size=40), st.text(max_size=40))
def test_a_text_that_holds_all_of_a_source_is_found_and_none_of_it_is_left(
    source: str, before: str, after: str
) -> None:
    traces = Traces([source])
    if len(fold(source)) < 24:
        return
    text = f"{before} {source} {after}"
    assert traces.are_in(text)
    assert not traces.are_in(traces.strike(text))


def test_a_long_text_is_looked_at_in_pieces_that_overlap() -> None:
    traces = Traces([SOURCE])
    filler = "x" * 999_990
    assert traces.may_be_in([f"{filler}{SOURCE}"])
    assert not traces.may_be_in([f"{filler}{'y' * 100}"])


def test_every_text_of_a_json_value_is_walked_and_kept_paths_stay() -> None:
    value = {"a": ["x", {"b": "x", "keep": "x"}], "n": 1, "none": None}
    struck = strike_json(value, lambda text: "", lambda path: path[-1] == "keep")
    assert struck == {"a": ["", {"b": "", "keep": "x"}], "n": 1, "none": None}
    assert sorted(texts_in(value)) == ["a", "b", "keep", "n", "none", "x", "x", "x"]


@pytest.mark.parametrize("times", [1, 2])
def test_words_that_stand_escaped_in_json_within_json_are_words_too(times: int) -> None:
    source = 'Семь фонарей "висят" в конторе\nгавани, пока не сменится прилив.'
    text = f"before {source} after"
    for _ in range(times):
        text = json.dumps(text)
    traces = Traces([source])
    assert traces.are_in(text)
    assert traces.may_be_in(["", text])
    struck = traces.strike(text)
    assert "\\u" not in struck
    assert ("before" in struck, "after" in struck) == (True, True)


def test_hashes_of_many_texts_are_made_one_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"The lantern number {number} hangs in the harbour office." for number in range(20)]
    whole = Traces(texts).stretches
    monkeypatch.setattr(striking, "MOST_WAITING", 50)
    assert Traces(texts).stretches.tolist() == whole.tolist()
    assert all(Traces(texts).are_in(text) for text in texts)
