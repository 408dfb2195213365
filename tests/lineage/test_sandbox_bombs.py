"""Files built to take all time or memory end in a state, within the limits, beside a server that answers on."""

from __future__ import annotations

import resource
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

from inspector.management.commands.serve_demo import gunicorn_options
from lineage.evidence.vocabulary import ExtractionState
from lineage.own_process import Limits
from lineage.sandbox import extract_safely
from tests.databases import Databases, environment_for
from tests.lineage.bombs import BOMBS, PDF, slow_word_file
from tests.servers import get_free_port, running

MEGABYTE = 1024 * 1024
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much memory was ever held")


def children() -> tuple[float, int]:
    """Seconds that this process's children computed, and the most bytes that one of them held."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime, used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_ends_in_a_state_within_the_limits(name: str) -> None:
    bomb = BOMBS[name]
    data = bomb.make()
    before, _ = children()
    extraction = extract_safely(data, bomb.kind)
    after, held = children()
    assert extraction.state in bomb.ends, (extraction.state, extraction.reason)
    assert extraction.bytes_in == len(data)
    assert (extraction.reason == "") is (extraction.state is ExtractionState.READ)
    assert after - before <= Limits().cpu + 2
    assert held <= Limits().memory


def test_text_at_depth_260_and_2_000_is_read() -> None:
    for depth in (260, 2_000):
        data = b"<div>" * depth + b"deep words" + b"</div>" * depth
        assert extract_safely(data, BOMBS["100,000 nested divs"].kind).text.strip() == "deep words"


@on_linux
def test_the_memory_of_the_process_that_asks_is_unharmed() -> None:
    data = BOMBS["thrice packed PDF of 800 MB"].make()
    before = forget_peak()
    assert extract_safely(data, PDF).state is ExtractionState.LIMIT
    assert peak() - before < 64 * MEGABYTE


def forget_peak() -> int:
    """Bytes held now, from which on the peak is measured."""
    Path("/proc/self/clear_refs").write_text("5")
    return read_status("VmRSS")


def peak() -> int:
    return read_status("VmHWM")


def read_status(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:"))


def test_the_server_answers_while_bombs_are_read(databases: Databases, tmp_path: Path) -> None:
    port = get_free_port()
    with databases.copy("sqlite", databases.migrated("sqlite")) as url:
        environment = environment_for(url) | {"STATIC_ROOT": str(tmp_path / "static")}
        command = [sys.executable, "-m", "gunicorn", *gunicorn_options(port)]
        with running(command, environment, port, tmp_path / "log"):
            reading = [threading.Thread(target=read_slowly) for _ in range(2)]
            for one in reading:
                one.start()
            statuses = []
            while any(one.is_alive() for one in reading):
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10) as answer:
                    statuses.append(answer.status)
    assert len(statuses) > 3 and set(statuses) == {200}


def read_slowly() -> None:
    extraction = extract_safely(slow_word_file(), BOMBS["DOCX of a million paragraphs"].kind, limits=Limits(cpu=1))
    assert extraction.state is ExtractionState.LIMIT
