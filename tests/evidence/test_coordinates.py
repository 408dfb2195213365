"""Whether a selector names a recorded text: yes, no, or nobody recorded enough to tell (S0-47)."""

from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.bundle import Artifact, Citation, ManifestEntry
from lineage.evidence.coordinates import counts_in, names
from lineage.evidence.reading import validate
from lineage.text.selectors import Selector, TableCellSelector, TextPositionSelector
from tests.evidence.answers import as_citation, passage


def as_artifact(**more: Any) -> Artifact:
    return validate(Artifact, passage(**more))


def as_selector(**given: Any) -> Selector:
    citation: Citation = as_citation(selectors=[given])
    return citation.selectors[0]


@pytest.mark.parametrize(
    ("written", "row", "column", "is_here"),
    [
        ("r2c3", "2", "3", True),
        ("R2, C3", "2", "3", True),
        ("row 2, column 3", "2", "3", True),
        ("B4", "4", "B", True),
        ("row 1", "1", "", True),
        ("column 3", "", "3", True),
        ("r2c3", "3", "2", False),
        ("32", "2", "3", False),
        ("B4", "4", "", False),
    ],
)
def test_a_cell_is_known_by_the_ways_in_which_cells_are_written(
    written: str, row: str, column: str, is_here: bool
) -> None:
    assert names(TableCellSelector(row=row, column=column), as_artifact(cell=written)) is is_here


def test_a_table_that_was_not_recorded_leaves_a_cell_untold_and_a_wrong_cell_wrong() -> None:
    artifact = as_artifact(cell="r2c3")
    assert names(TableCellSelector("T1", "2", "3"), artifact) is None
    assert names(TableCellSelector("T1", "2", "4"), artifact) is False


def test_markup_and_quotations_have_no_coordinates_that_anybody_recorded() -> None:
    assert names(as_selector(type="XPathSelector", value="/p"), as_artifact(page=1)) is None
    assert names(as_selector(type="TextQuoteSelector", exact="logs"), as_artifact()) is None


def test_a_passage_that_was_packed_alone_and_whole_is_its_block() -> None:
    position = TextPositionSelector(0, 5, view="packed_block")
    whole = ManifestEntry(label="E1", artifact="policy")
    trimmed = ManifestEntry(label="E1", artifact="policy", supplied=(0, 44))  # type: ignore[arg-type]
    assert counts_in(position, as_artifact(), whole)
    assert not counts_in(position, as_artifact(), trimmed)
    assert not counts_in(position, as_artifact(), None)
    assert counts_in(position, as_artifact(kind="trimmed_block"), None)
