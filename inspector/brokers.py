"""Which broker rings the bell for workers, as Celery's settings; the database is the truth, whatever the broker does.

A publisher waits less than a second for a broker that is down: a page that rings the bell is not held up, and the
sweeper rings again. A worker is patient (`PATIENT`).
"""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

EXPECTED = "filesystem:///path, redis://host:port/number, rediss://..., amqp://user:password@host:port/vhost or amqps://..."
IMPATIENT = 0.3
"""Seconds that a publisher waits for the broker, to connect and to answer each."""
PATIENT = 10.0
VISIBILITY = 360
"""Seconds after which Redis hands out a message again: longer than a task may take, and no recovery waits for it."""


def broker_at(value: str, base: Path) -> dict[str, Any]:
    """Celery's settings of the broker at a URL, as a publisher needs them; ValueError says what was expected.

    `filesystem:///relative/to/base` or `filesystem:////absolute/path`: a folder that is made when first needed.
    `redis://`, `amqp://`, and with TLS `rediss://`, `amqps://`, whose certificates are checked: by the authorities of
    the system, or with `?ca_certs=/path` by those in that file.
    """
    refusal = ValueError(f"must be {EXPECTED}.")
    try:
        url = urlsplit(value)
        port = url.port
    except ValueError:
        raise refusal from None
    options = dict(parse_qsl(url.query, keep_blank_values=True))
    if url.fragment or port == 0:
        raise refusal
    if url.scheme == "filesystem" and not url.netloc and len(url.path) > 1 and not options:
        return folder(base / unquote(url.path[1:]))
    is_secure = url.scheme in ("rediss", "amqps")
    if url.scheme not in ("redis", "rediss", "amqp", "amqps") or not url.hostname:
        raise refusal
    if set(options) - ({"ca_certs"} if is_secure else set()) or not all(options.values()):
        raise ValueError("has an option that is not ca_certs, which rediss and amqps take.")
    if url.scheme in ("redis", "rediss"):
        if url.path.strip("/") and not url.path[1:].isdecimal():
            raise ValueError("must end with the number of a Redis database, or its port.")
        found = redis(options)
    else:
        found = rabbitmq(url.hostname, options)
    kept = found if is_secure else {name: value for name, value in found.items() if name != "broker_use_ssl"}
    return {"broker_url": url._replace(query="").geturl(), "broker_connection_timeout": IMPATIENT, **kept}


def folder(path: Path) -> dict[str, Any]:
    """Messages as files on this machine; `inspector.folder_broker` says what is different from kombu's own."""
    return {
        "broker_url": "filesystem://localhost//",
        "broker_transport": "inspector.folder_broker:Transport",
        "broker_transport_options": {"polling_interval": 0.1, "data_folder_in": str(path)},
    }


def redis(options: dict[str, str]) -> dict[str, Any]:
    """Redis gives back what a killed worker held after VISIBILITY seconds, looked for every ten seconds."""
    return {
        "broker_transport_options": {
            "visibility_timeout": VISIBILITY,
            "unacked_restore_throttle": 1,
            "socket_timeout": IMPATIENT,
            "socket_connect_timeout": IMPATIENT,
            "retry_on_timeout": False,
        },
        "broker_use_ssl": {"ssl_cert_reqs": ssl.CERT_REQUIRED}
        | ({"ssl_ca_certs": options["ca_certs"]} if options else {}),
    }


def rabbitmq(host: str, options: dict[str, str]) -> dict[str, Any]:
    """RabbitMQ keeps messages in quorum queues and says that it has each."""
    return {
        "task_default_queue_type": "quorum",
        "broker_transport_options": {
            "confirm_publish": True,
            "read_timeout": IMPATIENT,
            "write_timeout": IMPATIENT,
        },
        "broker_use_ssl": {"cert_reqs": ssl.CERT_REQUIRED, "server_hostname": host}
        | ({"ca_certs": options["ca_certs"]} if options else {}),
    }


def for_worker(broker: dict[str, Any]) -> dict[str, Any]:
    """The same broker as a worker needs it, which waits for messages and has nobody waiting for it."""
    waits = {"socket_timeout": PATIENT, "socket_connect_timeout": PATIENT}
    options = {
        name: waits.get(name, value)
        for name, value in broker["broker_transport_options"].items()
        if name not in ("read_timeout", "write_timeout")
    }
    patient = {"broker_connection_timeout": PATIENT} if "broker_connection_timeout" in broker else {}
    return broker | patient | {"broker_transport_options": options}
