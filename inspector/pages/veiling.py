"""Rows of versions as this reader may see them: without title and address where these are withheld.

For rows that were read to be shown; a page that names a version from a row draws a veil over it first. What was
decided stays with the row, and a row lives as long as its request: the next request decides anew.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef

from lineage.access import Action, Reader, get_visible, require
from lineage.evidence.vocabulary import Availability
from lineage.evidence.withholding import TAKING, Withholding
from lineage.models import rows
from lineage.withholding import find_withholdings

NAMING = ("title", "safe_title", "uri", "safe_uri")
DECIDED = "withheld_from_reader"


def open_version(reader: Reader, public_id: str) -> Any:
    """A version with its source, veiled. Raises NotVisible. One statement where nothing was ever taken away."""
    require(reader, Action.READ_SOURCES)
    taking = rows.SourceEvent.objects.filter(version=OuterRef("pk"), event__in=[event.value for event in TAKING])
    versions = rows.SourceVersion.objects.select_related("source", "raw").defer("raw__body")
    version = get_visible(versions.annotate(was_taken=Exists(taking)), reader, public_id)
    if version.was_taken or version.availability != Availability.AVAILABLE:
        veil(reader, (version,))
    else:
        setattr(version, DECIDED, None)
    return version


def veil(reader: Reader, versions: Iterable[Any]) -> dict[int, Withholding]:
    """Which of these rows have no words for the reader, by id. Their names are emptied, in memory alone.

    Two statements, and a third for an auditor where one was deleted.
    """
    known = [version for version in versions if version is not None]
    withheld = find_withholdings({version.pk for version in known}, reader) if known else {}
    for version in known:
        why = withheld.get(version.pk)
        setattr(version, DECIDED, why)
        for name in NAMING if why is not None and why.hides_names else ():
            setattr(version, name, "")
    return withheld


def find_why(reader: Reader, version: Any) -> Withholding | None:
    """Why there are no words of a version for the reader; decided once for a row."""
    if not hasattr(version, DECIDED):
        veil(reader, (version,))
    why: Withholding | None = getattr(version, DECIDED)
    return why
