"""From figures of agreement to what a page shows of them: each with its words, its interval, what it counts. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.agreeing.measuring import Measured
from inspector.agreeing.patterns import Tabulated
from inspector.figures.charts import confusion_heat, interval_whiskers, label_bars
from inspector.figures.figure import Figure, Interval, with_interval
from inspector.figures.label_figures import LabelAgreement
from inspector.figures.measures import OF_A_LABEL, OF_A_PAIR, OVERALL, Measure
from inspector.figures.narrowing import REST
from inspector.figures.pair_figures import PairAgreement
from inspector.figures.ratings import ABSENT, Ratings
from inspector.figures.tally import OF_TWO
from inspector.pages.agreement_view import (
    CellView,
    Counted,
    FigureLine,
    FiguresPanel,
    LabelLine,
    Links,
    PairPanel,
    RowView,
    TableView,
)
from inspector.templatetags.figures import PERCENT, rounded
from lineage.evidence.vocabulary import Exclusion, Scale

MOST_PAIRS = 50
"""Pairs that are shown, those with the most items; the others are counted."""
SHARES = frozenset({Measure.PERCENT, Measure.POSITIVE_AGREEMENT})
FOR_NUMBERS = frozenset(
    {Measure.WEIGHTED_KAPPA, Measure.ALPHA_ORDINAL, Measure.ALPHA_INTERVAL, Measure.PEARSON, Measure.SPEARMAN}
)
MUCH, LITTLE = 0.8, 0.4
CAUTION = (
    "Nearly all of these ratings are alike. Kappa and alpha fall for that alone, since chance would agree nearly as "
    "often: read AC1 beside them, and the table of labels."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """How values, raters and units are called on this page; `key` is how an address names a rater."""

    value: Callable[[str], str]
    rater: Callable[[str], str]
    key: Callable[[str], str]
    unit: str = "item"

    def units(self, number: int) -> str:
        return f"{number:,} {self.unit}{'' if number == 1 else 's'}"


def panel_of(
    measured: Measured, words: Words, links: Links, intervals: Mapping[str, Interval]
) -> FiguresPanel:
    found, counted = measured.agreement, measured.counted
    figures = {one: with_interval(found.figures[one], intervals.get(one.value)) for one in OVERALL}
    whiskers = interval_whiskers({one.value: figure for one, figure in figures.items() if one is not Measure.PERCENT})
    drawn = {whisker.words: whisker for whisker in whiskers.rows}
    lines = [
        line_of(one, figures[one])._replace(
            whisker=drawn.get(one.value), left_out=_left_out(intervals.get(one.value))
        )
        for one in OVERALL
    ]
    not_here = _not_here(counted.ratings.scale, len(found.raters))
    aside = tuple(line for line in lines if line.name in not_here)
    shown_pairs = sorted(found.pairs, key=lambda one: -one.n)[:MOST_PAIRS]
    return FiguresPanel(
        said=_said(figures, found.used, words),
        caution=_caution(figures),
        lines=tuple(line for line in lines if line not in aside),
        aside=aside,
        frame=whiskers.frame if drawn else None,
        used=Counted("used", "two ratings or more", "", found.used, links.used()),
        units=counted.units,
        n_ratings=found.n_ratings,
        unit_name=words.unit,
        excluded=counts_of(counted.excluded, links.excluded),
        left_out=counts_of(counted.left_out, lambda reason: ""),
        sizes=_sizes(found.sizes, links),
        labels=_labels(found.labels, words, links),
        pairs=tuple(pair_of(one, counted.ratings, words, links) for one in shown_pairs),
        pairs_left_out=found.pairs_left_out + len(found.pairs) - len(shown_pairs),
        raters=tuple(sorted(((words.rater(name), n) for name, n in found.raters.items()), key=lambda one: -one[1])),
        alike=_alike(counted, links),
    )


def _not_here(scale: Scale, raters: int) -> frozenset[str]:
    """Figures that are none of such values, or of so many people: each is named with that reason, out of the way."""
    of_values = FOR_NUMBERS if scale == Scale.NOMINAL else frozenset()
    return frozenset(one.value for one in of_values | (frozenset(OF_TWO) if raters > 2 else frozenset()))


def line_of(measure: Measure, figure: Figure) -> FigureLine:
    form = PERCENT if measure in SHARES else ""
    return FigureLine(measure.value, measure.label, measure.meaning, figure, form)


def counts_of(counts: Mapping[Exclusion, int], url: Callable[[Exclusion], str]) -> tuple[Counted, ...]:
    return tuple(Counted(one.value, one.label, one.meaning, number, url(one)) for one, number in counts.items())


def table_of(
    table: Sequence[Sequence[int]],
    values: Sequence[str],
    names: tuple[str, str],
    word: Callable[[str], str],
    url: Callable[[str, str], str],
) -> TableView:
    """Without values that neither of the two has; a cell leads to its items."""
    counts = np.array(table, dtype=np.int64).reshape(len(values), len(values))
    kept = np.flatnonzero(counts.sum(axis=0) + counts.sum(axis=1)).tolist()
    levels = {(cell.row, cell.column): cell.level for cell in confusion_heat(table, values).cells}
    rows = tuple(
        RowView(
            word(values[row]),
            tuple(
                CellView(
                    int(counts[row, column]),
                    url(values[row], values[column]) if counts[row, column] else "",
                    levels[row, column],
                    row == column,
                )
                for column in kept
            ),
        )
        for row in kept
    )
    return TableView(*names, tuple(word(values[column]) for column in kept), rows)


def pair_of(pair: PairAgreement, ratings: Ratings, words: Words, links: Links) -> PairPanel:
    first, second = words.rater(pair.first), words.rater(pair.second)
    is_nominal = ratings.scale == Scale.NOMINAL
    shown = [one for one in OF_A_PAIR if not (is_nominal and one in FOR_NUMBERS)]
    return PairPanel(
        key=f"{words.key(pair.first)},{words.key(pair.second)}",
        first=first,
        second=second,
        number=pair.n,
        url=links.of_pair(pair.first, pair.second),
        page_url=links.pair_page(pair.first, pair.second),
        figures=tuple(line_of(one, pair.figures[one]) for one in shown),
        table=table_of(
            pair.confusion,
            ratings.values,
            (first, second),
            _or_rest(words.value),
            lambda one, other: _cell(links, pair, one, other),
        ),
    )


def _cell(links: Links, pair: PairAgreement, one: str, other: str) -> str:
    # "All others" is no value that a list of items could be narrowed to.
    return "" if REST in (one, other) else links.cell(pair.first, pair.second, one, other)


def _or_rest(word: Callable[[str], str]) -> Callable[[str], str]:
    return lambda value: REST if value == REST else word(value)


def _labels(labels: Iterable[LabelAgreement], words: Words, links: Links) -> tuple[LabelLine, ...]:
    every = [one for one in labels if one.value != REST]
    # What compares two raters says nothing of any label where there are more, and the table above says why.
    shown = [one for one in OF_A_LABEL if any(label.figures[one].value is not None for label in every)]
    bars = label_bars({one.value: one.ratings for one in every}).bars
    return tuple(
        LabelLine(
            value=one.value,
            label=words.value(one.value),
            ratings=one.ratings,
            url=links.said(one.value) if one.ratings else "",
            page_url=links.label_page(one.value),
            bar=bar,
            figures=tuple(line_of(measure, one.figures[measure]) for measure in shown or OF_A_LABEL[:1]),
        )
        for one, bar in zip(every, bars, strict=True)
    )


def _sizes(sizes: Mapping[int, int], links: Links) -> tuple[Counted, ...]:
    """Where items have unequal numbers of ratings: how many have how many."""
    if len(sizes) < 2:
        return ()
    return tuple(Counted(str(n), f"{n} ratings", "", number, links.sizes_page(n)) for n, number in sizes.items())


def _alike(counted: Tabulated, links: Links) -> tuple[Counted, ...]:
    """Items of which all say the same, and those on which anybody differs."""
    codes = counted.ratings.codes
    used = codes[(codes != ABSENT).sum(axis=1) > 1]
    if not len(used):
        return ()
    highest = used.max(axis=1, keepdims=True)
    same = int(((used == highest) | (used == ABSENT)).all(axis=1).sum())
    return (
        Counted("alike", "all say the same", "", same, links.alike(agree=True)),
        Counted("differ", "people differ", "", len(used) - same, links.alike(agree=False)),
    )


def _said(figures: Mapping[Measure, Figure], used: int, words: Words) -> str:
    """The one plain sentence."""
    percent, alpha = figures[Measure.PERCENT], figures[Measure.ALPHA_NOMINAL]
    if percent.value is None:
        nobody = f"There is no {words.unit} here that two people judged, so nothing can be said of how far they agree."
        return f"{nobody} Put claims into a queue that asks for two judgements of each."
    share = rounded(percent.value, PERCENT)
    begun = f"Of {words.units(used)} with two ratings or more, {share} of the pairs of ratings say the same"
    if alpha.value is None:
        return f"{begun}; whether that is more than chance cannot be told: {alpha.why[:1].lower()}{alpha.why[1:]}"
    measured = f"(Krippendorff's alpha {rounded(alpha.value)}; 0 is chance, 1 is all)"
    return f"{begun}, {'more' if alpha.value > 0 else 'no more'} than chance alone would give {measured}."


def _caution(figures: Mapping[Measure, Figure]) -> str:
    percent, alpha, ac1 = (figures[one].value for one in (Measure.PERCENT, Measure.ALPHA_NOMINAL, Measure.AC1))
    if percent is None or alpha is None or ac1 is None:
        return ""
    return CAUTION if percent >= MUCH and alpha < LITTLE and ac1 > alpha + LITTLE else ""


def _left_out(interval: Interval | None) -> int:
    return 0 if interval is None else interval.resamples - interval.n_defined
