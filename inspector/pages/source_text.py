"""The texts that were kept of a source version, and the one that is shown. Only that one's bytes are read."""

from dataclasses import dataclass
from typing import Any

from lineage.access import Reader
from lineage.evidence.vocabulary import ArtifactKind, Availability, Origin
from lineage.models import rows
from lineage.models.content import ContentAbsent

MAXIMUM_LISTED = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """`artifacts` are at most 200 rows, first of all `shown`; `why_not` says why `text` is empty."""

    artifacts: tuple[Any, ...]
    shown: Any | None
    text: str
    why_not: str


def read_kept(reader: Reader, version: Any, wanted: str) -> Kept:
    """`wanted` is an artifact's key; empty or unknown, the extract is shown, else the first original text."""
    visible = rows.Artifact.objects.visible_to(reader).filter(version=version).select_related("content")
    every = visible.defer("content__body").order_by("id")
    listed = list(every[:MAXIMUM_LISTED])
    named = [one for one in listed if one.key == wanted] or (list(every.filter(key=wanted)[:1]) if wanted else [])
    shown = next(iter((*named, *_by_preference(listed))), None)
    artifacts = listed if shown is None or shown in listed else [shown, *listed[1:]]
    text, why_not = _text_of(version, shown)
    return Kept(artifacts=tuple(artifacts), shown=shown, text=text, why_not=why_not)


def _by_preference(listed: list[Any]) -> list[Any]:
    extracts = [one for one in listed if one.kind == ArtifactKind.CANONICAL_EXTRACT]
    originals = [one for one in listed if one.origin == Origin.ORIGINAL and one.content_id]
    return [*extracts, *originals, *listed]


def _text_of(version: Any, artifact: Any | None) -> tuple[str, str]:
    if version.availability != Availability.AVAILABLE:
        return "", f"The text of this version cannot be read here: {Availability(version.availability).label}."
    if artifact is None or artifact.content_id is None:
        return "", "No text of this version was kept: only what is said above of it is known."
    try:
        text: str = rows.Content.objects.get(pk=artifact.content_id).get_text()
    except ContentAbsent:
        return "", "The text of this version was erased; its digest stays."
    return (text if artifact.start is None else text[artifact.start : artifact.end]), ""
