"""The texts that were kept of a source version, and a window of the one shown. No other bytes are read."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from inspector.pages.drawing import on_lines, window_around
from inspector.pages.veiling import DECIDED, find_why
from inspector.pages.withheld import words_of
from lineage.access import Reader
from lineage.evidence.vocabulary import ArtifactKind, Origin
from lineage.evidence.withholding import Withholding
from lineage.models import rows
from lineage.models.content import ContentAbsent
from lineage.text.span import Span
from lineage.windows import Stretch, read_stretch

MAXIMUM_LISTED = 200
WINDOW, SLACK = 8_000, 200
NOTHING = Stretch("", 0, 0)
END_OF_PAGE = "\f"
ERASED = "The text of this version was erased; its digest stays."


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """`artifacts` are at most 200 rows, first of all `shown`; `why_not` says why nothing of it can be read.

    `stretch` is a little more than the `window` that is to be drawn; both count in the text of `shown`.
    """

    artifacts: tuple[Any, ...]
    shown: Any | None
    stretch: Stretch
    window: Span
    why_not: str


def find_shown(reader: Reader, version: Any, wanted: str) -> tuple[tuple[Any, ...], Any | None]:
    """The texts of a version, and the one to show; none where its words are withheld from the reader.

    `wanted` is an artifact's key; empty or unknown, the extract is shown, else the first original text.
    """
    if find_why(reader, version) is not None:
        return (), None
    visible = rows.Artifact.objects.visible_to(reader).filter(version=version).select_related("content")
    every = visible.defer("content__body").order_by("id")
    listed = list(every[:MAXIMUM_LISTED])
    named = [one for one in listed if one.key == wanted] or (list(every.filter(key=wanted)[:1]) if wanted else [])
    shown = next(iter((*named, *_by_preference(listed))), None)
    artifacts = listed if shown is None or shown in listed else [shown, *listed[1:]]
    return tuple(artifacts), shown


def read_kept(version: Any, artifacts: tuple[Any, ...], shown: Any | None, at: int, page: Span | None = None) -> Kept:
    """The text around the code point `at`, the last ones where it has fewer; or exactly the stretch `page`."""
    if page is None:
        stretch, why_not = _read(version, shown, lambda length: _around(length, at))
        window = _window(stretch, at)
    else:
        stretch, why_not = _read(version, shown, lambda length: _inside(page, length))
        # What ends a page is no word of it.
        stretch = stretch._replace(text=stretch.text.removesuffix(END_OF_PAGE))
        window = stretch.span
    return Kept(artifacts=artifacts, shown=shown, stretch=stretch, window=window, why_not=why_not)


def find_text(reader: Reader, version: Any, wanted: str) -> Any | None:
    """The artifact of this version with the key `wanted`; for no key its extract, else its first original text.

    None where the words of the version are withheld from the reader.
    """
    if find_why(reader, version) is not None:
        return None
    every = rows.Artifact.objects.visible_to(reader).filter(version=version).select_related("content")
    ordered = every.defer("content__body").order_by("id")
    if wanted:
        return ordered.filter(key=wanted).first()
    return next(iter(_by_preference(list(ordered[:MAXIMUM_LISTED]))), None)


def read_whole(version: Any, artifact: Any, longest: int) -> tuple[str | None, str]:
    """All of a text of at most `longest` code points, or why it is not here."""
    reason = why_not_read(version, artifact)
    if reason:
        return None, reason

    def choose(length: int) -> Span:
        own = _own_range(artifact, length)
        return own if own.length <= longest else Span(own.start, own.start)

    try:
        text, start, length = read_stretch(artifact.content, choose)
    except ContentAbsent:
        return None, ERASED
    own = _own_range(artifact, length)
    if own.length > longest:
        return None, f"It has {own.length} characters; at most {longest} are read here at once."
    return text, ""


def _by_preference(listed: list[Any]) -> list[Any]:
    extracts = [one for one in listed if one.kind == ArtifactKind.CANONICAL_EXTRACT]
    originals = [one for one in listed if one.origin == Origin.ORIGINAL and one.content_id]
    return [*extracts, *originals, *listed]


def why_not_read(version: Any, artifact: Any | None) -> str:
    """Why a text of this version cannot be read; empty where it can."""
    why: Withholding | None = getattr(version, DECIDED, None)
    if why is not None:
        return words_of(why)
    if artifact is None or artifact.content_id is None:
        return "No text of this version was kept: only what is said above of it is known."
    return ""


def _read(version: Any, artifact: Any | None, choose_own: Callable[[int], Span]) -> tuple[Stretch, str]:
    reason = why_not_read(version, artifact)
    if artifact is None or reason:
        return NOTHING, reason

    def choose(length: int) -> Span:
        own = _own_range(artifact, length)
        return choose_own(own.length).shift(own.start)

    try:
        text, start, length = read_stretch(artifact.content, choose)
    except ContentAbsent:
        return NOTHING, ERASED
    own = _own_range(artifact, length)
    return Stretch(text, start - own.start, own.length), ""


def _own_range(artifact: Any, length: int) -> Span:
    """Which part of a content of `length` code points is the artifact's text."""
    return Span(0, length) if artifact.start is None else Span(min(artifact.start, length), min(artifact.end, length))


def _inside(page: Span, length: int) -> Span:
    start = min(page.start, length)
    return Span(start, max(start, min(page.end, length)))


def _around(length: int, at: int) -> Span:
    """What must be read to draw the window: as far as line ends are searched, and one more to tell a text's end."""
    place = min(at, length)
    window = window_around(length, Span(place, place), WINDOW)
    return Span(max(0, window.start - SLACK - 1), min(length, window.end + SLACK + 1))


def _window(stretch: Stretch, at: int) -> Span:
    place = min(at, stretch.length)
    window = window_around(stretch.length, Span(place, place), WINDOW)
    return on_lines(stretch.text, window.shift(-stretch.start), SLACK).shift(stretch.start)
