"""manage.py verify and rebuild, as an operator meets them."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from lineage import guards, ledger
from lineage.models import rows
from tests.lineage.making import Made, make_answer, make_inspection, make_policy, make_tenant

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Made:
    made = make_answer(make_tenant())
    make_inspection(made, make_policy(made.tenant))
    call_command("rebuild", stdout=StringIO())
    with transaction.atomic():
        ledger.record(made.tenant.pk, "answers imported", "ada", "answer:1", {"count": 1})
    connection.check_constraints()
    return made


def verify(*arguments: str) -> str:
    """What the command prints, whether it ends well or not."""
    printed = StringIO()
    try:
        call_command("verify", *arguments, stdout=printed)
    except CommandError as error:
        assert error.returncode == 1
        printed.write(f"FAILED {error}")
    return printed.getvalue()


def tamper(statement: str) -> None:
    guards.drop(connection)
    with connection.cursor() as cursor:
        cursor.execute(statement)
    connection.check_constraints()
    guards.install(connection)


def test_all_is_well(made: Made) -> None:
    assert "FAILED" not in verify()
    assert "harbour: ledger: ok" in verify("--tenant", "harbour")


def test_an_unknown_tenant_is_said(made: Made) -> None:
    assert "FAILED There is no tenant nowhere." in verify("--tenant", "nowhere")


def test_a_missing_guard_is_named_with_what_to_do(made: Made) -> None:
    guards.drop(connection)
    named = r"guards: guard_\w+_inspector_adjudicatedpair is missing or altered\. Run manage.py migrate"
    assert re.search(named, verify())


def test_a_changed_text_is_named_by_its_row(made: Made) -> None:
    tamper(f"UPDATE lineage_content SET body = sha256 WHERE id = {made.answer.text_id}")
    assert f"Restore row {made.answer.text_id} of lineage_content from a backup." in verify()


def test_a_changed_event_is_named(made: Made) -> None:
    tamper("UPDATE lineage_auditevent SET verb = 'nothing happened'")
    assert "event 1: it is not as it was recorded." in verify()


def test_a_changed_state_is_named_and_mended_by_a_rebuild(made: Made) -> None:
    rows.AnswerState.objects.update(decision="released")
    assert f"that of answer {made.answer.pk} is not what its records say. Run manage.py rebuild." in verify()
    call_command("rebuild", stdout=StringIO())
    assert "FAILED" not in verify()
