"""People against what is expected of the same items: each by themselves, their majority, and means by stratum. Pure."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

from inspector.agreeing.patterns import tabulate
from inspector.agreeing.revision_ratings import RevisionRatings
from inspector.figures.charts import label_bars
from inspector.figures.confusion import against
from inspector.figures.expected import majority, mean_by
from inspector.figures.ratings import Ratings
from inspector.pages.agreement_panel import table_of
from inspector.pages.agreement_view import Counted
from inspector.pages.calibration_agreement_asked import SetLinks
from inspector.pages.calibration_agreement_view import AgainstPanel, ExpectedLine, MajorityPanel, MeanLine, MeanTable
from lineage.evidence.vocabulary import Scale

MOST_RATERS, MOST_VALUES, MOST_STRATA = 12, 30, 6
EXPECTED = "expected"
MAJORITY = {
    "equal": "most raters say what is expected",
    "tie": "no value has most raters",
    "differs": "most raters say another value",
}


def expected_of(found: RevisionRatings, links: SetLinks) -> tuple[ExpectedLine, ...]:
    """How often each value of the field is expected; nothing where no item has an expected label."""
    if not found.expected:
        return ()
    said = Counter(found.expected.values())
    counts = {value: said[value] for value in dict.fromkeys((*found.field.values, *said))}
    return tuple(
        ExpectedLine(bar.words, bar.n, links.expected(bar.words) if bar.n else "", bar)
        for bar in label_bars(counts).bars
    )


def against_of(
    found: RevisionRatings, names: Callable[[str], str], links: SetLinks
) -> tuple[tuple[AgainstPanel, ...], int]:
    """Those who rated most items, and how many more there are."""
    said: dict[str, dict[int, str]] = {}
    for pattern in found.patterns:
        for rater, value in pattern.said:
            said.setdefault(rater, {})[pattern.unit or 0] = value
    compared = [rater for rater, own in said.items() if not found.expected.keys().isdisjoint(own)]
    shown = sorted(compared, key=lambda rater: (-len(said[rater]), rater))[:MOST_RATERS]
    panels = []
    for rater in sorted(shown):
        one = against(said[rater], found.expected, found.field.values).confusion
        cells = table_of(one.table, one.values, (EXPECTED, names(rater)), str, partial(links.compared, rater))
        labels = tuple((each.value, each.precision, each.recall, each.f1) for each in one.labels)
        panels.append(AgainstPanel(rater, names(rater), one.n, one.accuracy, one.macro_f1, labels, cells))
    return tuple(panels), len(compared) - len(shown)


def majority_of(found: RevisionRatings, links: SetLinks) -> MajorityPanel | None:
    """All votes together, an adjudicator's among them: what a data set was settled by, and no figure of agreement."""
    votes = ratings_of(found, with_adjudicators=True)
    counted = majority(votes, found.expected)
    if not (counted.equal or counted.tie or counted.differs):
        return None
    # Lists of items know the majority of raters alone.
    is_listed = not found.judged_again
    lines = tuple(
        Counted(name, words, "", getattr(counted, name), links.majority(name) if is_listed else "")
        for name, words in MAJORITY.items()
    )
    return MajorityPanel(lines, counted.left_out, bool(found.judged_again))


def means_of(found: RevisionRatings, links: SetLinks) -> tuple[MeanTable, ...]:
    """Means of items' mean ratings by each stratum, where values are numbers."""
    if found.field.scale == Scale.NOMINAL:
        return ()
    ratings = ratings_of(found)
    tables = []
    for name, values in strata_of(found).items():
        by_item = {unit: own[name] for unit, own in found.strata.items() if name in own}
        means = mean_by(by_item, ratings)
        lines = [MeanLine(value, links.stratum(name, value), one.units, one.mean) for value, one in means.items()]
        if any(line.mean.value is not None for line in lines):
            tables.append(MeanTable(name, tuple(lines[:MOST_VALUES]), max(len(values) - MOST_VALUES, 0)))
    return tuple(tables[:MOST_STRATA])


def strata_of(found: RevisionRatings) -> Mapping[str, Counter[str]]:
    """By name of the stratum how many items have which value."""
    strata: dict[str, Counter[str]] = {}
    for own in found.strata.values():
        for name, value in own.items():
            strata.setdefault(name, Counter())[value] += 1
    return dict(sorted(strata.items()))


def ratings_of(found: RevisionRatings, *, with_adjudicators: bool = False) -> Ratings:
    patterns = found.with_adjudicators if with_adjudicators else found.patterns
    return tabulate(patterns, found.field.values, found.field.scale).ratings
