"""The origin inventory of an answer: every text, who wrote it, what had it before it, what it may serve for (S0-22).

Permitted use follows from origin alone. Whether a source still stands, and for whom, is another question (standing).
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from lineage.evidence.bundle import Artifact, Transformation
from lineage.evidence.dossier import Dossier
from lineage.evidence.exposure import exposures
from lineage.evidence.resolution import origin_at
from lineage.evidence.vocabulary import (
    ArtifactKind,
    Authorship,
    EvidenceCategory,
    Mediation,
    Origin,
    SourceKind,
    Surface,
)
from lineage.text.span import Span

EXCERPTS = {ArtifactKind.CHUNK, ArtifactKind.CITATION_NODE, ArtifactKind.TRIMMED_BLOCK}
# They stand for what a source might say or be asked; a generator that reads them reads nobody's words.
SEARCH_ONLY = {ArtifactKind.HYPOTHETICAL_DOCUMENT, ArtifactKind.GENERATED_QUESTION}
AUTHOR_OF = {
    Mediation.DETERMINISTIC: Authorship.CODE,
    Mediation.MODEL: Authorship.MODEL,
    Mediation.HUMAN: Authorship.PERSON,
}


class Author(NamedTuple):
    """Who wrote the words; `name` is empty where only the sort of author is known."""

    by: Authorship
    name: str = ""
    prompt_digest: str | None = None

    def __str__(self) -> str:
        return f"{self.by.label}: {self.name}" if self.name else self.by.label


class Permitted(NamedTuple):
    """What a text may serve for; `quoting` and `exposing` say how, or why not; empty where it is as it stands."""

    retrieve: bool
    expose: bool
    quote: bool
    derive: bool
    quoting: str
    exposing: str


class InventoryRow(NamedTuple):
    """One text. A surface that is None was not recorded, which is neither yes nor no. `kind` is None where the answer
    names a text that nobody recorded."""

    artifact: str
    kind: ArtifactKind | None
    origin: Origin
    category: EvidenceCategory
    author: Author
    source: str | None
    version: str | None
    visible: Mapping[Surface, bool | None]
    permitted: Permitted
    locator: str

    @property
    def retrieve(self) -> bool:
        return self.permitted.retrieve

    @property
    def expose(self) -> bool:
        return self.permitted.expose

    @property
    def quote(self) -> bool:
        return self.permitted.quote

    @property
    def derive(self) -> bool:
        return self.permitted.derive


def inventory_of(dossier: Dossier) -> tuple[InventoryRow, ...]:
    """A row for each text that the answer reaches, by key; last those that it names and nobody recorded."""
    visible = exposures(dossier)
    mapped = projected(dossier)
    recorded = [
        _row(dossier, artifact, visible[key], key in mapped) for key, artifact in sorted(dossier.artifacts.items())
    ]
    unknown = [_unrecorded(key, found) for key, found in sorted(visible.items()) if key not in dossier.artifacts]
    return (*recorded, *unknown)


def _row(dossier: Dossier, artifact: Artifact, visible: Mapping[Surface, bool | None], has_maps: bool) -> InventoryRow:
    origin = origin_of(artifact)
    edges = dossier.edges_into.get(artifact.key, ())
    source = dossier.sources.get(artifact.source or "")
    return InventoryRow(
        artifact=artifact.key,
        kind=artifact.kind,
        origin=origin,
        category=category_of(artifact.kind, origin),
        author=author_of(origin, source.owner if source else "", [edge.transformation for edge in edges]),
        source=artifact.source,
        version=artifact.version,
        visible=visible,
        permitted=permitted(artifact.kind, origin, has_maps),
        locator=locator_of(origin, artifact.page, artifact.cell, source.kind if source else None),
    )


def _unrecorded(key: str, visible: Mapping[Surface, bool | None]) -> InventoryRow:
    origin, author = Origin.UNRESOLVED, Author(Authorship.NOT_RECORDED)
    use, locator = permitted(None, origin, False), locator_of(origin, None, "", None)
    return InventoryRow(key, None, origin, EvidenceCategory.UNKNOWN, author, None, None, visible, use, locator)


def origin_of(artifact: Artifact, length: int | None = None) -> Origin:
    """The origin of a whole text of so many code points: mixed where ranges of another origin lie in it.

    What is said to be generated is not made original by a range, and nothing by a range over a text of unknown length.
    """
    known = len(artifact.text) if artifact.text is not None else length
    end = known if known is not None else 1 + max((marked.span.end for marked in artifact.origins), default=0)
    found = origin_at(artifact, Span(0, end))
    is_raised = artifact.origin is Origin.GENERATED and found in (Origin.ORIGINAL, Origin.DERIVED)
    return Origin.MIXED if is_raised else found


def category_of(kind: ArtifactKind, origin: Origin) -> EvidenceCategory:
    """What a text is as evidence, from its kind and origin (S0-16)."""
    if origin is Origin.UNRESOLVED:
        return EvidenceCategory.UNKNOWN
    if origin is Origin.MIXED:
        return EvidenceCategory.EVIDENCE_BOUNDARY
    if kind is ArtifactKind.HOP_NOTE:
        return EvidenceCategory.DERIVED_CLAIM
    if origin is Origin.GENERATED:
        return EvidenceCategory.GENERATED_RETRIEVAL_AID
    if kind is ArtifactKind.RAW_SOURCE:
        return EvidenceCategory.SOURCE_SNAPSHOT
    return EvidenceCategory.QUOTED_EXCERPT if kind in EXCERPTS else EvidenceCategory.ORIGINAL_EVIDENCE


def author_of(origin: Origin, owner: str, made_by: list[Transformation]) -> Author:
    """Who wrote the words of a text: of an original its source's owner, else whoever or whatever made it."""
    if origin is Origin.ORIGINAL:
        return Author(Authorship.SOURCE, owner)
    if not made_by:
        return Author(Authorship.NOT_RECORDED)
    # What a model or a person did weighs more than what code did before or after.
    last = max(made_by, key=lambda made: (made.mediation is not Mediation.DETERMINISTIC, made.key))
    by = AUTHOR_OF[last.mediation]
    if by is Authorship.MODEL:
        return Author(by, _named(last.model, last.model_version), last.prompt_digest)
    if by is Authorship.PERSON:
        return Author(by, last.operator)
    return Author(by, _named(last.tool, last.tool_version))


def permitted(kind: ArtifactKind | None, origin: Origin, has_maps: bool) -> Permitted:
    """What a text of this origin may serve for (DESIGN 5); `has_maps`: maps lead from all of it to original text."""
    if origin is Origin.ORIGINAL:
        return Permitted(True, True, True, True, "", "")
    if origin is Origin.DERIVED:
        how = "as its original words" if has_maps else "no mapped way to an original"
        return Permitted(True, True, has_maps, has_maps, how, "")
    if origin is Origin.GENERATED:
        never = "not words of the source"
        if kind in SEARCH_ONLY:
            return Permitted(True, False, False, False, never, "it stands for no text")
        return Permitted(True, True, False, False, never, "marked, beside its original")
    if origin is Origin.MIXED:
        return Permitted(True, True, False, False, "not whole: only ranges of the source", "with its ranges marked")
    return Permitted(True, False, False, False, "writer not recorded", "writer not recorded")


def locator_of(origin: Origin, page: int | None, cell: str, kind: SourceKind | None) -> str:
    """What a citation of a text must name so that its words can be found again (S0-22, S4-32)."""
    if origin is Origin.UNRESOLVED:
        return "none until its origin is recorded"
    if origin is Origin.GENERATED:
        return "the primary spans that its map leads to"
    if kind is SourceKind.DB_ROW_EXPORT:
        place = "table, row and column of the record"
    elif cell:
        place = "table cell"
    elif page is not None:
        place = "page and range"
    else:
        place = "range"
    if origin is Origin.MIXED:
        return f"source, version, digest and {place}, inside a range that the source wrote"
    where = "in the original, by its map" if origin is Origin.DERIVED else "in this text"
    return f"source, version, digest and {place} {where}"


def projected(dossier: Dossier) -> frozenset[str]:
    """The texts that code made, with a kept map for every step up to original text; originals among them (S3-84).

    Whether a map holds is verified where words are compared. A circle of derivations leads to no original.
    """
    found = [key for key, artifact in dossier.artifacts.items() if artifact.origin is Origin.ORIGINAL]
    reached = set(found)
    missing = {key: len(edges) for key, edges in dossier.edges_into.items() if key not in reached}
    made_from: dict[str, list[str]] = {}
    for key in missing:
        for edge in dossier.edges_into[key]:
            if edge.derivation.segments is not None and edge.transformation.mediation is Mediation.DETERMINISTIC:
                made_from.setdefault(edge.derivation.input, []).append(key)
    while found:
        for output in made_from.get(found.pop(), ()):
            missing[output] -= 1
            if not missing[output]:
                reached.add(output)
                found.append(output)
    return frozenset(reached)


def _named(name: str, version: str) -> str:
    return f"{name} {version}".strip()


def count_by_origin(rows: tuple[InventoryRow, ...]) -> Iterator[tuple[Origin, int]]:
    """How many texts of each origin there are; origins that do not occur are left out."""
    for origin in Origin:
        number = sum(row.origin is origin for row in rows)
        if number:
            yield origin, number
