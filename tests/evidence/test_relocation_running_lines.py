"""Which headers and footers stand near some words, and what they say."""

from __future__ import annotations

from lineage.evidence.relocation_running_lines import RunningLines
from lineage.text.span import Span

TEXT = "Fees 2024\nA\n- 1 -\fFees 2024\nB\n- 2 -\fFees 2024\nC\n- 3 -\n"


def at(letter: str) -> Span:
    return Span(TEXT.index(letter), TEXT.index(letter) + 1)


def test_numbers_of_pages_are_left_out_and_others_stay():
    removed = [Span(0, 10), Span(12, 28), Span(30, 46), Span(48, len(TEXT))]
    lines = RunningLines(TEXT, removed)
    assert lines.around(at("B")) == lines.around(at("C")) == "- -\nFees 2024"
    assert lines.around(at("A")) == lines.around(at("B"))


def test_a_text_without_any_says_nothing():
    assert RunningLines("words", []).around(Span(0, 5)) == ""
