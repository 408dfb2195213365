from __future__ import annotations

from typing import Any

from lineage.formats.claim_records import ClaimRecords, read_claim_records
from lineage.formats.node import Node
from lineage.text.span import Span


def read(*rows: Any, text: str | None = None) -> ClaimRecords:
    return read_claim_records(Node(list(rows)).items, text)


def test_citations_keep_the_order_of_their_ids() -> None:
    found = read({"claim_id": "c1", "text": "Both.", "citation_ids": ["b", "a", "b"]})
    assert [citation.cited for citation in found.citations] == ["b", "a", "b"]
    assert len({citation.key for citation in found.citations}) == 3


def test_an_id_that_is_no_text_is_kept_for_a_finding() -> None:
    found = read({"claim_id": "c1", "text": "Both.", "citation_ids": [7, None]})
    assert [citation.cited for citation in found.citations] == [7, None]


def test_a_claim_stands_where_its_words_stand_once_and_nowhere_by_guess() -> None:
    rows = [{"claim_id": str(n), "text": words} for n, words in enumerate(("Ten.", "Six.", "Two."))]
    found = read(*rows, text="Ten. Six. Six.")
    assert [claim.place for claim in found.claims] == [Span(0, 4), None, None]
    assert all(claim.requires_citation for claim in found.claims)
