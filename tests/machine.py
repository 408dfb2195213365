"""What the tests need of the machine: PostgreSQL's server programs and Chromium; for faults brokers.

`python -m tests.machine` installs what is missing with apt-get where it may, else says what to install and exits 1;
`python -m tests.machine faults` does the same for `make faults`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

POSTGRESQL_ADVICE = "PostgreSQL's server programs (initdb, postgres): on Debian or Ubuntu, apt-get install postgresql"
CHROMIUM_ADVICE = "Chromium: on Debian or Ubuntu, apt-get install chromium; or set CHROMIUM to its executable"
REDIS_ADVICE = "Redis' server program: on Debian or Ubuntu, apt-get install redis-server"
RABBITMQ_ADVICE = "RabbitMQ's server programs: on Debian or Ubuntu, apt-get install rabbitmq-server"
POLICY = Path("/usr/sbin/policy-rc.d")
CLUSTER_SETTINGS = Path("/etc/postgresql-common/createcluster.conf")


def find_postgresql() -> Path | None:
    """The folder with initdb and postgres: $POSTGRESQL_BIN, the newest under /usr/lib/postgresql, or that on PATH."""
    on_path = shutil.which("initdb")
    folders = [
        *([Path(os.environ["POSTGRESQL_BIN"])] if os.environ.get("POSTGRESQL_BIN") else []),
        *sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True),
        *([Path(on_path).resolve().parent] if on_path else []),
    ]
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()), None)


def find_chromium() -> str | None:
    """The executable of Chromium or Chrome: $CHROMIUM, or the first one on PATH."""
    if os.environ.get("CHROMIUM"):
        return shutil.which(os.environ["CHROMIUM"])
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((found for found in map(shutil.which, names) if found), None)


def find_redis() -> str | None:
    return shutil.which("redis-server")


def find_rabbitmq() -> Path | None:
    """The folder with rabbitmq-server and rabbitmqctl themselves, not the wrappers that change to another user."""
    folders = [Path("/usr/lib/rabbitmq/bin"), *sorted(Path("/usr/lib/rabbitmq/lib").glob("*/sbin"), reverse=True)]
    return next((folder for folder in folders if (folder / "rabbitmq-server").exists()), None)


def find_missing(of_faults: bool = False) -> list[str]:
    """One line of advice for each thing that is missing."""
    needed: list[tuple[object, str]] = [(find_postgresql(), POSTGRESQL_ADVICE)]
    if of_faults:
        needed += [(find_redis(), REDIS_ADVICE), (find_rabbitmq(), RABBITMQ_ADVICE)]
    else:
        needed += [(find_chromium(), CHROMIUM_ADVICE)]
    return [advice for found, advice in needed if not found]


def install(of_faults: bool = False) -> None:
    """Installs what is missing; PostgreSQL without its default cluster, so that no server is left running."""
    if of_faults:
        missing = {"redis-server": find_redis(), "rabbitmq-server": find_rabbitmq()}
        with no_services_started():
            for package in [name for name, found in missing.items() if not found]:
                apt_get(package)
    if not find_postgresql():
        apt_get("postgresql-common")
        before = CLUSTER_SETTINGS.read_text()
        CLUSTER_SETTINGS.write_text(f"{before}\ncreate_main_cluster = false\n")
        try:
            apt_get("postgresql")
        finally:
            CLUSTER_SETTINGS.write_text(before)
    if not of_faults and not find_chromium():
        apt_get("chromium")


@contextmanager
def no_services_started() -> Iterator[None]:
    """Packages ask this file before they start what they brought; one that is there already is left alone."""
    if POLICY.exists():
        yield
        return
    POLICY.write_text("#!/bin/sh\nexit 101\n")
    POLICY.chmod(0o755)
    try:
        yield
    finally:
        POLICY.unlink()


def apt_get(package: str) -> None:
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "install", "-y", "-q", "--no-install-recommends", package], check=True, env=quiet)


def main() -> int:
    of_faults = "faults" in sys.argv[1:]
    if find_missing(of_faults) and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-q"], check=True)
        install(of_faults)
    missing = find_missing(of_faults)
    for advice in missing:
        print(f"The tests need {advice}.", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
