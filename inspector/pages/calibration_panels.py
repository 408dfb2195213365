"""The labelled fields of a revision with their numbers: how many items have which label, and who gave them."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from django.db.models import Count as CountOf
from django.urls import reverse
from django.utils.http import urlencode

from inspector.calibrating.coverage import cover
from inspector.calibrating.reading import fields_of, shown_members
from inspector.labels.label_set import Field
from inspector.models import rows as opinions
from inspector.pages.calibration_addresses import items_url
from inspector.pages.calibration_filters import NO_LABEL
from inspector.pages.calibration_view import Count, FieldPanel, ValueLine
from inspector.pages.calibration_words import value_label, warnings_of
from lineage.access import Reader
from lineage.evidence.vocabulary import Comparability, RaterRole

BAR = 1_000


def read_panels(reader: Reader, revision: opinions.SetRevision) -> tuple[FieldPanel, ...]:
    """A panel for each field, in their order, of the items that may be compared. Three statements, however many."""
    members = shown_members(reader, revision).filter(item__comparability=Comparability.COMPARABLE.value).order_by()
    by_labels = list(members.values("item__expected").annotate(n=CountOf("pk")).values_list("item__expected", "n"))
    labels = opinions.ItemLabel.objects.filter(item__in=members.values("item")).order_by()
    said = labels.values("field", "role", "value").annotate(items=CountOf("item", distinct=True), n=CountOf("pk"))
    people = labels.values("field", "role").annotate(raters=CountOf("rater", distinct=True))
    numbers = _Numbers(list(said), {(row["field"], row["role"]): row["raters"] for row in people})
    return tuple(_panel(revision, field, by_labels, numbers) for field in fields_of(revision))


class _Numbers:
    """What raters and adjudicators said, by field."""

    def __init__(self, said: list[Mapping[str, Any]], people: Mapping[tuple[str, str], int]) -> None:
        self.items: dict[str, Counter[str]] = defaultdict(Counter)
        self.labels: Counter[str] = Counter()
        self._people = people
        for row in said:
            if row["role"] == RaterRole.RATER:
                self.items[row["field"]][row["value"]] = row["items"]
                self.labels[row["field"]] += row["n"]

    def people(self, field: str, role: RaterRole) -> int:
        return self._people.get((field, role.value), 0)


def _panel(
    revision: opinions.SetRevision, field: Field, by_labels: list[tuple[dict[str, str], int]], numbers: _Numbers
) -> FieldPanel:
    expected: Counter[str | None] = Counter()
    for labels, number in by_labels:
        expected[labels.get(field.name)] += number
    missing = expected.pop(None, 0)
    said = numbers.items[field.name]
    whole = sum(expected.values())
    widest = max((expected if whole else said).values(), default=0)
    # What is no value of the field cannot be recorded; a set that came with it all the same shows it last.
    known = (*field.values, *sorted((set(expected) | set(said)) - set(field.values) - {None}))

    at = {"field": field.name, "comparable": "yes"}

    def line(value: str) -> ValueLine:
        number = expected[value] if whole else said[value]
        return ValueLine(
            value=value,
            label=value_label(field.name, value),
            expected=Count("", expected[value], items_url(revision.public_id, **at, expected=value)),
            said=Count("", said[value], items_url(revision.public_id, **at, value=value)),
            share=f"{100 * expected[value] / whole:.1f} %" if whole else "",
            width=BAR * number // widest if widest else 0,
            is_positive=value in field.positive,
        )

    return FieldPanel(
        name=field.name,
        scale=field.scale.label,
        meaning=field.scale.meaning,
        values=tuple(line(str(value)) for value in known),
        expected=whole,
        open=Count("", missing, items_url(revision.public_id, **at, expected=NO_LABEL)),
        raters=numbers.people(field.name, RaterRole.RATER),
        adjudicators=numbers.people(field.name, RaterRole.ADJUDICATOR),
        labels=numbers.labels[field.name],
        items_url=items_url(revision.public_id, **at),
        agreement_url=agreement_url(revision, field.name),
        warnings=warnings_of(cover(field, (labels for labels, n in by_labels for _ in range(n)))),
    )


def agreement_url(revision: opinions.SetRevision, field: str) -> str:
    address = reverse("calibration_agreement", args=[revision.public_id])
    return f"{address}?{urlencode({'field': field})}"
