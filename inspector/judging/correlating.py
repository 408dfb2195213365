"""A judge's numbers beside those of people: where labels are numbers, whether the two rise together (M-72)."""

from collections.abc import Sequence
from typing import Any

from inspector.figures.correlation import Correlation, correlate
from inspector.figures.ratings import collect
from inspector.judging.judged_items import JudgedItem, read_ratings
from inspector.judging.matching import field_of
from inspector.judging.scoring import Scope, within
from lineage.evidence.vocabulary import Scale


def correlation_of(batch: Any, items: Sequence[JudgedItem], scope: Scope) -> Correlation | None:
    """Over the comparable items of the stratum with a number of the judge; one statement.

    None where the field's values are no numbers, where the judge gave none, and where no rater labelled the field.
    """
    field = field_of(batch.revision, batch.field)
    scale = Scale(field["scale"])
    scores = {
        item.id: item.first.score
        for item in within(items, scope)
        if item.is_comparable and not item.is_hidden and item.first is not None and item.first.score is not None
    }
    if scale is Scale.NOMINAL or not scores:
        return None
    said = read_ratings(batch, scores)
    return correlate(scores, collect(said, field["values"], scale)) if said else None
