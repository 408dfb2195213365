"""The child of the sandbox as its parent sees it: started, fed, listened to, ended.

It is a fresh interpreter with an empty environment, no open file but its three and no memory of this process. Celery's
children may start none by `multiprocessing`, and a fork of a process with threads may hang; hence a program of its own,
which limits itself before it reads a byte.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from lineage.own_process import Limits
from lineage.sandbox_wire import LARGEST_ANSWER, LENGTH, MEMORY, head_of, join, write_json

START = "import json, sys; sys.path[:] = json.loads(sys.argv[2]); from lineage.sandbox_child import main; main()"
ROOT = str(Path(__file__).resolve().parent.parent)
KEPT = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""Of the environment only what an interpreter may need to find its own libraries."""
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""Each thread of these would take its share of the address space."""
PIECE = 1 << 20
TIME = (
    "Reading it took too long on this machine. When that is less busy, look for its citations again, which reads it "
    "anew; or bring a smaller file."
)


class SandboxBroken(RuntimeError):
    """The child could not even begin: the program is not whole. Says nothing of the file."""


class Ended(NamedTuple):
    """What a child wrote until it ended; `limit` says in plain words what it ran into, empty where it ended well."""

    answer: bytearray
    limit: str


def run(request: Mapping[str, object], data: bytes, limits: Limits) -> Ended:
    """One child for one request. SandboxBroken with its traceback where it could not begin."""
    until = monotonic() + limits.wall
    child = subprocess.Popen(
        [*(sys.executable, "-I", "-B", "-X", "utf8", "-c", START), json.dumps([os.getpid(), limits]), _search_path()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd="/",
        env={name: os.environ[name] for name in KEPT if name in os.environ} | ONE_THREAD,
        start_new_session=True,
        bufsize=0,
    )
    try:
        answer, limit = _converse(child, [join(write_json(request)), head_of(data), data], until)
        if not limit:
            limit = _wait(child, until)
    finally:
        _end(child)
    if not limit and child.returncode > 0:
        raise SandboxBroken(answer[-2_000:].decode(errors="replace"))
    return Ended(answer, limit or _say(child.returncode, limits))


def _search_path() -> str:
    """Where the child finds modules: where this process does, also where that was told so by its environment."""
    return json.dumps([ROOT, *(folder for folder in sys.path if os.path.isabs(folder) and folder != ROOT)])


def _converse(child: subprocess.Popen[bytes], request: list[bytes], until: float) -> tuple[bytearray, str]:
    """Writes and reads at once until the child closes its output; what it ran into, if it is time or length."""
    assert child.stdin and child.stdout
    answer, left = bytearray(), [memoryview(part) for part in request if part]
    os.set_blocking(child.stdin.fileno(), False)
    with selectors.DefaultSelector() as selector:
        selector.register(child.stdin, selectors.EVENT_WRITE)
        output = selector.register(child.stdout, selectors.EVENT_READ)
        while monotonic() < until:
            for key, _ in selector.select(until - monotonic()):
                if key != output:
                    _write(child.stdin.fileno(), left)
                    if not left:
                        selector.unregister(child.stdin)
                        child.stdin.close()
                    continue
                piece = os.read(child.stdout.fileno(), PIECE)
                answer += piece
                if not piece:
                    return answer, ""
                if len(answer) > LARGEST_ANSWER:
                    return bytearray(), LENGTH
    return answer, TIME


def _write(where: int, left: list[memoryview]) -> None:
    """Takes from what is still to be written; all of it where the child no longer listens."""
    try:
        left[0] = left[0][os.write(where, left[0][:PIECE]) :]
    except BlockingIOError:
        return
    except BrokenPipeError:
        left.clear()
    if left and not left[0]:
        del left[0]


def _wait(child: subprocess.Popen[bytes], until: float) -> str:
    try:
        child.wait(max(0.0, until - monotonic()))
    except subprocess.TimeoutExpired:
        return TIME
    return ""


def _end(child: subprocess.Popen[bytes]) -> None:
    """Closes what leads to it; where it still runs, ends it with all that it may have started."""
    for pipe in (child.stdin, child.stdout):
        if pipe and not pipe.closed:
            pipe.close()
    if child.poll() is None:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def _say(code: int, limits: Limits) -> str:
    """Why the child was ended, by the signal that ended it."""
    if code == 0:
        return ""
    if code == -signal.SIGXCPU:
        return f"Reading it took more than {limits.cpu} seconds of computing; bring a smaller file, or its text."
    if code == -signal.SIGKILL:
        return MEMORY
    name = signal.Signals(-code).name
    return f"Its reader broke on it ({name}): it takes too much memory, or is built to break readers. Bring its text."
