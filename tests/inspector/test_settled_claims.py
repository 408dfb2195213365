"""An id that is given and not committed yet is waited for: what is looked at once is not looked at too early."""

from __future__ import annotations

from threading import Event, Thread
from typing import Any

import pytest
from django.db import connection, transaction

from inspector import settled_claims
from inspector.settled_claims import last_settled
from lineage.bulk import next_ids
from lineage.models import rows
from tests.inspector.making import import_bundle, make_tenant, simple_bundle


def test_where_nothing_is_there_it_is_nothing(db: None) -> None:
    assert last_settled() == 0


def test_where_nobody_writes_it_is_the_last_claim(db: None) -> None:
    import_bundle(make_tenant("meridian"), simple_bundle(claims=3))
    assert last_settled() == rows.Claim.objects.order_by("-pk")[0].pk


@pytest.mark.only_on("postgresql")
def test_who_has_taken_an_id_is_waited_for_and_who_takes_one_later_is_not(
    committed_db: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On SQLite one transaction writes at a time, so no id is ever behind another."""
    import_bundle(make_tenant("meridian"), simple_bundle(claims=3))
    last = rows.Claim.objects.order_by("-pk")[0].pk
    taken, ended = Event(), Event()

    def write() -> None:
        try:
            with transaction.atomic():
                list(next_ids(rows.Claim, 1))
                taken.set()
                ended.wait(30)
        finally:
            connection.close()

    writer = Thread(target=write)
    writer.start()
    try:
        assert taken.wait(30)
        monkeypatch.setattr(settled_claims, "LONGEST_WAIT", 0.2)
        assert last_settled() == 0
        monkeypatch.setattr(settled_claims, "LONGEST_WAIT", 30.0)
        monkeypatch.setattr(settled_claims, "sleep", lambda seconds: ended.set())
        assert last_settled() == last
    finally:
        ended.set()
        writer.join()
