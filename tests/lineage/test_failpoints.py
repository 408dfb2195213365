"""The hook by which tests of faults fail a worker does nothing unless its variable is set, and says what it takes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from lineage.checks import check_failpoints
from lineage.failpoints import NAMES, Failed, Failpoint, failpoint, read_failpoint


def run(value: str | None, name: str, subject: str = "()") -> subprocess.CompletedProcess[str]:
    """A process in which this point is passed."""
    environment = {key: kept for key, kept in os.environ.items() if key != "WORK_FAILPOINT"}
    if value is not None:
        environment["WORK_FAILPOINT"] = value
    code = f"from lineage.failpoints import failpoint; failpoint({name!r}, {subject}); print('passed')"
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)


@pytest.mark.parametrize("name", NAMES)
def test_without_the_variable_every_point_is_passed(name: str) -> None:
    failpoint(name)
    assert run(None, name).stdout == "passed\n"


def test_only_the_point_and_the_resolution_that_were_asked_for_fail() -> None:
    assert "Failed" in run("after_commit=raise", "after_commit").stderr
    assert run("after_commit=raise", "before_effects").stdout == "passed\n"
    assert "Failed" in run("during_item=raise@7", "during_item", "[6, 7]").stderr
    assert run("during_item=raise@7", "during_item", "[6, 8]").stdout == "passed\n"


def test_a_process_that_is_to_be_killed_is_killed() -> None:
    assert run("before_effects=kill9", "before_effects").returncode == -signal.SIGKILL


@pytest.mark.parametrize("value", ["anywhere=raise", "after_commit=sleep", "after_commit", "=", "during_item=raise@x"])
def test_what_is_not_known_stops_the_process_at_its_start(value: str) -> None:
    with pytest.raises(ValueError):
        read_failpoint(value)
    assert run(value, "after_commit").returncode != 0


def test_a_failpoint_is_read_whole() -> None:
    assert read_failpoint("") is None
    assert read_failpoint("during_item=oom@12") == Failpoint("during_item", "oom", 12)
    assert issubclass(Failed, RuntimeError)


def test_a_product_that_is_told_to_fail_is_refused_before_it_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_failpoints() == []
    monkeypatch.setattr("lineage.checks.ASKED", read_failpoint("after_commit=raise"))
    (error,) = check_failpoints()
    assert error.is_serious() and "WORK_FAILPOINT" in error.msg and "after_commit" in error.msg
