"""What the tests need of the machine: PostgreSQL's server programs and Chromium.

`python -m tests.machine` installs what is missing with apt-get where it may, else says what to install and exits 1.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

POSTGRESQL_ADVICE = "PostgreSQL's server programs (initdb, postgres): on Debian or Ubuntu, apt-get install postgresql"
CHROMIUM_ADVICE = "Chromium: on Debian or Ubuntu, apt-get install chromium; or set CHROMIUM to its executable"
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


def find_missing() -> list[str]:
    """One line of advice for each thing that is missing."""
    return [
        *([] if find_postgresql() else [POSTGRESQL_ADVICE]),
        *([] if find_chromium() else [CHROMIUM_ADVICE]),
    ]


def install() -> None:
    """Installs what is missing; PostgreSQL without its default cluster, so that no server is left running."""
    if not find_postgresql():
        apt_get("postgresql-common")
        before = CLUSTER_SETTINGS.read_text()
        CLUSTER_SETTINGS.write_text(f"{before}\ncreate_main_cluster = false\n")
        try:
            apt_get("postgresql")
        finally:
            CLUSTER_SETTINGS.write_text(before)
    if not find_chromium():
        apt_get("chromium")


def apt_get(package: str) -> None:
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "install", "-y", "-q", "--no-install-recommends", package], check=True, env=quiet)


def main() -> int:
    if find_missing() and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-q"], check=True)
        install()
    missing = find_missing()
    for advice in missing:
        print(f"The tests need {advice}.", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
