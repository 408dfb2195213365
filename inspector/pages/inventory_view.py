"""The origin inventory as a table and as lines of a file. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from inspector.pages.answer_reading import AnswerReading
from inspector.pages.evidence_view import Said
from inspector.pages.states import STATE_OF_ORIGIN
from lineage.evidence.inventory import InventoryRow, Permitted, count_by_origin, inventory_of
from lineage.evidence.vocabulary import ArtifactKind, EvidenceCategory, Origin, Surface

MASKED = "masked"
MOST_DRAWN = 500
ORDER = (Origin.ORIGINAL, Origin.DERIVED, Origin.MIXED, Origin.GENERATED, Origin.UNRESOLVED)
YES, NO, NOT_RECORDED = Said("yes", "pass"), Said("no", "none"), Said("not recorded", "absent")
NOT_KEPT = "named by the answer, kept by nobody"


class Use(NamedTuple):
    """What a text may be used for; `how` says in which way, or why not."""

    said: Said
    how: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class InventoryLine:
    """One text of an answer as a row of the table."""

    artifact: str
    kind: str
    category: EvidenceCategory
    origin: Said
    author: str
    prompt_digest: str | None
    source: str
    version: str
    url: str
    visible: tuple[Said, ...]
    uses: tuple[Use, ...]
    locator: str


class Count(NamedTuple):
    said: Said
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InventoryPage:
    """`masked` texts are counted and not listed; `total` counts all others, also those beyond the ones drawn."""

    heading: str
    url: str
    lines: tuple[InventoryLine, ...]
    counts: tuple[Count, ...]
    total: int
    masked: int
    quotable: int
    surfaces: tuple[Surface, ...]


def inventory_page(reading: AnswerReading) -> InventoryPage:
    """The texts that the viewer may know of, by origin and key."""
    rows = inventory_of(reading.dossier)
    seen = sorted((row for row in rows if not is_masked(reading, row)), key=lambda row: ORDER.index(row.origin))
    return InventoryPage(
        heading=reading.case,
        url=reading.url,
        lines=tuple(_line(reading, row) for row in seen[:MOST_DRAWN]),
        counts=tuple(Count(said_of(origin), number) for origin, number in count_by_origin(tuple(seen))),
        total=len(seen),
        masked=len(rows) - len(seen),
        quotable=sum(row.quote for row in seen),
        surfaces=tuple(Surface),
    )


def is_masked(reading: AnswerReading, row: InventoryRow) -> bool:
    return reading.mask.hides(row.artifact) or reading.mask.hides_version(row.source, row.version)


def said_of(origin: Origin) -> Said:
    return Said(origin.label, STATE_OF_ORIGIN.get(origin, "absent"), "", origin.meaning)


def uses_of(use: Permitted) -> tuple[Use, ...]:
    """Retrieve, expose, quote, derive from."""
    return (
        Use(YES if use.retrieve else NO),
        Use(YES if use.expose else NO, use.exposing),
        Use(YES if use.quote else NO, use.quoting),
        Use(YES if use.derive else NO),
    )


def kind_of(kind: ArtifactKind | None) -> str:
    return kind.label if kind is not None else NOT_KEPT


def _line(reading: AnswerReading, row: InventoryRow) -> InventoryLine:
    return InventoryLine(
        artifact=row.artifact,
        kind=kind_of(row.kind),
        category=row.category,
        origin=said_of(row.origin),
        author=str(row.author),
        prompt_digest=row.author.prompt_digest,
        source=row.source or "",
        version=row.version or "",
        url=reading.version_urls.get((row.source or "", row.version or ""), ""),
        visible=tuple(seen_of(row.visible[surface]) for surface in Surface),
        uses=uses_of(row.permitted),
        locator=row.locator,
    )


def seen_of(had: bool | None) -> Said:
    return NOT_RECORDED if had is None else YES if had else NO


USES = ("retrieve", "expose", "quote", "derive")
ABOUT = ("artifact", "kind", "category", "origin", "author", "author_name", "prompt_digest", "source", "version")
HEADER = (*ABOUT, *(f"visible_{surface.value}" for surface in Surface), *USES, "how_quoted", "locator")


def file_lines(reading: AnswerReading) -> Iterator[tuple[str, ...]]:
    """The inventory as cells under `HEADER`; of a masked text nothing but that there is one."""
    for row in inventory_of(reading.dossier):
        yield masked_line(HEADER) if is_masked(reading, row) else _cells(row)


def masked_line(header: tuple[str, ...]) -> tuple[str, ...]:
    return (MASKED, *("" for _ in header[1:]))


def _cells(row: InventoryRow) -> tuple[str, ...]:
    about = (row.artifact, row.kind.value if row.kind else "", row.category.value, row.origin.value)
    author = (row.author.by.value, row.author.name, row.author.prompt_digest or "")
    return (
        *about,
        *author,
        row.source or "",
        row.version or "",
        *_words(row.visible),
        *used(row.permitted),
        row.permitted.quoting,
        row.locator,
    )


def used(use: Permitted) -> Iterable[str]:
    return (_yes(use.retrieve), _yes(use.expose), _yes(use.quote), _yes(use.derive))


def _words(visible: Mapping[Surface, bool | None]) -> Iterable[str]:
    return ("not recorded" if visible[surface] is None else _yes(bool(visible[surface])) for surface in Surface)


def _yes(value: bool) -> str:
    return "yes" if value else "no"
