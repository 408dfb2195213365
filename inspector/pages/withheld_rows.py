"""The panel of a version on its own pages: why there are no words, or that nobody else reads them."""

from typing import Any

from inspector.pages.evidence_view import WithheldPanel
from inspector.pages.veiling import find_why
from inspector.pages.withheld import Named, panel_of, read_by_few
from lineage.access import Action, Reader
from lineage.evidence.digests import digest_from_raw
from lineage.withholding import find_withholdings


def find_panel(reader: Reader, version: Any) -> WithheldPanel | None:
    """None where the words of a version may be shown to everybody who may see it."""
    why = find_why(reader, version)
    if why is not None:
        return panel_of(why, _named(reader, version))
    if not reader.may(Action.READ_TAKEN_AWAY):
        return None
    from_others = find_withholdings([version.pk]).get(version.pk)
    return read_by_few(from_others, _named(reader, version)) if from_others is not None else None


def _named(reader: Reader, version: Any) -> Named:
    """A digest confirms whoever has the same bytes: only auditors are shown it."""
    held = version.checksum or (version.raw.sha256 if version.raw is not None else None)
    shown = held is not None and reader.may(Action.READ_TAKEN_AWAY)
    return Named(
        source=version.source.key,
        version=version.version,
        digest=digest_from_raw(bytes(held)) if shown and held is not None else "",
        dates={"observed": version.observed_at, "taken in": version.ingested_at},
    )
