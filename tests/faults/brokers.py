"""Private brokers on free ports of 127.0.0.1, which tests may kill and start again."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.machine import RABBITMQ_ADVICE, REDIS_ADVICE, find_rabbitmq, find_redis
from tests.servers import end_with_parent, get_free_port, stop, wait_until


class Broker:
    """A broker as a process; `url` is as BROKER_URL takes it."""

    url: str
    process: subprocess.Popen[bytes] | None = None

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"

    def start(self) -> None:
        """Returns once it answers."""

    def kill(self) -> None:
        """As if the machine had lost its power, but for what it had written."""

    def close(self) -> None:
        """Ends it for good."""


class FolderBroker(Broker):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.url = f"filesystem:///{folder / 'broker'}"


class RedisBroker(Broker):
    """Redis as Debian ships it but in memory only, or with every write on disk (`appends`)."""

    def __init__(self, folder: Path, appends: bool = False) -> None:
        super().__init__(folder)
        self.port = get_free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.options = ["--appendonly", "yes", "--appendfsync", "always"] if appends else ["--save", ""]

    def start(self) -> None:
        program = find_redis()
        if program is None:
            raise RuntimeError(f"These tests need {REDIS_ADVICE}.")
        command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder), *self.options]
        self.process = spawn(command, self.log)
        wait_until(self.is_answering, self.process, self.log)

    def is_answering(self) -> bool:
        return self.ask("PING") == b"+PONG\r\n"

    def ask(self, command: str) -> bytes:
        """The first 4 kB of the answer to an inline command; empty where nobody answers."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=2) as connection:
                connection.sendall(f"{command}\r\n".encode())
                return connection.recv(4096)
        except OSError:
            return b""

    def kill(self) -> None:
        if self.process is not None:
            stop(self.process, signal.SIGKILL)

    def close(self) -> None:
        self.kill()


class RabbitmqBroker(Broker):
    """A node of its own with its own port mapper, so that none of the machine's is touched."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.port, self.mapper = get_free_port(), get_free_port()
        self.url = f"amqp://guest:guest@127.0.0.1:{self.port}//"
        self.environment = {
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "HOME": str(folder),
            "RABBITMQ_NODENAME": f"node{self.port}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_DIST_PORT": str(get_free_port()),
            "RABBITMQ_MNESIA_BASE": str(folder / "mnesia"),
            "RABBITMQ_LOG_BASE": str(folder / "logs"),
            "RABBITMQ_LOGS": "-",
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
            "RABBITMQ_CONFIG_FILE": str(folder / "none"),
            "RABBITMQ_CONF_ENV_FILE": str(folder / "none"),
            "RABBITMQ_PID_FILE": str(folder / "pid"),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1} +S 1:1",
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "ERL_EPMD_RELAXED_COMMAND_CHECK": "1",
            "ERL_EPMD_PORT": str(self.mapper),
        }

    def start(self) -> None:
        self.process = spawn([str(find_programs() / "rabbitmq-server")], self.log, self.environment)
        wait_until(self.is_answering, self.process, self.log)

    def is_answering(self) -> bool:
        """A port that is open greets a client who speaks the protocol once the node is up."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=2) as connection:
                connection.sendall(b"AMQP\x00\x00\x09\x01")
                return connection.recv(1) == b"\x01"
        except OSError:
            return False

    def control(self, *arguments: str) -> None:
        """`rabbitmqctl arguments...` on this node."""
        command = [find_programs() / "rabbitmqctl", "--quiet", *arguments]
        subprocess.run(command, env=self.environment, check=True, capture_output=True, timeout=120)

    def kill(self) -> None:
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def close(self) -> None:
        self.kill()
        ended = ["epmd", "-port", str(self.mapper), "-kill"]
        with suppress(OSError):
            subprocess.run(ended, env=self.environment, capture_output=True, timeout=20)


def find_programs() -> Path:
    found = find_rabbitmq()
    if found is None:
        raise RuntimeError(f"These tests need {RABBITMQ_ADVICE}.")
    return found


def spawn(command: list[str], log: Path, environment: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
    with log.open("ab") as output:
        return subprocess.Popen(
            command,
            env=environment,
            cwd=log.parent,
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=end_with_parent(signal.SIGKILL),
        )


KINDS: dict[str, Any] = {
    "folder": FolderBroker,
    "redis": RedisBroker,
    "redis+aof": lambda folder: RedisBroker(folder, appends=True),
    "rabbitmq": RabbitmqBroker,
}


@contextmanager
def private_broker(kind: str) -> Iterator[Any]:
    """A broker of this kind that answers, until the block is left."""
    folder = Path(tempfile.mkdtemp(prefix=f"evidence-inspector-{kind}-"))
    broker = KINDS[kind](folder)
    try:
        broker.start()
        yield broker
    finally:
        broker.close()
        shutil.rmtree(folder, ignore_errors=True)
