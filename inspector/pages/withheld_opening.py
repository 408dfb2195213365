"""What of an answer a viewer may not read now, from rows; decided anew with every request."""

from collections.abc import Iterable

from inspector.pages.withheld_reading import BY_LABEL, Closed, Version, closed_to
from lineage.access import Reader
from lineage.bulk import in_parts
from lineage.dossiers import LARGEST_LOOKUP, find_labelled
from lineage.evidence.dossier import Dossier
from lineage.evidence.vocabulary import Withheld
from lineage.evidence.withholding import Withholding
from lineage.models import rows
from lineage.models.sources import has_other_label
from lineage.withholding import find_withheld_artifacts, find_withholdings, find_withholdings_among


def read_closed(reader: Reader, dossier: Dossier) -> Closed:
    """Of the versions that a dossier holds. No statement, but one for an auditor where one of them was deleted."""
    taken = find_withholdings_among(reader.tenant_id, dossier.sources)
    withheld = find_withholdings_among(reader.tenant_id, dossier.sources, reader) if taken else {}
    return closed_to(dossier, reader.labels, reader.reads_every_label, withheld, taken)


def find_closed_artifacts(reader: Reader, keys: Iterable[str]) -> dict[str, Withholding]:
    """Of texts that a dossier does not hold, those that this viewer may not read, or that were made from such.

    Two statements where none of them is withheld.
    """
    wanted = sorted(set(keys))
    if not wanted:
        return {}
    withheld = find_withheld_artifacts(reader.tenant_id, wanted, reader)
    closed = {
        key: Withholding(kind, None, True) for key, kind in withheld.items() if kind is not Withheld.NOT_RETAINED
    }
    lacking = set() if reader.reads_every_label else find_labelled(reader.tenant_id, wanted, reader.labels)
    return closed | dict.fromkeys(lacking, BY_LABEL)


def find_closed_versions(reader: Reader, sources: Iterable[str]) -> dict[Version, Withholding]:
    """Of sources that a dossier does not hold, the versions that this viewer may not read. Five statements at most."""
    closed: dict[Version, Withholding] = {}
    for part in in_parts(sorted(set(sources)), LARGEST_LOOKUP):
        found = rows.SourceVersion.objects.filter(tenant_id=reader.tenant_id, source__key__in=part)
        named = {id: (source, version) for id, source, version in found.values_list("id", "source__key", "version")}
        withheld = find_withholdings(named, reader) if named else {}
        closed |= {named[id]: why for id, why in withheld.items() if why.kind is not Withheld.NOT_RETAINED}
        if named and not reader.reads_every_label:
            lacking = found.filter(has_other_label(reader, "pk")).values_list("source__key", "version")
            closed |= dict.fromkeys(lacking, BY_LABEL)
    return closed
