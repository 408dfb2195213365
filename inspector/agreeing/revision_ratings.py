"""What people said of one field of a frozen revision, with what is expected and what items are divided by.

Only a rater's label is a rating: what an adjudicator said stands apart, whoever asks (M-72). Items that are not
comparable are left out with that reason, and those that are sealed for the reader are only counted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inspector.agreeing.patterns import Pattern, of_raters
from inspector.agreeing.scopes import Scope
from inspector.calibrating.reading import fields_of, find_revision, shown_members
from inspector.labels.label_set import Field
from inspector.models import rows as opinions
from lineage.access import NotVisible, Reader
from lineage.evidence.vocabulary import Comparability, Exclusion, RaterRole

DIVIDER = ":"
COMPARABLE = Comparability.COMPARABLE.value


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionRatings:
    """`patterns` has each item once, by its row; `judged_again` holds the labels of adjudicators, by item.

    `expected` and `strata` are those of comparable items alone, by item.
    """

    revision: opinions.SetRevision
    field: Field
    patterns: tuple[Pattern, ...]
    judged_again: Mapping[int, tuple[tuple[str, str], ...]]
    expected: Mapping[int, str]
    strata: Mapping[int, Mapping[str, str]]
    hidden: int

    @property
    def with_adjudicators(self) -> tuple[Pattern, ...]:
        """What would be counted if adjudicators were raters: to show what difference that makes, and for no figure."""
        return tuple(one._replace(said=one.said + self.judged_again.get(one.unit or 0, ())) for one in self.patterns)


def read_revision(reader: Reader, scope: Scope) -> RevisionRatings:
    """Five statements. Raises NotAllowed, and NotVisible for a revision or a field that is not there."""
    revision = find_revision(reader, scope.revision)
    field = next((one for one in fields_of(revision) if one.name == scope.field), None)
    if field is None:
        raise NotVisible(scope.field)
    members = shown_members(reader, revision).order_by("ordinal")
    columns = ("item_id", "item__strata", "item__expected", "item__comparability")
    items = [row for row in members.values_list(*columns) if _is_in(row[1], scope.strata)]
    kept = {row[0] for row in items}
    said, judged_again = _labels(revision, field.name, kept)
    comparable = {row[0] for row in items if row[3] == COMPARABLE}
    patterns = [_pattern(row[0], said.get(row[0], ()), row[0] in comparable) for row in items]
    found = of_raters(patterns, scope.pair) if scope.pair else patterns
    return RevisionRatings(
        revision=revision,
        field=field,
        patterns=tuple(found),
        judged_again={pk: words for pk, words in judged_again.items() if pk in comparable},
        expected={row[0]: row[2][field.name] for row in items if row[0] in comparable and field.name in row[2]},
        strata={row[0]: row[1] for row in items if row[0] in comparable},
        hidden=opinions.RevisionItem.objects.filter(revision=revision).count() - members.count(),
    )


def _labels(revision: opinions.SetRevision, field: str, kept: set[int]) -> tuple[dict[int, Any], dict[int, Any]]:
    """By item what raters said, and what adjudicators said."""
    labels = opinions.ItemLabel.objects.filter(item__members__revision=revision, field=field).order_by("id")
    by_role: dict[str, dict[int, Any]] = {RaterRole.RATER.value: {}, RaterRole.ADJUDICATOR.value: {}}
    for item, rater, role, value in labels.values_list("item_id", "rater", "role", "value"):
        if item in kept:
            said = by_role[role]
            said[item] = (*said.get(item, ()), (rater, value))
    return by_role[RaterRole.RATER.value], by_role[RaterRole.ADJUDICATOR.value]


def _pattern(item: int, said: tuple[tuple[str, str], ...], is_comparable: bool) -> Pattern:
    if is_comparable:
        return Pattern(said, unit=item)
    return Pattern((), tuple((rater, Exclusion.NOT_COMPARABLE) for rater, _ in said), unit=item)


def _is_in(strata: Mapping[str, str], wanted: tuple[str, ...]) -> bool:
    """Whether an item is in all of these strata, each written `name:value`."""
    named = (one.partition(DIVIDER) for one in wanted)
    return all(strata.get(name) == value for name, _, value in named)
