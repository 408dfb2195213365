"""Readings of golden answers without a database, and answer pages drawn from them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from django.template.loader import render_to_string
from django.test import RequestFactory

from inspector.pages.answer_page import AnswerPage, AnswerSelection, build
from inspector.pages.answer_reading import AnswerReading
from inspector.pages.withheld_reading import closed_to, masked_artifacts
from lineage.access import Reader
from lineage.evidence.dossier import Dossier
from lineage.evidence.inspection import inspect
from lineage.evidence.native import read_object
from lineage.evidence.policy import DEFAULT_POLICY
from tests.golden import CASES, NOW, GoldenCase, load_case
from tests.inspector.reading import ADA


def answer_reading_of(case: str, reader: Reader = ADA) -> AnswerReading:
    """The answer of `tests/cases/<case>.json` as a reader reads it."""
    found: GoldenCase = load_case(CASES / f"{case}.json")
    return reading_of_bundle(found.bundle, reader, found.policy, found.as_of)


def reading_of_bundle(
    bundle: Any, reader: Reader = ADA, policy: Any = DEFAULT_POLICY, as_of: datetime = NOW
) -> AnswerReading:
    """The one answer of a bundle as a reader reads it."""
    collected = read_object(json.loads(json.dumps(bundle)))
    assert not collected.problems, [str(problem) for problem in collected.problems]
    ((_, answer),) = collected.answers
    return reading_of_dossier(collected.dossier(answer), answer.raw_payload, reader, policy, as_of)


def reading_of_dossier(
    dossier: Dossier, payload: str | None, reader: Reader = ADA, policy: Any = DEFAULT_POLICY, as_of: datetime = NOW
) -> AnswerReading:
    """An answer that was read from any format."""
    closed = closed_to(dossier, reader.labels, reader.reads_every_label)
    versions = [(source.key, v.version) for source in dossier.sources.values() for v in source.versions]
    return AnswerReading(
        public_id="a1",
        url="/answers/a1/",
        dossier=dossier,
        inspection=inspect(dossier, policy, as_of),
        masked=masked_artifacts(dossier, closed.versions),
        closed=closed,
        claim_urls={key: f"/claims/{key}/" for key in dossier.claims},
        version_urls={pair: "/sources/x/" for pair in versions if pair not in closed.versions},
        recorded_at=datetime(2026, 11, 29, tzinfo=UTC),
        payload=payload,
        hidden_versions=closed.versions,
    )


def answer_page_of(reading: AnswerReading, **selected: Any) -> AnswerPage:
    return build(reading, AnswerSelection(**selected), NOW)


def drawn(page: AnswerPage) -> str:
    """The HTML of an answer page."""
    request: Any = RequestFactory().get(page.url)
    request.reader = None
    context = {"page": page, "public_id": "a1", "may_export": False}
    return render_to_string("inspector/answer.html", context, request=request)
