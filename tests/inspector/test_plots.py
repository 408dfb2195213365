"""Pictures of figures: where things stand in them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.figures.charts import LEVELS, confusion_heat, interval_whiskers, label_bars
from inspector.figures.figure import computed, undefined
from inspector.figures.frames import SQUARE, short
from inspector.figures.plots import Plot, reliability_plot, roc_plot, sweep_plot
from inspector.figures.reliability import reliability
from inspector.figures.scores import roc
from inspector.figures.thresholds import sweep

HUMAN, SCORES = [True, True, False, False, True], [0.9, 0.8, 0.3, 0.35, 0.2]
PATH = re.compile(r"M[\d.]+ [\d.]+(L[\d.]+ [\d.]+)*")


def lies_within(plot: Plot) -> bool:
    frame = plot.frame
    lines = [*plot.lines, *plot.guides]
    points = [pair.split() for line in lines for pair in re.split("[ML]", line.path) if pair]
    marks = [(mark.x, mark.y) for mark in plot.marks]
    return all(PATH.fullmatch(line.path) for line in lines) and all(
        frame.left <= float(x) <= frame.right and frame.top <= float(y) <= frame.bottom for x, y in [*points, *marks]
    )


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), max_size=40))
def test_every_plot_stays_within_its_frame(scored: list[tuple[bool, float]]) -> None:
    human, scores = [truth for truth, _ in scored], [score for _, score in scored]
    for plot in (
        reliability_plot(reliability(human, scores).bins),
        sweep_plot(sweep(human, scores).points, 0.5),
        roc_plot(roc(human, scores)),
    ):
        assert lies_within(plot)


def test_reliability_has_a_mark_for_each_bin_with_items_and_its_interval() -> None:
    plot = reliability_plot(reliability(HUMAN, SCORES).bins)
    # 0.2, then 0.3 and 0.35 together, 0.8, 0.9.
    assert len(plot.marks) == 4
    first = plot.marks[0]
    assert (first.x, first.y) == (SQUARE.x(0.2), SQUARE.y(1.0))
    assert first.low is not None and first.high is not None and first.low > first.high
    assert first.words == "score 0.2 to 0.3: 1 of 1 item positive"
    # The bin of two items is drawn larger.
    assert plot.marks[1].radius > first.radius
    assert [line.name for line in (*plot.lines, *plot.guides)] == ["curve", "diagonal"]


def test_a_sweep_has_a_line_a_rate_and_one_where_the_threshold_is() -> None:
    points = sweep(HUMAN, SCORES).points
    plot = sweep_plot(points, 0.36)
    assert [line.name for line in plot.lines] == ["f1", "tpr", "tnr", "accuracy"]
    assert [line.words for line in plot.guides] == ["threshold 0.36"]
    assert sweep_plot(points).guides == ()


def test_a_rate_that_is_undefined_everywhere_has_no_line() -> None:
    assert [line.name for line in sweep_plot(sweep([False], [0.5]).points).lines] == ["f1", "tnr", "accuracy"]


def test_the_roc_curve_goes_from_corner_to_corner() -> None:
    (curve,) = roc_plot(roc(HUMAN, SCORES)).lines
    assert curve.path.startswith(f"M{SQUARE.left} {SQUARE.bottom}L")
    assert curve.path.endswith(f"L{SQUARE.right} {SQUARE.top}")
    assert roc_plot(()).lines == ()


def test_each_row_of_a_confusion_table_is_coloured_by_its_own_whole() -> None:
    heat = confusion_heat([[90, 10], [0, 1]], ("yes", "no"))
    assert [(cell.n, cell.level, cell.is_equal) for cell in heat.cells] == [
        (90, LEVELS, True),
        (10, 1, False),
        (0, 0, False),
        (1, LEVELS, True),
    ]
    assert [tick.words for tick in heat.rows] == [tick.words for tick in heat.columns] == ["yes", "no"]
    assert all(cell.x + heat.size <= heat.width and cell.y + heat.size <= heat.height for cell in heat.cells)


def test_the_longest_bar_is_as_wide_as_there_is_room() -> None:
    chart = label_bars({"yes": 30, "no": 10, "maybe": 0})
    first, second, third = chart.bars
    assert (second.width, third.width) == (pytest.approx(first.width / 3, abs=0.1), 0)
    assert (first.share, third.share) == (0.75, 0.0)
    assert label_bars({}).bars == () and label_bars({"yes": 0}).bars[0].width == 0


def test_whiskers_stand_over_an_axis_that_reaches_below_nought_where_a_figure_does() -> None:
    figures = {"kappa": computed(0.5, low=-0.1, high=0.9), "alpha": undefined("why"), "ac1": computed(0.25)}
    chart = interval_whiskers(figures)
    kappa, ac1 = chart.rows
    assert [tick.words for tick in chart.ticks] == ["-1", "-0.5", "0", "0.5", "1"]
    assert kappa.low is not None and kappa.high is not None and kappa.low < kappa.x < kappa.high
    assert (ac1.low, ac1.high, ac1.x) == (None, None, chart.frame.x(0.25)) and ac1.y > kappa.y
    assert [tick.words for tick in interval_whiskers({"ac1": computed(0.25)}).ticks][0] == "0"


def test_numbers_are_written_short() -> None:
    assert [short(number) for number in (0.0, 0.2, 1.0, 0.25, -0.5, 10.0)] == ["0", "0.2", "1", "0.25", "-0.5", "10"]
