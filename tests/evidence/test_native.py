"""The native bundle: one object, or lines that name earlier ones. What is wrong has its place; the rest is read."""

from __future__ import annotations

import base64
import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineage.evidence.digests import digest_bytes, digest_text
from lineage.evidence.inspection import inspect
from lineage.evidence.native import Collected, is_native, is_record, read_lines, read_object
from lineage.evidence.outcomes import Inspection
from lineage.evidence.policy import DEFAULT_POLICY
from lineage.evidence.vocabulary import ResolutionStatus
from lineage.formats.report import Inspected, as_json, as_text
from tests.evidence.answers import NOW, POLICY_TEXT, answer, cite, passage, step
from tests.golden import dossiers, load_cases

BUNDLES: list[Any] = [case.bundle for case in load_cases()]


def problems(value: Any) -> list[tuple[str, str]]:
    return [(problem.pointer, problem.message) for problem in read_object(value).problems]


def lines(*records: Any) -> Collected:
    return read_lines(json.dumps(record).encode() for record in records)


def test_a_bundle_declares_itself_by_schema_or_answers() -> None:
    assert is_native({"schema": "evidence-inspector/1"}) and is_native({"answers": []})
    assert not is_native({"schema": "evidence-inspector/9"}) and not is_native([]) and not is_native({"sources": []})


@pytest.mark.parametrize("kind", [None, 1, [], {}, ["answer"], "answers", "Answer", ""])
def test_a_line_of_no_known_type_is_no_record(kind: Any) -> None:
    assert not is_record({"type": kind})
    assert is_record({"type": "answer"})


def test_another_schema_is_refused_and_nothing_else_is_read() -> None:
    found = read_object({"schema": "evidence-inspector/2", "answers": [answer()]})
    assert [problem.pointer for problem in found.problems] == ["/schema"]
    assert found.answers == []


def test_an_unknown_field_of_the_bundle_is_named_and_the_rest_is_read() -> None:
    found = read_object({"answer": [], "answers": [answer()]})
    assert [problem.pointer for problem in found.problems] == ["/answer"]
    assert len(found.answers) == 1


@pytest.mark.parametrize("value", [None, {}, "x", 1, True])
def test_what_should_be_a_list_is_refused_at_its_pointer(value: Any) -> None:
    assert problems({"answers": value}) == [("/answers", "a list is expected here")]


def test_a_bad_answer_leaves_nothing_of_itself_and_does_not_stop_the_others() -> None:
    found = read_object({"answers": [answer(), answer() | {"claims": [{"key": 5}]}, answer()]})
    assert [place for place, _ in found.answers] == ["/answers/0", "/answers/2"]
    assert [problem.pointer for problem in found.problems] == ["/answers/1/claims/0/key"]


def test_a_content_gives_its_text_to_the_artifacts_that_name_its_digest() -> None:
    digest = digest_text(POLICY_TEXT)
    shared = {"contents": [{"digest": digest, "text": POLICY_TEXT}], "artifacts": [passage(None, digest=digest)]}
    assert read_object(shared).artifacts["policy"].text == POLICY_TEXT
    inline = {"contents": shared["contents"], "answers": [answer(artifacts=shared["artifacts"])]}
    ((_, found),) = read_object(inline).answers
    assert found.artifacts[0].text == POLICY_TEXT


@pytest.mark.parametrize(
    ("content", "at"),
    [
        ({"text": "a", "digest": digest_text("b")}, "/contents/0/digest"),
        ({"base64": base64.b64encode(b"a").decode(), "digest": digest_bytes(b"b")}, "/contents/0/digest"),
        ({"base64": "é", "digest": digest_bytes(b"")}, "/contents/0/base64"),
        ({"base64": "YQ", "digest": digest_bytes(b"a")}, "/contents/0/base64"),
        ({"base64": "Y Q==", "digest": digest_bytes(b"a")}, "/contents/0/base64"),
        ({"digest": digest_bytes(b"a")}, "/contents/0"),
        ({"text": "a", "base64": "YQ==", "digest": digest_bytes(b"a")}, "/contents/0"),
        ({"text": "a", "digest": "sha256:short"}, "/contents/0/digest"),
    ],
)
def test_a_content_that_is_not_what_it_says_is_refused(content: Any, at: str) -> None:
    assert [found for found, _ in problems({"contents": [content]})] == [at]


@pytest.mark.parametrize("field", ["sources", "artifacts", "transformations"])
def test_a_shared_key_with_other_content_is_refused_and_with_the_same_content_is_not(field: str) -> None:
    records = {
        "sources": [{"key": "k"}, {"key": "k", "owner": "Ada"}],
        "artifacts": [{"key": "k", "kind": "chunk"}, {"key": "k", "kind": "summary"}],
        "transformations": [
            {"key": "k", "kind": "merge", "mediation": "model"},
            {"key": "k", "kind": "merge", "mediation": "human"},
        ],
    }[field]
    assert [found for found, _ in problems({field: records})] == [f"/{field}/1/key"]
    assert problems({field: [records[0], records[0]]}) == []


@pytest.mark.parametrize(
    ("value", "at"),
    [
        ({"artifacts": [passage(source="nowhere")]}, "/artifacts/0/source"),
        ({"sources": [{"key": "s", "versions": [{"version": "1"}] * 2}]}, "/sources/0/versions"),
        (
            {"sources": [{"key": "s", "versions": [{"version": "1", "raw_base64": "x"}]}]},
            "/sources/0/versions/0/raw_base64",
        ),
        (
            {"sources": [{"key": "s", "versions": [{"version": "1", "raw_text": "a", "checksum": "0" * 64}]}]},
            "/sources/0/versions/0/checksum",
        ),
        (
            {
                "sources": [{"key": "s", "versions": [{"version": "1"}]}],
                "artifacts": [passage(source="s", version="2")],
            },
            "/artifacts/0/version",
        ),
        (
            {"artifacts": [passage("abc", origins=[{"span": [0, 4], "origin": "generated"}])]},
            "/artifacts/0/origins/0/span",
        ),
        ({"artifacts": [passage("abc", digest="0" * 64)]}, "/artifacts/0/digest"),
        ({"transformations": [step("t", "a", "b")]}, "/transformations/0/derivations/0/output"),
    ],
)
def test_a_shared_record_is_held_to_the_same_structure_as_an_inline_one(value: Any, at: str) -> None:
    assert at in [found for found, _ in problems(value)]


def test_lines_are_read_in_order_and_name_earlier_ones() -> None:
    found = lines(
        {"type": "source", "key": "s", "versions": [{"version": "1"}]},
        {"type": "artifact", **passage(source="s", version="1")},
        {"type": "answer", **answer(artifacts=[])},
    )
    assert found.problems == []
    assert [place for place, _ in found.answers] == ["line 3"]


def test_a_line_that_names_a_later_one_is_refused_at_its_line() -> None:
    found = lines(
        {"type": "artifact", **passage(source="s")},
        {"type": "source", "key": "s"},
    )
    assert [(p.place, p.pointer) for p in found.problems] == [("line 1", "/source")]


def test_blank_lines_count_and_a_line_that_is_no_json_does_not_stop_the_others() -> None:
    found = read_lines([b"", b"{", b'{"type": "source", "key": "s"}', b"[]", b"  \r"])
    assert [p.place for p in found.problems] == ["line 2", "line 4"]
    assert set(found.sources) == {"s"}


def test_judge_results_apart_belong_to_the_answer_they_name() -> None:
    judged = {"claim": "c1", "evaluator": "j", "status": "completed", "case": "logs"}
    results = [judged, judged | {"response_version": "1"}, judged | {"response_version": "2"}, judged | {"case": "x"}]
    found = read_object({"answers": [answer()], "judge_results": results})
    ((_, value),) = found.answers
    assert [result.response_version for result in found.judged(value)] == [None, "1"]


WEIRD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 2**31, 2**53, 2**63, 10**300, [], {}, [[]], "", "x", "\0", "\U0001f600", "[1]"),
    *(
        "k" * 501,
        "w" * 10_001,
        "/~",
        "2026-99-99",
        "0001-01-01T00:00:00+14:00",
        "sha256:",
        "é",
        [0, 1],
        [1, 0],
        {"\0": 1},
    ),
    *("generated", "derived", "exact_copy", "deleted", "model", "policy", "E1", [0, 2**40], "byte_utf8", "answer"),
)


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(place for key, item in inner for place in places(item, (*at, key)))]


def changed(value: Any, place: tuple[Any, ...], how: str, other: Any) -> Any:
    value = copy.deepcopy(value)
    owner = value
    for key in place[:-1]:
        owner = owner[key]
    if how == "drop":
        del owner[place[-1]]
    elif how == "repeat" and isinstance(owner, list):
        owner.append(copy.deepcopy(owner[place[-1]]))
    elif how == "add" and isinstance(owner[place[-1]], dict):
        owner[place[-1]][str(other)] = other
    else:
        owner[place[-1]] = other
    return value


def inspect_all(value: Any) -> list[Inspection]:
    """Every readable answer inspected and reported, or problems with pointers: never another exception."""
    collected = read_object(value)
    for problem in collected.problems:
        assert problem.pointer.startswith("/") and problem.message, problem
    assert collected.answers or collected.problems or not value.get("answers")
    found = []
    for dossier in dossiers(collected):
        inspection = inspect(dossier, DEFAULT_POLICY, NOW)
        assert [r.citation for r in inspection.resolutions] == [c.key for c in dossier.answer.citations]
        assert all(r.status in ResolutionStatus for r in inspection.resolutions)
        assert inspect(dossier, DEFAULT_POLICY, NOW) == inspection
        found.append(inspection)
        shown = [Inspected("x", dossier.answer, inspection)]
        assert as_text(shown, ()) and json.loads(as_json(shown, ()))
    return found


@settings(max_examples=400)
@given(data=st.data())
def test_any_change_to_a_golden_bundle_ends_in_an_inspection_or_in_problems_with_pointers(data: st.DataObject) -> None:
    value = data.draw(st.sampled_from(BUNDLES))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from(places(value)[1:] or [("answers",)]))
        how = data.draw(st.sampled_from(["set", "set", "drop", "repeat", "add"]))
        if place[0] in value:
            value = changed(value, place, how, data.draw(st.sampled_from(WEIRD) | st.text(max_size=3)))
    inspect_all(value)


def test_every_place_of_one_golden_bundle_takes_every_wrong_value() -> None:
    value = next(case.bundle for case in load_cases() if case.name == "lineage/chunk-with-a-verified-map")
    for place in places(value)[1:]:
        for other in WEIRD:
            inspect_all(changed(value, place, "set", other))


@pytest.mark.parametrize("name", ["cited", "digest", "range", "unit", "view", "url"])
@given(other=st.sampled_from(WEIRD) | st.lists(st.sampled_from(WEIRD), max_size=3))
def test_whatever_stands_inside_a_citation_is_a_finding_and_refuses_nothing(name: str, other: Any) -> None:
    fields = ["id", "digest", "range", "unit", "view"]
    for demanded in (["id"], fields):
        value = answer(cite(**{"range": [0, 8], name: other}), citation_fields=demanded)
        assert len(inspect_all({"answers": [value]})) == 1
