"""Where tests of faults make a worker fail. Without WORK_FAILPOINT in the environment every call does nothing.

The variable is `NAME=ACTION` or `NAME=ACTION@RESOLUTION`, read once a process; unknown names fail at import.
Where people are served it is refused (`manage.py check --deploy`).
"""

import os
import signal
import time
from collections.abc import Collection
from typing import NamedTuple

VARIABLE = "WORK_FAILPOINT"
NAMES = ("during_item", "before_effects", "after_effects_before_commit", "after_commit", "before_ring")
ACTIONS = ("kill9", "hang", "raise", "oom", "slow")
SLOW_SECONDS = 5.0


class Failed(RuntimeError):
    """The failure that a test asked for."""


class Failpoint(NamedTuple):
    """`resolution` is None where every item fails, else only those with this resolution's id among their subject."""

    name: str
    action: str
    resolution: int | None


def read_failpoint(value: str) -> Failpoint | None:
    """None for an empty value. Raises ValueError for a name or an action that is not known."""
    if not value:
        return None
    name, _, rest = value.partition("=")
    action, _, resolution = rest.partition("@")
    if name not in NAMES or action not in ACTIONS:
        raise ValueError(f"{VARIABLE} is NAME=ACTION: one of {', '.join(NAMES)}; one of {', '.join(ACTIONS)}")
    return Failpoint(name, action, int(resolution) if resolution else None)


ASKED = read_failpoint(os.environ.get(VARIABLE, ""))


def failpoint(name: str, subject: Collection[int] = ()) -> None:
    """Fails here if the environment asked for it; `subject` is that of the item."""
    if ASKED is None or ASKED.name != name or (ASKED.resolution is not None and ASKED.resolution not in subject):
        return
    if ASKED.action == "kill9":
        os.kill(os.getpid(), signal.SIGKILL)
    if ASKED.action == "slow":
        time.sleep(SLOW_SECONDS)
        return
    while ASKED.action == "hang":
        time.sleep(1)
    held = []
    while ASKED.action == "oom":
        held.append(bytearray(64 * 1024 * 1024))
    raise Failed(f"{VARIABLE} asked for a failure at {name}")
