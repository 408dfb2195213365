"""What a freeze would hold, before anything is written: counts of each label, what is missing, what is left out."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Count, Q

from inspector.blindness import sealed_claims
from inspector.calibrating.completed import completed_in, read_completed
from inspector.calibrating.coverage import FieldCoverage, cover
from inspector.calibrating.freezing import carried_over, fields_for, items_in, require_not_blind, used_fields
from inspector.calibrating.keeping import Set, read_set
from inspector.models import rows as opinions
from inspector.queue_reading import Queue, read_queue
from lineage.access import Action, Reader, require
from lineage.bulk import in_parts
from lineage.evidence.vocabulary import COMPLETED, Exclusion, ItemProgress

PART = 500
DONE = Q(state__state__in=[state.value for state in COMPLETED])
NO_TEXT = Q(state__state=ItemProgress.NO_TEXT.value)


class Preview(NamedTuple):
    """`items` come out of the queues, `carried` stay in from the revision before; what of either the reader may not
    see yet is among the exclusions alone, as hidden."""

    items: int
    carried: int
    fields: tuple[FieldCoverage, ...]
    exclusions: Mapping[Exclusion, int]


def preview(reader: Reader, asked: Set, queues: Sequence[Queue]) -> Preview:
    """Writes nothing. Raises NotAllowed, NotVisible, NotASet."""
    require(reader, Action.KEEP_SETS)
    found, chosen = read_set(reader, asked), [read_queue(reader, queue) for queue in queues]
    require_not_blind(reader, chosen)
    items, sealed = items_in(chosen), sealed_claims(reader)
    shown = items.exclude(claim__in=sealed)
    completed = read_completed(completed_in(shown), found.public_id)
    carried = [one.id for one in carried_over(found, chosen, {one.address for one in completed})]
    kept, hidden = _expected(carried, sealed)
    expected = [*(one.expected for one in completed), *kept]
    fields = fields_for(found, used_fields(completed), has_carried=bool(kept))
    excluded = _count(shown) | {Exclusion.HIDDEN: items.filter(claim__in=sealed).count() + hidden}
    return Preview(
        items=len(completed),
        carried=len(kept),
        fields=tuple(cover(field, expected) for field in fields),
        exclusions={kind: number for kind, number in excluded.items() if number},
    )


def _expected(versions: Sequence[int], sealed: Any) -> tuple[list[Mapping[str, str]], int]:
    """The expected labels of versions, and how many are hidden."""
    kept: list[Mapping[str, str]] = []
    for part in in_parts(versions, PART):
        shown = opinions.CalibrationItem.objects.filter(pk__in=part).exclude(claim__in=sealed)
        kept += shown.values_list("expected", flat=True)
    return kept, len(versions) - len(kept)


def _count(shown: Any) -> dict[Exclusion, int]:
    """Of the items that the reader may see, those that do not come in. One statement."""
    stale = Q(state__stale=True) & ~DONE & ~NO_TEXT
    open_ones = ~DONE & ~NO_TEXT & ~Q(state__stale=True)
    counted = {Exclusion.NO_TEXT: NO_TEXT, Exclusion.STALE: stale, Exclusion.NOT_SETTLED: open_ones}
    found = shown.order_by().aggregate(**{kind.value: Count("pk", filter=which) for kind, which in counted.items()})
    return {kind: found[kind.value] for kind in counted}

