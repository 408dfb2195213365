"""Where the stages of a path stand in its picture: columns from left to right, lanes from top to bottom. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

Link = tuple[str, str]


class Spot(NamedTuple):
    column: int
    lane: int


class Laid(NamedTuple):
    """A place for every stage, no two alike, and the places that each link passes, ends included.

    A link that would lead backwards has no route: it closes a circle, and is only told in the table.
    """

    spots: Mapping[str, Spot]
    routes: Mapping[Link, tuple[Spot, ...]]
    columns: int
    lanes: int


def in_order(stages: Sequence[str], links: Sequence[Link]) -> list[str]:
    """The stages with each after all that it came from, else as given; those of a circle stand as given at the end."""
    waiting = {stage: {source for source, target in links if target == stage and source != stage} for stage in stages}
    ordered: list[str] = []
    while ready := [stage for stage, sources in waiting.items() if sources.isdisjoint(waiting)]:
        ordered.append(ready[0])
        del waiting[ready[0]]
    return [*ordered, *waiting]


def lay_out(stages: Sequence[str], links: Iterable[Link]) -> Laid:
    """Layers by the longest way from a source; what comes from nowhere stands directly before its first use.

    `stages` are in the order of the work, so that the same path always gives the same picture. No link crosses a
    stage: where it passes a column, it has a place there of its own.
    """
    at = {stage: number for number, stage in enumerate(stages)}
    forward = [link for link in dict.fromkeys(links) if at.get(link[0], len(at)) < at.get(link[1], -1)]
    columns = _columns(stages, forward)
    into: dict[str, list[str]] = {}
    for source, target in forward:
        into.setdefault(target, []).append(source)
    spots: dict[str, Spot] = {}
    routes: dict[Link, tuple[Spot, ...]] = {}
    taken: set[Spot] = set()
    for stage in sorted(stages, key=lambda key: (columns[key], at[key])):
        sources = into.get(stage, [])
        wanted = spots[sources[0]].lane if sources else 0
        spots[stage] = _free(taken, range(columns[stage], columns[stage] + 1), wanted)[0]
        taken.add(spots[stage])
        for source in sources:
            start, end = spots[source], spots[stage]
            between = _free(taken, range(start.column + 1, end.column), start.lane)
            taken.update(between)
            routes[source, stage] = (start, *between, end)
    lanes = max((spot.lane for spot in taken), default=-1) + 1
    return Laid(spots, routes, max((spot.column for spot in taken), default=-1) + 1, lanes)


def _columns(stages: Sequence[str], forward: Sequence[Link]) -> dict[str, int]:
    columns = dict.fromkeys(stages, 0)
    out: dict[str, list[str]] = {}
    inner = {target for _, target in forward}
    for source, target in forward:
        out.setdefault(source, []).append(target)
    for stage in stages:
        for target in out.get(stage, ()):
            columns[target] = max(columns[target], columns[stage] + 1)
    for stage in reversed(stages):
        if stage not in inner and stage in out:
            columns[stage] = min(columns[target] for target in out[stage]) - 1
    return columns


def _free(taken: set[Spot], columns: range, wanted: int) -> tuple[Spot, ...]:
    """The lane nearest to the wanted one that is free in all these columns; the lower number of two as near."""
    distance = 0
    while True:
        for lane in (wanted - distance, wanted + distance):
            spots = tuple(Spot(column, lane) for column in columns)
            if lane >= 0 and taken.isdisjoint(spots):
                return spots
        distance += 1
