"""From bundles to rows: one answer is all or nothing, the same again changes nothing, contradictions are named."""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from lineage import ledger, projections
from lineage.dossiers import read_dossier
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.dossier_digest import compute_digest
from lineage.evidence.inspection import inspect
from lineage.evidence.policy import DEFAULT_POLICY, dump_policy
from lineage.evidence.vocabulary import PolicyKind
from lineage.ingest import BATCH
from lineage.models import rows
from lineage.policies import Revision, ensure_policies, save_policy
from tests.golden import GoldenCase, inspect_case, load_cases
from tests.lineage.bundles import IRIS, NOON, PASSAGE, answer, artifact, bundle, counts, source, take_in
from tests.lineage.making import make_tenant

pytestmark = pytest.mark.django_db


def find_stored(tenant: rows.Tenant, case: str = "refund") -> rows.Answer:
    return rows.Answer.objects.get(tenant=tenant, case__key=case)


def inspection_of(stored: rows.Answer) -> rows.Inspection:
    return rows.Inspection.objects.get(answer=stored)


def events(tenant: rows.Tenant) -> Counter[str]:
    return Counter(rows.AuditEvent.objects.filter(tenant=tenant).values_list("verb", flat=True))


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case.name)
def test_a_golden_case_has_the_same_dossier_findings_and_decision_in_rows_as_in_its_bundle(case: GoldenCase) -> None:
    tenant = make_tenant()
    if case.policy != DEFAULT_POLICY:
        ensure_policies(tenant.pk)
        save_policy(tenant.pk, Revision(PolicyKind.GATE, case.policy.name, 2, dump_policy(case.policy)))
    _, wanted = inspect_case(case)
    report = take_in(tenant, case.bundle, case.as_of)
    assert (len(report.imported), report.problems) == (1, [])
    stored = rows.Answer.objects.get(tenant=tenant)
    assert inspect(read_dossier(stored), case.policy, case.as_of) == wanted
    kept = inspection_of(stored)
    assert (kept.decision, kept.as_of) == (str(wanted.decision), case.as_of)
    assert digest_from_raw(bytes(kept.dossier_digest)) == wanted.dossier_digest
    found = rows.Finding.objects.filter(inspection=kept).order_by("ordinal")
    assert list(found.values_list("rule", "outcome", "level", "claim__key", "citation__key")) == [
        (f.rule, str(f.outcome), str(f.level), f.claim, f.citation) for f in wanted.findings
    ]
    resolved = rows.Resolution.objects.filter(inspection=kept).order_by("citation__ordinal")
    assert list(resolved.values_list("citation__key", "status", "detail")) == [
        (r.citation, str(r.status), str(r.detail)) for r in wanted.resolutions
    ]
    assert list(projections.find_differences(tenant.pk)) == []


def test_the_same_file_twice_changes_nothing() -> None:
    tenant = make_tenant()
    value = bundle(answer("refund"), answer("return"))
    assert len(take_in(tenant, value).imported) == 2
    before = counts()
    again = take_in(tenant, value, NOON + timedelta(days=1))
    assert (again.imported, again.unchanged, again.problems) == ([], 2, [])
    assert counts() == before


def test_a_file_that_was_broken_off_is_finished_by_running_it_again() -> None:
    tenant = make_tenant()
    assert len(take_in(tenant, bundle(answer("refund"))).imported) == 1
    whole = take_in(tenant, bundle(answer("refund"), answer("return")))
    assert (len(whole.imported), whole.unchanged) == (1, 1)


def test_the_same_response_version_with_other_content_is_refused_by_name_and_leaves_nothing() -> None:
    tenant = make_tenant()
    take_in(tenant, bundle())
    before = counts()
    report = take_in(tenant, bundle(answer(text="Refunds take a year.", claims=[], citations=[])))
    assert [(p.place, p.pointer) for p in report.problems] == [("/answers/0", "/response_version")]
    assert "answer 1 of case refund" in report.problems[0].message
    assert counts() == before


def test_two_versions_of_one_response_in_one_file_with_other_content_are_refused_the_second_time() -> None:
    tenant = make_tenant()
    report = take_in(tenant, bundle(answer(), answer(text="Another text.", claims=[], citations=[])))
    assert (len(report.imported), len(report.problems)) == (1, 1)
    assert report.problems[0].place == "/answers/1"


def test_another_response_version_of_a_case_stands_beside_the_first() -> None:
    tenant = make_tenant()
    report = take_in(tenant, bundle(answer(), answer(response_version="2", text="Soon.", claims=[], citations=[])))
    assert (len(report.imported), report.problems) == (2, [])
    assert rows.Case.objects.filter(tenant=tenant).count() == 1


def test_a_bad_answer_leaves_nothing_and_does_not_stop_the_others() -> None:
    tenant = make_tenant()
    bad = answer("bad", claims=[{"key": "c1", "place": [0, 999]}])
    report = take_in(tenant, bundle(answer("refund"), bad, answer("return")))
    assert len(report.imported) == 2
    assert [p.pointer for p in report.problems] == ["/answers/1/claims/0/place"]
    assert set(rows.Answer.objects.filter(tenant=tenant).values_list("case__key", flat=True)) == {"refund", "return"}
    assert not rows.Case.objects.filter(key="bad").exists()


def test_an_artifact_key_with_other_content_is_refused_by_name_and_the_others_are_kept() -> None:
    tenant = make_tenant()
    take_in(tenant, bundle())
    other = answer("other", artifacts=[artifact(text="Another text.")], sources=[source()])
    sound = answer("sound", artifacts=[artifact("more", "More words.")], sources=[source()])
    sound |= {"manifest": [{"label": "E1", "artifact": "more"}], "citations": []}
    report = take_in(tenant, {"answers": [other, sound]})
    assert len(report.imported) == 1
    assert [p.place for p in report.problems] == ["/answers/0"]
    assert "artifact passage" in report.problems[0].message
    assert not rows.Case.objects.filter(key="other").exists()


def test_a_known_answer_that_comes_with_another_text_of_its_passage_is_refused_not_called_unchanged() -> None:
    tenant = make_tenant()
    inline = {"sources": [source()], "artifacts": [artifact()]}
    take_in(tenant, {"answers": [answer(**inline)]})
    report = take_in(tenant, {"answers": [answer(**inline | {"artifacts": [artifact(text="Other words.")]})]})
    assert (report.unchanged, len(report.problems)) == (0, 1)
    assert "passage" in report.problems[0].message


@pytest.mark.parametrize(
    "change",
    [
        {"origins": [{"span": [0, 8], "origin": "generated"}]},
        {"metadata": {"page": 4}},
        {"version": "2"},
        {"page": 7},
    ],
    ids=lambda change: next(iter(change)),
)
def test_an_artifact_key_with_the_same_text_and_other_marks_is_refused(change: dict[str, Any]) -> None:
    tenant = make_tenant()
    versions = source("terms", {"version": "1"}, {"version": "2"})
    take_in(tenant, bundle(sources=[versions]))
    inline = {"sources": [versions], "artifacts": [artifact(**change)]}
    report = take_in(tenant, {"answers": [answer("other", **inline)]})
    assert (report.imported, len(report.problems)) == ([], 1)
    assert "artifact passage" in report.problems[0].message


def chunked(case: str, end: int, start: int = 0) -> dict[str, Any]:
    """An answer given the first words of the passage as a chunk; the map says whence they came."""
    segments = [{"output": [0, end], "input": [start, start + end], "kind": "exact_copy"}]
    step = {"key": "cut", "kind": "chunking", "mediation": "deterministic"}
    return answer(
        case,
        manifest=[{"label": "E1", "artifact": "chunk"}],
        citations=[{"key": "x1", "claim": "c1", "cited": "E1", "quoted_text": PASSAGE[:end]}],
        sources=[source()],
        artifacts=[artifact(), artifact("chunk", PASSAGE[:end], kind="chunk", origin="derived")],
        transformations=[step | {"derivations": [{"input": "passage", "output": "chunk", "segments": segments}]}],
    )


def test_a_transformation_key_with_another_map_is_refused_by_name() -> None:
    tenant = make_tenant()
    assert take_in(tenant, {"answers": [chunked("refund", 8)]}).problems == []
    report = take_in(tenant, {"answers": [chunked("other", 8, start=2)]})
    assert (report.imported, len(report.problems)) == ([], 1)
    assert "cut" in report.problems[0].message


def test_a_source_version_with_other_bytes_is_refused_by_name() -> None:
    tenant = make_tenant()
    take_in(tenant, bundle(sources=[source("terms", {"version": "1", "raw_text": "<p>one</p>"})]))
    changed = source("terms", {"version": "1", "raw_text": "<p>two</p>"})
    report = take_in(tenant, {"answers": [answer("other", sources=[changed], artifacts=[artifact()])]})
    assert (report.imported, len(report.problems)) == ([], 1)
    assert "terms" in report.problems[0].message


def test_two_answers_may_bring_other_versions_of_one_source() -> None:
    tenant = make_tenant()
    first = answer("first", sources=[source("terms", {"version": "1"})], artifacts=[artifact()])
    second = answer(
        "second",
        manifest=[{"label": "E1", "artifact": "new"}],
        sources=[source("terms", {"version": "2"})],
        artifacts=[artifact("new", version="2")],
    )
    report = take_in(tenant, {"answers": [first, second]})
    assert (len(report.imported), report.problems) == (2, [])
    assert set(rows.SourceVersion.objects.filter(source__key="terms").values_list("version", flat=True)) == {"1", "2"}
    assert rows.Source.objects.filter(tenant=tenant).count() == 1


def test_a_later_version_that_is_known_here_enters_the_inspection_of_an_answer_on_the_old_one() -> None:
    tenant = make_tenant()
    newer = {"version": "2", "supersedes": "1", "valid_from": "2026-11-01T00:00:00Z"}
    take_in(tenant, {"sources": [source("terms", {"version": "1"}, newer)], "artifacts": [artifact()]})
    old = source("terms", {"version": "1"})
    late = answer("late", answered_at="2026-11-20T00:00:00Z", sources=[old], artifacts=[artifact()])
    assert len(take_in(tenant, {"answers": [late]}).imported) == 1
    kept = inspection_of(find_stored(tenant, "late"))
    assert kept.decision == "hold_for_review"
    assert list(rows.Finding.objects.filter(inspection=kept).values_list("rule", flat=True)) == ["freshness/superseded"]
    assert digest_from_raw(bytes(kept.dossier_digest)) == compute_digest(read_dossier(kept.answer))


def test_an_event_that_is_given_twice_is_recorded_once() -> None:
    tenant = make_tenant()
    withdrawn = {"version": "1", "events": [{"event": "withdrawn", "at": "2026-11-01T00:00:00Z"}]}
    take_in(tenant, bundle(sources=[source("terms", {"version": "1"})]))
    for _ in range(2):
        take_in(tenant, {"sources": [source("terms", withdrawn)]})
    assert rows.SourceEvent.objects.filter(tenant=tenant).count() == 1


def test_shared_records_that_no_answer_needs_are_kept() -> None:
    tenant = make_tenant()
    step = {"key": "cut", "kind": "chunking", "mediation": "deterministic"}
    report = take_in(
        tenant,
        {
            "sources": [source(), source("bare", {"version": "9", "title": "A title"})],
            "artifacts": [artifact(), artifact("chunk", "A refund", kind="chunk", origin="derived")],
            "transformations": [step | {"derivations": [{"input": "passage", "output": "chunk"}]}],
        },
    )
    assert (report.imported, report.problems) == ([], [])
    assert set(rows.Artifact.objects.values_list("key", flat=True)) == {"passage", "chunk"}
    assert set(rows.Source.objects.values_list("key", flat=True)) == {"terms", "bare"}
    assert rows.Derivation.objects.count() == 1
    assert events(tenant) and ledger.verify(tenant) == []


@pytest.mark.parametrize("how", ["dry_run", "all_or_nothing"])
@pytest.mark.parametrize(
    "value",
    [
        bundle(answer("sound"), answer("bad", claims=[{"key": "c1", "place": [0, 999]}])),
        bundle(answer("sound"), answer(response_version="1", text="Other.", claims=[], citations=[])),
        bundle(answer("sound", manifest=[], citations=[]), artifacts=[artifact("more", "x"), artifact(text="Other.")]),
        bundle(
            *(answer(str(n)) for n in range(BATCH)),
            answer("0", text="Other.", claims=[], citations=[]),
        ),
    ],
    ids=["a bad answer", "a known version", "a known artifact that no answer needs", "a contradiction far below"],
)
def test_a_dry_run_and_all_or_nothing_write_nothing_where_anything_is_wrong(how: str, value: dict[str, Any]) -> None:
    tenant = make_tenant()
    take_in(tenant, bundle())
    before = counts()
    report = take_in(tenant, value, **{how: True})
    assert report.problems != [] and report.imported == []
    assert counts() == before


def test_a_dry_run_of_a_sound_file_says_what_would_come_and_writes_nothing() -> None:
    tenant = make_tenant()
    take_in(tenant, bundle(answer("refund")))
    before = counts()
    report = take_in(tenant, bundle(answer("refund"), answer("return")), dry_run=True)
    assert (report.checked, report.unchanged, report.imported, report.problems) == (1, 1, [], [])
    assert report.dry_run and counts() == before


def test_all_or_nothing_writes_a_sound_file_whole() -> None:
    tenant = make_tenant()
    report = take_in(tenant, bundle(answer("refund"), answer("return")), all_or_nothing=True)
    assert (len(report.imported), report.problems) == (2, [])


def test_every_batch_has_one_audit_event_and_the_chain_verifies() -> None:
    tenant = make_tenant()
    take_in(tenant, bundle(*(answer(str(number)) for number in range(BATCH + 1))))
    assert events(tenant) == {"sources_recorded": 1, "answers_imported": 2}
    named: dict[str, str] = {}
    for event in rows.AuditEvent.objects.filter(tenant=tenant, verb="answers_imported").order_by("seq"):
        assert event.actor == IRIS
        named |= json.loads(ledger.read_payload(event))["answers"]
    assert named == {
        public_id: digest_from_raw(bytes(digest))
        for public_id, digest in rows.Answer.objects.filter(tenant=tenant).values_list("public_id", "digest")
    }
    assert ledger.verify(tenant) == []


def test_an_import_touches_no_other_tenant_and_the_same_keys_there_mean_nothing() -> None:
    ours, theirs = make_tenant("harbour"), make_tenant("drew")
    take_in(theirs, bundle(artifacts=[artifact(text="Other words of another house.")]))
    report = take_in(ours, bundle())
    assert (len(report.imported), report.problems) == (1, [])
    assert read_dossier(find_stored(ours)).artifacts["passage"].text == PASSAGE


def test_the_imported_answers_are_named_by_public_id_in_the_order_of_the_file() -> None:
    tenant = make_tenant()
    report = take_in(tenant, bundle(answer("second"), answer("first")))
    keys = dict(rows.Answer.objects.values_list("public_id", "case__key"))
    assert [keys[public_id] for public_id in report.imported] == ["second", "first"]


def test_judge_results_apart_from_their_answer_are_kept_with_it() -> None:
    tenant = make_tenant()
    judged = {"claim": "c1", "citation": "x1", "evaluator": "judge", "status": "completed", "verdict": "supported"}
    apart = judged | {"case": "refund", "response_version": "1", "input_text": "Other\0 text", "attempt": 2}
    report = take_in(tenant, bundle(answer(judge_results=[judged]), judge_results=[apart]))
    assert len(report.imported) == 1
    stored = find_stored(tenant)
    assert [result.attempt for result in read_dossier(stored).judge_results] == [1, 2]
    assert set(rows.JudgeResult.objects.values_list("claim__key", "citation__key")) == {("c1", "x1")}
    assert compute_digest(read_dossier(stored)) == digest_from_raw(bytes(inspection_of(stored).dossier_digest))
