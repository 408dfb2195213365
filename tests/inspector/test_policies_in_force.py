"""The guideline and exemption rules in force come with the rows of a query, and cost no statement of their own."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from inspector.policies_in_force import InForce, in_force, with_policies
from lineage.evidence.vocabulary import ExemptionRule, PolicyKind
from lineage.models import rows
from lineage.policies import Revision, save_policy
from tests.golden import CASES, load_case
from tests.inspector.making import import_bundle, make_tenant

GUIDELINE = Revision(PolicyKind.GUIDELINE, "default", 2, b'{"sentences":["Read the note below the table."]}')
EXEMPTION = Revision(PolicyKind.EXEMPTION, "default", 2, b'{"rules":["greeting"]}')


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    tenant = make_tenant("meridian")
    case = load_case(CASES / "origin/archived-logs.json")
    import_bundle(tenant, case.bundle, case.as_of)
    return tenant


def read() -> InForce:
    with CaptureQueriesContext(connection) as captured:
        found = in_force(with_policies(rows.Claim.objects.all()).first())
    assert len(captured) == 1
    return found


def test_a_tenant_begins_with_the_shipped_revisions(meridian: rows.Tenant) -> None:
    found = read()
    assert (found.guideline, found.exemption) == ("default@1", "default@1")
    assert len(found.sentences) == 4 and found.rules == tuple(ExemptionRule)


def test_the_newest_revision_is_in_force_and_another_tenants_is_not(meridian: rows.Tenant) -> None:
    save_policy(meridian.pk, GUIDELINE)
    save_policy(make_tenant("halcyon").pk, EXEMPTION)
    found = read()
    assert (found.guideline, found.sentences) == ("default@2", ("Read the note below the table.",))
    assert (found.exemption, found.rules) == ("default@1", tuple(ExemptionRule))


def test_a_tenant_without_policies_has_none_in_force() -> None:
    class Row:
        def __getattr__(self, name: str) -> None:
            return None

    assert in_force(Row()) == InForce()
