"""Times of calls, taken in turns so that a busy moment of the machine falls on all of them, and tables of them."""

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import perf_counter
from typing import Any

Times = Mapping[str, Sequence[float]]


def take_turns(calls: Mapping[str, Callable[[], Any]], rounds: int) -> dict[str, list[float]]:
    """Seconds of each call, `rounds` times each, interleaved; once before without counting."""
    for call in calls.values():
        call()
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            before = perf_counter()
            call()
            times[name].append(perf_counter() - before)
    return times


def ratio(times: Times, one: str, other: str) -> float:
    """How many times longer `one` takes than `other`: the median over the rounds of both."""
    return median(a / b for a, b in zip(times[one], times[other], strict=True))


def show_times(title: str, times: Times) -> None:
    """Quickest and median of each call, in milliseconds."""
    rows = [(name, f"{min(taken) * 1e3:.3f}", f"{median(taken) * 1e3:.3f}") for name, taken in times.items()]
    show(title, ("", "best ms", "median ms"), rows)


def show(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table on standard output, columns as wide as they need."""
    lines = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(head))]
    print(f"\n\n{title}")
    for line in lines:
        first, *others = (
            cell.ljust(width) if not place else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        print("  ".join(["", first, *others]))
