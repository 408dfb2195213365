"""Records of other shapes in rows: what comes back is what was read, and the same again changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lineage.dossiers import read_dossier
from lineage.evidence.inspection import inspect
from lineage.evidence.policy import DEFAULT_POLICY
from lineage.formats.registry import read_payload
from lineage.ingest import ingest
from lineage.models import rows
from tests.formats.test_record_shapes_hostile import SOUND
from tests.lineage.bundles import IRIS, NOON, answer, bundle, counts
from tests.lineage.making import make_tenant

pytestmark = pytest.mark.django_db

SELECTORS = [
    {"type": "PageSelector", "page": 4, "start": 0, "end": 5, "view": "chunk"},
    {"type": "TableCellSelector", "table": "T1", "row": "2", "column": "3", "role": "header"},
    {"type": "XPathSelector", "value": "/p[2]", "representation": {"media_type": "text/html", "version": "7"}},
    {"type": "RecordSelector", "table": "tickets", "row": "4711"},
]


def assert_kept(payload: Any, form: str) -> None:
    tenant, data = make_tenant(), json.dumps(payload).encode()
    collected = read_payload(data, form)
    report = ingest(tenant, collected, actor=IRIS, as_of=NOON)
    assert (len(report.imported), report.problems) == (1, [])
    stored = rows.Answer.objects.get(tenant=tenant)
    ((_, read),) = collected.answers
    wanted = inspect(collected.dossier(read), DEFAULT_POLICY, NOON)
    kept = read_dossier(stored)
    assert inspect(kept, DEFAULT_POLICY, NOON) == wanted
    assert [citation.selectors for citation in kept.answer.citations] == [c.selectors for c in read.citations]
    before = counts()
    again = ingest(tenant, read_payload(data, form), actor=IRIS, as_of=NOON)
    assert (len(again.imported), again.problems, counts()) == (0, [], before)


@pytest.mark.parametrize("name", SOUND)
def test_every_shape_is_kept_whole_and_once(name: str) -> None:
    assert_kept(SOUND[name], name)


def test_every_selector_comes_back_from_the_rows() -> None:
    given = answer()
    given["citations"][0] |= {"selectors": SELECTORS}
    assert_kept(bundle(given), "native")
