"""Bullets of a summary that rest on nothing are not stored, and the import says which and why (S3-41, M-20)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lineage.formats.registry import read_payload
from lineage.ingest import ingest
from lineage.models import rows
from tests.formats.record_shapes import TABLES
from tests.formats.test_summary_bullets import bullet
from tests.lineage import bundles
from tests.lineage.making import make_tenant

pytestmark = pytest.mark.django_db

REASON = "a bullet of a summary that names no source span rests on nothing"


def native(key: str, **more: Any) -> dict[str, Any]:
    return bundles.artifact(key, f"{key}: fourteen days.", kind="summary_bullet", origin="generated", **more)


def made_from(*keys: str, mapped: bool = True) -> dict[str, Any]:
    segment = {"output": [0, 5], "input": [0, 8], "kind": "paraphrased_summary"}
    return {
        "key": "summarize",
        "kind": "summarization",
        "mediation": "model",
        "derivations": [
            {"input": "passage", "output": key} | ({"segments": [segment]} if mapped else {}) for key in keys
        ],
    }


def stored() -> list[str]:
    return list(rows.Artifact.objects.filter(kind="summary_bullet").order_by("key").values_list("key", flat=True))


def test_of_three_bullets_in_tables_two_are_stored_and_the_one_without_spans_is_named_with_the_reason() -> None:
    bullets = [bullet("b1", "s-in"), bullet("b2", "s-in", "s-out"), bullet("b3")]
    payload = json.dumps({**TABLES, "Artifact": [*TABLES["Artifact"], *bullets]}).encode()
    report = ingest(make_tenant("harbour"), read_payload(payload), actor="iris", as_of=bundles.NOON)
    assert report.problems == [] and stored() == ["b1", "b2"]
    assert [note.message for note in report.notes] == [f"b3 was left out (rejected_unsupported): {REASON}"]


def test_of_three_bullets_in_a_bundle_two_are_stored_and_the_third_is_named_with_the_reason() -> None:
    value = bundles.bundle(
        artifacts=[bundles.artifact(), native("b1"), native("b2"), native("b3")],
        transformations=[made_from("b1", "b2")],
    )
    report = bundles.take_in(make_tenant("harbour"), value)
    assert (report.problems, len(report.imported)) == ([], 1) and stored() == ["b1", "b2"]
    assert [str(note) for note in report.notes] == [
        f"shared records: b3 was left out (rejected_unsupported): {REASON}"
    ]


def test_a_bullet_without_a_map_that_something_names_stays_and_is_named() -> None:
    cited = bundles.answer(manifest=[{"label": "E1", "artifact": "b3"}])
    value = bundles.bundle(
        cited,
        artifacts=[bundles.artifact(), native("b1"), native("b3")],
        transformations=[made_from("b1", mapped=False)],
    )
    report = bundles.take_in(make_tenant("harbour"), value)
    assert report.problems == [] and stored() == ["b1", "b3"]
    assert [note.message for note in report.notes] == [
        f"{key} stays, because something names it, but {REASON}" for key in ("b1", "b3")
    ]


def test_a_dry_run_says_it_too_and_a_file_without_bullets_has_nothing_to_say() -> None:
    tenant = make_tenant("harbour")
    value = bundles.bundle(artifacts=[bundles.artifact(), native("b3")])
    assert len(bundles.take_in(tenant, value, dry_run=True).notes) == 1 and stored() == []
    assert bundles.take_in(tenant, bundles.bundle()).notes == []
