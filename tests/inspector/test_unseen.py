"""Characters that the eye cannot see."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.pages.unseen import Glyphs, runs_of


@given(st.text(max_size=60))
def test_the_runs_join_to_the_text_where_nothing_is_substituted(text: str) -> None:
    runs = runs_of(text)
    if not any(run.substitute for run in runs):
        assert "".join(run.text for run in runs) == text


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("\u202e", "RLO"),
        ("\u200b", "ZWSP"),
        ("\u2066", "LRI"),
        ("\ufeff", "BOM"),
        ("\u00ad", "SHY"),
        ("\x07", "U+0007"),
    ],
)
def test_an_unseen_character_is_named_and_kept(character: str, name: str) -> None:
    assert runs_of(f"a{character}b") == (Glyphs("a"), Glyphs(character, name), Glyphs("b"))


def test_a_letter_that_looks_like_nothing_is_named_though_it_counts_as_printable() -> None:
    assert runs_of("a\u3164b")[1] == Glyphs("\u3164", "HF")


def test_nul_is_drawn_as_its_symbol_because_html_cannot_hold_it() -> None:
    assert runs_of("\0") == (Glyphs("\u2400", "NUL", True),)


def test_a_lone_surrogate_is_drawn_as_a_replacement_because_utf_8_cannot_hold_it() -> None:
    assert runs_of("\ud800") == (Glyphs("\ufffd", "U+D800", True),)


def test_the_joiners_of_a_family_are_no_marks() -> None:
    family = "\U0001f469\u200d\U0001f467"
    assert runs_of(f"\n{family}") == (Glyphs(f"\n{family}"),)


def test_a_joiner_between_letters_is_a_mark() -> None:
    assert [run.name for run in runs_of("a\u200db")] == ["", "ZWJ", ""]


def test_the_carriage_return_of_a_line_end_is_no_mark_and_a_lone_one_is() -> None:
    assert [run.name for run in runs_of("a\r\nb")] == [""]
    assert [run.name for run in runs_of("a\rb")] == ["", "CR", ""]
