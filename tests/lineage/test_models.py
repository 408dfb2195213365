"""What the tables themselves refuse, what they keep, and who sees which rows."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, models, transaction

from lineage.access import Reader
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from lineage.models.coding import encode_whole
from lineage.models.content import ContentAbsent, ContentDamaged, pack, unpack
from lineage.models.record import Record
from tests.lineage.making import MORNING, make_answer, make_content, make_tenant

pytestmark = pytest.mark.django_db
LATER = MORNING + timedelta(hours=1)


def reader(tenant: rows.Tenant, *roles: Role, labels: tuple[str, ...] = ()) -> Reader:
    return Reader("ada", tenant.pk, tenant.key, frozenset(roles), frozenset(labels))


def test_the_migrations_say_what_the_models_say() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def test_every_row_of_a_tenant_carries_it_and_points_to_what_stays() -> None:
    # A worker works for all tenants.
    of_no_tenant = {rows.Tenant, rows.WorkerPulse}
    for model in apps.get_app_config("lineage").get_models():
        names = {field.name for field in model._meta.fields}
        assert model in of_no_tenant or "tenant" in names, model
        for field in model._meta.fields:
            if isinstance(field, models.ForeignKey) and issubclass(model, Record):
                assert field.remote_field.on_delete is models.PROTECT, field


def test_a_range_is_ordered_and_whole() -> None:
    made = make_answer(make_tenant())
    for start, end in ((3, 2), (-1, 2), (None, 2), (3, None)):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.Claim.objects.create(tenant=made.tenant, answer=made.answer, ordinal=9, key="x", start=start, end=end)
    for ordinal, (start, end) in enumerate(((None, None), (0, 0), (2, 5)), start=9):
        rows.Claim.objects.create(
            tenant=made.tenant, answer=made.answer, ordinal=ordinal, key=f"x{ordinal}", start=start, end=end
        )


def test_an_enumeration_holds_its_values_only() -> None:
    made = make_answer(make_tenant())
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.Artifact.objects.create(tenant=made.tenant, key="a", kind="chunk", origin="hearsay")
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.Case.objects.create(tenant=made.tenant, key="x", risk_tier="none")
    rows.Case.objects.create(tenant=made.tenant, key="x", risk_tier=None)


def test_our_words_hold_no_nul() -> None:
    tenant = make_tenant()
    # Each engine's driver or constraint says it in its own way.
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.Source.objects.create(tenant=tenant, key="a", owner="\0tail")
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.Source.objects.create(tenant=tenant, key="a\0")


def test_a_digest_has_32_bytes() -> None:
    tenant = make_tenant()
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.Content.objects.create(tenant=tenant, sha256=b"short", size=1, body=b"x")


def test_a_content_has_its_bytes_unless_it_says_why_not() -> None:
    tenant = make_tenant()
    sha256, size, body, _ = pack(b"x")
    for wrong in ({}, {"body": body, "purged_at": MORNING}, {"body": body, "custody": "hash_only"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.Content.objects.create(tenant=tenant, sha256=sha256, size=size, **wrong)
    rows.Content.objects.create(tenant=tenant, sha256=sha256, size=size, custody="hash_only")


def test_a_digest_names_one_content_of_a_tenant() -> None:
    tenant = make_tenant()
    make_content(tenant, "same")
    with pytest.raises(IntegrityError), transaction.atomic():
        make_content(tenant, "same")
    make_content(make_tenant("island"), "same")


@pytest.mark.parametrize("compress", [False, True])
def test_bytes_come_back_exactly(compress: bool) -> None:
    text = "a\0b\r\n\U0001f33e\u202ee\u0301"
    stored = rows.Content.objects.get(pk=make_content(make_tenant(), text, compress=compress).pk)
    assert stored.get_text() == text
    assert stored.size == len(text.encode())


def test_bytes_under_a_wrong_digest_are_damage_and_never_text() -> None:
    good = pack(b"ninety days" * 40, encode_whole)
    plain = pack(b"ninety days")
    for sha256, size, body, coding in (
        (plain.sha256, plain.size, b"ninety dayz", 0),
        (plain.sha256, plain.size, b"ninety days more", 0),
        (good.sha256, good.size, b"not a frame", 1),
        (good.sha256, good.size, pack(b"x" * 10_000_000, encode_whole).body, 1),
        (good.sha256, good.size, good.body[:-6], 1),
        (good.sha256, good.size, good.body, 0),
        (good.sha256, good.size, good.body, 99),
    ):
        with pytest.raises(ContentDamaged):
            unpack(sha256, size, body, coding)
    with pytest.raises(ContentAbsent):
        unpack(plain.sha256, plain.size, None, 0)


def test_a_public_id_is_random_and_names_one_row() -> None:
    made = make_answer(make_tenant())
    assert len({made.case.public_id, made.answer.public_id, made.claim.public_id}) == 3
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.Case.objects.create(tenant=made.tenant, key="x", public_id=made.case.public_id)


def test_two_passages_may_have_one_label_since_that_is_a_finding() -> None:
    made = make_answer(make_tenant())
    rows.ManifestEntry.objects.create(
        tenant=made.tenant, answer=made.answer, ordinal=1, label=made.entry.label, artifact=made.artifact
    )


def test_rows_of_another_tenant_and_of_no_member_are_not_seen() -> None:
    ours, theirs = make_answer(make_tenant()), make_answer(make_tenant("island"))
    ada = reader(ours.tenant, Role.REVIEWER)
    for model in (rows.Case, rows.Answer, rows.Claim, rows.Artifact, rows.Content, rows.Citation):
        assert {row.tenant_id for row in model.objects.visible_to(ada)} == {ours.tenant.pk}
        assert not model.objects.visible_to(reader(theirs.tenant)).exists()


def make_version(tenant: rows.Tenant, version: str, *labels: str) -> rows.SourceVersion:
    source, _ = rows.Source.objects.get_or_create(tenant=tenant, key="handbook")
    made = rows.SourceVersion.objects.create(tenant=tenant, source=source, version=version)
    for label in labels:
        rows.SourceLabel.objects.create(tenant=tenant, version=made, label=label)
    rows.Artifact.objects.create(tenant=tenant, key=f"text-{version}", kind="canonical_extract", version=made)
    return made


@pytest.mark.parametrize(
    ("roles", "labels", "seen"),
    [
        ((Role.REVIEWER,), (), {"open"}),
        ((Role.REVIEWER,), ("legal",), {"open", "legal"}),
        ((Role.REVIEWER,), ("board",), {"open"}),
        ((Role.REVIEWER,), ("legal", "board"), {"open", "legal", "both"}),
        ((Role.AUDITOR,), (), {"open", "legal", "both"}),
        ((Role.REVIEWER, Role.ADMINISTRATOR), (), {"open", "legal", "both"}),
        ((), ("legal", "board"), set()),
    ],
)
def test_a_version_is_read_by_who_holds_all_its_labels(
    roles: tuple[Role, ...], labels: tuple[str, ...], seen: set[str]
) -> None:
    tenant = make_tenant()
    make_version(tenant, "open")
    make_version(tenant, "legal", "legal")
    make_version(tenant, "both", "legal", "board")
    ada = reader(tenant, *roles, labels=labels)
    assert {row.version for row in rows.SourceVersion.objects.visible_to(ada)} == seen
    assert {row.key for row in rows.Artifact.objects.visible_to(ada)} == {f"text-{version}" for version in seen}
