"""A pasted text against the frozen one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.pages.evidence_view import Difference
from inspector.pages.live_compare import MOST_REGIONS, Cited, compare_live

FROZEN = "Logs are kept for 24 months.\nA legal hold goes before. A legal hold goes before."


def cited(*words: str) -> list[Cited]:
    return [Cited(one, "claim c1", "/claims/x/") for one in words]


def words(difference: Difference, *kinds: str) -> str:
    runs = [run for run in difference.runs if run.kind in kinds]
    return "".join(glyph.text for run in runs for piece in run.drawn.pieces for glyph in piece.runs)


def test_an_equal_text_is_said_to_be_equal_and_nothing_differs() -> None:
    found = compare_live(FROZEN, FROZEN, ())
    assert (found.equality, found.changes, found.regions, found.operations) == ("exact", 0, (), ())


def test_the_line_ends_of_a_form_make_no_difference() -> None:
    assert compare_live(FROZEN, FROZEN.replace("\n", "\r\n"), ()).equality == "exact"
    assert compare_live(FROZEN.replace("\n", "\r\n"), FROZEN.replace("\n", "\r\n"), ()).equality == "line_ends"


def test_a_text_that_is_equal_under_the_policy_names_the_operations_and_is_not_called_the_same() -> None:
    found = compare_live(FROZEN, FROZEN.replace(" ", "  "), ())
    assert (found.equality, found.operations) == ("normalized", ("collapse whitespace",))
    assert found.said.state != "pass"


def test_a_changed_number_is_shown_whole_with_the_words_around_it() -> None:
    found = compare_live(FROZEN, FROZEN.replace("24", "36"), ())
    (region,) = found.regions
    assert (words(region, "delete"), words(region, "insert")) == ("24", "36")
    assert words(region, "equal", "delete").startswith("Logs are kept for 24 months.")


def test_changes_far_from_each_other_are_regions_of_their_own_and_only_the_first_are_shown() -> None:
    lines = [f"Line {number} says that box {number} is kept at four degrees. " + "x" * 400 for number in range(40)]
    changed = [line.replace("four", "five") for line in lines]
    found = compare_live("\n".join(lines), "\n".join(changed), ())
    assert (found.changes, len(found.regions)) == (40, MOST_REGIONS)
    assert all((words(r, "delete"), words(r, "insert")) == ("four", "five") for r in found.regions)


def test_each_cited_span_stands_there_once_or_several_times_or_not_letter_by_letter_or_not_at_all() -> None:
    spans = cited("24 months", "A legal hold goes before.", "Logs are", "never")
    found = compare_live(FROZEN, FROZEN.replace("Logs are", "Logs  are"), spans)
    assert [one.said.state for one in found.spans] == ["pass", "unclear", "unclear", "fail"]
    assert "several places" in found.spans[1].said.word
    assert "not letter by letter" in found.spans[2].said.word


def test_a_cited_span_over_a_line_end_is_found_whatever_the_line_end() -> None:
    spans = cited("months.\r\nA legal")
    assert compare_live(FROZEN.replace("\n", "\r\n"), FROZEN, spans).spans[0].said.state == "pass"


def test_a_wholly_different_long_text_is_cut_where_it_is_drawn() -> None:
    found = compare_live("a" * 50_000, "b" * 50_000, ())
    (region,) = found.regions
    assert len(words(region, "delete", "insert", "equal")) < 4_000
    assert "48500 more characters" in words(region, "equal")


TEXT = st.text(alphabet="ab \n.1", max_size=60)


@given(TEXT, TEXT)
def test_what_is_shown_of_short_texts_is_all_that_differs(frozen: str, live: str) -> None:
    found = compare_live(frozen, live, ())
    assert (found.equality in ("exact", "line_ends")) is (frozen == live)
    assert bool(found.changes) is (frozen != live)
    for region in found.regions:
        assert words(region, "equal", "delete") in frozen
        assert words(region, "equal", "insert") in live or "more characters" in words(region, "equal")


@pytest.mark.parametrize("live", ["\0", "\u202e", "<script>", "é", "e\u0301", " "])
def test_any_pasted_text_is_compared(live: str) -> None:
    assert compare_live(FROZEN, live, cited("Logs")).equality == "different"
