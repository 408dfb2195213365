"""What Celery is told of each kind of broker."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from inspector.brokers import broker_at, for_worker

BASE = Path("/srv/inspector")


@pytest.mark.parametrize(
    ("url", "folder"),
    [("filesystem:///var/broker", BASE / "var/broker"), ("filesystem:////tmp/b%20c", Path("/tmp/b c"))],
)
def test_a_folder_is_absolute_with_four_slashes_and_else_relative_to_the_project(url: str, folder: Path) -> None:
    assert broker_at(url, BASE)["broker_transport_options"]["data_folder_in"] == str(folder)


def test_messages_in_a_folder_are_looked_for_ten_times_a_second() -> None:
    assert broker_at("filesystem:///var/broker", BASE)["broker_transport_options"]["polling_interval"] == 0.1


def test_what_a_dead_worker_held_is_handed_out_again_by_redis_without_ten_scans() -> None:
    """reliability.md 4.1: with kombu's own throttle it takes a hundred seconds longer."""
    options = broker_at("redis://127.0.0.1:6379/1", BASE)["broker_transport_options"]
    assert options["unacked_restore_throttle"] == 1
    assert options["visibility_timeout"] > 300


def test_rabbitmq_keeps_messages_in_quorum_queues_and_confirms_each() -> None:
    found = broker_at("amqp://user:word@127.0.0.1:5672/vhost", BASE)
    assert found["task_default_queue_type"] == "quorum"
    assert found["broker_transport_options"]["confirm_publish"] is True


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_without_tls_nothing_is_said_of_certificates_and_with_it_they_are_required(scheme: str) -> None:
    assert "broker_use_ssl" not in broker_at(f"{scheme}://host/0", BASE)
    secure = broker_at(f"{scheme}s://host/0?ca_certs=/etc/ca.pem", BASE)
    assert ssl.CERT_REQUIRED in secure["broker_use_ssl"].values()
    assert "/etc/ca.pem" in secure["broker_use_ssl"].values()
    assert "?" not in secure["broker_url"]
    assert ssl.CERT_REQUIRED in broker_at(f"{scheme}s://host/0", BASE)["broker_use_ssl"].values()


@pytest.mark.parametrize("url", ["redis://host/0", "amqp://host/vhost", "filesystem:///var/broker"])
def test_a_worker_waits_longer_than_whoever_rings_the_bell(url: str) -> None:
    publisher = broker_at(url, BASE)
    worker = for_worker(publisher)
    waits = ("socket_timeout", "socket_connect_timeout")
    for name in waits:
        asked = publisher["broker_transport_options"].get(name, 0.0)
        assert asked < 1 and worker["broker_transport_options"].get(name, 10.0) >= 10
    assert "read_timeout" not in worker["broker_transport_options"]
    assert publisher.get("broker_connection_timeout", 0.0) < 1


def test_a_secure_scheme_is_written_with_its_s() -> None:
    with pytest.raises(ValueError):
        broker_at("redisss://host/0", BASE)
