"""Messages in a folder: whole, private, each taken once, whoever reads and writes at the same time."""

from __future__ import annotations

import shutil
import stat
import threading
from pathlib import Path

import pytest
from kombu import Connection, Exchange, Queue
from kombu.exceptions import OperationalError

from inspector.brokers import broker_at

QUEUE = Queue("bell", Exchange("bell"), routing_key="bell")


def connect(folder: Path) -> Connection:
    found = broker_at(f"filesystem:///{folder}", Path("/"))
    options = found["broker_transport_options"]
    return Connection(found["broker_url"], transport=found["broker_transport"], transport_options=options)


def put(folder: Path, numbers: range) -> None:
    with connect(folder) as connection:
        with connection.Producer() as producer:
            for number in numbers:
                producer.publish({"run": number}, exchange="bell", routing_key="bell", declare=[QUEUE])


def take(folder: Path, into: list[int]) -> None:
    with connect(folder) as connection:
        channel = connection.channel()
        bound = QUEUE(channel)
        bound.declare()
        while message := bound.get(no_ack=True):
            into.append(message.payload["run"])


def test_messages_come_in_the_order_in_which_they_were_sent(tmp_path: Path) -> None:
    put(tmp_path / "broker", range(20))
    found: list[int] = []
    take(tmp_path / "broker", found)
    assert found == list(range(20))


def test_each_message_is_taken_once_while_several_write_and_read(tmp_path: Path) -> None:
    folder, found, failed = tmp_path / "broker", [], []

    def run(work: object, *arguments: object) -> None:
        try:
            work(folder, *arguments)  # type: ignore[operator]
        except Exception as error:
            failed.append(error)

    writers = [threading.Thread(target=run, args=(put, range(n * 50, n * 50 + 50))) for n in range(4)]
    readers = [threading.Thread(target=run, args=(take, found)) for _ in range(4)]
    for thread in (*writers, *readers):
        thread.start()
    for thread in (*writers, *readers):
        thread.join()
    take(folder, found)
    assert (failed, sorted(found)) == ([], list(range(200)))


def test_its_folder_is_for_its_owner_only(tmp_path: Path) -> None:
    put(tmp_path / "var" / "broker", range(1))
    assert stat.S_IMODE((tmp_path / "var" / "broker").stat().st_mode) == 0o700


def test_a_folder_that_was_removed_under_a_worker_is_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "broker"
    with connect(folder) as listening, connect(folder) as ringing:
        bound = QUEUE(listening.channel())
        bound.declare()
        with ringing.Producer() as producer:
            producer.publish({"run": 1}, exchange="bell", routing_key="bell", declare=[QUEUE])
            shutil.rmtree(folder)
            assert bound.get() is None
            producer.publish({"run": 2}, exchange="bell", routing_key="bell", declare=[QUEUE])
        assert bound.get().payload == {"run": 2}


def test_what_nobody_waits_for_leaves_no_file(tmp_path: Path) -> None:
    with connect(tmp_path / "broker") as connection, connection.Producer() as producer:
        producer.publish({}, exchange=Exchange("celeryev", type="topic"), routing_key="worker.heartbeat")
    assert list((tmp_path / "broker").iterdir()) == []


def test_a_folder_that_cannot_be_made_is_said_as_an_error_of_the_broker(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OperationalError, match="cannot be made"):
        put(tmp_path / "file" / "broker", range(1))
