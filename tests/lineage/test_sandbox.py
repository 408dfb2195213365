"""Files are read in a child that knows nothing, may do little, and never outlives whoever started it."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lineage.evidence.vocabulary import ExtractionState, SourceKind
from lineage.own_process import Limits
from lineage.sandbox import LARGEST_FILE, extract_safely, render_safely
from lineage.sandbox_process import SandboxBroken, run
from tests.lineage.bombs import slow_word_file, word_bomb
from tests.lineage.pdfs import make_pdf
from tests.pipeline.extract.word_files import paragraph, word_file
from tests.servers import ROOT

WORDS = word_file(paragraph("words"))
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="read in /proc, which only Linux has")


def test_a_file_is_read_as_it_is_without_a_sandbox() -> None:
    extraction = extract_safely(WORDS, SourceKind.DOCX)
    assert (extraction.state, extraction.text) == (ExtractionState.READ, "words")


def test_a_short_text_needs_no_child_and_a_long_one_gets_one() -> None:
    for data in (b"short", b"long " * 300_000):
        assert extract_safely(data, SourceKind.TEXT).text == data.decode()


def test_the_declared_encoding_reaches_the_reader_whatever_it_holds() -> None:
    page = "<p>\u0416</p>".encode("windows-1251")
    assert extract_safely(page, SourceKind.HTML, encoding="windows-1251").text == "\u0416"
    assert extract_safely(b"<p>a", SourceKind.HTML, encoding="\udcff\0" * 1_000).text == "a"


def test_it_works_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit(9)")
    monkeypatch.chdir(tmp_path)
    assert extract_safely(WORDS, SourceKind.DOCX).text == "words"


def test_too_large_a_file_is_not_even_given_to_a_child() -> None:
    extraction = extract_safely(bytes(LARGEST_FILE + 1), SourceKind.PDF)
    assert extraction.state is ExtractionState.LIMIT and "268,435,457 bytes" in extraction.reason
    assert render_safely(bytes(LARGEST_FILE + 1), [1]) == {}


def test_each_limit_is_named_by_the_reason() -> None:
    data = word_bomb([b"<w:p><w:r/></w:p>" * 1_000] * 1_000)
    for limits, said in (
        (Limits(cpu=1), "more than 1 seconds of computing"),
        (Limits(wall=1), "took too long"),
        (Limits(memory=200 * 1024 * 1024), "memory"),
    ):
        extraction = extract_safely(data, SourceKind.DOCX, limits=limits)
        assert extraction.state is ExtractionState.LIMIT
        assert said in extraction.reason, extraction.reason
        assert (extraction.bytes_in, extraction.text) == (len(data), "")


def test_a_program_that_is_not_whole_is_not_blamed_on_the_file() -> None:
    with pytest.raises(SandboxBroken, match="nonsense"):
        run({"verb": "extract", "kind": "nonsense", "encoding": ""}, b"", Limits())


def test_pages_are_drawn_and_those_that_cannot_be_are_absent() -> None:
    pages = render_safely(make_pdf(["one"], ["two"], ["three"]), [3, 1, 9])
    assert sorted(pages) == [1, 3]
    assert all(page.png.startswith(b"\x89PNG") and page.width <= 1_000 for page in pages.values())
    assert render_safely(b"no PDF", [1]) == {} and render_safely(b"", []) == {}


@contextmanager
def reading_slowly(limits: Limits) -> Iterator[int]:
    """The process id of a child that reads meanwhile."""
    thread = threading.Thread(
        target=lambda: extract_safely(slow_word_file(), SourceKind.DOCX, limits=limits), daemon=True
    )
    thread.start()
    try:
        yield wait_for_child(os.getpid())
    finally:
        thread.join()


def wait_for_child(parent: int) -> int:
    """The process id of the sandbox of a process, once it has limited itself."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        for found in Path("/proc").glob("[0-9]*"):
            try:
                fields = (found / "stat").read_text().rpartition(")")[2].split()
                if int(fields[1]) == parent and "sandbox_child" in (found / "cmdline").read_text():
                    if "Max cpu time              60" in (found / "limits").read_text():
                        return int(found.name)
            except OSError:
                continue
        time.sleep(0.01)
    raise AssertionError("no sandbox was seen")


@on_linux
def test_the_child_knows_no_secret_holds_no_file_and_may_do_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "canary-8d1f")
    monkeypatch.setenv("DATABASE_URL", "postgresql://canary-8d1f")
    with open(__file__) as held, reading_slowly(Limits(wall=5)) as child:
        os.set_inheritable(held.fileno(), True)
        about = Path(f"/proc/{child}")
        assert b"canary" not in (about / "environ").read_bytes() + (about / "cmdline").read_bytes()
        assert b"PATH=" not in (about / "environ").read_bytes().split(b"\0")
        opened = {os.readlink(one).partition(":")[0] for one in (about / "fd").iterdir()}
        assert opened <= {"pipe", os.devnull}
        lines = (about / "limits").read_text().splitlines()[1:]
        fields = (about / "stat").read_text().rpartition(")")[2].split()
        assert (about / "cwd").resolve() == Path("/")
    said = {line[:26].strip(): line[26:].split()[0] for line in lines}
    assert said["Max cpu time"] == "60"
    assert said["Max address space"] == str(1536 * 1024 * 1024)
    assert (said["Max core file size"], said["Max file size"], said["Max processes"]) == ("0", "0", "0")
    assert said["Max open files"] == "32"
    session, niceness = int(fields[3]), int(fields[16])
    assert session == child and niceness >= 5


@on_linux
def test_the_child_ends_with_its_parent_and_with_its_time() -> None:
    script = (
        "from lineage.sandbox import extract_safely; from lineage.evidence.vocabulary import SourceKind\n"
        "from tests.lineage.bombs import slow_word_file; extract_safely(slow_word_file(), SourceKind.DOCX)"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT)
    child = wait_for_child(parent.pid)
    parent.kill()
    parent.wait()
    wait_for_end_of(child)
    with reading_slowly(Limits(wall=1)) as child:
        pass
    wait_for_end_of(child)


def wait_for_end_of(process: int) -> None:
    deadline = time.monotonic() + 10
    while is_running(process):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def read_in_daemon(answer: multiprocessing.SimpleQueue[str]) -> None:
    answer.put(extract_safely(WORDS, SourceKind.DOCX).text)


def test_a_daemonic_process_may_read_as_workers_are_some() -> None:
    forking = multiprocessing.get_context("fork")
    answer: multiprocessing.SimpleQueue[str] = forking.SimpleQueue()
    process = forking.Process(target=read_in_daemon, args=(answer,), daemon=True)
    process.start()
    assert answer.get() == "words"
    process.join()


def test_several_threads_read_at_once() -> None:
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(extract_safely(WORDS, SourceKind.DOCX).text)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["words"] * 4
