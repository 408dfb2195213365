"""The figures of a judge as lines that lead to the items they count. Pure, but for addresses."""

from collections.abc import Iterator, Mapping, Sequence

from inspector.figures.judge_figures import BOUND, JudgeFigures
from inspector.figures.plots import reliability_plot, roc_plot, sweep_plot
from inspector.judging.figures import Report, Scores
from inspector.pages.calibration_words import value_label
from inspector.pages.judge_asked import JudgeAsked, batch_url, items_url
from inspector.pages.judge_batch_view import (
    BinLine,
    Corner,
    CrossCell,
    CrossRow,
    Excluded,
    FigureLine,
    Outcome,
    ScorePanel,
    StabilityPanel,
    StratumLine,
    SweepLine,
)
from inspector.pages.judge_reasons import reason_words
from lineage.evidence.vocabulary import Exclusion

LEVELS = 5
MOST_CORNERS = 200
SAYS = {"yes": "positive", "no": "negative"}
OUTCOMES = {
    "tp": "true positives: both say positive",
    "fp": "false positives: the judge alone says positive",
    "fn": "false negatives: people alone say positive",
    "tn": "true negatives: both say negative",
}
TPR = "Of the items that people call positive, the share that the judge calls positive (true positive rate)."
TNR = "Of the items that people call negative, the share that the judge calls negative (true negative rate)."
RATES = (
    ("precision", "precision", "Of what the judge calls positive, the share that people call positive."),
    ("recall", "recall", "The same as sensitivity."),
    ("f1", "F1", "Harmonic mean of precision and recall; says nothing of true negatives."),
    ("accuracy", "accuracy", "The share on which both agree. High by itself where one kind is rare."),
)
SCORES = {
    "auroc": ("AUROC", "How often a positive item gets a higher number than a negative one. 0.5 is chance."),
    "brier": ("Brier score", "Mean squared distance of the number from the truth. 0 is best, 0.25 is a coin."),
    "ece": ("ECE", "How far the number and the share of positives are apart, over ten equal bins. 0 is best."),
}


def figure_lines(found: JudgeFigures, batch: str, asked: JudgeAsked) -> tuple[FigureLine, ...]:
    positive, negative = found.tp + found.fn, found.tn + found.fp
    counted = (
        (f"{found.tp:,} of {found.tp + found.fp:,}", "tp"),
        (f"{found.tp:,} of {positive:,}", "tp"),
        (f"{found.n:,} items", "used"),
        (f"{found.n:,} items", "used"),
    )
    rates = (
        ("tpr", "sensitivity", found.tpr, found.tpr_low, f"{found.tp:,} of {positive:,}", "tp", f"{TPR} {BOUND}"),
        ("tnr", "specificity", found.tnr, found.tnr_low, f"{found.tn:,} of {negative:,}", "tn", f"{TNR} {BOUND}"),
    )
    return (
        *(
            FigureLine(name, label, rate, low, of, items_url(batch, asked, outcome=outcome), meaning)
            for name, label, rate, low, of, outcome, meaning in rates
        ),
        *(
            FigureLine(name, label, getattr(found, name), None, of, items_url(batch, asked, outcome=outcome), meaning)
            for (name, label, meaning), (of, outcome) in zip(RATES, counted, strict=True)
        ),
    )


def outcome_lines(found: JudgeFigures, batch: str, asked: JudgeAsked) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(name, label, getattr(found, name), items_url(batch, asked, outcome=name))
        for name, label in OUTCOMES.items()
    )


def excluded_lines(report: Report, batch: str, asked: JudgeAsked) -> tuple[Excluded, ...]:
    return tuple(
        Excluded(
            *reason_words(reason),
            n,
            items_url(batch, asked, reason=reason.value) if reason is not Exclusion.HIDDEN else "",
        )
        for reason, n in report.excluded.items()
    )


def cross_columns(report: Report, values: Sequence[str]) -> tuple[str, ...]:
    """What the judge may have said, in order: yes and no by threshold, else the labels of the field."""
    if report.scope.threshold is not None:
        return tuple(SAYS)
    said = {column for _, column in report.confusion}
    return tuple(value for value in values if value in said)


def column_labels(columns: Sequence[str], field: str) -> tuple[str, ...]:
    return tuple(SAYS.get(column) or value_label(field, column) for column in columns)


def cross_rows(
    report: Report, values: Sequence[str], columns: Sequence[str], field: str, batch: str, asked: JudgeAsked
) -> tuple[CrossRow, ...]:
    """A row for each expected label that occurs."""
    return tuple(_cross_rows(report, values, columns, field, batch, asked))


def _cross_rows(
    report: Report, values: Sequence[str], columns: Sequence[str], field: str, batch: str, asked: JudgeAsked
) -> Iterator[CrossRow]:
    for value in values:
        counts = [report.confusion.get((value, column), 0) for column in columns]
        if not any(counts):
            continue
        cells = [
            CrossCell(
                n,
                items_url(batch, asked, expected=value, said=column),
                -(-LEVELS * n // sum(counts)) if n else 0,
                _agree(report, value, column),
            )
            for column, n in zip(columns, counts, strict=True)
        ]
        yield CrossRow(value_label(field, value), tuple(cells), sum(counts))


def _agree(report: Report, value: str, column: str) -> str:
    if report.scope.threshold is None:
        return "agree" if value == column else "differ"
    return "agree" if (value in report.scope.positive) == (column == "yes") else "differ"


def score_panel(found: Scores | None, threshold: float | None, batch: str, asked: JudgeAsked) -> ScorePanel | None:
    if found is None:
        return None
    url = items_url(batch, asked, scored="yes")
    figures = {"auroc": found.auroc, "brier": found.brier, "ece": found.reliability.ece}
    bins, swept = found.reliability.bins, found.sweep
    corners = found.roc if len(found.roc) <= MOST_CORNERS else ()
    thresholds = _thresholds(found, threshold, batch, asked)
    return ScorePanel(
        n=found.n,
        url=url,
        lines=tuple(
            FigureLine(name, SCORES[name][0], one, None, f"{found.n:,} items", url, SCORES[name][1])
            for name, one in figures.items()
        ),
        reliability=reliability_plot(bins) if bins else None,
        bins=tuple(
            BinLine(
                f"{one.start:g} to {one.end:g}",
                one.n,
                items_url(batch, asked, bin=str(place)) if one.n else "",
                one.positive,
                one.mean_score,
                one.share,
            )
            for place, one in enumerate(bins)
        ),
        sweep=sweep_plot(swept.points, threshold) if swept.points else None,
        thresholds=thresholds,
        roc=roc_plot(corners) if corners else None,
        corners=tuple(Corner(one.threshold, one.tpr, one.fpr) for one in corners),
        best=next((one for one in thresholds if one.is_best), None),
        why_not=swept.why,
    )


def _thresholds(found: Scores, threshold: float | None, batch: str, asked: JudgeAsked) -> tuple[SweepLine, ...]:
    return tuple(
        SweepLine(
            one.threshold,
            batch_url(batch, asked.having(threshold=one.threshold, tune=None)),
            *(one.f1, one.tpr, one.tnr, one.accuracy),
            is_best=one == found.sweep.best,
            is_used=one.threshold == threshold,
        )
        for one in found.sweep.points
    )


def stability_panel(report: Report, field: str, batch: str, asked: JudgeAsked) -> StabilityPanel:
    urls = {name: items_url(batch, asked, stable=name) for name in ("repeated", "equal", "differ", "failed")}
    return StabilityPanel(
        found=report.stability,
        labels=tuple(
            (value_label(field, one.value), one.attempts, one.items, one.always)
            for one in report.stability.labels
            if one.attempts
        ),
        repeated_url=urls["repeated"],
        equal_url=urls["equal"],
        differ_url=urls["differ"],
        failed_url=urls["failed"],
    )


def stratum_lines(report: Report, batch: str, asked: JudgeAsked) -> tuple[StratumLine, ...]:
    lines = []
    for name, value, found in report.strata:
        own = asked.having(stratum=(name, value))
        shown: Mapping[str, FigureLine] = {line.name: line for line in figure_lines(found, batch, own)}
        lines.append(
            StratumLine(
                name,
                value,
                batch_url(batch, own),
                found.n,
                items_url(batch, own, outcome="used"),
                tuple(shown[key] for key in ("tpr", "tnr", "f1", "accuracy")),
            )
        )
    return tuple(lines)
