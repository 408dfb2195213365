"""Figures as HTML: rounded to the reader, exact to a machine, and no number where there is none."""

import pytest

from inspector.figures.figure import computed, not_measured, undefined
from inspector.templatetags.figures import figure, interval, rounded

KAPPA = 0.5240984623870923


def test_a_figure_is_rounded_in_view_and_exact_in_its_value() -> None:
    assert figure("cohen_kappa", computed(KAPPA)) == (
        f'<data class="figure" data-name="cohen_kappa" value="{KAPPA!r}">0.524</data>'
    )


def test_a_share_is_shown_in_percent_and_its_value_stays_the_share() -> None:
    html = figure("percent", computed(0.7014705882352941), "percent")
    assert ">70.1 %<" in html and 'value="0.7014705882352941"' in html


def test_a_count_is_shown_whole() -> None:
    assert figure("used", 47128) == '<data class="figure" data-name="used" value="47128">47,128</data>'


@pytest.mark.parametrize("found", [undefined("Only one value."), not_measured("Only one value."), None, float("nan")])
def test_what_is_no_number_has_no_value(found: object) -> None:
    html = figure("ac1", found)  # type: ignore[arg-type]
    assert "value=" not in html and "absent-words" in html and 'data-name="ac1"' in html
    assert ("Only one value." in html) is (found is not None and not isinstance(found, float))


def test_why_is_escaped() -> None:
    assert "&lt;b&gt;" in figure("ac1", undefined("<b>"))


@pytest.mark.parametrize(
    ("value", "form", "words"),
    [
        (1.0, "", "1.000"),
        (0.9996, "", "> 0.999"),
        (0.9994, "", "0.999"),
        (0.0004, "", "< 0.001"),
        (0.0, "", "0.000"),
        (-0.0001, "", "0.000"),
        (-0.2, "", "-0.200"),
        (1.0, "percent", "100.0 %"),
        (0.9999, "percent", "> 99.9 %"),
        (0.0001, "percent", "< 0.1 %"),
        (3.2810, "", "3.281"),
    ],
)
def test_nearly_all_never_reads_as_all_nor_nearly_none_as_none(value: float, form: str, words: str) -> None:
    assert rounded(value, form) == words


def test_an_interval_has_both_ends_or_the_lower_one_alone() -> None:
    both = interval("alpha", computed(0.5, low=0.25, high=0.75))
    assert 'data-name="alpha_low" value="0.25"' in both and 'data-name="alpha_high" value="0.75"' in both
    assert "at least" in interval("tpr", computed(0.9, low=0.8)) and interval("ac1", computed(0.5)) == ""
