"""A run over a hundred thousand citations of one version, by workers that are processes, while a reviewer goes on."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import NamedTuple

import pytest
from django.test import Client

from lineage import leases
from lineage.evidence.vocabulary import Role, RunTrigger
from lineage.models import rows
from lineage.relocating import perform
from lineage.reprocessing import read_progress, start
from lineage.working import do, lease, work
from tests.bench.reprocessing import make_source
from tests.bench.timing import show
from tests.conftest import CommittedDatabase
from tests.inspector.making import (
    claim_url,
    filled_form,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
    simple_bundle,
)

CITATIONS = int(os.environ.get("BENCH_CITATIONS", "100000"))
WORKERS = 2
LEAST_A_SECOND = {"postgresql": 2_000}
MOST_MEMORY = 400
"""MB of a worker at its largest."""
LONGEST_PROGRESS, LONGEST_VERDICT, LONGEST_HELD = 0.1, 1.0, 0.3
"""Seconds. The last: for which an item keeps the write lock of SQLite."""
ROOT = Path(__file__).parents[2]
WORKER = """
import resource, sys, django
django.setup()
from lineage.working import work
while work(int(sys.argv[1]), seconds=20):
    pass
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_maxrss // 1024, used.ru_utime + used.ru_stime)
"""


class Seen(NamedTuple):
    """Seconds of each call while the run went on."""

    progress: list[float]
    verdicts: list[float]


def test_a_hundred_thousand_citations_are_found_again_while_people_go_on(committed_db: CommittedDatabase) -> None:
    tenant = make_tenant("bench")
    source = make_source(tenant, CITATIONS)
    import_bundle(tenant, simple_bundle())
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    run = start(None, source, source.versions.get(version="2"), trigger=RunTrigger.MANUAL, actor="bench")
    work(run.pk, seconds=0.001)
    alone = [save_verdict(ada, claim_url(tenant, "refund")) for _ in range(5)]
    assert read_progress(run).total == CITATIONS
    with ExitStack() as stack:
        begun = perf_counter()
        workers = [stack.enter_context(start_worker(committed_db, run)) for _ in range(WORKERS)]
        seen = watch(run, workers, ada, claim_url(tenant, "refund"))
        used = [worker.communicate()[0].split() for worker in workers]
    memory, processor = [int(mb) for mb, _ in used], sum(float(seconds) for _, seconds in used)
    run.refresh_from_db()
    progress = read_progress(run)
    pace = CITATIONS / (run.ended_at - run.started_at).total_seconds()
    engine = committed_db.engine
    show(
        f"A run over {CITATIONS} citations of a text of 1 MB, {engine}, {WORKERS} workers",
        ("", "measured", "bar"),
        [
            ("citations/s, from the first item to the end", f"{pace:.0f}", f">= {LEAST_A_SECOND.get(engine, '')}"),
            ("citations a second of the workers' processors", f"{CITATIONS / processor:.0f}", ""),
            ("seconds with the start of the workers", f"{perf_counter() - begun:.1f}", ""),
            ("MB of the largest worker", max(memory), f"< {MOST_MEMORY}"),
            *shown("reading progress", seen.progress, LONGEST_PROGRESS),
            *shown("saving a verdict before the run", alone, LONGEST_VERDICT),
            *shown("saving a verdict", seen.verdicts, LONGEST_VERDICT),
        ],
    )
    assert (progress.done, progress.quarantined) == (CITATIONS, 0)
    assert rows.Relocation.objects.filter(run=run).count() == CITATIONS
    assert max(memory) < MOST_MEMORY
    assert median(seen.progress) < LONGEST_PROGRESS
    assert len(seen.verdicts) >= 5 and max(seen.verdicts) < LONGEST_VERDICT
    assert pace >= LEAST_A_SECOND.get(engine, 0)


def start_worker(database: CommittedDatabase, run: rows.Run) -> subprocess.Popen[str]:
    environment = {**database.environment, "DJANGO_SETTINGS_MODULE": "inspector.settings"}
    command = [sys.executable, "-c", WORKER, str(run.pk)]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)


def watch(run: rows.Run, workers: list[subprocess.Popen[str]], ada: Client, url: str) -> Seen:
    """Reads the progress and saves verdicts, as a page and a reviewer do, until the workers are done."""
    seen = Seen([], [])
    while any(worker.poll() is None for worker in workers):
        before = perf_counter()
        read_progress(run)
        seen.progress.append(perf_counter() - before)
        seen.verdicts.append(save_verdict(ada, url))
        sleep(0.3)
    return seen


def save_verdict(ada: Client, url: str) -> float:
    """Seconds from the form to the answer."""
    form = filled_form(ada, url)
    before = perf_counter()
    assert ada.post(f"{url}verdicts/", form).status_code in (200, 302, 303)
    return perf_counter() - before


def shown(name: str, seconds: list[float], bar: float) -> list[tuple[str, str, str]]:
    return [
        (f"{name}, median of {len(seconds)}, ms", f"{median(seconds) * 1e3:.1f}", f"< {bar * 1e3:.0f}"),
        (f"{name}, slowest, ms", f"{max(seconds) * 1e3:.1f}", ""),
    ]


def test_an_item_holds_the_write_lock_briefly(
    committed_db: CommittedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    tenant = make_tenant("bench")
    source = make_source(tenant, 5_000)
    run = start(None, source, source.versions.get(version="2"), trigger=RunTrigger.MANUAL, actor="bench")
    do(lease(run.pk, "bench"))
    held, hold = [], leases.held

    @contextmanager
    def timed(item: rows.WorkItem) -> Iterator[None]:
        """From when the lock is had until it is given back."""
        with ExitStack() as stack:
            stack.enter_context(hold(item))
            begun = perf_counter()
            yield
        held.append(perf_counter() - begun)

    monkeypatch.setattr(leases, "held", timed)
    whole = []
    while (item := lease(run.pk, "bench")) is not None:
        before = perf_counter()
        perform(rows.Run.objects.select_related("normalization__body").get(pk=run.pk), item)
        whole.append(perf_counter() - before)
    show(
        f"An item of 500 citations, {committed_db.engine}",
        ("", "median ms", "slowest ms"),
        [
            ("in all", f"{median(whole) * 1e3:.0f}", f"{max(whole) * 1e3:.0f}"),
            ("its longest transaction", f"{median(held) * 1e3:.0f}", f"{max(held) * 1e3:.0f}"),
        ],
    )
    assert median(held) < LONGEST_HELD
