"""Programs that are started together end together, however it comes to that."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.servers import ROOT

SCRIPT = """
import sys
from inspector.child_processes import run_together
sleep = [sys.executable, "-c", "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(60)"]
commands = {"one": [*sleep, sys.argv[1]], "other": [*sleep, sys.argv[2]]}
print("ended:", run_together(commands))
"""


def start(folder: Path) -> tuple[subprocess.Popen[str], list[int]]:
    """The parent, and the process ids of its two children once both run."""
    files = [folder / "one", folder / "other"]
    command = [sys.executable, "-c", SCRIPT, *map(str, files)]
    parent = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 20
    while not all(file.exists() and file.read_text() for file in files):
        assert time.monotonic() < deadline and parent.poll() is None
        time.sleep(0.05)
    return parent, [int(file.read_text()) for file in files]


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for_end_of(processes: list[int]) -> None:
    deadline = time.monotonic() + 10
    while any(map(is_running, processes)):
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_parent_that_is_told_to_end_ends_its_children_first(tmp_path: Path, how: signal.Signals) -> None:
    parent, children = start(tmp_path)
    parent.send_signal(how)
    assert parent.communicate(timeout=20)[0] == "ended: \n"
    assert not any(map(is_running, children))


def test_when_one_child_ends_the_other_does_and_its_name_is_told(tmp_path: Path) -> None:
    parent, children = start(tmp_path)
    os.kill(children[1], signal.SIGKILL)
    assert parent.communicate(timeout=20)[0] == "ended: other\n"
    assert not any(map(is_running, children))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent was killed")
def test_children_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    parent, children = start(tmp_path)
    parent.kill()
    parent.wait()
    wait_for_end_of(children)
