"""Windows of texts around places: read together, each only where the reader may, and why not where none is here."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from inspector.pages.run_sides import Window, window_of
from inspector.pages.source_text import ERASED, why_not_read
from inspector.pages.withheld import BY_LABEL_WORDS, words_of_kind
from lineage.access import Reader
from lineage.evidence.vocabulary import Withheld
from lineage.models import rows
from lineage.stretches import Wanted, read_stretches
from lineage.text.span import Span
from lineage.withholding import find_withheld_ids


class Place(NamedTuple):
    """A stretch of the text of an artifact, by its key."""

    artifact: str
    span: Span


class Shown(NamedTuple):
    """What stands around a place; without a window, `why_not` says why.

    `artifact` is None where the reader lacks a label of its version; `taken`: the version is known, its words are not
    shown.
    """

    artifact: Any | None
    window: Window | None
    why_not: str
    taken: bool = False

    @property
    def is_masked(self) -> bool:
        return self.artifact is None or self.taken


MISSING = Shown(None, None, "No text of this place was recorded.")


def read_shown(reader: Reader, places: Iterable[Place]) -> Mapping[Place, Shown]:
    """Every place in a fixed number of statements: their artifacts, and the bytes around them."""
    wanted = list(dict.fromkeys(places))
    if not wanted:
        return {}
    artifacts = _artifacts(reader, {place.artifact for place in wanted})
    withheld = find_withheld_ids(reader.tenant_id, [artifact.pk for artifact in artifacts.values()], reader)
    found: dict[Place, Shown] = {}
    readable = []
    for place in wanted:
        artifact = artifacts.get(place.artifact)
        kind = withheld.get(artifact.pk) if artifact is not None else None
        reason = _why_not(artifact, kind) if artifact is not None else BY_LABEL_WORDS
        if artifact is None or reason:
            found[place] = Shown(artifact, None, reason, kind is not None)
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
    """Those that the reader may know of: the labels of the old version and of the new one are both looked at."""
    visible = rows.Artifact.objects.visible_to(reader).filter(key__in=sorted(keys))
    found = visible.select_related("content", "version").defer("content__body")
    return {artifact.key: artifact for artifact in found}


def _why_not(artifact: Any, kind: Withheld | None) -> str:
    if kind is not None:
        return words_of_kind(kind)
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
