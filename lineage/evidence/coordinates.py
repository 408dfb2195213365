"""Whether a selector names a recorded text by its coordinates: page, cell, record, representation (S0-47, S3-07).

Three answers: it names this text, it names another one, or nobody recorded enough to tell. Never a guess.
"""

from __future__ import annotations

from collections.abc import Mapping

from lineage.evidence.bundle import Artifact, ManifestEntry
from lineage.evidence.vocabulary import ArtifactKind, View
from lineage.text.selectors import (
    PageSelector,
    RecordSelector,
    Representation,
    Selector,
    TableCellSelector,
    TextPositionSelector,
)

PLAIN_TEXT = "text/plain"
"""The only media type in which every artifact's text counts; another one needs its extract named."""

_VIEW_KINDS: Mapping[View, frozenset[ArtifactKind]] = {
    View.RAW_BYTES: frozenset({ArtifactKind.RAW_SOURCE}),
    View.CANONICAL_EXTRACT: frozenset({ArtifactKind.CANONICAL_EXTRACT, ArtifactKind.NORMALIZED_TEXT}),
    View.CHUNK: frozenset({ArtifactKind.CHUNK, ArtifactKind.CITATION_NODE}),
    View.PACKED_BLOCK: frozenset({ArtifactKind.MERGED_BLOCK, ArtifactKind.TRIMMED_BLOCK}),
}
_PAGE_TEXTS = _VIEW_KINDS[View.CANONICAL_EXTRACT] | _VIEW_KINDS[View.RAW_BYTES]


def names(selector: Selector, artifact: Artifact, entry: ManifestEntry | None = None) -> bool | None:
    """Whether the coordinates of a selector are those of `artifact`; None where that was not recorded.

    A quotation or position has no coordinates beside its representation; markup is kept by nobody here.
    """
    if isinstance(selector, PageSelector):
        return _both(
            None if artifact.page is None else artifact.page == selector.page,
            _is_version(selector.representation, artifact),
        )
    if isinstance(selector, TableCellSelector):
        return _both(_names_cell(selector, artifact), _is_version(selector.representation, artifact))
    if isinstance(selector, RecordSelector):
        recorded = [_recorded(artifact, name, getattr(selector, name)) for name in ("table", "row", "column")]
        return _both(*recorded, _is_version(selector.representation, artifact))
    if isinstance(selector, TextPositionSelector):
        return True if counts_in(selector, artifact, entry) else None
    return None


def counts_in(selector: Selector, artifact: Artifact, entry: ManifestEntry | None) -> bool:
    """Whether the offsets of a selector count in the text of `artifact`, as far as it says what they count in."""
    representation = selector.representation or Representation()
    if representation.extract:
        return representation.extract == artifact.key and _is_version(representation, artifact) is True
    if selector.view is not None and not _is_view(View(selector.view), artifact, entry):
        return False
    if isinstance(selector, PageSelector):
        # A page of a PDF has a text where its extract was kept; a chunk from that page is another text.
        return selector.view is not None or artifact.kind in _PAGE_TEXTS
    return representation.media_type in ("", PLAIN_TEXT) and _is_version(representation, artifact) is True


def _is_view(view: View, artifact: Artifact, entry: ManifestEntry | None) -> bool:
    if artifact.kind in _VIEW_KINDS.get(view, ()):
        return True
    # A passage that was packed alone and whole is its block, character by character.
    return view is View.PACKED_BLOCK and entry is not None and not entry.parts and entry.supplied is None


def _is_version(representation: Representation | None, artifact: Artifact) -> bool | None:
    if representation is None or not representation.version:
        return True
    return None if artifact.version is None else artifact.version == representation.version


def _names_cell(selector: TableCellSelector, artifact: Artifact) -> bool | None:
    """The cell as `cell` of the artifact writes it, else by the row and column of its metadata."""
    table = _table(selector, artifact)
    if artifact.cell:
        return _both(table, _plain(artifact.cell) in _spellings(selector.row, selector.column))
    line = [_recorded(artifact, name, getattr(selector, name)) for name in ("row", "column")]
    return _both(table, *line, _recorded(artifact, "role", selector.role or ""))


def _table(selector: TableCellSelector, artifact: Artifact) -> bool | None:
    recorded = _recorded(artifact, "table", selector.table)
    if recorded is not None or not artifact.section:
        return recorded
    # A section that is no table of this name says nothing of the table in it.
    return True if _plain(artifact.section) == _plain(selector.table) else None


def _recorded(artifact: Artifact, name: str, wanted: str) -> bool | None:
    """Whether the metadata of an artifact says the same; what a selector leaves out says nothing against it."""
    if not wanted:
        return True
    value = artifact.metadata.get(name)
    return _plain(str(value)) == _plain(wanted) if isinstance(value, (str, int)) else None


def _spellings(row: str, column: str) -> frozenset[str]:
    """How a cell is written: R2C3 (S3-17), B4 of a spreadsheet, or its row or column in words."""
    if not column:
        return frozenset(map(_plain, (row, f"r{row}", f"row {row}")))
    if not row:
        return frozenset(map(_plain, (column, f"c{column}", f"column {column}")))
    pairs = f"r{row}c{column}", f"row {row} column {column}", *((f"{column}{row}",) if column.isalpha() else ())
    return frozenset(map(_plain, pairs))


def _plain(words: str) -> str:
    return "".join(words.replace(",", "").split()).casefold()


def _both(*answers: bool | None) -> bool | None:
    """False where one is; else None where one could not be told."""
    return False if False in answers else None if None in answers else True
