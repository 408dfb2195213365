"""Erased in the file, through a crash, after a backup was restored: what was committed is looked at from outside."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections

from lineage import erasing, ledger, lifecycle
from lineage.erasing import purge
from lineage.evidence.vocabulary import AuditRetention
from lineage.models import rows
from tests.conftest import CommittedDatabase
from tests.lineage import canaries
from tests.lineage.canaries import protocol, reader


@pytest.fixture
def tenant(committed_db: CommittedDatabase) -> rows.Tenant:
    return canaries.tenant_with_copies()


def decide(tenant: rows.Tenant, retention: AuditRetention = AuditRetention.NONE) -> rows.SourceVersion:
    version = protocol(tenant)
    lifecycle.tombstone(reader(tenant), version, "must go", retention=retention)
    lifecycle.request_purge(reader(tenant), version, "a duty")
    lifecycle.confirm_purge(reader(tenant, "ben"), version, "so it is")
    return version


def test_the_command_erases_and_everything_verifies(committed_db: CommittedDatabase, tenant: rows.Tenant) -> None:
    decide(tenant)
    told = committed_db.manage("retention", "--dry-run")
    assert "harbour: protocol, version 1: would be erased, since two people agreed" in told
    assert list(canaries.hits()) != []
    assert "1 erased" in committed_db.manage("retention")
    assert list(canaries.hits()) == []
    if committed_db.engine == "sqlite":
        connections.close_all()
        kept = canaries.file_of_sqlite().lower()
        for needle in (canaries.CANARY, canaries.TITLE, canaries.ADDRESS):
            assert needle.lower().encode() not in kept
    assert "Everything is as it was recorded." in committed_db.manage("verify")
    listed = committed_db.manage("retention", "--erased")
    assert json.loads(listed)["version"] == "1"


@pytest.mark.parametrize("broken", ["strike", "_erase_owned", "inspect_again", "_finish"])
def test_after_a_crash_at_any_step_it_is_begun_again_and_ends(
    committed_db: CommittedDatabase, tenant: rows.Tenant, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    version = decide(tenant)
    whole = getattr(erasing, broken)

    def die(*arguments: Any, **more: Any) -> Any:
        whole(*arguments, **more)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(erasing, broken, die)
        with pytest.raises(KeyboardInterrupt):
            purge(version)
    purge(version)
    assert list(canaries.hits()) == []
    assert version.events.filter(event="purged").count() == 1
    assert ledger.verify(tenant) == []
    state = rows.AnswerState.objects.get()
    assert rows.Resolution.objects.get(inspection_id=state.inspection_id).status == "not_replayable"


def test_two_jobs_at_once_erase_it_once(committed_db: CommittedDatabase, tenant: rows.Tenant) -> None:
    version = decide(tenant)

    def work() -> None:
        try:
            purge(protocol(tenant))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(canaries.hits()) == []
    assert version.events.filter(event="purged").count() == 1
    erased = list(rows.Redaction.objects.values_list("erased_id", flat=True))
    assert len(erased) == len(set(erased))
    assert ledger.verify(tenant) == []


@pytest.fixture
def list_of_erased(committed_db: CommittedDatabase, tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "erasures.jsonl"


@pytest.mark.only_on("sqlite")
def test_after_an_old_backup_was_restored_the_list_is_applied_again(
    committed_db: CommittedDatabase, tenant: rows.Tenant, list_of_erased: Path
) -> None:
    """A backup is a copied file here; what is applied is the same on both engines."""
    path = Path(str(connection.settings_dict["NAME"]))
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copyfile(path, f"{path}.backup")
    purge(decide(tenant, AuditRetention.METADATA_ONLY))
    list_of_erased.write_text(committed_db.manage("retention", "--erased"))
    connections.close_all()
    for suffix in ("-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    shutil.copyfile(f"{path}.backup", path)
    assert list(canaries.hits(canaries.CANARY)) != []
    told = committed_db.manage("apply_erasures", str(list_of_erased))
    assert "protocol, version 1: erased" in told
    assert list(canaries.hits(canaries.CANARY)) == []
    assert rows.SourceVersion.objects.get(pk=protocol(tenant).pk).title == canaries.TITLE
    assert "erased already" in committed_db.manage("apply_erasures", str(list_of_erased))
    assert "Everything is as it was recorded." in committed_db.manage("verify")


def test_a_list_that_cannot_be_read_changes_nothing(
    committed_db: CommittedDatabase, tenant: rows.Tenant, list_of_erased: Path
) -> None:
    entry = {"tenant": "harbour", "source": "protocol", "version": "1", "at": "2026-11-01T00:00:00Z"}
    list_of_erased.write_text(f"{json.dumps(entry)}\nnonsense\n")
    with pytest.raises(RuntimeError, match="line 2"):
        committed_db.manage("apply_erasures", str(list_of_erased))
    assert not rows.SourceEvent.objects.filter(event="purged").exists()
    list_of_erased.write_text(json.dumps(entry | {"version": "9"}))
    assert "version 9: not here" in committed_db.manage("apply_erasures", str(list_of_erased))
    lifecycle.hold(reader(tenant), protocol(tenant), "a court asks")
    list_of_erased.write_text(json.dumps(entry))
    with pytest.raises(RuntimeError, match="still here"):
        committed_db.manage("apply_erasures", str(list_of_erased))
