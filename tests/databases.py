"""Migrated template databases and copies of them, on both engines; nothing is ever flushed, so guards are always on."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import psycopg
from django.contrib.contenttypes.models import ContentType
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import sql

from inspector.environment import database_at
from tests.servers import ROOT, private_postgresql

ENGINES = ("sqlite", "postgresql")
# Bells that nobody answers: a test that wants a worker sets another BROKER_URL. Removed when the process ends.
BROKER_FOLDER = tempfile.TemporaryDirectory(prefix="evidence-inspector-broker-")


class Engine(Protocol):
    """Makes databases by name; each is known by its URL as DATABASE_URL takes it."""

    name: str

    def create(self, like: str | None = None) -> str:
        """The URL of a new database: empty, or a copy of the one at `like`, to which nobody may be connected."""

    def drop(self, url: str) -> None:
        """Removes a database, whoever is still connected."""


class SqliteEngine:
    name = "sqlite"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.numbers = count(1)

    def create(self, like: str | None = None) -> str:
        path = self.folder / f"{next(self.numbers)}.sqlite3"
        if like:
            shutil.copyfile(self.path_at(like), path)
        return f"sqlite:///{path}"

    def drop(self, url: str) -> None:
        for suffix in ("", "-wal", "-shm"):
            Path(f"{self.path_at(url)}{suffix}").unlink(missing_ok=True)

    def path_at(self, url: str) -> str:
        return url.removeprefix("sqlite:///")


class PostgresqlEngine:
    name = "postgresql"

    def __init__(self, server: str) -> None:
        self.server = server
        self.numbers = count(1)

    def create(self, like: str | None = None) -> str:
        # Processes may share a server.
        name = f"tests_{os.getpid()}_{next(self.numbers)}"
        template = self.name_at(like) if like else "template0"
        self.run(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template)))
        return urlsplit(self.server)._replace(path=f"/{name}").geturl()

    def drop(self, url: str) -> None:
        self.run(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(self.name_at(url))))

    def name_at(self, url: str) -> str:
        return urlsplit(url).path.removeprefix("/")

    def run(self, statement: sql.Composed) -> None:
        with psycopg.connect(self.server, autocommit=True) as server:
            server.execute(statement)


class Databases:
    """The databases of one test session; servers and templates are made when first asked for."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.stack = stack
        self.templates: dict[tuple[str, str], str] = {}
        self.failures: dict[tuple[str, str], RuntimeError] = {}
        self.working: dict[str, BaseDatabaseWrapper] = {}

    @cached_property
    def sqlite(self) -> Engine:
        return SqliteEngine(self.folder)

    @cached_property
    def postgresql(self) -> Engine:
        return PostgresqlEngine(self.stack.enter_context(private_postgresql()))

    def engine(self, name: str) -> Engine:
        return {"sqlite": lambda: self.sqlite, "postgresql": lambda: self.postgresql}[name]()

    def migrated(self, name: str) -> str:
        """The URL of a migrated, otherwise empty database, to be copied only."""
        return self.template(name, "migrated", None, ["migrate"])

    def demo(self, name: str) -> str:
        """The URL of a database with the demonstration's data, to be copied only."""
        return self.template(name, "demo", self.migrated, ["load_demo"])

    def template(self, name: str, kind: str, like: Callable[[str], str] | None, command: list[str]) -> str:
        if (name, kind) in self.failures:
            raise self.failures[name, kind]
        if (name, kind) not in self.templates:
            url = self.engine(name).create(like(name) if like else None)
            try:
                manage(environment_for(url), *command)
            except RuntimeError as failure:
                self.failures[name, kind] = failure
                raise
            self.templates[name, kind] = url
        return self.templates[name, kind]

    def use_working_copy(self, name: str) -> None:
        """Makes default the database in which tests run that are rolled back."""
        if name not in self.working:
            url = self.engine(name).create(self.migrated(name))
            self.working[name] = new_connection(url)
        use(self.working[name])

    @contextmanager
    def copy(self, name: str, template: str) -> Iterator[str]:
        """The URL of a copy of a template, dropped afterwards."""
        url = self.engine(name).create(template)
        try:
            yield url
        finally:
            self.engine(name).drop(url)


def new_connection(url: str) -> BaseDatabaseWrapper:
    connections.settings["default"] = connections.configure_settings({"default": database_at(url, ROOT)})["default"]
    return connections.create_connection("default")


def use(connection: BaseDatabaseWrapper) -> None:
    """Makes this the default connection of this thread, and its database that of threads started later."""
    connections.settings["default"] = connection.settings_dict
    connections["default"] = connection
    # Remembers ids of the database before.
    ContentType.objects.clear_cache()


def environment_for(url: str) -> dict[str, str]:
    """The environment of a product process on the database at `url`, served on plain http of this machine."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
    return kept | {
        "SECRET_KEY": secrets.token_urlsafe(64),
        "DATABASE_URL": url,
        "BROKER_URL": f"filesystem:///{BROKER_FOLDER.name}/broker",
        "INSECURE_LOOPBACK": "1",
        "PYTHONUNBUFFERED": "1",
    }


def manage(environment: dict[str, str], *arguments: str) -> str:
    """What a management command prints, run in a process of its own; RuntimeError holds what it said if it fails."""
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"manage.py {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout
