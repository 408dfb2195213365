"""`make demo`, as the README says it: from nothing to a served product, and again without losing anything."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.servers import ROOT, get_free_port, running

PEOPLE = ("Ada", "Ben", "Cleo", "Iris", "Lena", "Otto", "Pia", "Max", "Drew")


def get_bare_environment() -> dict[str, str]:
    """That of a newcomer's shell: without what the test process set for itself."""
    own = ("DJANGO_SETTINGS_MODULE", "SECRET_KEY", "DATABASE_URL", "ALLOWED_HOSTS", "MAKEFLAGS", "MAKELEVEL", "MFLAGS")
    return {name: value for name, value in os.environ.items() if name not in own}


def find_link(log: Path, person: str, port: int) -> str:
    lines = [line for line in log.read_text().splitlines() if person in line]
    return next(word for line in lines for word in line.split() if word.startswith(f"http://127.0.0.1:{port}/"))


def test_two_starts_serve_print_links_and_keep_key_and_data(tmp_path: Path) -> None:
    folder, port = tmp_path / "var", get_free_port()
    command = ["make", "--no-print-directory", "demo", f"PORT={port}", f"VAR={folder}"]
    kept: list[str] = []
    for start in ("first", "second"):
        log = tmp_path / start
        with running(command, get_bare_environment(), port, log):
            for person in PEOPLE:
                with urllib.request.urlopen(find_link(log, person, port)) as page:
                    assert page.status == 200
        kept.append((folder / "demo.env").read_text())
    assert kept[0] == kept[1]
    assert stat.S_IMODE((folder / "demo.env").stat().st_mode) == 0o600


def test_a_python_that_cannot_make_environments_is_said(tmp_path: Path) -> None:
    for name in ("Makefile", "requirements.txt"):
        shutil.copy(ROOT / name, tmp_path)
    python = tmp_path / "python-without-venv"
    python.write_text(f'#!/bin/sh\ncase "$2" in *ensurepip*) exit 1;; esac\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    command = ["make", "setup", f"PYTHON={python}"]
    done = subprocess.run(command, cwd=tmp_path, env=get_bare_environment(), capture_output=True, text=True)
    assert done.returncode != 0
    assert "apt-get install python3-venv" in done.stdout + done.stderr
    assert not (tmp_path / ".venv").exists()
