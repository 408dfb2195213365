"""Which sources a search or a filter means, asked of versions that the reader may see and whose words are not withheld.

A title that was taken away must not be found out by searching for it: a version that was withdrawn or deleted, and not
restored since, is found by its source's key alone, by everybody.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from lineage.access import Reader
from lineage.evidence.vocabulary import Availability, ExtractionState, SourceEventKind
from lineage.evidence.withholding import FINAL, TAKING
from lineage.models import rows
from lineage.source_standing import GONE

MATTERS = {
    "taken": "with a version taken away",
    "draft": "with a draft",
    "unread": "with a file not read",
}
MOST_WORDS = 8


def find_sources(reader: Reader, kind: str, state: str, search: str) -> Any:
    """Sources of which the reader may see a version, as a query set."""
    visible = rows.SourceVersion.objects.visible_to(reader).filter(source=OuterRef("pk"))
    found = rows.Source.objects.visible_to(reader).filter(Exists(visible))
    if kind:
        found = found.filter(kind=kind)
    if state:
        found = found.filter(Exists(visible.filter(_matter(state))))
    for word in search.split()[:MOST_WORDS]:
        named = visible.filter(title__icontains=word, availability=Availability.AVAILABLE.value).exclude(_is_taken())
        found = found.filter(Q(key__icontains=word) | Exists(named))
    return found


def _matter(state: str) -> Any:
    if state == "draft":
        published = rows.SourceEvent.objects.filter(version=OuterRef("pk"), event=SourceEventKind.ACTIVATED.value)
        return Q(draft=True) & ~Exists(published.filter(at__lte=timezone.now()))
    if state == "taken":
        return Q(availability__in=list(GONE)) | _is_taken()
    readings = rows.Extraction.objects.filter(version=OuterRef("pk"))
    return Q(Exists(readings), ~Exists(readings.filter(state=ExtractionState.READ.value)))


def _is_taken() -> Any:
    """Whether the outer version was taken away: for good, or by a withdrawal without a restoration after it."""
    events = rows.SourceEvent.objects.filter(at__lte=timezone.now())
    restored = events.filter(
        version=OuterRef("version"), event=SourceEventKind.RESTORED.value, at__gte=OuterRef("at")
    )
    final = Q(event__in=[kind.value for kind in FINAL])
    taking = events.filter(version=OuterRef("pk"), event__in=[kind.value for kind in TAKING])
    return Q(Exists(taking.filter(final | ~Exists(restored))))


def read_reading_states(versions: Iterable[int]) -> dict[int, ExtractionState]:
    """What came of reading the bytes of these versions, as `find_extractions` chooses; one statement, no report."""
    readings = rows.Extraction.objects.filter(version_id__in=list(versions)).order_by("id")
    found: dict[int, ExtractionState] = {}
    for id, state in readings.values_list("version_id", "state"):
        if found.get(id) is not ExtractionState.READ:
            found[id] = ExtractionState(state)
    return found
