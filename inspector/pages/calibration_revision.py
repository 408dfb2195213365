"""A frozen revision: what is labelled in it and how often, what changed, and the files that it is given out as."""

from collections import Counter
from typing import Any

from django.db.models import Count as CountOf
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from inspector.calibrating.reading import shown_members
from inspector.judging.listing import batches_of
from inspector.models import rows as opinions
from inspector.pages.calibration_addresses import items_url, revision_url, set_url
from inspector.pages.calibration_lines import line_of, made_from_parts, revisions_of
from inspector.pages.calibration_panels import read_panels
from inspector.pages.calibration_reading import count_hidden, members_of, open_revision
from inspector.pages.calibration_view import Count, Part, RevisionPage
from inspector.pages.calibration_words import field_label
from inspector.readers import reader_of
from lineage.access import Action, Reader
from lineage.evidence.vocabulary import ChangeKind, Comparability

MOST_VALUES = 12
"""Of a stratum that are listed; the form that narrows the items has them all."""


def read_revision(reader: Reader, public_id: str) -> RevisionPage:
    """At most a dozen statements. Raises NotAllowed, NotVisible."""
    found = open_revision(reader, public_id)
    every = list(revisions_of(reader).filter(set=found.set))
    row = next(one for one in every if one.pk == found.pk)
    before = next((one for one in every if one.number == found.number - 1), None)
    newest = every[0]
    may_export = reader.may(Action.EXPORT)
    guideline, panels = found.guideline, read_panels(reader, found)
    return RevisionPage(
        set=found.set.name or found.set.key,
        set_url=set_url(found.set.public_id),
        line=line_of(reader, row, is_newest=row.pk == newest.pk),
        newest_url="" if row.pk == newest.pk else revision_url(newest.public_id),
        guideline=f"{guideline.name}@{guideline.revision}" if guideline is not None else "",
        guideline_url=reverse("policy", args=[guideline.public_id]) if guideline is not None else "",
        made_from=made_from_parts(reader, found.made_from),
        panels=panels,
        hidden=count_hidden(reader, found),
        before=before.number if before is not None else 0,
        comparability=_comparability(reader, found),
        changes=_changes(reader, found, before),
        strata=_strata(reader, found),
        items_url=items_url(public_id),
        agreement_url=next((panel.agreement_url for panel in panels if panel.labels), ""),
        jsonl_url=reverse("calibration_jsonl", args=[public_id]) if may_export else "",
        csv_url=reverse("calibration_csv", args=[public_id]) if may_export else "",
        judges=_judges(reader, found),
        judge_url=_judge_url(reader, public_id),
    )


def _judges(reader: Reader, revision: opinions.SetRevision) -> tuple[Part, ...]:
    """The batches of results on it, by judge and field. One statement."""
    return tuple(
        Part(
            f"{batch.configuration.evaluator}, configuration {batch.configuration.number}, "
            f"on {field_label(batch.field)}",
            reverse("judge_batch", args=[batch.public_id]),
        )
        for batch in sorted(batches_of(reader, revision), key=lambda one: (str(one.configuration), one.field, one.pk))
    )


def _judge_url(reader: Reader, public_id: str) -> str:
    if not reader.may(Action.KEEP_SETS):
        return ""
    return f"{reverse('judge_import')}?{urlencode({'revision': public_id})}"


def _comparability(reader: Reader, revision: opinions.SetRevision) -> tuple[Count, ...]:
    """How many items may be compared with earlier results, and of those that may not, why. One statement."""
    members = shown_members(reader, revision).order_by()
    counted = Counter[str]()
    whole = Comparability.COMPARABLE.value
    columns = ("item__comparability", "item__comparability_reason")
    for comparability, reason, number in members.values_list(*columns).annotate(n=CountOf("pk")):
        counted["" if comparability == whole else reason] += number
    fine = counted.pop("", 0)
    other_url = items_url(revision.public_id, comparable="no")
    return (
        Count(Comparability.COMPARABLE.label, fine, items_url(revision.public_id, comparable="yes")),
        *(Count(f"not comparable: {reason}", number, other_url) for reason, number in sorted(counted.items())),
    )


def _changes(
    reader: Reader, revision: opinions.SetRevision, before: opinions.SetRevision | None
) -> tuple[Count, ...]:
    """Against the revision before: new items, changed ones by what changed, and those that are no more. Two statements.

    Those of an item that several things changed of are counted under each.
    """
    if before is None:
        return ()
    members = shown_members(reader, revision).exclude(item__in=members_of(before).values("item")).order_by()
    keys = members_of(before).values("item__key")
    counted = Counter[str]()
    for kinds, number in _by_kinds(members.filter(item__key__in=keys)):
        counted.update(dict.fromkeys(kinds, number))
    fresh = members.exclude(item__key__in=keys).count()
    now = members_of(revision).values("item__key")
    gone = shown_members(reader, before).exclude(item__key__in=now).count()
    changed = (Count(f"with another {ChangeKind(kind).label}", n) for kind, n in sorted(counted.items()))
    return tuple(one for one in (Count("new", fresh), *changed, Count("left out", gone)) if one.number)


def _by_kinds(members: Any) -> list[tuple[list[str], int]]:
    counted = members.values_list("item__change_kinds").annotate(n=CountOf("pk"))
    return [([kind for kind in kinds if kind in set(ChangeKind)], number) for kinds, number in counted]


def _strata(reader: Reader, revision: opinions.SetRevision) -> tuple[tuple[str, int, tuple[Count, ...]], ...]:
    """By name the values with most items first, and how many more there are. One statement."""
    found: dict[str, Counter[str]] = {}
    members = shown_members(reader, revision).order_by()
    for strata, number in members.values_list("item__strata").annotate(n=CountOf("pk")):
        for name, value in strata.items():
            found.setdefault(name, Counter())[value] += number
    return tuple(
        (
            name,
            max(len(values) - MOST_VALUES, 0),
            tuple(
                Count(value, number, items_url(revision.public_id, stratum=f"{name}:{value}"))
                for value, number in sorted(values.items(), key=lambda one: (-one[1], one[0]))[:MOST_VALUES]
            ),
        )
        for name, values in sorted(found.items())
    )


@require_safe
def calibration_revision(request: HttpRequest, public_id: str) -> HttpResponse:
    page = read_revision(reader_of(request), public_id)
    return render(request, "inspector/calibration_revision.html", {"page": page, "here": "figures"})
