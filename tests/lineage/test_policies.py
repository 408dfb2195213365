"""The policies a tenant starts with; a revision is appended and never edited (M-79)."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from lineage.evidence.digests import digest_bytes, raw_digest
from lineage.evidence.policy import DEFAULT_POLICY, GatePolicy, dump_policy
from lineage.evidence.vocabulary import Level, PolicyKind, SourceKind
from lineage.ingest import find_gate
from lineage.models import rows
from lineage.policies import (
    SHIPPED,
    Revision,
    ensure_policies,
    newest_normalization,
    newest_policy,
    read_gate,
    save_policy,
)
from tests.lineage.bundles import answer, bundle, take_in
from tests.lineage.making import make_tenant

pytestmark = pytest.mark.django_db

STRICT = GatePolicy(name="default", revision=2, levels={"lineage/span-ambiguity": Level.BLOCK})


def test_a_tenant_starts_with_one_revision_of_each_policy_shipped() -> None:
    tenant = make_tenant()
    ensure_policies(tenant.pk)
    kinds = list(rows.Policy.objects.filter(tenant=tenant).values_list("kind", flat=True))
    assert sorted(kinds) == sorted(["gate", "normalization", "normalization", "exemption", "adjudication", "guideline"])
    for shipped in SHIPPED:
        stored = rows.Policy.objects.get(tenant=tenant, kind=str(shipped.kind), name=shipped.name)
        assert bytes(stored.digest) == raw_digest(digest_bytes(shipped.body))
        assert stored.body.get_bytes() == shipped.body


def test_shipping_them_again_changes_nothing() -> None:
    tenant = make_tenant()
    for _ in range(2):
        ensure_policies(tenant.pk)
    assert rows.Policy.objects.count() == len(SHIPPED)


def test_the_gate_that_is_read_is_the_one_that_was_shipped() -> None:
    tenant = make_tenant()
    assert find_gate(tenant.pk).policy == DEFAULT_POLICY


def test_the_newest_revision_is_the_one_in_force_and_shipping_does_not_bring_back_the_old_one() -> None:
    tenant = make_tenant()
    ensure_policies(tenant.pk)
    save_policy(tenant.pk, Revision(PolicyKind.GATE, "default", 2, dump_policy(STRICT)))
    ensure_policies(tenant.pk)
    assert read_gate(newest_policy(tenant.pk, PolicyKind.GATE)) == STRICT
    assert find_gate(tenant.pk).policy == STRICT


def test_pdfs_have_a_normalization_of_their_own_whatever_revisions_the_other_has() -> None:
    tenant = make_tenant()
    ensure_policies(tenant.pk)
    body = dump_policy(STRICT)
    save_policy(tenant.pk, Revision(PolicyKind.NORMALIZATION, "quotation", 7, body))
    assert newest_normalization(tenant.pk, SourceKind.PDF).name == "printed"
    assert newest_normalization(tenant.pk, SourceKind.HTML).name == "quotation"
    save_policy(tenant.pk, Revision(PolicyKind.NORMALIZATION, "printed", 9, body))
    assert newest_normalization(tenant.pk, SourceKind.PDF).revision == 9
    assert newest_policy(tenant.pk, PolicyKind.NORMALIZATION).revision == 7


def test_a_revision_that_exists_is_not_written_with_another_body() -> None:
    tenant = make_tenant()
    ensure_policies(tenant.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        save_policy(tenant.pk, Revision(PolicyKind.GATE, "default", 1, dump_policy(STRICT)))
    assert find_gate(tenant.pk).policy == DEFAULT_POLICY


def test_a_tenant_without_policies_has_none_and_those_of_another_do_not_count() -> None:
    ours, theirs = make_tenant("harbour"), make_tenant("drew")
    ensure_policies(theirs.pk)
    with pytest.raises(rows.Policy.DoesNotExist):
        newest_policy(ours.pk, PolicyKind.GATE)


def test_an_answer_is_inspected_under_the_newest_gate_of_its_tenant() -> None:
    tenant = make_tenant()
    ensure_policies(tenant.pk)
    newest = save_policy(tenant.pk, Revision(PolicyKind.GATE, "default", 2, dump_policy(STRICT)))
    whole = [{"key": "x1", "claim": "c1", "cited": "E1"}]
    take_in(tenant, bundle(answer(citations=whole)))
    assert rows.Inspection.objects.values_list("policy_id", "decision").get() == (newest.pk, "blocked")
