"""What rows keep of a bundle: every text exactly once and unchanged, the largest values, published slices."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from lineage import projections
from lineage.dossiers import read_dossier
from lineage.evidence.bundle import Bundle
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.dossier import Dossier
from lineage.evidence.dossier_digest import compute_digest
from lineage.evidence.inspection import inspect
from lineage.evidence.native import Collected, read_lines, read_object
from lineage.evidence.policy import DEFAULT_POLICY
from lineage.evidence.reading import adapter
from lineage.formats.registry import read_payload
from lineage.ingest import ingest
from lineage.models import rows
from tests.formats.samples import EXPERTQA, needs_samples, sample_bytes
from tests.lineage.bundles import CLAIM, IRIS, NOON, PASSAGE, answer, artifact, bundle, source, take_in
from tests.lineage.making import make_tenant

pytestmark = pytest.mark.django_db

AWKWARD = "a\0b \U0001f600 e\u0301 \u202edcba\r\nline\u2028end\u200d"
LARGEST = 2**53 - 1


def inspection_of(stored: rows.Answer) -> rows.Inspection:
    return rows.Inspection.objects.get(answer=stored)


def find_stored(tenant: rows.Tenant, case: str = "refund") -> rows.Answer:
    return rows.Answer.objects.get(tenant=tenant, case__key=case)


def test_each_distinct_text_is_stored_once() -> None:
    tenant = make_tenant()
    texts = [answer(str(n), text=CLAIM, rendered=CLAIM) for n in range(3)]
    take_in(tenant, bundle(*texts, artifacts=[artifact(), artifact("copy", PASSAGE), artifact("claim", CLAIM)]))
    digests = [bytes(digest) for digest in rows.Content.objects.filter(tenant=tenant).values_list("sha256", flat=True)]
    assert len(digests) == len(set(digests))
    assert len({a.content_id for a in rows.Artifact.objects.filter(key__in=["passage", "copy"])}) == 1
    stored = rows.Answer.objects.filter(tenant=tenant)
    claimed = rows.Artifact.objects.get(key="claim").content_id
    assert {a.text_id for a in stored} == {a.rendered_id for a in stored} == {claimed}


def test_nul_and_astral_text_survive_in_every_prose_field() -> None:
    tenant = make_tenant()
    given = answer(
        case={"key": "k\U0001f600", "question": AWKWARD, "environment": "test"},
        text=AWKWARD,
        rendered=AWKWARD,
        raw_payload=AWKWARD,
        claims=[{"key": "c1", "text": AWKWARD + "!", "notes": AWKWARD}],
        citations=[
            {"key": "x1", "claim": "c1", "marker": AWKWARD, "cited": "E1", "quoted_text": AWKWARD, "raw": AWKWARD}
        ],
        artifacts=[artifact(text=AWKWARD, metadata={"a": AWKWARD})],
        sources=[source()],
    )
    (wanted,) = read_object({"answers": [given]}).answers
    report = take_in(tenant, {"answers": [given]})
    assert (len(report.imported), report.problems) == (1, [])
    stored = rows.Answer.objects.get(tenant=tenant)
    dossier = read_dossier(stored)
    assert compute_digest(dossier) == compute_digest(Dossier.of(wanted[1]))
    assert (dossier.answer.text, dossier.artifacts["passage"].text) == (AWKWARD, AWKWARD)
    assert rows.Content.objects.get(pk=stored.payload_id).get_text() == AWKWARD
    assert rows.Resolution.objects.get(inspection=inspection_of(stored)).status == "quote_match"
    assert list(projections.find_differences(tenant.pk)) == []


def test_an_id_that_is_no_text_is_kept_raw_whatever_it_holds() -> None:
    tenant = make_tenant()
    deep: Any = "\0"
    for _ in range(190):
        deep = [deep]
    weird = [{"a\0": "\0"}, deep, 2**70, 1.5, True, [], "no\0such"]
    cited = [{"key": f"x{n}", "claim": "c1", "cited": value} for n, value in enumerate(weird)]
    report = take_in(tenant, bundle(answer(citations=cited)))
    assert (len(report.imported), report.problems) == (1, [])
    stored = find_stored(tenant)
    assert [c.cited for c in read_dossier(stored).answer.citations] == weird
    statuses = rows.Resolution.objects.order_by("citation__ordinal").values_list("status", flat=True)
    assert list(statuses) == ["malformed_citation"] * 6 + ["unresolved_id"]


def test_an_answer_nested_as_deeply_as_a_line_may_be_is_read_back() -> None:
    tenant = make_tenant()
    line = json.dumps({"type": "answer", "claims": [], "citations": [{"key": "x", "cited": "@"}]})
    deepest = 0
    for depth in range(150, 201):
        collected = read_lines([line.replace('"@"', "[" * depth + "]" * depth).encode()])
        deepest = depth if collected.answers else deepest
    assert deepest >= 150
    collected = read_lines([line.replace('"@"', "[" * deepest + "]" * deepest).encode()])
    assert len(ingest(tenant, collected, actor=IRIS, as_of=NOON).imported) == 1
    stored = rows.Answer.objects.get(tenant=tenant)
    assert compute_digest(read_dossier(stored)) == digest_from_raw(bytes(inspection_of(stored).dossier_digest))


def test_the_largest_numbers_and_longest_words_of_the_wire_fit_the_rows() -> None:
    tenant = make_tenant()
    words, name = "w" * 10_000, "\U0001f600" * 500
    version = {"version": name, "title": words, "uri": words, "media_type": words, "supersedes": name, "labels": [name]}
    given = answer(
        case={"key": name, "persona": {"name": name, "labels": [name]}, "risk_domain": words, "tags": [name]},
        response_version=name,
        producer=words,
        format=words,
        exposure_condition=words,
        text=None,
        sources=[source(name, version) | {"owner": words, "jurisdiction": words, "language": words}],
        artifacts=[
            artifact(name, None, source=name, version=name, section=words, cell=words, page=LARGEST, language=words)
        ],
        manifest=[{"label": name, "artifact": name, "position": LARGEST, "supplied": [0, LARGEST]}],
        claims=[{"key": name, "text": "x", "place": [LARGEST, LARGEST]}],
        citations=[{"key": name, "claim": name, "cited": name, "span": [1, LARGEST]}],
        judge_results=[
            {"claim": name, "evaluator": words, "status": "completed", "attempt": LARGEST, "input_length": LARGEST}
        ],
    )
    report = take_in(tenant, {"answers": [given]})
    assert (len(report.imported), report.problems) == (1, [])
    stored = rows.Answer.objects.get(tenant=tenant)
    assert compute_digest(read_dossier(stored)) == digest_from_raw(bytes(inspection_of(stored).dossier_digest))
    assert list(projections.find_differences(tenant.pk)) == []


def test_every_example_of_the_wire_format_survives_in_the_record() -> None:
    """What has no column of its own is read back with the answer: nothing of M-24..M-36 is lost."""
    tenant = make_tenant()
    capture = {
        "retrieval": [{"query": "q\0", "hits": [{"artifact": "passage", "score": 0.5}], "thresholds": {"k": 1.0}}],
        "request": {"text": PASSAGE, "ranges": [{"span": [0, 3], "origin": "label"}]},
        "access_checks": [{"phase": "at_response", "outcome": "allowed", "source": "terms"}],
        "timings": [{"stage": "packing", "milliseconds": 1.5, "tokens": 9}],
        "configuration": {"model": "m", "temperature": 0.0},
        "cards": [{"number": "1", "target": "E1"}],
        "extra": {"n": None, "big": 2**64, "list": [1, 2.0, "x"]},
    }
    given = answer(
        capture=capture,
        footnotes=[{"number": "1", "target": "E1"}],
        judge_results=[{"claim": "c1", "evaluator": "j", "status": "completed", "raw": {"a": [None]}}],
    )
    given["citations"][0] |= {"selectors": [{"type": "TextQuoteSelector", "exact": "fourteen", "prefix": "within "}]}
    take_in(tenant, bundle(given))
    collected = read_object(bundle(given))
    stored = find_stored(tenant)
    assert adapter(Bundle).dump_python(Bundle(answers=(read_dossier(stored).answer,)), mode="json") == adapter(
        Bundle
    ).dump_python(Bundle(answers=(dossier_of(collected).answer,)), mode="json")


def dossier_of(collected: Collected) -> Dossier:
    ((_, found),) = collected.answers
    return Dossier.of(found, collected.sources.values(), collected.artifacts.values())


@needs_samples
@pytest.mark.parametrize("name", EXPERTQA)
def test_the_published_slice_counts_the_same_in_rows_and_in_the_linter(name: str) -> None:
    tenant = make_tenant()
    collected = read_payload(sample_bytes(name))
    linted = [
        inspect(Dossier.of(found, judge_results=collected.judged(found)), DEFAULT_POLICY, NOON)
        for _, found in collected.answers
    ]
    report = ingest(tenant, collected, actor=IRIS, as_of=NOON)
    assert (len(report.imported), report.problems) == (len(linted), [])
    statuses = Counter(rows.Resolution.objects.filter(tenant=tenant).values_list("status", flat=True))
    assert statuses == Counter(str(r.status) for inspection in linted for r in inspection.resolutions)
    decisions = Counter(rows.AnswerState.objects.filter(tenant=tenant).values_list("decision", flat=True))
    assert decisions == Counter(str(inspection.decision) for inspection in linted)
    findings = Counter(rows.Finding.objects.filter(tenant=tenant).values_list("rule", flat=True))
    assert findings == Counter(f.rule for inspection in linted for f in inspection.findings)
    assert rows.Claim.objects.filter(tenant=tenant).count() == sum(len(i.claims) for i in linted)
    assert list(projections.find_differences(tenant.pk)) == []
    assert ingest(tenant, collected, actor=IRIS, as_of=NOON).unchanged == len(linted)
