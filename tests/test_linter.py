"""`python -m lineage` as people and CI run it: in a process of its own, where Django cannot be imported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from lineage.__main__ import explanation
from lineage.evidence.rules.registry import BY_CODE, RULES
from tests.evidence.answers import answer, cite
from tests.formats.samples import EXPERTQA, PAYLOADS, needs_samples, sample_path
from tests.servers import ROOT

REFUSE = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("django", "celery", "psycopg"):
            raise ImportError(f"{name} is not to be imported here")

sys.meta_path.insert(0, Refuse())
"""
RELEASED = answer(cite(quoted_text="24 months"))
BLOCKED = answer(cite(cited="E9"))
AS_OF = ("--as-of", "2026-11-29T00:00:00Z")


@pytest.fixture(scope="module")
def without_django(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    (folder / "sitecustomize.py").write_text(REFUSE)
    return folder


@pytest.fixture
def run(without_django: Path) -> Any:
    """Runs the linter; gives exit code, standard output and standard error. No settings of Django are there."""

    def call(*arguments: object, given: bytes = b"", **environment: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [sys.executable, "-m", "lineage", *map(str, arguments)],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(without_django), **environment},
            input=given,
            capture_output=True,
            timeout=300,
        )
        error = done.stderr.decode()
        assert "Traceback" not in error, error
        return done.returncode, done.stdout.decode(), error

    return call


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def put(name: str, content: Any) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return path

    return put


def bundle(*answers: Any) -> Any:
    return {"schema": "evidence-inspector/1", "answers": list(answers)}


def test_a_released_answer_gives_0_and_a_line_of_counts(run: Any, write: Any) -> None:
    code, out, _ = run("inspect", write("a.json", bundle(RELEASED)), *AS_OF)
    assert code == 0
    assert out == "1 answer (1 released); 1 claim; 1 citation (1 quote_match); 0 findings\n"


def test_a_finding_is_a_line_with_place_answer_rule_level_sentence_and_owner(run: Any, write: Any) -> None:
    path = write("a.json", bundle(BLOCKED))
    code, out, _ = run("inspect", path, *AS_OF)
    first, second, last = out.splitlines()
    assert code == 1
    assert first.startswith(f"{path} /answers/0: logs@1: c1/x1: identity/unresolved-id [block] E9 is none of the")
    assert first.endswith("(application)")
    assert second == f"{path} /answers/0: logs@1: blocked"
    assert last.startswith("1 answer (1 blocked)")


def test_json_has_a_schema_and_an_answer_with_everything_that_was_found(run: Any, write: Any) -> None:
    code, out, _ = run("inspect", write("a.json", bundle(BLOCKED)), "--output", "json", *AS_OF)
    document = json.loads(out)
    (found,) = document["answers"]
    assert (code, document["schema"], document["problems"]) == (1, "evidence-inspector/report/1", [])
    assert (found["case"], found["response_version"], found["decision"]) == ("logs", "1", "blocked")
    assert (found["policy"], found["as_of"]) == ("default@1", "2026-11-29T00:00:00+00:00")
    assert [f["rule"] for f in found["findings"]] == ["identity/unresolved-id"]
    assert [r["status"] for r in found["resolutions"]] == ["unresolved_id"]


def test_the_same_file_gives_the_same_bytes(run: Any, write: Any) -> None:
    path = write("a.json", bundle(RELEASED, BLOCKED))
    for output in ("text", "json"):
        outs = {run("inspect", path, "--output", output, *AS_OF, PYTHONHASHSEED=seed)[1] for seed in ("1", "2")}
        assert len(outs) == 1


def test_of_several_files_the_highest_code_is_taken_and_all_are_inspected(run: Any, write: Any) -> None:
    released, blocked = write("a.json", bundle(RELEASED)), write("b.json", bundle(BLOCKED))
    junk = write("c.json", b"{")
    assert run("inspect", released, released)[0] == 0
    assert run("inspect", blocked, released)[0] == 1
    code, out, _ = run("inspect", junk, blocked, released)
    assert code == 2
    assert out.splitlines()[-1].startswith("2 answers (1 blocked, 1 released)")
    assert out.splitlines()[-1].endswith("; 1 problem in the input")


def test_a_bad_answer_gives_2_with_its_pointer_and_the_others_are_inspected(run: Any, write: Any) -> None:
    code, out, _ = run("inspect", write("a.json", bundle(RELEASED, RELEASED | {"claims": [{"key": 1}]})))
    assert code == 2
    assert "/answers/1/claims/0/key" in out
    assert "1 answer (1 released)" in out


def test_standard_input_is_a_file_called_minus(run: Any) -> None:
    code, out, _ = run("inspect", "-", given=json.dumps(bundle(BLOCKED)).encode())
    assert code == 1
    assert out.startswith("- /answers/0: logs@1")


def test_json_lines_are_read_and_named_by_line(run: Any, write: Any) -> None:
    lines = "\n".join(json.dumps({"type": "answer", **value}) for value in (RELEASED, BLOCKED)).encode()
    code, out, _ = run("inspect", write("a.jsonl", lines))
    assert code == 1
    assert "a.jsonl line 2: logs@1" in out


DEEP = b'{"answers": [{"citations": [{"key": "x", "cited": ' + b"[" * 200 + b"]" * 200 + b"}]}]}"
UNUSABLE = {
    "nothing": b"",
    "blanks": b" \n ",
    "binary junk": bytes(range(256)) * 40,
    "no JSON": b"hello",
    "no format": b'{"hello": 1}',
    "a list of nothing": b"[]",
    "no answer": b'{"answers": []}',
    "200 levels": DEEP,
    "100,000 levels": b"[" * 100_000,
    "a duplicate key": b'{"answers": [], "answers": []}',
    "UTF-16": json.dumps(bundle(RELEASED)).encode("utf-16"),
    "another schema": b'{"schema": "evidence-inspector/9", "answers": []}',
    "NUL": b"\0",
    "a type that is a list": b'{"type": []}',
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_a_file_that_cannot_be_used_gives_2_and_says_why(name: str, run: Any, write: Any) -> None:
    path = write("a.json", UNUSABLE[name])
    code, out, _ = run("inspect", path)
    assert code == 2
    assert str(path) in out


def test_files_that_cannot_be_used_are_each_a_problem_in_json_too(run: Any, write: Any) -> None:
    paths = [write(f"{number}.json", data) for number, data in enumerate(UNUSABLE.values())]
    code, out, _ = run("inspect", *paths, "--output", "json")
    assert code == 2
    named = {problem["place"].partition(":")[0] for problem in json.loads(out)["problems"]}
    assert named == {str(path) for path in paths}


def test_a_missing_file_a_directory_and_an_unreadable_name_give_2(run: Any, tmp_path: Path) -> None:
    for path in (tmp_path / "missing.json", tmp_path, tmp_path / ("n" * 300)):
        code, out, _ = run("inspect", path)
        assert code == 2
        assert "cannot be read" in out


def test_a_file_name_that_is_no_text_is_written_so_that_it_can_be_printed(run: Any) -> None:
    code, out, _ = run("inspect", os.fsdecode(b"/nowhere/\xff.json"))
    assert code == 2
    assert "cannot be read" in out
    assert json.loads(run("inspect", os.fsdecode(b"/nowhere/\xff.json"), "--output", "json")[1])["problems"]


def test_a_terminal_that_knows_ascii_alone_gets_escapes_and_the_same_code(run: Any, write: Any) -> None:
    path = write("a.json", bundle(answer(cite(cited="\U0001f600"))))
    code, out, _ = run("inspect", path, PYTHONIOENCODING="ascii")
    assert code == 1
    assert "\\U0001f600" in out


def test_what_a_payload_wrote_cannot_begin_a_line_or_command_a_terminal(run: Any, write: Any) -> None:
    forged = "x\n::error::all is well\r\x1b[2J\u202egnorw\u2028\x85"
    value = answer(cite(cited=forged, marker=forged), case={"key": forged}, response_version=forged)
    code, out, _ = run("inspect", write("a.json", bundle(value)))
    assert code == 1
    assert len(out.splitlines()) == 3
    assert not any(line.startswith("::error::") for line in out.splitlines())
    assert not set(out) & set("\r\x1b\u202e\u2028\x85")


def test_a_policy_decides_the_levels(run: Any, write: Any) -> None:
    path = write("a.json", bundle(BLOCKED))
    policy = {"name": "mine", "revision": 3, "levels": {"identity/unresolved-id": "warn"}}
    code, out, _ = run("inspect", path, "--policy", write("policy.json", policy), "--output", "json")
    assert code == 0
    assert json.loads(out)["answers"][0]["policy"] == "mine@3"


@pytest.mark.parametrize(
    "policy",
    [
        {"name": "p", "revision": 1, "levels": {"identity/no-such-rule": "warn"}},
        {"name": "p", "revision": 1, "levels": {"identity/unresolved-id": "fatal"}},
        {"name": "p"},
        [],
        b"{",
        b"",
    ],
)
def test_a_policy_that_cannot_be_used_gives_2_and_is_named(policy: Any, run: Any, write: Any) -> None:
    path = write("policy.json", policy)
    code, out, error = run("inspect", write("a.json", bundle(RELEASED)), "--policy", path)
    assert (code, out) == (2, "")
    assert str(path) in error
    if isinstance(policy, dict) and "identity/no-such-rule" in policy.get("levels", {}):
        assert "no-such-rule" in error


def test_a_policy_that_is_missing_or_a_directory_gives_2(run: Any, write: Any, tmp_path: Path) -> None:
    path = write("a.json", bundle(RELEASED))
    for policy in (tmp_path, tmp_path / "missing.json"):
        assert run("inspect", path, "--policy", policy)[0] == 2


def test_a_format_that_is_named_is_the_only_one_tried(run: Any, write: Any) -> None:
    path = write("a.json", bundle(RELEASED))
    assert run("inspect", path, "--format", "native")[0] == 0
    assert run("inspect", path, "--format", "ragas")[0] == 2
    assert run("inspect", path, "--format", "nothing")[0] == 2


@pytest.mark.parametrize("moment", ["yesterday", "2026-11-29", "2026-11-29T00:00:00", ""])
def test_a_moment_without_a_time_zone_is_a_wrong_call(moment: str, run: Any, write: Any) -> None:
    assert run("inspect", write("a.json", bundle(RELEASED)), "--as-of", moment)[0] == 2


def test_a_rule_is_explained_with_meaning_owner_level_route_and_repair(run: Any) -> None:
    code, out, _ = run("explain", "origin/quote-mismatch")
    assert code == 0
    assert out.rstrip("\n") == explanation(BY_CODE["origin/quote-mismatch"])
    for rule in RULES:
        for part in (rule.code, rule.meaning, rule.owner.label, rule.level.label, rule.route.label, rule.repair):
            assert part in explanation(rule)


def test_explain_without_a_rule_lists_all(run: Any) -> None:
    code, out, _ = run("explain")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == [rule.code for rule in RULES]


def test_an_unknown_rule_gives_2_and_the_names_that_are_near(run: Any) -> None:
    code, out, error = run("explain", "mismatch")
    assert (code, out) == (2, "")
    assert "origin/quote-mismatch" in error and "identity/snapshot-mismatch" in error
    assert run("explain", "nothing/like-it")[0] == 2


def test_the_schema_is_a_json_schema_of_a_bundle(run: Any) -> None:
    code, out, _ = run("schema")
    schema = json.loads(out)
    assert code == 0
    assert schema["type"] == "object" and "answers" in schema["properties"]
    names = set(schema["$defs"])
    assert {"Answer", "Claim", "Citation", "Artifact", "Transformation"} <= names
    assert set(references(schema)) <= {f"#/$defs/{name}" for name in names}


def references(value: Any) -> list[str]:
    if isinstance(value, list):
        return [found for item in value for found in references(item)]
    if not isinstance(value, dict):
        return []
    own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
    return own + [found for item in value.values() for found in references(item)]


def test_a_wrong_call_gives_2_and_help_gives_0(run: Any) -> None:
    assert run()[0] == 2
    assert run("inspect")[0] == 2
    assert run("--help")[0] == 0


def test_it_runs_where_django_cannot_be_imported(run: Any, without_django: Path, write: Any) -> None:
    refused = subprocess.run(
        [sys.executable, "-c", "import django"], env={"PYTHONPATH": str(without_django)}, capture_output=True
    )
    assert refused.returncode != 0
    assert run("inspect", write("a.json", bundle(RELEASED)))[0] == 0


@needs_samples
def test_every_recorded_payload_is_read_and_gives_0_or_1(run: Any) -> None:
    for name in PAYLOADS:
        code, out, _ = run("inspect", sample_path(name), *AS_OF)
        assert code in (0, 1), out
        assert "in the input" not in out


@needs_samples
def test_the_published_slice_has_its_published_counts(run: Any) -> None:
    code, out, _ = run("inspect", *map(sample_path, EXPERTQA), "--output", "json", *AS_OF)
    document = json.loads(out)
    assert (code, document["problems"], len(document["answers"])) == (1, [], 305)
    assert sum(len(found["claims"]) for found in document["answers"]) == 1_827
    statuses = Counter(r["status"] for found in document["answers"] for r in found["resolutions"])
    assert statuses.total() == 1_828
    assert statuses == {"span_resolved": 1_273, "not_retained": 555}
    for found in document["answers"]:
        keys = [resolution["citation"] for resolution in found["resolutions"]]
        assert len(keys) == len(set(keys)) == sum(found["statuses"].values())
