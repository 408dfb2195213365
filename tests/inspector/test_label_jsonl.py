"""Label sets as JSON Lines: what goes out comes back byte for byte, and what was changed on the way does not."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from inspector.labels.counting import count, digest_labels
from inspector.labels.jsonl import read_jsonl, write_jsonl
from inspector.labels.label_set import JudgeConfiguration, JudgeResults, JudgeSaid, LabelSet, NotALabelSet
from lineage.evidence.digests import digest_bytes
from tests.inspector.label_files import header, joined, json_lines, label_sets, one, varied

EXPORT = joined(write_jsonl(varied()))


@given(label_sets())
def test_what_is_exported_comes_back_byte_for_byte(label_set: LabelSet) -> None:
    exported = joined(write_jsonl(label_set))
    read = read_jsonl(exported)
    assert joined(write_jsonl(read)) == exported
    assert (count(read), digest_labels(read)) == (count(label_set), digest_labels(label_set))
    for item, again in zip(label_set.items, read.items, strict=True):
        assert (again.words, again.expected, again.strata) == (item.words, item.expected, item.strata)
        assert sorted(again.labels) == sorted(item.labels)


def test_the_first_line_says_schema_counts_digest_and_limits() -> None:
    first, _, rest = EXPORT.partition(b"\n")
    head = json.loads(first)
    assert head["schema"] == "evidence-inspector-labels/1"
    # Counted by hand in `varied`.
    assert head["counts"] == {
        "items": 3,
        "labels": 4,
        "adjudications": 1,
        "expected": 2,
        "without_words": 1,
        "non_comparable": 1,
    }
    assert head["digest"] == digest_bytes(rest)
    assert head["limits"] == ["not_truth", "not_poisoning", "not_causal", "not_authentication", "not_access"]


def test_a_changed_bit_anywhere_is_refused() -> None:
    for place in range(len(EXPORT)):
        for bit in (0, 5):
            changed = bytearray(EXPORT)
            changed[place] ^= 1 << bit
            with pytest.raises(NotALabelSet):
                read_jsonl(bytes(changed))


def test_a_file_that_was_cut_anywhere_is_refused() -> None:
    for end in range(len(EXPORT)):
        with pytest.raises(NotALabelSet):
            read_jsonl(EXPORT[:end])


def test_blanks_in_an_export_are_a_change_too() -> None:
    with pytest.raises(NotALabelSet, match="labels.jsonl:1: this line is written otherwise"):
        read_jsonl(EXPORT.replace(b'"schema":', b'"schema": ', 1))
    with pytest.raises(NotALabelSet, match="labels.jsonl:2 to 5 have another digest"):
        read_jsonl(EXPORT + b"\n")


def test_a_count_that_is_wrong_is_named() -> None:
    head = header(counts={"items": 2, "labels": 1})
    with pytest.raises(NotALabelSet, match="labels.jsonl:1/counts/items: it says 2, there are 1"):
        read_jsonl(json_lines(head, one()))


def test_a_set_by_hand_needs_neither_counts_nor_digests() -> None:
    read = read_jsonl(b"\xef\xbb\xbf" + json_lines(header(), one()) + b"\n")
    assert read.key == "mine" and read.items[0].labels[0].value == "yes"


def test_what_judges_said_is_no_part_of_an_export() -> None:
    said = JudgeResults(
        configuration=JudgeConfiguration(evaluator="checker"), field="stance", said=(JudgeSaid("one", label="0"),)
    )
    judged = LabelSet(key="k", name="", fields=varied().fields, items=varied().items, judges=(said,))
    assert b"checker" not in joined(write_jsonl(judged))


REFUSED = {
    "nothing": (b"", ": there is nothing in it"),
    "no header": (json_lines(one()), ":1: the first line says the schema"),
    "another version": (json_lines(header(schema="evidence-inspector-labels/2"), one()), ":1: the first line says"),
    "no item": (json_lines(header()), ":1: there is no item in it"),
    "a list": (json_lines(header(), [1]), ":2: each line is a JSON object"),
    "broken": (json_lines(header()) + b'{"key"', ":2: this is not JSON that can be read"),
    "a key twice": (json_lines(header()) + b'{"key": "a", "key": "b"}', ":2: .*duplicate key"),
    "NaN": (json_lines(header()) + b'{"key": NaN}', ":2: "),
    "half a pair": (json_lines(header()) + b'{"key": "\\ud800"}', ":2: "),
    "deep": (json_lines(header()) + b'{"key": ' + b"[" * 100_000, ":2: .*recursion"),
    "too large a number": (
        json_lines(header(), one(labels=[{"field": "support", "rater": "a", "value": "yes", "confidence": 7}])).replace(
            b"7", b"1e400"
        ),
        ":2/labels/0/confidence: this number is too large",
    ),
    "a whole number that no float holds": (
        json_lines(header(), one(labels=[{"field": "support", "rater": "a", "value": "yes", "confidence": 2**60}])),
        ":2/labels/0/confidence: this number is too large",
    ),
    "true for a number": (
        json_lines(header(), one(labels=[{"field": "support", "rater": "a", "value": "yes", "confidence": True}])),
        ":2/labels/0/confidence: a number is expected",
    ),
    "a number for a text": (json_lines(header(), one(key=7)), ":2/key: a text is expected"),
    "text for words": (json_lines(header(), one(words="It is so.")), ":2/words: an object is expected"),
    "no claim": (json_lines(header(), one(words={})), ":2/words: claim is missing"),
    "a list for strata": (json_lines(header(), one(strata=["dev"])), ":2/strata: an object is expected"),
    "a field that nobody reads": (json_lines(header(), one(label="yes")), ":2: 'label' is none of the fields"),
    "an unknown role": (
        json_lines(header(), one(labels=[{"field": "support", "rater": "a", "value": "yes", "role": "boss"}])),
        ":2/labels/0/role: one of rater, adjudicator is expected here",
    ),
    "NUL in a name": (json_lines(header(), one(key="a\0b")), ":2: the key of an item holds a NUL"),
    "no name": (json_lines(header(), one(key="")), ":2: the key of an item is empty"),
    "a value that is none": (json_lines(header(), one(expected={"support": "maybe"})), ":2: 'maybe' is no value"),
    "expected by nobody": (json_lines(header(), one(expected={"support": "no"})), ":2: .*nothing says by whom"),
    "not comparable for no reason": (json_lines(header(), one(comparability="non_comparable")), ":2: .*says why"),
    "an item twice": (json_lines(header(), one(), one()), ":3: the item 'one' stands at labels.jsonl:2 already"),
    "a rater twice": (json_lines(header(), one(labels=one()["labels"] * 2)), ":2: 'ada' says two things"),
    "no field": (json_lines(header(fields=[]), one()), ":1: a set labels at least one field"),
    "a positive value that is none": (
        json_lines(header(fields=[header()["fields"][0] | {"positive": ["maybe"]}]), one()),
        ":1: what counts as positive of 'support' is none of its values",
    ),
    "numbers that are none": (
        json_lines(header(fields=[header()["fields"][0] | {"scale": "interval"}]), one()),
        ":1: the values of 'support' are numbers",
    ),
    "a long label": (
        json_lines(header(fields=[{"name": "support", "values": ["y" * 201]}]), one()),
        ":1: a value of 'support' has at most 200 characters, this has 201",
    ),
    "a long line": (json_lines(header(), one(words={"claim": "x" * (4 * 2**20)})), ":2: a line of at most 4 MiB"),
    "a digest that is none": (json_lines(header(digest="sha256:1"), one()), ":1/digest: a digest is"),
    "a count that is none": (json_lines(header(counts={"items": -1}), one()), ":1/counts: .*whole number"),
    "a count of what is not counted": (json_lines(header(counts={"pages": 1}), one()), ":1/counts: 'pages' is not"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_label_set_is_refused_with_its_place(kind: str) -> None:
    data, message = REFUSED[kind]
    with pytest.raises(NotALabelSet, match=f"labels.jsonl{message}"):
        read_jsonl(data)
