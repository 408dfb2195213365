"""The list of sources: found by key, title, kind or what is the matter with them; each with the version that holds."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import Subquery
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.evidence_view import Said
from inspector.pages.source_finding import MATTERS, find_sources, read_reading_states
from inspector.pages.source_reading import said_of_extraction
from inspector.pages.source_versions import said_of_version
from inspector.readers import reader_of
from lineage.access import Action, Reader, require
from lineage.evidence.vocabulary import ExtractionState, SourceKind
from lineage.models import rows
from lineage.version_history import VersionStanding, VersionState, read_histories
from lineage.withholding import find_withholdings

PAGE = 50
PUBLIC_ID = re.compile("[0-9a-f]{32}")
LONGEST_SEARCH = 200


class SourceFilters(NamedTuple):
    """What the address asks for; a kind or state that is none of ours filters nothing."""

    kind: str = ""
    state: str = ""
    search: str = ""

    def address(self, **changes: str) -> str:
        kept = {name: value for name, value in self._replace(**changes)._asdict().items() if value}
        return f"{reverse('sources')}?{urlencode(kept)}" if kept else reverse("sources")


class Choice(NamedTuple):
    value: str
    label: str
    is_chosen: bool


class SourceRow(NamedTuple):
    """`title` is empty where the reader may not be shown it; `unread` says why no text was read, if none was."""

    key: str
    title: str
    url: str
    kind: str
    version: str
    said: Said
    unread: Said | None
    since: datetime
    versions: int
    impact_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcesPage:
    lines: tuple[SourceRow, ...]
    filters: SourceFilters
    kinds: tuple[Choice, ...]
    states: tuple[Choice, ...]
    older_url: str
    newest_url: str
    is_empty_house: bool
    may_add: bool


def read_sources(reader: Reader, filters: SourceFilters, before: str) -> SourcesPage:
    """Fifty sources, newest first, added before the source `before`; the same few statements for any number."""
    require(reader, Action.READ_SOURCES)
    chosen = find_sources(reader, filters.kind, filters.state, filters.search)
    if before:
        # A public id, because a row id in an address would count the sources of other tenants (G2).
        last = rows.Source.objects.visible_to(reader).filter(public_id=before).values("pk")[:1]
        chosen = chosen.filter(pk__lt=Subquery(last))
    found: list[Any] = list(chosen.order_by("-id")[: PAGE + 1])
    shown = found[:PAGE]
    histories = read_histories(reader, [source.pk for source in shown])
    leading = {source.pk: lead_of(histories[source.pk]) for source in shown if source.pk in histories}
    ids = [one.row.pk for one in leading.values()]
    withheld = find_withholdings(ids, reader) if ids else {}
    unread = read_reading_states(ids) if ids else {}
    here = filters.address()
    older = urlencode({"before": shown[-1].public_id}) if len(found) > PAGE else ""
    return SourcesPage(
        lines=tuple(
            _line(
                source,
                leading[source.pk],
                len(histories[source.pk]),
                unread.get(leading[source.pk].row.pk),
                hides_names=(found := withheld.get(leading[source.pk].row.pk)) is not None and found.hides_names,
            )
            for source in shown
            if source.pk in leading
        ),
        filters=filters,
        kinds=_choices(((kind.value, kind.label) for kind in SourceKind), filters.kind),
        states=_choices(MATTERS.items(), filters.state),
        older_url=f"{here}{'&' if '?' in here else '?'}{older}" if older else "",
        newest_url=here if before else "",
        is_empty_house=not shown and filters == SourceFilters() and not before,
        may_add=reader.may(Action.CHANGE_SOURCES),
    )


def lead_of(history: tuple[VersionStanding, ...]) -> VersionStanding:
    """The version that a source is listed by: the current one, else the newest of those that were not taken away."""
    order = (VersionState.CURRENT, VersionState.SUPERSEDED, VersionState.DRAFT)
    for state in order:
        found = [one for one in history if one.state is state]
        if found:
            return found[-1]
    return history[-1]


def _line(
    source: Any, lead: VersionStanding, versions: int, state: ExtractionState | None, *, hides_names: bool
) -> SourceRow:
    row = lead.row
    is_unread = state is not None and state is not ExtractionState.READ
    return SourceRow(
        key=source.key,
        title="" if hides_names else row.title,
        url=reverse("source", args=[row.public_id]),
        kind=SourceKind(source.kind).label,
        version=row.version,
        said=said_of_version(lead.state),
        unread=said_of_extraction(state)._replace(code="") if state is not None and is_unread else None,
        since=lead.holds_from,
        versions=versions,
        impact_url=reverse("impact", args=[row.public_id]),
    )


def _choices(values: Any, chosen: str) -> tuple[Choice, ...]:
    return tuple(Choice(value, label, value == chosen) for value, label in values)


def read_source_filters(query: QueryDict) -> SourceFilters:
    kind, state = query.get("kind", ""), query.get("state", "")
    return SourceFilters(
        kind=kind if kind in set(SourceKind) else "",
        state=state if state in MATTERS else "",
        search=" ".join(query.get("search", "").replace("\0", "").split())[:LONGEST_SEARCH],
    )


@require_safe
def sources(request: HttpRequest) -> HttpResponse:
    before = request.GET.get("before", "")
    wanted = before if PUBLIC_ID.fullmatch(before) else ""
    page = read_sources(reader_of(request), read_source_filters(request.GET), wanted)
    return page_or_fragment(request, "inspector/sources.html", {}, {"page": page, "here": "sources"})
