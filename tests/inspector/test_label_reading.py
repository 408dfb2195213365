"""Whatever form files are in, they are told apart by their content; whatever they hold, they are a set or refused."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.labels.jsonl import write_jsonl
from inspector.labels.judge_file import read_judge_file
from inspector.labels.label_set import NotALabelSet
from inspector.labels.reading import FORMATS, PUBLISHED, read_label_set
from inspector.labels.sheet import write_csv
from lineage.evidence.vocabulary import CalibrationLabel
from tests.formats.samples import needs_samples
from tests.inspector.label_files import FILES, joined, json_lines, published, varied
from tests.servers import ROOT

VARIED = joined(write_jsonl(varied()))
# The fields by which a row is known, so that whatever else it holds is read.
ROLES = [dict.fromkeys(fields) for form in PUBLISHED for fields in form.roles.values()]
PARTS = st.sampled_from(["a1", "text", "claim", "claims", "label", "labels", "evidence", "answer", "system"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PARTS, inner, max_size=4),
    max_leaves=8,
)


def test_our_own_forms_are_known_by_their_first_line() -> None:
    assert read_label_set({"any name": VARIED}) == read_label_set({"x": joined(write_csv(varied()))})


@needs_samples
@pytest.mark.parametrize("name", FILES)
def test_a_published_set_is_known_by_the_fields_of_its_rows(name: str) -> None:
    files = published(name)
    read = read_label_set(files)
    assert read.key == name and read.name == FORMATS[name].label
    assert read_label_set(files, name) == read
    assert read_label_set(dict(reversed(files.items()))).items == read.items or name == "expertqa"


def test_every_form_says_what_it_is_and_which_files_it_has() -> None:
    assert all(form.name == name and form.label and form.about and form.files for name, form in FORMATS.items())


@needs_samples
def test_files_of_two_sets_are_not_read_as_one() -> None:
    files = {"a.jsonl": published("pubmedqa")["0.jsonl"], "b.jsonl": published("xsum")["0.jsonl"]}
    with pytest.raises(NotALabelSet, match="of none of the forms that can be read"):
        read_label_set(files)
    with pytest.raises(NotALabelSet, match="b.jsonl: this is no file of PubMedQA, which has: items.jsonl"):
        read_label_set(files, "pubmedqa")


@needs_samples
def test_a_file_that_is_missing_is_named() -> None:
    with pytest.raises(NotALabelSet, match="the file of tables is missing; SciTab has: claims.jsonl and tables.jsonl"):
        read_label_set({"c.jsonl": published("scitab")["0.jsonl"]})
    with pytest.raises(NotALabelSet, match="the file of documents is missing"):
        read_label_set({name: data for name, data in published("mtrag").items() if name != "1.jsonl"})


def test_what_a_judge_said_is_sent_to_where_it_belongs() -> None:
    with pytest.raises(NotALabelSet, match="it is imported with the judges"):
        read_label_set({"j.jsonl": json_lines({"schema": "evidence-inspector-judge/1"})})


REFUSED = {
    "no file": ({}, "auto", "no file was given"),
    "an unknown form": ({"a": VARIED}, "ragas", "no form is called 'ragas'"),
    "two files of one": ({"a": VARIED, "b": VARIED}, "jsonl", "a set of this form is one file, these are 2"),
    "too much": ({"a": bytes(40 * 2**20), "b": bytes(40 * 2**20)}, "auto", "files of at most 64 MiB together"),
    "nothing": ({"a.jsonl": b" \n"}, "auto", "a.jsonl: there is nothing in it"),
    "no rows of any set": ({"a.jsonl": b'{"id": 1}'}, "auto", "a.jsonl: its rows are of none of the forms"),
    "a table without its columns": ({"a.csv": b"x,y\n"}, "auto", "a.csv:1: this is neither JSON Lines nor a table"),
    "another version": ({"a": b'{"schema": "evidence-inspector-labels/2"}'}, "auto", "a:1: the first line says"),
    "a name that is none": ({"\x1b[2J\n": b"\n"}, "auto", "�\\[2J�: there is nothing in it"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_read_is_refused_in_words(kind: str) -> None:
    files, form, message = REFUSED[kind]
    with pytest.raises(NotALabelSet, match=message):
        read_label_set(files, form)


@given(st.binary(max_size=60), st.sampled_from(("auto", *FORMATS)))
@example(b'{"schema": "evidence-inspector-labels/1", "set": {"key": "\\ud800"}}', "auto")
@example(b'item,rater,value\n"', "table")
@example(b"\xef\xbb\xbf", "csv")
def test_any_bytes_are_a_set_or_are_refused(data: bytes, form: str) -> None:
    try:
        read_label_set({"a": data}, form)
    except NotALabelSet as error:
        assert str(error)
    try:
        read_judge_file(data)
    except NotALabelSet as error:
        assert str(error)


@given(st.sampled_from(ROLES), st.data())
def test_any_row_of_a_published_set_is_read_or_refused(role: dict[str, object], data: st.DataObject) -> None:
    row = {name: data.draw(VALUES) for name in role}
    try:
        read_label_set({"a.jsonl": json.dumps(row).encode().replace(b"Infinity", b"1e999")})
    except NotALabelSet as error:
        assert str(error)


def test_the_examples_of_the_documentation_are_read() -> None:
    page = (ROOT / "docs" / "label-sets.md").read_text()
    examples = dict(re.findall(r"^```(csv|jsonl|judge)\n(.*?)^```", page, re.MULTILINE | re.DOTALL))
    assert len(read_label_set({"a.csv": examples["csv"].encode()}).items) == 2
    assert len(read_label_set({"a.jsonl": examples["jsonl"].encode()}).items) == 2
    assert len(read_judge_file(examples["judge"].encode()).results.said) == 3


def test_the_documentation_names_every_form_and_every_label_of_the_house() -> None:
    page = (ROOT / "docs" / "label-sets.md").read_text()
    assert [name for name in FORMATS if f"| `{name}` |" not in page] == []
    assert [label for label in CalibrationLabel if label.value not in page and label != "ambiguous"] == []
