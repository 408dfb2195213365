from __future__ import annotations

from lineage.evidence.bundle import Claim
from lineage.formats.marked_prose import read_marked_prose
from lineage.text.span import Span

TWO = {"1": "first", "2": "second"}


def test_markers_cite_the_numbered_passages_for_the_sentence_they_stand_in() -> None:
    text = "Invoices are kept [1]. Drafts are not. [2]"
    found = read_marked_prose(text, TWO)
    assert [claim.place.slice(text) for claim in found.claims if claim.place] == [
        "Invoices are kept [1].",
        "Drafts are not. [2]",
    ]
    assert [(c.claim, c.cited, c.artifact, c.marker) for c in found.citations] == [
        ("sentence-1", "1", "first", "[1]"),
        ("sentence-2", "2", "second", "[2]"),
    ]
    assert [c.place.slice(text) for c in found.citations if c.place] == ["[1]", "[2]"]


def test_a_list_in_one_marker_is_one_citation_for_each_source_at_one_place() -> None:
    found = read_marked_prose("Invoices are kept [1, 2].", TWO)
    assert [(c.key, c.artifact) for c in found.citations] == [("marker-1", "first"), ("marker-1-2", "second")]
    assert len({c.place for c in found.citations}) == 1


def test_a_number_out_of_range_stays_and_names_nothing() -> None:
    found = read_marked_prose("Kept [9], never [0].", TWO)
    assert [(c.cited, c.artifact) for c in found.citations] == [("9", None), ("0", None)]


def test_without_a_list_of_sources_a_number_in_brackets_is_no_marker() -> None:
    assert read_marked_prose("Kept [1].", None).citations == ()


def test_an_answer_without_markers_gives_claims_without_citations() -> None:
    found = read_marked_prose("Kept. Deleted.", TWO)
    assert (len(found.claims), found.citations) == (2, ())


def test_a_marker_in_a_heading_belongs_to_no_claim() -> None:
    found = read_marked_prose("## Rules [1]\nKept [2].", TWO)
    assert [(c.cited, c.claim) for c in found.citations] == [("1", None), ("2", "sentence-1")]


def test_a_number_that_counts_something_else_is_not_taken_for_a_source() -> None:
    found = read_marked_prose("It is <co: 1>kept</co: 1>. Also【1:0†rules.txt】 and so on[^1].\n\n[^1]: rules.txt", TWO)
    assert found.citations
    assert all(c.artifact is None and c.cited not in TWO for c in found.citations)


def test_a_claim_of_the_whole_takes_every_marker() -> None:
    whole = Claim(key="response", place=Span(0, 20))
    found = read_marked_prose("Kept [1]. Dropped [2]."[:20], TWO, whole)
    assert found.claims == (whole,)
    assert [c.claim for c in found.citations] == ["response"]
