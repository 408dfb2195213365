"""Eight reviewers who send verdicts as fast as they are answered: PostgreSQL, gunicorn as the demonstration runs it.

Nothing may be lost: what was acknowledged, the rows and the ledger name the same verdicts. Once as the tests run
PostgreSQL, which never waits for the disk, and once durable, as it comes.
"""

import os
import socket
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from statistics import median
from threading import Barrier, Lock, Thread
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.db import connections
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from inspector.evidence_tokens import find_drawn
from inspector.management.commands.serve_demo import gunicorn_options
from inspector.models import rows as opinions
from inspector.queue_adding import MOST_AT_ONCE, add_claims
from lineage import ledger
from lineage.bulk import in_parts
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import Role, SlotState
from lineage.models import rows
from tests import servers
from tests.bench.timing import show
from tests.databases import PostgresqlEngine, environment_for, manage, new_connection, use
from tests.inspector.making import import_bundle, simple_bundle
from tests.inspector.queues import House, make_house, make_reader
from tests.inspector.working import browser, forms_of

CALLERS, LEASE = 8, timedelta(hours=1)
VERDICTS = int(os.environ.get("BENCH_VERDICTS", "2400"))
CLAIMS_OF_AN_ANSWER = 60
LEAST_A_SECOND = 150
DURABLE = {"fsync=off": "fsync=on", "full_page_writes=off": "full_page_writes=on", "synchronous_commit=off": ""}
ACCEPTED = (b"HTTP/1.1 303", b"HTTP/1.1 204")


class Answered(NamedTuple):
    key: str
    status: bytes
    seconds: float


@contextmanager
def database(durable: bool) -> Iterator[str]:
    """A migrated database on a server of its own."""
    before = list(servers.SERVER_OPTIONS)
    if durable:
        changed = [DURABLE.get(option, option) or "synchronous_commit=on" for option in before]
        servers.SERVER_OPTIONS[:] = changed
    try:
        with servers.private_postgresql() as server:
            url = PostgresqlEngine(server).create()
            manage(environment_for(url), "migrate")
            yield url
    finally:
        servers.SERVER_OPTIONS[:] = before


@pytest.mark.parametrize("durable", [False, True], ids=["never waits for the disk", "durable"])
def test_eight_callers_record_and_nothing_is_lost(
    durable: bool, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    with ExitStack() as stack:
        url = stack.enter_context(database(durable))
        stack.enter_context(django_db_blocker.unblock())
        use(new_connection(url))
        house = make_house(claims=0)
        sent = prepare(house)
        connections.close_all()
        port = servers.get_free_port()
        environment = environment_for(url) | {"SECRET_KEY": settings.SECRET_KEY, "STATIC_ROOT": str(tmp_path)}
        command = [sys.executable, "-m", "gunicorn", *gunicorn_options(port)]
        stack.enter_context(servers.running(command, environment, port, tmp_path / "log"))
        seconds, answers = send(port, sent)
        acknowledged = Counter(one.key for one in answers if one.status.startswith(ACCEPTED))
        recorded = Counter(opinions.Verdict.objects.values_list("idempotency_key", flat=True))
        chained = Counter(keys_in_ledger())
        rate = len(acknowledged) / seconds
        times = sorted(one.seconds for one in answers)
        show(
            f"Eight callers, {len(answers)} verdicts, {'durable' if durable else 'never waits for the disk'}",
            ("", "measured", "bar"),
            [
                ("verdicts a second", f"{rate:.0f}", f">= {LEAST_A_SECOND}"),
                ("median ms", f"{median(times) * 1e3:.1f}", "told"),
                ("p95 ms", f"{times[int(len(times) * 0.95)] * 1e3:.1f}", "told"),
                ("acknowledged / rows / ledger", f"{len(acknowledged)} / {len(recorded)} / {len(chained)}", "equal"),
            ],
        )
        assert acknowledged == recorded == chained and len(acknowledged) == len(answers)
        assert ledger.verify(house.tenant) == []
        connections.close_all()
    assert rate >= LEAST_A_SECOND


def prepare(house: House) -> list[list[tuple[str, bytes]]]:
    """For each caller the key and the bytes of each request; as their pages would send them."""
    for number in range(-(-VERDICTS // CLAIMS_OF_AN_ANSWER)):
        import_bundle(house.tenant, simple_bundle(f"case-{number}", CLAIMS_OF_AN_ANSWER))
    queue = house.queue(0)
    for part in in_parts(house.claims(), MOST_AT_ONCE):
        add_claims(house.cleo, queue, part, "for the bench")
    readers = [make_reader(house.tenant, f"caller-{n}", Role.REVIEWER) for n in range(CALLERS)]
    items = list(queue.items.select_related("claim", "state").order_by("id")[:VERDICTS])
    found = []
    for place, reader in enumerate(readers):
        cookie, mine = cookies_of(browser(reader)), items[place::CALLERS]
        held = {"reviewer": reader.actor, "state": SlotState.HELD.value, "lease_until": timezone.now() + LEASE}
        opinions.Slot.objects.filter(item__in=mine).update(**held)
        forms = list(forms_of(reader, mine))
        address, form = forms[0]
        assert find_drawn(reader, address.split("/")[2], form["evidence_token"]) is not None
        found.append([(form["idempotency_key"], request(address, form, cookie)) for address, form in forms])
    return found


CSRF = "a" * 32


def cookies_of(client: Client) -> str:
    """As the product names them on plain http of this machine."""
    return f"session={client.cookies[settings.SESSION_COOKIE_NAME].value}; csrf={CSRF}"


def request(address: str, form: dict[str, str], cookie: str) -> bytes:
    # Without the slot's token nobody goes on to the next: that is the bench of the next item.
    own = {"csrfmiddlewaretoken": CSRF, "rationale": "The passage says so, word for word.", "slot_token": ""}
    body = urlencode(form | own)
    head = [
        f"POST {address} HTTP/1.1",
        "Host: 127.0.0.1",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
        f"Cookie: {cookie}",
        "Connection: close",
    ]
    return "\r\n".join([*head, "", body]).encode()


def send(port: int, sent: Sequence[Sequence[tuple[str, bytes]]]) -> tuple[float, list[Answered]]:
    """Every caller sends their next form once the last one was answered; the seconds from first to last."""
    answers: list[Answered] = []
    gate, adding = Barrier(len(sent) + 1), Lock()

    def call(mine: Sequence[tuple[str, bytes]]) -> None:
        own = []
        gate.wait()
        for key, data in mine:
            before = perf_counter()
            own.append(Answered(key, ask(port, data), perf_counter() - before))
        with adding:
            answers.extend(own)

    threads = [Thread(target=call, args=(mine,)) for mine in sent]
    for thread in threads:
        thread.start()
    gate.wait()
    started = perf_counter()
    for thread in threads:
        thread.join()
    return perf_counter() - started, answers


def ask(port: int, data: bytes) -> bytes:
    """The first line of the answer."""
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(data)
        answer = b""
        while part := line.recv(65536):
            answer += part
    return answer.split(b"\r\n", 1)[0]


def keys_in_ledger() -> Iterator[str]:
    events = rows.AuditEvent.objects.filter(verb="record_verdict").select_related("payload")
    for event in events.iterator(chunk_size=500):
        yield load_json(ledger.read_payload(event))["idempotency_key"]
