"""The texts of a tenant by windows of their keys, for who may know of them; no text is read."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q
from django.db.models.expressions import RawSQL

from lineage.access import Reader
from lineage.evidence.bundle import Artifact as ArtifactValue
from lineage.evidence.reading import load_json, validate
from lineage.evidence.vocabulary import Availability, Withheld
from lineage.evidence.withholding import TAKING
from lineage.models import rows
from lineage.models.sources import has_other_label
from lineage.withholding import find_withheld

# Texts of versions with a label that the reader lacks, or that are withheld; of no version, but of a source with such
# a version; and packed ones of which nobody recorded what they were made from. UNION ends at cycles.
MASKED = """
WITH RECURSIVE closed(id) AS (
    {lacking} UNION SELECT id FROM lineage_sourceversion WHERE id IN ({withheld})
), masked(id) AS (
    SELECT a.id FROM lineage_artifact a WHERE a.tenant_id = %s AND (
        a.version_id IN (SELECT id FROM closed)
        OR (a.version_id IS NULL AND a.source_id IN (
            SELECT v.source_id FROM lineage_sourceversion v JOIN closed c ON c.id = v.id))
        OR (a.version_id IS NULL AND a.id IN (SELECT artifact_id FROM lineage_manifestentry WHERE tenant_id = %s)
            AND NOT EXISTS (SELECT 1 FROM lineage_derivation d WHERE d.output_id = a.id)))
    UNION
    SELECT d.output_id FROM lineage_derivation d JOIN masked m ON d.input_id = m.id
)
SELECT id FROM masked
"""
LACKING = "SELECT version_id FROM lineage_sourcelabel WHERE tenant_id = %s AND NOT (label IN ({labels}))"
NONE_LACKING = "SELECT id FROM lineage_sourceversion WHERE 1 = 0"
NO_LABEL = "\x01"


class CorpusFilters(NamedTuple):
    """What the address asks for; `source` is a source's key."""

    origin: str = ""
    kind: str = ""
    source: str = ""


class Counted(NamedTuple):
    origin: str
    kind: str
    number: int


class Made(NamedTuple):
    """Something that made a text, and whether a map was kept of how."""

    transformation: Any
    has_map: bool
    verified: bool | None


class CorpusRow(NamedTuple):
    """A text with what made it; `value` holds its ranges and layout, and no words. `cited` counts answers."""

    key: str
    value: ArtifactValue
    owner: str
    source_kind: str | None
    source: str
    version: str
    version_id: str
    length: int | None
    made: tuple[Made, ...]
    cited: int


def known_artifacts(reader: Reader) -> tuple[Any, int]:
    """The texts that the reader may know of, and how many more there are.

    Two statements, five where some are masked.
    """
    every = rows.Artifact.objects.filter(tenant_id=reader.tenant_id)
    withheld = _withheld_versions(reader)
    if not withheld and (reader.reads_every_label or not _lacks_a_label(reader)):
        return every, 0
    labels = sorted(reader.labels) or [NO_LABEL]
    lacking = LACKING.format(labels=", ".join(["%s"] * len(labels))) if not reader.reads_every_label else NONE_LACKING
    named = () if reader.reads_every_label else (reader.tenant_id, *labels)
    masked = RawSQL(
        MASKED.format(lacking=lacking, withheld=", ".join(["%s"] * len(withheld)) or "NULL"),
        (*named, *withheld, reader.tenant_id, reader.tenant_id),
    )
    return every.exclude(pk__in=masked), every.filter(pk__in=masked).count()


def _withheld_versions(reader: Reader) -> tuple[int, ...]:
    """Versions of the tenant whose words are withheld from the reader, though somebody kept them.

    One statement where nothing was ever taken away; what nobody kept is listed, since nothing of it is hidden.
    """
    taking = rows.SourceEvent.objects.filter(version=OuterRef("pk"), event__in=[event.value for event in TAKING])
    every = rows.SourceVersion.objects.filter(tenant_id=reader.tenant_id)
    suspects = every.filter(~Q(availability=Availability.AVAILABLE.value) | Exists(taking)).values_list("pk", flat=True)
    found = find_withheld(list(suspects), reader)
    return tuple(sorted(id for id, kind in found.items() if kind is not Withheld.NOT_RETAINED))


def _lacks_a_label(reader: Reader) -> bool:
    versions = rows.SourceVersion.objects.filter(tenant_id=reader.tenant_id)
    return bool(versions.filter(has_other_label(reader, "pk")).exists())


def matching(known: Any, filters: CorpusFilters) -> Any:
    wanted = {"origin": filters.origin, "kind": filters.kind, "source__key": filters.source}
    return known.filter(**{column: value for column, value in wanted.items() if value})


def counts_of(known: Any) -> tuple[Counted, ...]:
    """How many texts there are of each declared origin and kind. One statement over columns alone."""
    found = known.order_by().values_list("origin", "kind").annotate(Count("pk"))
    return tuple(Counted(*row) for row in sorted(found))


ONLY = (
    *("key", "kind", "origin", "length", "language", "page", "section", "cell", "details", "source", "version"),
    *("source__key", "source__owner", "source__kind", "version__version", "version__public_id"),
    *("details__sha256", "details__size", "details__body", "details__coding"),
)


def read_window(reader: Reader, chosen: Any, after: str, size: int, *, count_citing: bool = True) -> list[CorpusRow]:
    """At most `size` texts by key, from the one after `after`. Three statements."""
    window = chosen.filter(key__gt=after) if after else chosen
    found = list(window.select_related("source", "version", "details").only(*ONLY).order_by("key")[:size])
    ids = [row.pk for row in found]
    made, cited = _made(ids), _cited(reader, ids) if count_citing else {}
    return [_row(row, made.get(row.pk, ()), cited.get(row.pk, 0)) for row in found]


def read_windows(reader: Reader, chosen: Any, size: int) -> Iterator[CorpusRow]:
    """Every text, a window at a time."""
    after = ""
    while True:
        window = read_window(reader, chosen, after, size)
        yield from window
        if len(window) < size:
            return
        after = window[-1].key


def _made(ids: list[int]) -> dict[int, tuple[Made, ...]]:
    edges = rows.Derivation.objects.filter(output_id__in=ids).select_related("transformation").order_by("id")
    found: dict[int, tuple[Made, ...]] = {}
    for edge in edges.annotate(has_map=Q(map__isnull=False)).defer("map", "transformation__parameters"):
        made = Made(edge.transformation, edge.has_map, edge.verified)
        found[edge.output_id] = (*found.get(edge.output_id, ()), made)
    return found


def _cited(reader: Reader, ids: list[int]) -> dict[int, int]:
    """How many answers cite each text, by their newest inspections."""
    newest = rows.Resolution.objects.visible_to(reader).filter(
        artifact_id__in=ids, inspection__answer__state__inspection=F("inspection_id")
    )
    counted = newest.order_by().values_list("artifact_id").annotate(Count("inspection", distinct=True))
    return dict(counted)


def _row(row: Any, made: tuple[Made, ...], cited: int) -> CorpusRow:
    details = _details(row.details)
    layout = {"page": row.page, "section": row.section, "cell": row.cell, "language": row.language}
    value = validate(ArtifactValue, {"key": row.key, "kind": row.kind, "origin": row.origin, **layout, **details})
    return CorpusRow(
        key=row.key,
        value=value,
        owner=row.source.owner if row.source else "",
        source_kind=row.source.kind if row.source else None,
        source=row.source.key if row.source else "",
        version=row.version.version if row.version else "",
        version_id=row.version.public_id if row.version else "",
        length=row.length,
        made=made,
        cited=cited,
    )


def _details(content: Any) -> Any:
    """Nothing too where they were purged."""
    return load_json(content.get_bytes()) if content is not None and content.body is not None else {}
