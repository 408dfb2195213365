"""The product on a database and a broker of its own, with workers that may be killed, and what must hold afterwards."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from celery import Celery
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.utils import timezone

from inspector.brokers import broker_at
from inspector.management.commands.serve_demo import gunicorn_options
from inspector.models import rows as opinions
from lineage.access import Reader
from lineage.evidence.vocabulary import ENDED, Role, RunState, WorkState
from lineage.leases import LEASE
from lineage.models import rows
from lineage.reprocessing import add_version
from tests.databases import manage
from tests.faults.brokers import Broker
from tests.faults.rules import bundle, new_text
from tests.inspector.making import import_bundle, make_member, make_tenant
from tests.servers import ROOT, end_with_parent, get_free_port, running, stop, wait_until

WORK = "lineage.tasks.work"
LARGE = (24, 50)
"""Answers, and citations of each: three items of work."""
SMALL = (1, 8)
TOKEN = "t" * 32
WITHIN = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
os.execv(sys.argv[2], sys.argv[2:])
"""
"""A program that runs another which may write no larger file."""


class Worker:
    """A worker of the product in a session of its own, with its clock, its children and its log."""

    def __init__(self, environment: dict[str, str], log: Path, concurrency: int, app: str, memory: int) -> None:
        self.log = log
        die_with_tests = end_with_parent(signal.SIGKILL)

        def prepare() -> None:
            die_with_tests()
            if memory:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

        command = ["celery", "--quiet", "--app", app, "worker", "--beat", "--concurrency", str(concurrency)]
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *command, "--hostname", f"{log.stem}@%h"],
                cwd=ROOT,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                preexec_fn=prepare,
            )

    def wait_until_ready(self) -> None:
        wait_until(lambda: " ready." in self.log.read_text(errors="replace"), self.process, self.log)

    def kill(self) -> None:
        """The worker and all its children, as when the machine goes."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def ask_to_end(self, how: int = signal.SIGTERM) -> None:
        """What a deployment sends, to the worker alone."""
        self.process.send_signal(how)

    def close(self) -> None:
        if self.process.poll() is None:
            stop(self.process, signal.SIGTERM)
        with_children(self.process.pid)


def with_children(group: int) -> None:
    """Whatever is left of a session that was started here."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return


class Seen(NamedTuple):
    """What somebody sees of an answer, and how long they waited."""

    status: int
    retry_after: str | None
    html: str
    seconds: float


class Site:
    def __init__(self, address: str, session: str) -> None:
        self.address = address
        self.cookies = f"session={session}; csrf={TOKEN}"

    def get(self, path: str) -> Seen:
        return self.send(urllib.request.Request(self.address + path, headers={"Cookie": self.cookies}))

    def post(self, path: str, **fields: str) -> Seen:
        body = urlencode(fields | {"csrfmiddlewaretoken": TOKEN}).encode()
        return self.send(urllib.request.Request(self.address + path, body, {"Cookie": self.cookies}))

    def post_file(self, path: str, field: str, name: str, data: bytes, **fields: str) -> Seen:
        """A form with a file, as a browser sends it."""
        form = {**fields, "csrfmiddlewaretoken": TOKEN, field: SimpleUploadedFile(name, data, "text/plain")}
        headers = {"Cookie": self.cookies, "Content-Type": MULTIPART_CONTENT}
        return self.send(urllib.request.Request(self.address + path, encode_multipart(BOUNDARY, form), headers))

    def send(self, request: urllib.request.Request) -> Seen:
        """Redirections are followed."""
        started = time.monotonic()
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                html, status, headers = answer.read().decode(), answer.status, answer.headers
        except urllib.error.HTTPError as refusal:
            html, status, headers = refusal.read().decode(), refusal.code, refusal.headers
        return Seen(status, headers.get("Retry-After"), html, time.monotonic() - started)


class Rig:
    """`environment` is that of every process of the product here."""

    def __init__(self, url: str, broker: Broker, environment: dict[str, str], folder: Path) -> None:
        self.url = url
        self.broker = broker
        # The key of the tests themselves, so that a session which they make is one of the product's.
        self.environment = environment | {
            "BROKER_URL": broker.url,
            "LOG_LEVEL": "INFO",
            "SECRET_KEY": os.environ["SECRET_KEY"],
            "OPENBLAS_NUM_THREADS": "1",
        }
        self.folder = folder
        self.workers: list[Worker] = []
        self.tenant = make_tenant("meridian")
        self.user = make_member(self.tenant, "max", Role.ADMINISTRATOR)
        self.publisher = Celery("publisher", set_as_current=False)
        self.publisher.conf.update(broker_at(broker.url, ROOT))

    @property
    def reader(self) -> Reader:
        actor = opinions.Membership.objects.get(user=self.user).actor
        return Reader(actor, self.tenant.pk, self.tenant.key, frozenset({Role.ADMINISTRATOR}), frozenset())

    def worker(self, *, concurrency: int = 2, app: str = "inspector.celery", memory: int = 0, **more: str) -> Worker:
        """A worker that is ready; `more` is added to its environment, `memory` is the most bytes of each process."""
        log = self.folder / f"worker{len(self.workers)}.log"
        started = Worker(self.environment | more, log, concurrency, app, memory)
        self.workers.append(started)
        started.wait_until_ready()
        return started

    @contextmanager
    def serving(self, *, largest_file: int = 0) -> Iterator[Site]:
        """The product served as in production, with its administrator signed in.

        With `largest_file` no file of the server can grow beyond so many bytes, as where its disk is full.
        """
        port = get_free_port()
        within = [sys.executable, "-c", WITHIN, str(largest_file)] if largest_file else []
        command = [*within, sys.executable, "-m", "gunicorn", *gunicorn_options(port)]
        client = Client()
        client.force_login(self.user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        environment = self.environment | {"STATIC_ROOT": str(self.folder / "static")}
        manage(environment, "collectstatic", "--no-input", "--verbosity", "0")
        with running(command, environment, port, self.folder / "server.log"):
            yield Site(f"http://127.0.0.1:{port}", session)

    def make_source(self, key: str = "rules", size: tuple[int, int] = LARGE) -> rows.Source:
        import_bundle(self.tenant, bundle(key, *size))
        return rows.Source.objects.get(tenant=self.tenant, key=key)

    def slow_at(self, number: int = 0) -> dict[str, str]:
        """The environment of a worker to which the item with the `number`th citation of all takes five seconds more."""
        resolution = rows.Resolution.objects.order_by("id").values_list("id", flat=True)[number]
        return {"WORK_FAILPOINT": f"during_item=slow@{resolution}"}

    def start(self, source: rows.Source, *, ring: bool = True) -> rows.Run:
        """A run for the next version. Without `ring` it is as if the message were lost."""
        run = add_version(self.reader, source, new_text().encode(), version="2")
        if ring:
            self.ring(run)
        return run

    def ring(self, run: rows.Run, **options: Any) -> None:
        self.publisher.send_task(WORK, [run.pk], ignore_result=True, **options)

    def manage(self, *arguments: str) -> str:
        return manage(self.environment, *arguments)

    def close(self) -> None:
        for worker in self.workers:
            worker.close()
            # Shown where the test failed.
            print(f"{worker.log.name}:\n{worker.log.read_text(errors='replace')[-6000:]}")
        self.publisher.close()
        connections.close_all()


def until(holds: Callable[[], Any], seconds: float, what: str) -> Any:
    """What `holds()` gives once it is true, asked ten times a second; AssertionError when the seconds are over."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = holds()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"not within {seconds} s: {what}")


def state_of(run: rows.Run) -> RunState:
    return RunState(rows.Run.objects.values_list("state", flat=True).get(pk=run.pk))


def wait_for_end(run: rows.Run, seconds: float) -> None:
    until(lambda: state_of(run) in ENDED, seconds, f"run {run.pk} ends; it is {describe(run)}")


def describe(run: rows.Run) -> str:
    items = rows.WorkItem.objects.filter(run=run).order_by("id")
    return f"{state_of(run)}: " + ", ".join(f"{item.key} {item.state} ({item.attempt}, {item.fault})" for item in items)


def find_leased(run: rows.Run) -> rows.WorkItem | None:
    """An item that somebody works on, not the one that lists the citations."""
    leased = rows.WorkItem.objects.filter(run=run, state=WorkState.LEASED.value, subject__isnull=False)
    return leased.exclude(size=0).order_by("id").first()


def process_of(item: rows.WorkItem) -> int:
    """The process that holds it, as it wrote it down itself."""
    return int(item.worker.rpartition(":")[2])


def check(rig: Rig, *runs: rows.Run, aside: int = 0, state: RunState = RunState.COMPLETED_WITH_CHANGES) -> None:
    """What holds after every fault: each citation has its effect, none twice, the run ended once, nothing hangs.

    `aside` citations were set aside; `state` is how the runs ended.
    """
    for run in runs:
        run.refresh_from_db()
        effects = rows.Relocation.objects.filter(run=run).order_by().values_list("citation", flat=True)
        found = list(effects)
        assert run.state == state, describe(run)
        assert run.total is not None and len(found) == run.total - aside, describe(run)
        assert len(set(found)) == len(found)
        items = rows.WorkItem.objects.filter(run=run)
        assert not items.filter(state__in=[WorkState.OPEN.value, WorkState.LEASED.value]).exists(), describe(run)
        done = items.filter(state=WorkState.DONE.value).values_list("size", flat=True)
        assert sum(done) == len(found), describe(run)
        ends = rows.AuditEvent.objects.filter(verb="run_ended", subject=f"run:{run.public_id}")
        assert ends.count() == 1
    assert not rows.WorkItem.objects.filter(lease_until__gt=timezone.now() + 2 * LEASE + timedelta(seconds=1)).exists()
    assert "Everything is as it was recorded." in rig.manage("verify")


@contextmanager
def measured(record: Callable[[str, object], None], what: str) -> Iterator[None]:
    """Notes how long the block took, for the table at the end."""
    started = time.monotonic()
    yield
    record(what, f"{time.monotonic() - started:.1f} s")
