"""The bell rings once what it speaks of can be read, and a broker that is away stops nobody."""

from __future__ import annotations

from typing import Any

import pytest
from celery import current_app
from django.db import transaction

from lineage.bell import ring, ring_after_commit
from lineage.models import rows
from tests.conftest import CommittedDatabase
from tests.lineage import runs


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[int]]]:
    """The messages that were sent."""
    sent: list[tuple[str, list[int]]] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args, **options: sent.append((name, args)))
    return sent


def test_a_message_holds_the_name_of_the_task_and_an_id_and_nothing_else(rung: list[tuple[str, list[int]]]) -> None:
    ring(7)
    assert rung == [("lineage.tasks.work", [7])]


def test_it_rings_after_the_commit_and_not_where_the_transaction_failed(
    committed_db: CommittedDatabase, rung: list[tuple[str, list[int]]]
) -> None:
    with transaction.atomic():
        ring_after_commit(7)
        assert rung == []
    assert len(rung) == 1
    with pytest.raises(RuntimeError), transaction.atomic():
        ring_after_commit(8)
        raise RuntimeError("in the middle")
    assert len(rung) == 1


def test_a_run_starts_though_the_broker_is_away(
    committed_db: CommittedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*given: Any, **options: Any) -> None:
        raise OSError("connection refused")

    monkeypatch.setattr(current_app, "send_task", away)
    run = runs.begin(runs.cite_words(runs.make_house()))
    assert rows.Run.objects.get() == run
