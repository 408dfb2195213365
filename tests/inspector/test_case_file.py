"""An answer leaves the house as a case that says the same elsewhere; masked words do not leave at all."""

from __future__ import annotations

import json

import pytest

from lineage.evidence.inspection import inspect
from lineage.evidence.policy import DEFAULT_POLICY
from lineage.evidence.vocabulary import Role
from lineage.formats.registry import read_payload
from lineage.models import rows
from tests.golden import CASES, found_in, load_case, wanted_of
from tests.inspector.making import answer_url, import_bundle, make_member, make_tenant, signed_in

pytestmark = pytest.mark.django_db
RETENTION = load_case(CASES / "origin" / "archived-logs.json")


def test_a_saved_case_inspected_elsewhere_gives_what_was_found_here() -> None:
    tenant = make_tenant("meridian")
    import_bundle(tenant, RETENTION.bundle, RETENTION.as_of)
    iris = signed_in(make_member(tenant, "iris", Role.RESPONDER, labels=("internal",)))
    response = iris.get(answer_url(tenant, rows.Case.objects.get().key) + "case.json")
    assert response["Content-Disposition"].startswith("attachment")
    saved = json.loads(response.content)
    collected = read_payload(json.dumps(saved["bundle"]).encode())
    ((_, answer),) = collected.answers
    found = found_in(inspect(collected.dossier(answer), DEFAULT_POLICY, RETENTION.as_of))
    for expected in (saved["expected"], RETENTION.expected):
        wanted = wanted_of(expected)
        assert {key: found[key] for key in wanted} == wanted


def test_who_may_not_read_a_source_of_it_cannot_save_the_case() -> None:
    tenant = make_tenant("meridian")
    import_bundle(tenant, RETENTION.bundle, RETENTION.as_of)
    iris = signed_in(make_member(tenant, "iris", Role.RESPONDER))
    response = iris.get(answer_url(tenant, rows.Case.objects.get().key) + "case.json")
    assert response.status_code == 403
    assert b"legal hold" not in response.content
