"""Two versions of a source against each other: every place that changed, and the citations that rest on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.evidence_view import DiffRun
from inspector.pages.source_spans import CitedPlace, read_places
from inspector.pages.source_text import find_text, read_whole
from inspector.pages.veiling import open_version
from inspector.pages.version_changes import Change, draw_change, find_changes, touched_by
from inspector.readers import reader_of
from lineage.access import NotVisible, Reader

# Both texts are read whole and compared at once: half a second for two of this length with 2,000 changes.
LONGEST = 3_000_000
PAGE, MOST_CITING = 20, 12


class CitedHere(NamedTuple):
    label: str
    heading: str
    url: str


class ChangeLine(NamedTuple):
    """`old_url` and `new_url` lead to the place in either version. `more` citations rest on it beside those listed.

    `following` is the number of the next one on this page; 0 for the last.
    """

    number: int
    following: int
    place: str
    said: str
    runs: tuple[DiffRun, ...]
    old_url: str
    new_url: str
    citing: tuple[CitedHere, ...]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SideOfVersions:
    version: str
    title: str
    url: str
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparePage:
    """`why_not` says why the two cannot be compared. `first` and `last` count from 1 among the `listed` changes.

    `cited` are the citations of the older version, `cited_changed` those of them that rest on changed words.
    """

    source: str
    old: SideOfVersions
    new: SideOfVersions
    turned_url: str
    why_not: str
    lines: tuple[ChangeLine, ...] = ()
    total: int = 0
    removed: int = 0
    added: int = 0
    first: int = 0
    last: int = 0
    listed: int = 0
    previous_url: str = ""
    following_url: str = ""
    cited: int = 0
    cited_changed: int = 0
    cited_url: str = ""


def read_comparison(reader: Reader, public_id: str, other_id: str, start: int, *, only_cited: bool) -> ComparePage:
    """From the change `start` on, twenty of them. Raises NotVisible, also for versions of two sources."""
    old, new = open_version(reader, public_id), open_version(reader, other_id)
    if old.source_id != new.source_id:
        raise NotVisible(other_id)
    texts = [find_text(reader, version, "") for version in (old, new)]
    (before, why_old), (after, why_new) = (
        read_whole(version, text, LONGEST) for version, text in zip((old, new), texts, strict=True)
    )
    sides = _side(old, before), _side(new, after)
    turned = reverse("compare_versions", args=[other_id, public_id])
    if before is None or after is None:
        version, why = (old, why_old) if before is None else (new, why_new)
        said = f"Version {version.version} cannot be compared. {why}"
        return ComparePage(source=old.source.key, old=sides[0], new=sides[1], turned_url=turned, why_not=said)
    listed = _Listed(reader, texts[0], (before, after), sides, only_cited=only_cited)
    return ComparePage(
        source=old.source.key,
        old=sides[0],
        new=sides[1],
        turned_url=turned,
        why_not="",
        **listed.window(reverse("compare_versions", args=[public_id, other_id]), start),
    )


class _Listed:
    """The changes between two texts, each with the citations of the older one that rest on it."""

    def __init__(
        self,
        reader: Reader,
        text: Any,
        texts: tuple[str, str],
        sides: tuple[SideOfVersions, SideOfVersions],
        *,
        only_cited: bool,
    ) -> None:
        self._texts, self._sides, self._only_cited = texts, sides, only_cited
        self._places = read_places(reader, text)
        spans = [(number, place.spans) for number, place in enumerate(self._places)]
        self._all = [(change, touched_by(change, spans)) for change in find_changes(*texts)]
        self._chosen = [(n, *one) for n, one in enumerate(self._all, start=1) if one[1] or not only_cited]

    def window(self, url: str, start: int) -> dict[str, Any]:
        """What is shown from the change `start` on, counted from 1 among those that are listed."""
        at = min(max(1, start), max(1, len(self._chosen)))
        shown = self._chosen[at - 1 : at - 1 + PAGE]
        here = f"{url}?cited=yes&change=" if self._only_cited else f"{url}?change="
        return {
            "lines": tuple(
                _line(one, shown[n][0] if n < len(shown) else 0, self._places, self._texts, self._sides)
                for n, one in enumerate(shown, start=1)
            ),
            "total": len(self._all),
            "removed": sum(change.removed for change, _ in self._all),
            "added": sum(change.added for change, _ in self._all),
            "first": at,
            "last": at + len(shown) - 1,
            "listed": len(self._chosen),
            "previous_url": f"{here}{max(1, at - PAGE)}" if at > 1 else "",
            "following_url": f"{here}{at + PAGE}" if at + PAGE <= len(self._chosen) else "",
            "cited": len(self._places),
            "cited_changed": len({number for _, found in self._all for number in found}),
            "cited_url": url if self._only_cited else f"{url}?cited=yes",
        }


def _side(version: Any, text: str | None) -> SideOfVersions:
    return SideOfVersions(
        version=version.version,
        title=version.title,
        url=reverse("source", args=[version.public_id]),
        length=len(text or ""),
    )


def _line(
    numbered: tuple[int, Change, Sequence[int]],
    following: int,
    places: Sequence[CitedPlace],
    texts: tuple[str, str],
    sides: tuple[SideOfVersions, SideOfVersions],
) -> ChangeLine:
    number, change, found = numbered
    old, new = change.old, change.new
    return ChangeLine(
        number=number,
        following=following,
        place=f"characters {old.start} to {old.end}, now {new.start} to {new.end}",
        said=_said(change),
        runs=draw_change(change, *texts),
        old_url=f"{sides[0].url}?at={old.start}",
        new_url=f"{sides[1].url}?at={new.start}",
        citing=tuple(_cited(places[one]) for one in found[:MOST_CITING]),
        more=max(0, len(found) - MOST_CITING),
    )


def _said(change: Change) -> str:
    removed, added = (f"{n} character{'' if n == 1 else 's'}" for n in (change.removed, change.added))
    if not change.removed:
        return f"{added} put in"
    return f"{removed} became {change.added}" if change.added else f"{removed} taken out"


def _cited(place: CitedPlace) -> CitedHere:
    row = place.resolution
    claim = row["citation__claim__public_id"]
    return CitedHere(
        label=f"claim {row['citation__claim__key']}" if row["citation__claim__key"] else "a citation of no claim",
        heading=row["inspection__answer__state__heading"],
        url=reverse("claim", args=[claim]) if claim else "",
    )


@require_safe
def compare_versions(request: HttpRequest, public_id: str, other_id: str) -> HttpResponse:
    written = request.GET.get("change", "")
    start = int(written) if written.isascii() and written.isdigit() and len(written) < 9 else 1
    only_cited = request.GET.get("cited") == "yes"
    page = read_comparison(reader_of(request), public_id, other_id, start, only_cited=only_cited)
    context = {"page": page, "only_cited": only_cited}
    return page_or_fragment(request, "inspector/compare_versions.html", {}, context)
