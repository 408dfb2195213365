"""The product's worker as the README starts it, on the broker that needs no server: a run that is asked for ends."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import CommittedDatabase
from tests.faults.brokers import private_broker
from tests.faults.rig import SMALL, Rig, check, wait_for_end


def test_a_worker_does_a_run_and_is_seen(committed_db: CommittedDatabase, tmp_path: Path) -> None:
    with private_broker("folder") as broker:
        rig = Rig(committed_db.url, broker, committed_db.environment, tmp_path)
        try:
            run = rig.start(rig.make_source(size=SMALL))
            rig.worker()
            wait_for_end(run, 30)
            check(rig, run)
        finally:
            rig.close()
