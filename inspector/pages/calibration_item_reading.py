"""What the page of an item is made of, from rows: words, labels by field, versions and the revisions that hold them."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db.models import F
from django.urls import reverse

from inspector.calibrating.drafts import REBUILT_FROM
from inspector.calibrating.reading import fields_of, newest_revision
from inspector.calibrating.words import read_words
from inspector.labels.label_set import Words as LabelWords
from inspector.models import rows as opinions
from inspector.pages.calibration_addresses import item_url, revision_url
from inspector.pages.calibration_item_lines import label_line
from inspector.pages.calibration_item_view import FieldLabels, LabelLine, VersionLine, Words
from inspector.pages.calibration_reading import maker_of, rater_name
from inspector.pages.calibration_words import PARTS, changed_words, expected_by_label, value_label
from inspector.pages.drawing import draw
from inspector.pages.run_people import named_by
from lineage.access import Reader
from lineage.evidence.vocabulary import RaterRole
from lineage.text.span import Span

LONGEST = 20_000
"""Characters of one text that a page shows; an export has all of them."""


def words_in(reader: Reader, item: Any) -> tuple[tuple[Words, ...], str, str]:
    """The texts of an item, why there are none, and the page of the claim that it was made from."""
    found = read_words(reader, [item])[item.pk]
    claim_url = reverse("claim", args=[item.claim.public_id]) if item.claim is not None else ""
    if found.words is None:
        return (), found.why_not, claim_url
    return tuple(_texts(found.words)), found.why_not, claim_url


def _texts(words: LabelWords) -> Iterator[Words]:
    """In the order in which somebody who labels reads them."""
    if words.question:
        yield _text("question", words.question)
    yield _text("what is judged", words.claim)
    for number, passage in enumerate(words.passages, 1):
        yield _text(passage.name or (f"passage {number}" if len(words.passages) > 1 else "passage"), passage.text)
    if words.context:
        yield _text("around it", words.context)
    if words.requirement:
        yield _text("what is to be cited", words.requirement)


def _text(name: str, text: str) -> Words:
    return Words(name, draw(text, (), Span(0, min(LONGEST, len(text)))), max(len(text) - LONGEST, 0))


def fields_in(reader: Reader, item: Any) -> tuple[FieldLabels, ...]:
    """Every field that was labelled or has an expected label, in the set's order, adjudicators last. Two statements."""
    newest = newest_revision(item.set)
    order = {field.name: place for place, field in enumerate(fields_of(newest))} if newest is not None else {}
    labels = named_by(item.labels.annotate(actor=F("verdict__reviewer")), "verdict__reviewer")
    said: dict[str, list[LabelLine]] = defaultdict(list)
    named = [(rater_name(reader, one.rater, one.actor, one.first_name, one.username), one) for one in labels]
    for name, label in sorted(named, key=lambda one: (one[1].role == RaterRole.ADJUDICATOR, one[0], one[1].pk)):
        said[label.field].append(label_line(label, name, item.expected.get(label.field, "")))
    return tuple(
        FieldLabels(
            name=field,
            expected=value_label(field, item.expected.get(field, "")),
            expected_by=expected_by_label(item.expected_by) if field in item.expected else "",
            labels=tuple(said[field]),
        )
        for field in sorted({*said, *item.expected}, key=lambda name: (order.get(name, len(order)), name))
    )


def parts_of(item: Any) -> tuple[tuple[str, str], ...]:
    """The digests of what a version is made of (S2-54)."""
    return tuple((label, item.parts.get(name, "")) for name, label in PARTS.items())


def read_versions(reader: Reader, item: Any) -> tuple[VersionLine, ...]:
    """All versions of the item, newest first, each with the revisions that hold it. Two statements."""
    found = opinions.CalibrationItem.objects.filter(set=item.set_id, key=item.key)
    every = list(named_by(found, "made_by").order_by("-version"))
    held: dict[int, list[tuple[int, str]]] = defaultdict(list)
    members = opinions.RevisionItem.objects.filter(item__in=[one.pk for one in every])
    for pk, number, public_id in members.order_by("revision__number").values_list(
        "item_id", "revision__number", "revision__public_id"
    ):
        held[pk].append((number, revision_url(public_id)))
    numbers = {one.public_id: one.version for one in every}
    return tuple(
        VersionLine(
            number=one.version,
            url=item_url(one.public_id),
            at=one.recorded_at,
            by=maker_of(reader, one),
            changed=changed_words(one.change_kinds, one.version, numbers.get(one.parts.get(REBUILT_FROM), 0)),
            why_not=one.comparability_reason,
            revisions=tuple(held[one.pk]),
            is_here=one.pk == item.pk,
        )
        for one in every
    )
