"""Works on runs, each in a child that is killed inside one of its commits; prints how many died. A program (F5)."""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Callable

import django

COMMITS = 3
"""Of one run: the list of citations, the citations, the end."""
LONGEST = 0.003
"""Seconds of a commit: some are over before."""


def kill_inside_commit(commit: Callable[[], None], number: int, delay: float) -> Callable[[], None]:
    """A commit that is killed after `delay` if it is the `number`th: SIGALRM, which nobody answers, ends a process."""
    seen = 0

    def committing() -> None:
        nonlocal seen
        seen += 1
        if seen == number:
            signal.setitimer(signal.ITIMER_REAL, delay)
        commit()
        signal.setitimer(signal.ITIMER_REAL, 0)

    return committing


def work_and_die(run_id: int, draw: random.Random) -> None:
    from django.db import connection

    from lineage.working import work

    connection.commit = kill_inside_commit(connection.commit, draw.randint(1, COMMITS), draw.uniform(1e-5, LONGEST))
    work(run_id)


def main(run_ids: list[int]) -> int:
    django.setup()
    draw = random.Random(5)
    died = 0
    for run_id in run_ids:
        seed = draw.random()
        child = os.fork()
        if child == 0:
            work_and_die(run_id, random.Random(seed))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        died += os.WIFSIGNALED(status)
        if not os.WIFSIGNALED(status) and os.WEXITSTATUS(status):
            return 1
    print(died)
    return 0


if __name__ == "__main__":
    sys.exit(main([int(word) for word in sys.argv[1:]]))
