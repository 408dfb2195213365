"""Windows of texts around places: read together, each only where the reader may, and why not where none is here."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from inspector.pages.claim_reading import MASKED
from inspector.pages.run_sides import Window, window_of
from inspector.pages.source_text import ERASED, why_not_read
from lineage.access import Reader
from lineage.models import rows
from lineage.stretches import Wanted, read_stretches
from lineage.text.span import Span


class Place(NamedTuple):
    """A stretch of the text of an artifact, by its key."""

    artifact: str
    span: Span


class Shown(NamedTuple):
    """What stands around a place; without a window, `why_not` says why. `artifact` is None where it is masked."""

    artifact: Any | None
    window: Window | None
    why_not: str


MISSING = Shown(None, None, "No text of this place was recorded.")


def read_shown(reader: Reader, places: Iterable[Place]) -> Mapping[Place, Shown]:
    """Every place in a fixed number of statements: their artifacts, and the bytes around them."""
    wanted = list(dict.fromkeys(places))
    if not wanted:
        return {}
    artifacts = _artifacts(reader, {place.artifact for place in wanted})
    found: dict[Place, Shown] = {}
    readable = []
    for place in wanted:
        artifact = artifacts.get(place.artifact)
        reason = MASKED if artifact is None else _why_not(artifact)
        if artifact is None or reason:
            found[place] = Shown(artifact, None, reason)
        else:
            readable.append((place, artifact))
    stretches = read_stretches([_wanted(place, artifact) for place, artifact in readable])
    for (place, artifact), stretch in zip(readable, stretches, strict=True):
        if stretch is None:
            found[place] = Shown(artifact, None, ERASED)
            continue
        own = _own_range(artifact, stretch.length)
        window = Window(stretch.text, stretch.start - own.start, own.length, place.span)
        found[place] = Shown(artifact, window, "")
    return found


def _artifacts(reader: Reader, keys: set[str]) -> Mapping[str, Any]:
    """Those that the reader may see: the labels of the old version and of the new one are both looked at."""
    visible = rows.Artifact.objects.visible_to(reader).filter(key__in=sorted(keys))
    found = visible.select_related("content", "version").defer("content__body")
    return {artifact.key: artifact for artifact in found}


def _why_not(artifact: Any) -> str:
    if artifact.version is None:
        return "" if artifact.content_id is not None else "This text was not kept."
    return why_not_read(artifact.version, artifact)


def _wanted(place: Place, artifact: Any) -> Wanted:
    def choose(length: int) -> Span:
        own = _own_range(artifact, length)
        return window_of(place.span, own.length).shift(own.start)

    return Wanted(artifact.content, choose)


def _own_range(artifact: Any, length: int) -> Span:
    """Which part of a content of `length` code points is the artifact's text."""
    return Span(0, length) if artifact.start is None else Span(min(artifact.start, length), min(artifact.end, length))
