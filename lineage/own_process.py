"""What a process does to itself at its start: end with its parent, take no more of the machine than it is given."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from typing import NamedTuple

PR_SET_PDEATHSIG = 1
NICENESS = 5
"""Pages come first; but on a busy machine a file must not wait so long that its time is over."""
MOST_FILES = 32


class Limits(NamedTuple):
    """Of one child: seconds of computing, bytes of memory, and seconds until its parent ends it."""

    cpu: int = 60
    memory: int = 1536 * 1024 * 1024
    wall: int = 90


def end_with_parent(how: signal.Signals = signal.SIGTERM) -> None:
    """Called in a child: on Linux it is told to end when its parent ends, be it by SIGKILL; elsewhere nothing."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, how)


def limit(limits: Limits) -> None:
    """From here on this process computes and holds only so much, writes no file and starts no other process.

    macOS knows RLIMIT_AS but does not heed it: there memory is bounded by what the parsers themselves refuse. Root may
    start processes all the same.
    """
    os.nice(NICENESS)
    _set(resource.RLIMIT_CORE, 0)
    _set(resource.RLIMIT_FSIZE, 0)
    _set(resource.RLIMIT_NOFILE, MOST_FILES)
    _set(resource.RLIMIT_NPROC, 0)
    _set(resource.RLIMIT_AS, limits.memory)
    # At the soft limit SIGXCPU, which ends it and tells its parent why; the hard one is for whoever catches that.
    _set(resource.RLIMIT_CPU, limits.cpu, limits.cpu + 2)


def _set(what: int, soft: int, hard: int | None = None) -> None:
    """A limit that is lower already stays."""
    highest = resource.getrlimit(what)[1]
    ceiling = soft if hard is None else hard
    if highest != resource.RLIM_INFINITY:
        ceiling = min(ceiling, highest)
    try:
        resource.setrlimit(what, (min(soft, ceiling), ceiling))
    except (ValueError, OSError):
        # Only macOS refuses some of them; on Linux a child without its limits reads nothing.
        if sys.platform == "linux":
            raise
