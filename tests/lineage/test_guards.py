"""Append-only in the database, whatever the program does (G21): the same attacks on both engines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, connection, migrations, models, transaction
from django.db.migrations.state import ProjectState
from django.db.models import ProtectedError
from django.utils import timezone

from lineage import guards
from lineage.models import rows
from lineage.models.record import AppendOnly, Record
from tests.conftest import CommittedDatabase
from tests.lineage.making import MORNING, Made, make_answer, make_content, make_inspection, make_policy, make_tenant

APPEND_ONLY = "append-only"


@pytest.fixture
def made() -> Made:
    """Rows whose deferred checks are done, so that PostgreSQL has no reason of its own to refuse."""
    made = make_answer(make_tenant())
    connection.check_constraints()
    return made


def execute(statement: str, *values: Any) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)


def is_refused(attack: Callable[[], Any]) -> bool:
    """Whether the database refused by a guard; any other error is one of the test."""
    try:
        with transaction.atomic():
            attack()
    except IntegrityError as error:
        assert APPEND_ONLY in str(error), error
        return True
    return False


@pytest.mark.django_db
def test_no_guard_is_missing_after_migrating() -> None:
    assert guards.find_missing(connection) == []
    guards.require_guards(connection)


@pytest.mark.django_db
def test_every_record_is_guarded_and_nothing_else() -> None:
    guarded = {model.__name__ for model in guards.guarded_models()}
    assert {"Content", "Answer", "Citation", "AuditEvent", "Verdict", "PairVerdict", "Tenant"} <= guarded
    assert not guarded & {"Membership", "Queue", "Item", "LedgerHead", "AnswerState", "ItemState", "User"}


@pytest.mark.django_db
def test_update_and_delete_are_refused(made: Made) -> None:
    table = rows.Claim._meta.db_table
    assert is_refused(lambda: execute(f"UPDATE {table} SET ordinal = 7 WHERE id = %s", made.claim.pk))
    assert is_refused(lambda: execute(f"UPDATE {table} SET ordinal = ordinal"))
    assert is_refused(lambda: execute(f"DELETE FROM {table} WHERE id = %s", made.claim.pk))
    assert rows.Claim.objects.filter(pk=made.claim.pk, ordinal=0).exists()


@pytest.mark.django_db
def test_an_upsert_is_refused(made: Made) -> None:
    statement = (
        "INSERT INTO lineage_tenant (key, name, recorded_at) VALUES (%s, %s, %s)"
        " ON CONFLICT (key) DO UPDATE SET name = 'Other'"
    )
    assert is_refused(lambda: execute(statement, made.tenant.key, made.tenant.name, MORNING))
    assert rows.Tenant.objects.get(pk=made.tenant.pk).name == "Harbour"


@pytest.mark.django_db
def test_replace_is_refused_by_key_by_id_and_without_recursive_triggers(made: Made, engine: str) -> None:
    if engine == "postgresql":
        statement = "INSERT INTO lineage_tenant (key, name, recorded_at) VALUES (%s, 'Other', %s)"
        assert is_refused(lambda: execute(statement, made.tenant.key, MORNING))
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA recursive_triggers=OFF")
    try:
        by_key = "INSERT OR REPLACE INTO lineage_tenant (key, name, recorded_at) VALUES (%s, 'Other', %s)"
        by_id = "REPLACE INTO lineage_tenant (id, key, name, recorded_at) VALUES (%s, 'other', 'Other', %s)"
        assert is_refused(lambda: execute(by_key, made.tenant.key, MORNING))
        assert is_refused(lambda: execute(by_id, made.tenant.pk, MORNING))
        assert guards.find_missing(connection) == ["PRAGMA recursive_triggers"]
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA recursive_triggers=ON")
    assert rows.Tenant.objects.get(pk=made.tenant.pk).name == "Harbour"


@pytest.mark.django_db
def test_replace_of_the_same_content_moves_no_id(made: Made, engine: str) -> None:
    verb = "INSERT OR REPLACE" if engine == "sqlite" else "INSERT"
    statement = f"{verb} INTO lineage_tenant (key, name, recorded_at) VALUES (%s, %s, %s)"
    with pytest.raises(IntegrityError), transaction.atomic():
        execute(statement, made.tenant.key, made.tenant.name, MORNING)
    assert rows.Tenant.objects.get(key=made.tenant.key).pk == made.tenant.pk


@pytest.mark.django_db
def test_the_same_content_again_is_passed_over_and_other_content_is_refused(made: Made) -> None:
    same = rows.Case(tenant=made.tenant, key=made.case.key, question_id=made.case.question_id)
    rows.Case.objects.bulk_create([same], ignore_conflicts=True)
    assert rows.Case.objects.filter(key=made.case.key).count() == 1
    other = rows.Case(tenant=made.tenant, key=made.case.key, question_id=made.case.question_id, persona="auditor")
    assert is_refused(lambda: rows.Case.objects.bulk_create([other], ignore_conflicts=True))


@pytest.mark.django_db
def test_truncate_is_refused(made: Made, engine: str) -> None:
    if engine == "postgresql":
        assert is_refused(lambda: execute("TRUNCATE lineage_claim CASCADE"))
        assert is_refused(lambda: execute("TRUNCATE lineage_tenant CASCADE"))
    else:
        # SQLite's truncation is a DELETE without WHERE.
        assert is_refused(lambda: execute("DELETE FROM lineage_claim"))
    assert rows.Claim.objects.count() == 1


@pytest.mark.django_db
def test_replication_mode_does_not_switch_guards_off(made: Made, engine: str) -> None:
    if engine == "postgresql":
        execute("SET LOCAL session_replication_role = replica")
    assert is_refused(lambda: execute("DELETE FROM lineage_claim"))


@pytest.mark.django_db
def test_no_cascade_reaches_a_record(made: Made) -> None:
    execute("CREATE TABLE parent (id integer PRIMARY KEY)")
    execute("CREATE TABLE child (id integer PRIMARY KEY, parent integer REFERENCES parent (id) ON DELETE CASCADE)")
    execute("INSERT INTO parent VALUES (1)")
    execute("INSERT INTO child VALUES (1, 1)")

    class Child(Record):
        parent = models.IntegerField()

        class Meta:
            app_label = "lineage"
            db_table = "child"
            managed = False

    try:
        guards.install(connection)
        assert is_refused(lambda: execute("DELETE FROM parent"))
    finally:
        del guards.apps.all_models["lineage"]["child"]
        guards.apps.clear_cache()


@pytest.mark.django_db
def test_deleting_what_a_record_points_at_is_refused(made: Made, django_user_model: Any) -> None:
    with pytest.raises(AppendOnly):
        made.tenant.delete()
    with pytest.raises((AppendOnly, ProtectedError)):
        rows.Tenant.objects.filter(pk=made.tenant.pk).delete()
    assert rows.Tenant.objects.filter(pk=made.tenant.pk).exists()


@pytest.mark.django_db
def test_erasing_a_content_is_the_one_change_that_passes(made: Made) -> None:
    content = make_content(made.tenant, "to be forgotten")
    assert rows.Content.objects.filter(pk=content.pk).erase(MORNING) == 1
    erased = rows.Content.objects.get(pk=content.pk)
    assert (erased.body, erased.purged_at, bytes(erased.sha256)) == (None, MORNING, content.sha256)
    assert rows.Content.objects.filter(pk=content.pk).erase(timezone.now()) == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        "body = NULL",
        "purged_at = '2026-11-29 08:30:00+00:00'",
        "body = NULL, purged_at = '2026-11-29 08:30:00+00:00', size = 1",
        "body = NULL, purged_at = '2026-11-29 08:30:00+00:00', custody = 'hash_only'",
        "coding = 1",
        "purged_at = NULL",
    ],
)
def test_any_other_change_of_a_content_is_refused(made: Made, change: str) -> None:
    content = make_content(made.tenant, "kept")
    assert is_refused(lambda: execute(f"UPDATE lineage_content SET {change} WHERE id = %s", content.pk))


@pytest.mark.django_db
def test_an_erased_content_is_neither_erased_again_nor_brought_back(made: Made) -> None:
    content = make_content(made.tenant, "to be forgotten")
    rows.Content.objects.filter(pk=content.pk).erase(MORNING)
    again = "UPDATE lineage_content SET body = NULL, purged_at = %s WHERE id = %s"
    assert is_refused(lambda: execute(again, timezone.now(), content.pk))
    assert is_refused(lambda: execute("UPDATE lineage_content SET body = %s, purged_at = NULL", content.body))
    assert make_content(made.tenant, "to be forgotten").pk != content.pk, "the same bytes are another row"


@pytest.mark.django_db
def test_a_guard_that_is_dropped_or_altered_is_missed(engine: str) -> None:
    on = " ON lineage_claim" if engine == "postgresql" else ""
    execute(f"DROP TRIGGER guard_update_lineage_claim{on}")
    if engine == "postgresql":
        execute("ALTER TABLE lineage_claim ENABLE TRIGGER guard_delete_lineage_claim")
        execute(
            "CREATE OR REPLACE FUNCTION guard_update_lineage_content() RETURNS trigger LANGUAGE plpgsql"
            " AS 'BEGIN RETURN NEW; END'"
        )
        altered = {"guard_delete_lineage_claim", "guard_update_lineage_content"}
    else:
        execute("DROP TRIGGER guard_delete_lineage_claim")
        execute("CREATE TRIGGER guard_delete_lineage_claim BEFORE DELETE ON lineage_claim BEGIN SELECT 1; END")
        altered = {"guard_delete_lineage_claim"}
    assert set(guards.find_missing(connection)) == {"guard_update_lineage_claim", *altered}
    with pytest.raises(ImproperlyConfigured, match="manage.py migrate"):
        guards.require_guards(connection)
    guards.install(connection)
    assert guards.find_missing(connection) == []


@pytest.mark.django_db
def test_programs_are_refused_in_words_before_the_database_is_asked(made: Made) -> None:
    for attempt in (
        lambda: rows.Claim.objects.update(ordinal=1),
        lambda: rows.Claim.objects.all().delete(),
        lambda: rows.Claim.objects.bulk_update([made.claim], ["ordinal"]),
        lambda: made.claim.save(),
        lambda: made.claim.delete(),
    ):
        with pytest.raises(AppendOnly, match="append-only"):
            attempt()


@pytest.mark.django_db
def test_an_inspection_may_be_appended_beside_another(made: Made) -> None:
    policy = make_policy(made.tenant)
    make_inspection(made, policy, "blocked")
    make_inspection(made, policy, "released")
    assert made.answer.inspections.count() == 2


def test_guards_stand_again_after_a_migration_that_rebuilds_a_table(committed_db: CommittedDatabase) -> None:
    made = make_answer(make_tenant())
    guards.drop_before_migrating(using="default")
    before = ProjectState.from_apps(guards.apps)
    operation = migrations.AddField("claim", "remark", models.CharField(max_length=9, default="", db_default=""))
    after = before.clone()
    operation.state_forwards("lineage", after)
    with connection.schema_editor(atomic=True) as editor:
        operation.database_forwards("lineage", editor, before, after)
    assert guards.find_missing(connection)
    guards.install_after_migrating(using="default")
    assert guards.find_missing(connection) == []
    assert is_refused(lambda: execute("DELETE FROM lineage_claim"))
    assert is_refused(lambda: execute("UPDATE lineage_claim SET remark = 'x'"))
    assert rows.Claim.objects.filter(pk=made.claim.pk).exists()


def test_tables_cannot_be_flushed(committed_db: CommittedDatabase) -> None:
    make_answer(make_tenant())
    with pytest.raises(RuntimeError, match="couldn't be flushed"):
        committed_db.manage("flush", "--no-input")
    assert rows.Claim.objects.count() == 1
