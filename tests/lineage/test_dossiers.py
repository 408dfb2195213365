"""From rows to dossiers: the same content as the bundle it came in, in a fixed number of statements."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from lineage.dossiers import known_sources, read_answer, read_dossier
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.dossier import Dossier
from lineage.evidence.dossier_digest import compute_digest
from lineage.evidence.inspection import inspect
from lineage.evidence.native import read_object
from lineage.evidence.policy import DEFAULT_POLICY
from lineage.models import rows
from lineage.models.content import ContentAbsent
from tests.golden import dossiers, load_cases
from tests.lineage.bundles import CLAIM, NOON, PASSAGE, answer, artifact, bundle, source, take_in
from tests.lineage.making import make_tenant

pytestmark = pytest.mark.django_db


def stored(case: str = "refund") -> rows.Answer:
    return rows.Answer.objects.get(case__key=case)


def assert_same(value: dict[str, Any], tenant: rows.Tenant | None = None) -> Dossier:
    """The dossier of the bundle's only answer, which is the same from rows as from the bundle."""
    (wanted,) = dossiers(read_object(value))
    report = take_in(tenant or make_tenant(), value)
    assert (len(report.imported), report.problems) == (1, [])
    found = read_dossier(rows.Answer.objects.order_by("-id")[:1].get())
    assert (found.answer, found.sources, found.artifacts) == (wanted.answer, wanted.sources, wanted.artifacts)
    assert (steps(found), found.judge_results) == (steps(wanted), wanted.judge_results)
    assert compute_digest(found) == compute_digest(wanted)
    return found


def steps(dossier: Dossier) -> list[Any]:
    """The transformations with every segment of their derivations, which rows keep packed beside them."""
    bare = [
        replace(t, derivations=tuple(replace(d, segments=None) for d in t.derivations)) for t in dossier.transformations
    ]
    return [
        bare,
        {
            output: [sorted(dossier.segments_of(edge), key=str) for edge in found]
            for output, found in dossier.edges_into.items()
        },
    ]


def test_a_source_that_is_known_by_its_name_alone_is_in_the_dossier() -> None:
    named = artifact(source="bare", version=None)
    dossier = assert_same({"answers": [answer(sources=[{"key": "bare", "owner": "Ada"}], artifacts=[named])]})
    assert dossier.sources["bare"].owner == "Ada"


def test_every_field_of_a_source_comes_back() -> None:
    version = {
        "version": "2",
        "title": "Terms \U0001f600",
        "safe_title": "Terms",
        "uri": "https://example.org/terms",
        "safe_uri": "https://example.org",
        "media_type": "text/html",
        "raw_text": "<p>a\0b</p>",
        "observed_at": "2026-11-02T14:10:00.123456+02:00",
        "ingested_at": "2026-11-02T14:11:00Z",
        "valid_from": "0001-01-01T00:00:00Z",
        "valid_to": "9999-12-31T23:59:59.999999Z",
        "draft": True,
        "supersedes": "1",
        "labels": ["staff", "legal"],
        "availability": "archived",
        "events": [
            {"event": "withdrawn", "at": "2026-11-03T00:00:00Z", "reason": "wrong"},
            {"event": "restored", "at": "2026-11-04T00:00:00Z"},
        ],
    }
    about = {"owner": "Ada", "jurisdiction": "NL", "language": "nl", "authority": "authoritative", "kind": "html"}
    assert_same(
        {"answers": [answer(sources=[source("terms", {"version": "1"}, version) | about], artifacts=[artifact()])]}
    )


def test_every_field_of_an_artifact_and_a_transformation_comes_back() -> None:
    marked = artifact(
        "made",
        "A refund",
        kind="chunk",
        origin="derived",
        language="en",
        direction="rtl",
        page=3,
        section="2.1",
        cell="B4",
        box=[0.5, 1, 2.25, 1e9],
        confidence=0.1,
        origins=[{"span": [0, 1], "origin": "generated"}],
        metadata={"nested": {"a\0": [None, 1.0, 2**64]}},
    )
    step = {
        "key": "cut",
        "kind": "chunking",
        "mediation": "deterministic",
        "tool": "cutter",
        "tool_version": "1.2",
        "model": "m",
        "model_version": "3",
        "prompt_digest": "A" * 64,
        "parameters": {"size": 8, "overlap": 0.0},
        "executed_at": "2026-11-02T14:10:00Z",
        "operator": "ben",
        "derivations": [
            {
                "input": "passage",
                "output": "made",
                "segments": [
                    {"output": [2, 8], "input": [2, 8], "kind": "exact_copy", "weight": 0.3, "confidence": 0.1},
                    {"output": [0, 2], "input": [0, 2], "kind": "exact_copy", "weight": 1, "confidence": 0},
                    {"output": [8, 8], "input": [8, 9], "kind": "deleted"},
                ],
            }
        ],
    }
    entry = {"label": "E1", "artifact": "made", "position": 0, "supplied": [0, 8], "retrieval": {"score": 0.5}}
    assert_same(
        {
            "answers": [
                answer(
                    manifest=[entry],
                    sources=[source()],
                    artifacts=[artifact(), marked],
                    transformations=[step],
                )
            ]
        }
    )


def test_a_passage_that_nobody_kept_keeps_its_declared_digest_and_an_empty_text_is_a_text() -> None:
    hashed = artifact("hashed", None, digest="B" * 64)
    value = answer(artifacts=[artifact(text=""), hashed, artifact("nothing", None)], sources=[source()])
    dossier = assert_same({"answers": [value]})
    assert [dossier.find_text(key) for key in ("passage", "hashed", "nothing")] == ["", None, None]


def test_an_answer_without_any_key_of_its_own_is_found_under_its_natural_key() -> None:
    value = {"case": {"question": "When?"}, "text": CLAIM, "claims": [{"key": "c1", "place": [0, 5]}]}
    dossier = assert_same({"answers": [value]})
    assert dossier.answer.text == CLAIM


def test_what_other_answers_brought_under_a_key_that_this_one_cites_does_not_make_it_known() -> None:
    tenant = make_tenant()
    lone = {"case": {"key": "lone"}, "response_version": "1", "text": CLAIM, "claims": [{"key": "c1", "text": CLAIM}]}
    cited = [{"key": "x1", "claim": "c1", "cited": "passage"}, {"key": "x2", "claim": "c1", "cited": "terms"}]
    take_in(tenant, bundle())
    dossier = assert_same({"answers": [lone | {"citations": cited}]}, tenant)
    assert (dossier.artifacts, dossier.sources) == ({}, {})
    found = inspect(dossier, DEFAULT_POLICY, NOON)
    assert [(str(r.status), str(r.detail)) for r in found.resolutions] == [("unresolved_id", "")] * 2


def test_all_golden_cases_in_one_tenant_stay_as_they_are_each_for_itself() -> None:
    """A case whose keys an earlier one used otherwise is refused by name, never mixed with it."""
    tenant = make_tenant()
    for case in load_cases():
        report = take_in(tenant, case.bundle, case.as_of)
        assert len(report.imported) == 1 or report.problems, case.name
        for public_id in report.imported:
            recorded = rows.Inspection.objects.get(answer__public_id=public_id)
            dossier = read_dossier(rows.Answer.objects.get(public_id=public_id))
            assert compute_digest(dossier) == digest_from_raw(bytes(recorded.dossier_digest)), case.name
            assert str(inspect(dossier, DEFAULT_POLICY, case.as_of).decision) == recorded.decision
    assert rows.Answer.objects.count() > 20


def test_a_later_version_of_its_source_joins_the_dossier() -> None:
    tenant = make_tenant()
    take_in(tenant, bundle())
    take_in(tenant, {"sources": [source("terms", {"version": "1"}, {"version": "2", "supersedes": "1"})]})
    assert [v.version for v in read_dossier(stored()).sources["terms"].versions] == ["1", "2"]


def test_the_sources_of_another_tenant_are_not_known() -> None:
    ours, theirs = make_tenant("harbour"), make_tenant("drew")
    take_in(theirs, bundle())
    assert known_sources(ours.pk, ["terms", "no\N{SNOWMAN}such"]) == {}
    assert set(known_sources(theirs.pk, ["terms"])) == {"terms"}


def test_a_dossier_is_read_in_the_same_number_of_statements_for_a_small_and_a_large_answer() -> None:
    tenant = make_tenant()
    numbers = range(300)
    large = answer(
        "large",
        manifest=[{"label": f"E{n}", "artifact": f"chunk {n}"} for n in numbers],
        claims=[{"key": f"c{n}", "text": f"Claim {n}"} for n in numbers],
        citations=[{"key": f"x{n}", "claim": f"c{n}", "cited": f"E{n}"} for n in numbers],
        sources=[source(f"s{n}", {"version": "1", "labels": ["staff"]}) for n in numbers] + [source()],
        artifacts=[artifact()] + [artifact(f"chunk {n}", PASSAGE, origin="derived", source=f"s{n}") for n in numbers],
        transformations=[
            {
                "key": f"cut {n}",
                "kind": "chunking",
                "mediation": "deterministic",
                "derivations": [{"input": "passage", "output": f"chunk {n}"}],
            }
            for n in numbers
        ],
    )
    take_in(tenant, bundle(answer("small"), large))
    counted = []
    for case in ("small", "large"):
        row = stored(case)
        with CaptureQueriesContext(connection) as captured:
            read_dossier(row)
        counted.append(len(captured))
    # The small answer has no derivations and no labels to ask for; nothing grows with the answer.
    assert counted[0] <= counted[1] <= 12


def test_two_large_answers_of_unlike_size_take_the_same_number_of_statements() -> None:
    tenant = make_tenant()
    for size in (2, 200):
        value = answer(
            str(size),
            manifest=[{"label": f"E{n}", "artifact": f"{size}/{n}"} for n in range(size)],
            citations=[{"key": f"x{n}", "claim": "c1", "cited": f"E{n}"} for n in range(size)],
            sources=[source()],
            artifacts=[artifact(f"{size}/{n}", f"{PASSAGE} {n}") for n in range(size)],
        )
        assert take_in(tenant, {"answers": [value]}).problems == []
    counted = []
    for case in ("2", "200"):
        row = stored(case)
        with CaptureQueriesContext(connection) as captured:
            read_dossier(row)
        counted.append(len(captured))
    assert counted[0] == counted[1]


def test_an_erased_text_is_absent_from_the_dossier_and_the_claim_is_not_replayed() -> None:
    tenant = make_tenant()
    take_in(tenant, bundle())
    rows.Content.objects.filter(pk=rows.Artifact.objects.get(key="passage").content_id).erase(NOON)
    dossier = read_dossier(stored())
    assert dossier.find_text("passage") is None
    found = inspect(dossier, DEFAULT_POLICY, NOON)
    assert found.resolutions[0].status in ("not_retained", "not_replayable")
    assert found.decision == "not_evaluated"


def test_an_erased_record_of_an_answer_says_so() -> None:
    tenant = make_tenant()
    take_in(tenant, bundle())
    rows.Content.objects.filter(pk=stored().record_id).erase(NOON)
    with pytest.raises(ContentAbsent):
        read_answer(stored())
