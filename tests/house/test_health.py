"""/healthz and /readyz tell a supervisor the truth, and nothing else to anybody."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import timedelta

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from inspector.management.commands.serve_demo import gunicorn_options
from lineage.models import rows
from tests.conftest import CommittedDatabase
from tests.databases import environment_for
from tests.servers import ROOT, get_free_port

READY = {"database": "ok", "migrations": "ok", "guards": "ok"}
FIND_GUARDS = {
    "sqlite": "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name",
    "postgresql": "SELECT tgname, tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname",
}


def test_a_live_process_says_so_without_asking_the_database(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, json.loads(response.content)) == (200, {"status": "alive"})


def test_health_is_read_only(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
    assert client.post("/readyz").status_code == 405


def test_a_migrated_and_guarded_database_is_ready(db: None, client: Client) -> None:
    response = client.get("/readyz")
    assert (response.status_code, json.loads(response.content)) == (
        200,
        {"status": "ready", "checks": READY, "worker": "not seen", "erasures": "0 overdue"},
    )


@pytest.mark.parametrize(("seconds", "said"), [(3, "seen 3 s ago"), (599, "seen 599 s ago"), (601, "not seen")])
def test_when_a_worker_was_last_seen_is_told_and_decides_nothing(
    db: None, client: Client, seconds: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    rows.WorkerPulse.objects.create(name="other", seen_at=now - timedelta(seconds=seconds + 100))
    rows.WorkerPulse.objects.create(name="one", seen_at=now - timedelta(seconds=seconds))
    response = client.get("/readyz")
    assert (response.status_code, json.loads(response.content)["worker"]) == (200, said)


def test_a_migration_that_is_not_applied_is_said(db: None, client: Client) -> None:
    MigrationRecorder(connection).record_unapplied("sessions", "0001_initial")
    response = client.get("/readyz")
    assert response.status_code == 503
    assert json.loads(response.content)["checks"] == {
        "database": "ok",
        "migrations": "1 not applied",
        "guards": "not checked",
    }


def test_a_guard_that_was_dropped_is_said_and_the_product_does_not_start(
    committed_db: CommittedDatabase, client: Client
) -> None:
    with connection.cursor() as cursor:
        cursor.execute(FIND_GUARDS[committed_db.engine])
        name, table = cursor.fetchone()
        on_table = f" ON {table}" if committed_db.engine == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER {name}{on_table}")
    response = client.get("/readyz")
    assert response.status_code == 503
    assert json.loads(response.content)["checks"] == READY | {"guards": "1 missing"}
    started = start(committed_db.environment)
    assert started.returncode != 0
    assert "The product does not serve: guards: 1 missing." in started.stderr


def test_a_database_that_does_not_answer_is_said_without_its_address() -> None:
    nobody = f"postgresql://inspector:hunter2@127.0.0.1:{get_free_port()}/inspector"
    started = start(environment_for(nobody))
    assert started.returncode != 0
    last = started.stderr.strip().splitlines()[-1]
    assert "The product does not serve: database: the database does not answer" in last
    assert "hunter2" not in started.stderr


def test_gunicorn_does_not_come_up_on_an_unmigrated_database(tmp_path: object) -> None:
    started = subprocess.run(
        [sys.executable, "-m", "gunicorn", *gunicorn_options(get_free_port())],
        cwd=ROOT,
        env=environment_for(f"sqlite:///{tmp_path}/empty.sqlite3"),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert started.returncode != 0
    assert "The product does not serve: migrations:" in started.stderr


def start(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "import inspector.wsgi"]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
