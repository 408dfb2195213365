"""Several child processes that end together, and do not outlive their parent."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from types import FrameType

from lineage.own_process import end_with_parent

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
PATIENCE = 15.0
"""Seconds that children have to end by themselves."""


def run_together(commands: Mapping[str, Sequence[str]]) -> str:
    """Runs commands by name until one ends or this process is told to; then ends all.

    The name of the one that ended by itself; empty where this process was told to end.
    """
    asked: list[int] = []

    def remember(number: int, frame: FrameType | None) -> None:
        asked.append(number)

    for number in ENDING:
        signal.signal(number, remember)
    children: dict[str, subprocess.Popen[bytes]] = {}
    try:
        for name, command in commands.items():
            # A session of its own: Ctrl+C at a terminal then reaches this process only, which passes it on once.
            children[name] = subprocess.Popen(command, start_new_session=True, preexec_fn=end_with_parent)
        while not asked:
            ended = [name for name, child in children.items() if child.poll() is not None]
            if ended:
                return ended[0]
            time.sleep(0.1)
        return ""
    finally:
        end(list(children.values()))


def end(children: Sequence[subprocess.Popen[bytes]]) -> None:
    deadline = time.monotonic() + PATIENCE
    for child in children:
        child.terminate()
    for child in children:
        try:
            child.wait(timeout=max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
