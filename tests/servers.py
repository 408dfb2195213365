"""Private servers for tests: PostgreSQL and the product, on free ports of 127.0.0.1, always stopped again."""

from __future__ import annotations

import ctypes
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tests.machine import POSTGRESQL_ADVICE, find_postgresql

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0


def get_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def end_with_parent(how: int) -> Callable[[], None]:
    """What a child runs before its program, so that Linux signals it should the tests be killed outright."""

    def ask() -> None:
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(1, how)

    return ask


def wait_until(is_up: Callable[[], bool], process: subprocess.Popen[Any], log: Path) -> None:
    """Returns once `is_up()`; raises with the log when the process ends or PATIENCE seconds are over."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        if is_up():
            return
        time.sleep(0.05)
    raise RuntimeError(f"{process.args} did not come up:\n{log.read_text(errors='replace')[-4000:]}")


def stop(process: subprocess.Popen[Any], how: int) -> None:
    if process.poll() is None:
        process.send_signal(how)
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Postgresql:
    """A server of its own in a temporary folder; `url` is that of its database `postgres`.

    PostgreSQL refuses to run as root, hence as its own user then, in a folder which that user can reach.
    """

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs = programs
        self.log = folder / "log"
        self.owner = find_server_owner()
        self.port = get_free_port()
        password = secrets.token_urlsafe(24)
        self.url = f"postgresql://tester:{password}@127.0.0.1:{self.port}/postgres"
        self.data = make_cluster(programs, folder, password, self.owner)
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        """Returns once it answers."""
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.data, "-p", str(self.port), *SERVER_OPTIONS],
                stdout=output,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,
                preexec_fn=end_with_parent(signal.SIGQUIT),
                **self.owner,
            )
        wait_until(lambda: is_answering(self.url), self.process, self.log)
        return self.process

    def stop(self, how: int = signal.SIGINT) -> None:
        """SIGINT is PostgreSQL's fast shutdown; SIGQUIT, the immediate one, is as if it had been killed."""
        stop(self.process, how)


@contextmanager
def postgresql_server() -> Iterator[Postgresql]:
    """Runs a private server until the block is left."""
    programs = find_postgresql()
    if programs is None:
        raise RuntimeError(f"These tests need {POSTGRESQL_ADVICE}.")
    folder = Path(tempfile.mkdtemp(prefix="evidence-inspector-postgresql-"))
    folder.chmod(0o755)
    try:
        server = Postgresql(programs, folder)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def private_postgresql() -> Iterator[str]:
    """Runs a server of its own in a temporary folder; gives the URL of its database `postgres`."""
    with postgresql_server() as server:
        yield server.url


def find_server_owner() -> dict[str, Any]:
    """How subprocess is told to leave root for PostgreSQL's own user, or nobody; empty where we are not root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    account = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


SERVER_OPTIONS = [
    *("-c", "listen_addresses=127.0.0.1"),
    *("-c", "unix_socket_directories="),
    *("-c", "fsync=off"),
    *("-c", "full_page_writes=off"),
    *("-c", "synchronous_commit=off"),
    *("-c", "max_connections=100"),
]


def make_cluster(programs: Path, folder: Path, password: str, owner: dict[str, Any]) -> Path:
    data, word = folder / "data", folder / "password"
    data.mkdir(mode=0o700)
    word.touch(mode=0o600)
    word.write_text(password)
    if owner:
        for path in (data, word):
            shutil.chown(path, owner["user"], owner["group"])
    made = subprocess.run(
        [programs / "initdb", "-D", data, "-U", "tester", f"--pwfile={word}", *CLUSTER_OPTIONS],
        capture_output=True,
        text=True,
        cwd="/",
        **owner,
    )
    if made.returncode:
        raise RuntimeError(f"initdb failed:\n{made.stdout}{made.stderr}")
    return data


CLUSTER_OPTIONS = ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"]


def is_answering(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


@contextmanager
def running(command: list[str], environment: dict[str, str], port: int, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Runs a command that serves the product on `port`, from the project's folder, until the block is left."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=end_with_parent(signal.SIGTERM),
        )
    try:
        wait_until(lambda: is_serving(port), process, log)
        yield process
    finally:
        stop(process, signal.SIGTERM)


def is_serving(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False
