"""Reads settings from environment variables; a malformed value raises, naming the variable and what is expected.

The value itself is never repeated in a message: it may be a secret.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from inspector.brokers import broker_at

SHORTEST_SECRET = 50
FEWEST_DISTINCT = 10
TRUE = {"1", "true", "yes", "on"}
DATABASE_EXPECTED = "sqlite:///path or postgresql://user:password@host:port/name"
FALSE = {"0", "false", "no", "off"}
POSTGRESQL_OPTIONS = {"sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout", "application_name"}

CONNECT_SECONDS = "5"
LOCK_SECONDS = 10

SQLITE_START = (
    "PRAGMA journal_mode=WAL;"
    "PRAGMA synchronous=FULL;"
    "PRAGMA busy_timeout=20000;"
    "PRAGMA foreign_keys=ON;"
    "PRAGMA recursive_triggers=ON;"
    # What was erased is overwritten in the file too, at once.
    "PRAGMA secure_delete=ON;"
)


def required(name: str, expected: str) -> str:
    """The non-empty text of variable `name`; `expected` completes "NAME is not set: ..."."""
    value = os.environ.get(name, "").strip()
    if not value:
        raise ImproperlyConfigured(f"{name} is not set: expected {expected}.")
    return value


def text(name: str, default: str) -> str:
    """The text of a variable, which may not be blank; unset gives `default`."""
    value = os.environ.get(name)
    if value is None:
        return default
    if not value.strip():
        raise ImproperlyConfigured(f"{name} is blank: set a value, or leave the variable out.")
    return value.strip()


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """One of `allowed`, in any case; unset gives `default`."""
    value = os.environ.get(name, default).strip().upper()
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}.")
    return value


def flag(name: str, default: bool) -> bool:
    """A yes or no: 1, true, yes, on, or 0, false, no, off; unset gives `default`."""
    value = os.environ.get(name)
    if value is None:
        return default
    if value.strip().lower() in TRUE:
        return True
    if value.strip().lower() in FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be 1, true, yes or on, or 0, false, no or off.")


def number(name: str, default: int, least: int, most: int) -> int:
    """A whole decimal number from `least` to `most`, both included; unset gives `default`."""
    value = os.environ.get(name)
    if value is None:
        return default
    digits = value.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 18 and least <= int(digits) <= most):
        raise ImproperlyConfigured(f"{name} must be a whole number from {least} to {most}.")
    return int(digits)


def secret(name: str) -> str:
    """A secret of at least 50 characters, at least 10 of them distinct."""
    value = required(name, f"a random secret of at least {SHORTEST_SECRET} characters")
    if len(value) < SHORTEST_SECRET or len(set(value)) < FEWEST_DISTINCT:
        raise ImproperlyConfigured(
            f"{name} must be random and have at least {SHORTEST_SECRET} characters, {FEWEST_DISTINCT} of them distinct."
        )
    return value


def host_names(name: str) -> list[str]:
    """Host names that the product answers to, separated by commas; `*` is refused."""
    value = required(name, "the host names to answer to, separated by commas")
    hosts = [host.strip() for host in value.split(",")]
    if not all(hosts) or any("*" in host or "/" in host for host in hosts):
        raise ImproperlyConfigured(f"{name} must be host names separated by commas, without *, scheme or path.")
    return hosts


def database(name: str, base: Path) -> dict[str, Any]:
    """Django's description of the database at the URL in a variable; see `database_at`."""
    value = required(name, DATABASE_EXPECTED)
    try:
        return database_at(value, base)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} {error}") from None


def broker(name: str, base: Path, default: str) -> dict[str, Any]:
    """Celery's settings of the broker at the URL in a variable; see `inspector.brokers.broker_at`."""
    try:
        return broker_at(text(name, default), base)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} {error}") from None


def database_at(value: str, base: Path) -> dict[str, Any]:
    """Django's description of the database at a URL; ValueError says what was expected.

    `sqlite:///relative/to/base`, `sqlite:////absolute/path`, or
    `postgresql://user:password@host:port/name?sslmode=require`; user, password, host and name are percent-encoded.
    """
    refusal = ValueError(f"must be {DATABASE_EXPECTED}.")
    try:
        url = urlsplit(value)
        port = url.port
    except ValueError:
        raise refusal from None
    if url.scheme == "sqlite" and not url.netloc and len(url.path) > 1 and not url.query:
        return sqlite(base / unquote(url.path[1:]))
    if url.scheme == "postgresql" and url.hostname and url.username and len(url.path) > 1:
        return postgresql(url, port)
    raise refusal


def sqlite(path: Path) -> dict[str, Any]:
    """SQLite with one writer at a time that waits its turn; synchronous FULL, so that a verdict survives power loss."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "CONN_MAX_AGE": 60,
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": SQLITE_START},
    }


def postgresql(url: SplitResult, port: int | None) -> dict[str, Any]:
    """PostgreSQL by psycopg 3, parameters bound by the client (Django's tested default).

    A server that does not answer and a lock that somebody else holds are waited for in seconds, not for ever.
    """
    options = dict(parse_qsl(url.query, keep_blank_values=True))
    unknown = sorted(set(options) - POSTGRESQL_OPTIONS)
    if unknown:
        raise ValueError(f"has an option that is not one of {', '.join(sorted(POSTGRESQL_OPTIONS))}.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(url.path[1:]),
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": unquote(url.hostname or ""),
        "PORT": str(port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"connect_timeout": CONNECT_SECONDS, "options": f"-c lock_timeout={LOCK_SECONDS}s"} | options,
    }
