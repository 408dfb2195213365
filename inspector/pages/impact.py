"""What rests on a version of a source, fifty citations to a page, all of them in a file (U-27, S4-51)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from inspector.pages.csv_export import csv_response
from inspector.pages.evidence_view import Said
from inspector.pages.impact_lines import HEADER, OUTCOMES, VERDICTS, ImpactLine, cells_of, line_of
from inspector.pages.impact_reading import (
    ImpactFilters,
    Totals,
    count_by,
    find_cursor,
    matching,
    of_version,
    read_claims,
    read_judges,
    read_totals,
    read_window,
    read_windows,
    resting_on,
)
from inspector.pages.veiling import open_version
from inspector.readers import reader_of
from lineage.access import Action, Reader, require
from lineage.access_log import Taken, record_access

PAGE, WINDOW = 50, 500


class Link(NamedTuple):
    """A count with the address that shows what was counted."""

    said: Said
    number: int
    url: str
    is_here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpactPage:
    title: str
    source: str
    version: str
    url: str
    address: str
    totals: Totals
    outcomes: tuple[Link, ...]
    verdicts: tuple[Link, ...]
    filters: ImpactFilters
    matching: int
    lines: tuple[ImpactLine, ...]
    next_url: str
    first_url: str
    file_url: str


def read_impact(reader: Reader, public_id: str, filters: ImpactFilters, after: str) -> ImpactPage:
    """Fifty of the citations that rest on a version, the same number of statements whatever there is.

    Raises NotVisible.
    """
    version = _get_version(reader, public_id)
    roots = of_version(version)
    resting = resting_on(reader, roots)
    counted = count_by(resting)
    cursor = find_cursor(reader, after) if after else None
    window = read_window(reader, matching(resting, filters), cursor, PAGE + 1)
    more, window = len(window) > PAGE, window[:PAGE]
    judges, claims = read_judges(window), read_claims(window)
    last = f"{window[-1]['answer']}-{window[-1]['ordinal']}" if more else ""
    return ImpactPage(
        title=version.title or version.source.key,
        source=version.source.key,
        version=version.version,
        url=reverse("source", args=[public_id]),
        address=reverse("impact", args=[public_id]),
        totals=read_totals(reader, roots, resting),
        outcomes=_links(public_id, counted, filters, "outcome", OUTCOMES),
        verdicts=_links(public_id, counted, filters, "verdicts", VERDICTS),
        filters=filters,
        matching=sum(number for key, number in counted.items() if _fits(key, filters)),
        lines=tuple(line_of(row, judges, claims) for row in window),
        next_url=address_of(public_id, filters, after=last) if more else "",
        first_url=address_of(public_id, filters) if cursor is not None else "",
        file_url=address_of(public_id, filters, "impact_csv"),
    )


def _get_version(reader: Reader, public_id: str) -> Any:
    return open_version(reader, public_id)


def _links(
    public_id: str,
    counted: Mapping[tuple[str, str], int],
    filters: ImpactFilters,
    name: str,
    values: Mapping[str, Said],
) -> tuple[Link, ...]:
    """Every value that occurs under the other filter, and one link to all of them; the parts add up to it."""
    without = filters._replace(**{name: ""})
    place = ImpactFilters._fields.index(name)
    fitting = {key: number for key, number in counted.items() if _fits(key, without)}
    chosen: str = getattr(filters, name)
    every = Link(Said("all", "none"), sum(fitting.values()), address_of(public_id, without), not chosen)
    numbers = {value: sum(n for key, n in fitting.items() if key[place] == value) for value in values}
    return (
        every,
        *(
            Link(values[value], number, address_of(public_id, filters._replace(**{name: value})), value == chosen)
            for value, number in numbers.items()
            if number
        ),
    )


def _fits(key: tuple[str, str], filters: ImpactFilters) -> bool:
    return all(wanted in ("", found) for found, wanted in zip(key, filters, strict=True))


def address_of(public_id: str, filters: ImpactFilters, route: str = "impact", **more: str) -> str:
    kept = {name: value for name, value in (filters._asdict() | more).items() if value}
    return reverse(route, args=[public_id]) + (f"?{urlencode(kept)}" if kept else "")


def file_lines(reader: Reader, public_id: str, filters: ImpactFilters) -> Iterator[tuple[str, ...]]:
    """Every citation that fits, with ids and no words of any text. Raises NotVisible at once."""
    resting = matching(resting_on(reader, of_version(_get_version(reader, public_id))), filters)
    return (
        cells_of(row, judges.get(row["judge"]))
        for window in read_windows(reader, resting, WINDOW)
        for judges in (read_judges(window),)
        for row in window
    )


def read_filters(query: QueryDict) -> ImpactFilters:
    """Filters from an address; a value that is none of ours is no filter."""
    outcome, verdicts = query.get("outcome", ""), query.get("verdicts", "")
    return ImpactFilters(outcome if outcome in OUTCOMES else "", verdicts if verdicts in VERDICTS else "")


@require_safe
def impact(request: HttpRequest, public_id: str) -> HttpResponse:
    page = read_impact(reader_of(request), public_id, read_filters(request.GET), request.GET.get("after", ""))
    return render(request, "inspector/impact.html", {"page": page})


@require_safe
def impact_csv(request: HttpRequest, public_id: str) -> StreamingHttpResponse:
    reader = reader_of(request)
    lines = file_lines(reader, public_id, read_filters(request.GET))
    require(reader, Action.EXPORT)
    if request.method == "GET":
        record_access(reader, Taken.EXPORTED, f"impact_of_version:{public_id}")
    return csv_response(f"impact-{public_id[:8]}", HEADER, lines)
