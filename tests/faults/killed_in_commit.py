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
SHORTEST, LONGEST = 1e-5, 0.003
"""Seconds from the begin of a commit to the kill. Where most commits are over before, the longest shrinks, and it grows
where most children died: a machine's commits take 0.1 ms or 10."""
SHRINKS, GROWS = 0.8, 1.15
"""Six of ten die, whatever the machine: there ten steps up and down cancel out."""


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


def work_and_die(run_id: int, draw: random.Random, longest: float) -> None:
    from django.db import connection

    from lineage.working import work

    connection.commit = kill_inside_commit(connection.commit, draw.randint(1, COMMITS), draw.uniform(SHORTEST, longest))
    work(run_id)


def main(run_ids: list[int]) -> int:
    django.setup()
    draw = random.Random(5)
    died, longest = 0, LONGEST
    for run_id in run_ids:
        seed = draw.random()
        child = os.fork()
        if child == 0:
            work_and_die(run_id, random.Random(seed), longest)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        died += os.WIFSIGNALED(status)
        longest = max(2 * SHORTEST, longest * (GROWS if os.WIFSIGNALED(status) else SHRINKS))
        if not os.WIFSIGNALED(status) and os.WEXITSTATUS(status):
            return 1
    print(died)
    return 0


if __name__ == "__main__":
    sys.exit(main([int(word) for word in sys.argv[1:]]))
