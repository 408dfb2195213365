"""Who cites a source: through any text made from it, in every answer, as last inspected."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from lineage.citing import list_citing, reach_downstream, texts_of
from lineage.models import rows
from tests.lineage import bundles, runs

pytestmark = pytest.mark.django_db


def keys(found: list[Any]) -> list[str]:
    by_id = dict(rows.Citation.objects.values_list("id", "key"))
    return [by_id[one.citation] for one in found]


def chunk_of(key: str, upstream: str, text: str, at: int) -> tuple[dict[str, Any], dict[str, Any]]:
    made = {"key": key, "kind": "chunk", "origin": "derived", "text": text}
    segment = {"output": [0, len(text)], "input": [at, at + len(text)], "kind": "exact_copy"}
    step = {
        "key": f"cut {key}",
        "kind": "chunking",
        "mediation": "deterministic",
        "derivations": [{"input": upstream, "output": key, "segments": [segment]}],
    }
    return made, step


def cite_chunks(tenant: rows.Tenant) -> rows.Source:
    """One citation of the text itself, one of a chunk of it, one of a chunk of that chunk; none names the source."""
    at = runs.FIRST.index("Support logs")
    outer, cut = chunk_of("outer", "terms-1", runs.FIRST[at : at + 60], at)
    inner, cut_again = chunk_of("inner", "outer", runs.FIRST[at : at + 40], 0)
    made = [
        runs.answer("text", [runs.citation("text", runs.FIRST, "24 months")]),
        runs.answer("outer", [runs.citation("outer", outer["text"], "24 months")], "outer"),
        runs.answer("inner", [runs.citation("inner", inner["text"], "24 months")], "inner"),
    ]
    shared = {"sources": [runs.versions()], "artifacts": [*runs.texts(), outer, inner]}
    report = bundles.take_in(tenant, {**shared, "transformations": [cut, cut_again], "answers": made})
    assert report.problems == []
    return rows.Source.objects.get(tenant=tenant, key="terms")


def test_citations_of_what_was_made_from_a_text_are_citations_of_its_source() -> None:
    source = cite_chunks(runs.make_house())
    found = list_citing(source.tenant_id, source.pk)
    assert sorted(keys(found)) == ["inner", "outer", "text"]
    assert {one.text for one in found} == {rows.Artifact.objects.get(key="terms-1").pk}


def test_other_sources_and_other_tenants_are_not_listed() -> None:
    tenant, other = runs.make_house(), runs.make_house("mill")
    source = runs.cite_words(tenant, "refund")
    runs.cite_words(other, "logs")
    elsewhere = bundles.artifact("manual", "Words of a manual.", source="manual")
    cited = [runs.citation("manual", elsewhere["text"], "a manual")]
    value = {"sources": [bundles.source("manual")], "artifacts": [elsewhere]}
    bundles.take_in(tenant, value | {"answers": [runs.answer("manual", cited, "manual")]})
    assert keys(list_citing(tenant.pk, source.pk)) == ["refund"]
    assert list_citing(other.pk, source.pk) == []


def test_with_a_version_only_its_own_citations_are_listed() -> None:
    tenant = runs.make_house()
    source = runs.cite_words(tenant, "refund")
    cited = [runs.citation("new", runs.SECOND, "36 months")]
    value = {"sources": [runs.versions()], "artifacts": runs.texts()}
    bundles.take_in(tenant, value | {"answers": [runs.answer("second", cited, "terms-2")]})
    first, second = source.versions.order_by("id").values_list("pk", flat=True)
    assert keys(list_citing(tenant.pk, source.pk)) == ["refund", "new"]
    assert keys(list_citing(tenant.pk, source.pk, first)) == ["refund"]
    assert keys(list_citing(tenant.pk, source.pk, second)) == ["new"]


def test_a_citation_counts_once_as_it_was_last_inspected() -> None:
    tenant = runs.make_house()
    source = runs.cite_words(tenant, "refund")
    (known,) = list_citing(tenant.pk, source.pk)
    before = rows.Resolution.objects.get(pk=known.resolution)
    inspection = rows.Inspection.objects.get()
    again = rows.Inspection.objects.create(
        tenant=tenant,
        answer=inspection.answer,
        policy=inspection.policy,
        as_of=inspection.as_of,
        dossier_digest=inspection.dossier_digest,
        engine="2",
        decision=inspection.decision,
        report=inspection.report,
    )
    newer = rows.Resolution.objects.create(
        tenant=tenant,
        inspection=again,
        citation=before.citation,
        status=before.status,
        artifact=before.artifact,
        start=0,
        end=5,
    )
    rows.AnswerState.objects.filter(answer=inspection.answer).update(inspection=again)
    assert [one.resolution for one in list_citing(tenant.pk, source.pk)] == [newer.pk]


def test_a_text_that_names_its_source_and_no_version_belongs_to_it() -> None:
    tenant = runs.make_house()
    source = runs.cite_words(tenant, "refund", second=None)
    loose = rows.Artifact.objects.create(
        tenant=tenant, key="loose", kind="chunk", origin="original", source=source, length=0
    )
    assert loose.pk in texts_of(source.pk)
    assert loose.pk not in texts_of(source.pk, source.versions.get().pk)


def test_derivations_that_lead_back_to_themselves_end() -> None:
    tenant = runs.make_house()
    runs.cite_words(tenant, "refund")
    first = rows.Artifact.objects.get(key="terms-1")
    second = rows.Artifact.objects.get(key="terms-2")
    step = rows.Transformation.objects.create(
        tenant=tenant, key="round", kind="custom", mediation="deterministic", tool="", model=""
    )
    for upstream, made in ((first, second), (second, first)):
        rows.Derivation.objects.create(tenant=tenant, transformation=step, input=upstream, output=made)
    assert reach_downstream([first.pk]) == {first.pk: first.pk, second.pk: first.pk}


def test_the_statements_do_not_grow_with_the_citations() -> None:
    few, many = runs.make_house(), runs.make_house("mill")
    sources = runs.cite_often(few, 2), runs.cite_often(many, 40, answers=20)
    counts = []
    for source in sources:
        with CaptureQueriesContext(connection) as captured:
            found = list_citing(source.tenant_id, source.pk)
        counts.append((len(found), len(captured)))
    assert counts[0][0] == 2 and counts[1][0] == 40 and counts[0][1] == counts[1][1] <= 6
