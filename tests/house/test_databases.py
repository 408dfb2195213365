"""The ground that other tests stand on: both engines, guarded, each test from the same empty database."""

from __future__ import annotations

import threading

import pytest
from django.contrib.auth.models import User
from django.db import connection

from tests.conftest import CommittedDatabase
from tests.databases import Databases


@pytest.mark.parametrize("turn", [1, 2])
def test_what_a_test_writes_is_gone_in_the_next(db: None, turn: int) -> None:
    assert not User.objects.exists()
    User.objects.create_user("ada")


@pytest.mark.parametrize("turn", [1, 2])
def test_what_a_test_commits_is_gone_in_the_next(committed_db: CommittedDatabase, turn: int) -> None:
    assert not User.objects.exists()
    User.objects.create_user("ada")


def test_a_test_runs_on_the_engine_that_it_names(db: None, engine: str) -> None:
    assert connection.vendor == engine


@pytest.mark.django_db
def test_a_marked_test_runs_on_both_engines_too(engine: str) -> None:
    assert connection.vendor == engine


def test_a_commit_is_seen_by_threads_and_by_processes(committed_db: CommittedDatabase) -> None:
    User.objects.create_user("ada")
    seen: list[str] = []

    def look() -> None:
        seen.extend(User.objects.values_list("username", flat=True))
        connection.close()

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    ask = "from django.contrib.auth.models import User; print(*User.objects.values_list('username', flat=True))"
    assert (seen, committed_db.manage("shell", "--no-imports", "-c", ask).split()) == (["ada"], ["ada"])


def test_sqlite_waits_its_turn_keeps_keys_and_lets_no_replace_pass_by_a_guard(databases: Databases) -> None:
    wanted = {"journal_mode": "wal", "synchronous": 2, "busy_timeout": 20000}
    wanted |= {"foreign_keys": 1, "recursive_triggers": 1, "secure_delete": 1}
    one = "connection.cursor().execute('PRAGMA ' + name).fetchone()[0]"
    ask = f"from django.db import connection; print([{one} for name in {list(wanted)}])"
    with databases.copy("sqlite", databases.migrated("sqlite")) as url:
        shown = CommittedDatabase("sqlite", url).manage("shell", "--no-imports", "-c", ask)
    assert shown.strip() == str(list(wanted.values()))
