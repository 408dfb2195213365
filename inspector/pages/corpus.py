"""The origin inventory of all texts of a tenant: counted by origin and kind, fifty to a page, all of them in a file."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, repeat
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.corpus_reading import (
    CorpusFilters,
    CorpusRow,
    Counted,
    Made,
    counts_of,
    known_artifacts,
    matching,
    read_window,
    read_windows,
)
from inspector.pages.csv_export import csv_response
from inspector.pages.evidence_view import Said
from inspector.pages.inventory_view import USES, Use, masked_line, said_of, used, uses_of
from inspector.readers import reader_of
from lineage.access import Action, Reader, require
from lineage.access_log import Taken, record_access
from lineage.evidence.bundle import Transformation
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.inventory import Author, Permitted, author_of, category_of, locator_of, origin_of, permitted
from lineage.evidence.vocabulary import (
    ArtifactKind,
    EvidenceCategory,
    Mediation,
    Origin,
    SourceKind,
    TransformationKind,
)

PAGE, WINDOW = 50, 500
LONGEST_KEY = 500


class Link(NamedTuple):
    """A count with the address that shows what was counted."""

    said: Said
    number: int
    url: str
    is_here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusLine:
    artifact: str
    kind: ArtifactKind
    category: EvidenceCategory
    origin: Origin
    said: Said
    declared: Origin
    author: Author
    source: str
    version: str
    version_id: str
    length: int | None
    cited: int
    permitted: Permitted
    uses: tuple[Use, ...]
    locator: str

    @property
    def url(self) -> str:
        """The address of the version; empty where the text belongs to none."""
        return reverse("source", args=[self.version_id]) if self.version_id else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusPage:
    lines: tuple[CorpusLine, ...]
    origins: tuple[Link, ...]
    kinds: tuple[Link, ...]
    total: int
    masked: int
    filters: CorpusFilters
    next_url: str
    first_url: str
    is_empty_house: bool


def read_corpus(reader: Reader, filters: CorpusFilters, after: str) -> CorpusPage:
    """Fifty texts by key, from the one after `after`; the same number of statements whatever there is."""
    require(reader, Action.READ_SOURCES)
    known, masked = known_artifacts(reader)
    counted = counts_of(matching(known, CorpusFilters(source=filters.source)))
    found = read_window(reader, matching(known, filters), after, PAGE + 1)
    more = len(found) > PAGE
    return CorpusPage(
        lines=tuple(line_of(row) for row in found[:PAGE]),
        origins=_links(counted, filters, "origin", ((one.value, said_of(one)) for one in Origin)),
        kinds=_links(counted, filters, "kind", ((one.value, Said(one.label, "none")) for one in ArtifactKind)),
        total=sum(one.number for one in counted if _fits(one, filters)),
        masked=masked,
        filters=filters,
        next_url=address_of(filters, after=found[PAGE - 1].key) if more else "",
        first_url=address_of(filters) if after else "",
        is_empty_house=not counted and not masked and filters == CorpusFilters(),
    )


def _links(
    counted: Iterable[Counted], filters: CorpusFilters, name: str, values: Iterable[tuple[str, Said]]
) -> tuple[Link, ...]:
    """Every value that occurs under the other filters, and one link to all of them; the parts add up to it."""
    without = filters._replace(**{name: ""})
    fitting = [one for one in counted if _fits(one, without)]
    chosen: str = getattr(filters, name)
    every = Link(Said("all", "none"), sum(one.number for one in fitting), address_of(without), not chosen)
    numbers = ((value, said, sum(c.number for c in fitting if getattr(c, name) == value)) for value, said in values)
    return (
        every,
        *(
            Link(said, number, address_of(filters._replace(**{name: value})), value == chosen)
            for value, said, number in numbers
            if number
        ),
    )


def _fits(counted: Counted, filters: CorpusFilters) -> bool:
    return filters.origin in ("", counted.origin) and filters.kind in ("", counted.kind)


def address_of(filters: CorpusFilters, route: str = "corpus", **more: str) -> str:
    kept = {name: value for name, value in (filters._asdict() | more).items() if value}
    return reverse(route) + (f"?{urlencode(kept)}" if kept else "")


def line_of(row: CorpusRow) -> CorpusLine:
    origin = origin_of(row.value, row.length)
    use = permitted(row.value.kind, origin, bool(row.made) and all(_is_mapped(made) for made in row.made))
    kind = SourceKind(row.source_kind) if row.source_kind else None
    return CorpusLine(
        artifact=row.key,
        kind=row.value.kind,
        category=category_of(row.value.kind, origin),
        origin=origin,
        said=said_of(origin),
        declared=row.value.origin,
        author=author_of(origin, row.owner, [_value(made) for made in row.made]),
        source=row.source,
        version=row.version,
        version_id=row.version_id,
        length=row.length,
        cited=row.cited,
        permitted=use,
        uses=uses_of(use),
        locator=locator_of(origin, row.value.page, row.value.cell, kind),
    )


def _is_mapped(made: Made) -> bool:
    return made.has_map and made.verified is not False and made.transformation.mediation == Mediation.DETERMINISTIC


def _value(made: Made) -> Transformation:
    row = made.transformation
    return Transformation(
        key=row.key,
        kind=TransformationKind(row.kind),
        mediation=Mediation(row.mediation),
        tool=row.tool,
        tool_version=row.tool_version,
        model=row.model,
        model_version=row.model_version,
        prompt_digest=digest_from_raw(bytes(row.prompt_digest)) if row.prompt_digest is not None else None,
        operator=row.operator,
    )


ABOUT = ("artifact", "kind", "category", "origin", "declared_origin", "author", "author_name", "prompt_digest")
HEADER = (*ABOUT, "source", "version", "length", "cited_by_answers", *USES, "how_quoted", "locator")


def file_lines(reader: Reader, filters: CorpusFilters) -> Iterator[tuple[str, ...]]:
    """Every text that fits, then one line for each that the reader may know nothing of."""
    known, masked = known_artifacts(reader)
    lines = (_cells(line_of(row)) for row in read_windows(reader, matching(known, filters), WINDOW))
    return chain(lines, repeat(masked_line(HEADER), masked))


def _cells(line: CorpusLine) -> tuple[str, ...]:
    return (
        *(line.artifact, line.kind.value, line.category.value, line.origin.value, line.declared.value),
        *(line.author.by.value, line.author.name, line.author.prompt_digest or ""),
        *(line.source, line.version, "" if line.length is None else str(line.length), str(line.cited)),
        *used(line.permitted),
        *(line.permitted.quoting, line.locator),
    )


def read_filters(query: QueryDict) -> CorpusFilters:
    """Filters from an address; an origin or kind that is none of ours is no filter."""
    origin, kind = query.get("origin", ""), query.get("kind", "")
    return CorpusFilters(
        origin=origin if origin in set(Origin) else "",
        kind=kind if kind in set(ArtifactKind) else "",
        source=_key(query.get("source", "")),
    )


def _key(written: str) -> str:
    return written.replace("\0", "").strip()[:LONGEST_KEY]


@require_safe
def corpus(request: HttpRequest) -> HttpResponse:
    filters = read_filters(request.GET)
    after = request.GET.get("after", "").replace("\0", "")[:LONGEST_KEY]
    page = read_corpus(reader_of(request), filters, after)
    context = {"page": page, "file_url": address_of(filters, "corpus_csv"), "here": "corpus"}
    return page_or_fragment(request, "inspector/corpus.html", {}, context)


@require_safe
def corpus_csv(request: HttpRequest) -> StreamingHttpResponse:
    reader = reader_of(request)
    require(reader, Action.READ_SOURCES)
    require(reader, Action.EXPORT)
    if request.method == "GET":
        record_access(reader, Taken.EXPORTED, f"inventory_of_corpus:{reader.tenant}")
    return csv_response("inventory-of-corpus", HEADER, file_lines(reader, read_filters(request.GET)))
