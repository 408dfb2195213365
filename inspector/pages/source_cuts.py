"""How the text of a version was cut for retrieval: every way of cutting, and what became of a piece in the others.

Another way of cutting gives other pieces with other ids; old and new are held together by the places in the text that
both were cut from (M-02, M-04).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.cuts_reading import Cut, Piece, read_cuts
from inspector.pages.drawing import DrawnText, draw
from inspector.pages.source_text import read_whole
from inspector.pages.veiling import find_why, open_version
from inspector.pages.withheld import words_of
from inspector.readers import reader_of
from lineage.access import Reader
from lineage.models import rows
from lineage.pipeline import chunk_lineage
from lineage.pipeline.chunk_lineage import Succession, find_successions
from lineage.text.span import Span

LISTED, LONGEST = 60, 200_000


class CutLine(NamedTuple):
    """A way of cutting: its short name, what it was told, and how many pieces it made."""

    name: str
    about: str
    pieces: int
    url: str
    is_here: bool


class PieceLine(NamedTuple):
    number: str
    place: str
    section: str
    url: str
    is_here: bool


class SharedLine(NamedTuple):
    """A piece of another cut with words of the chosen one; `share` is how much of the chosen one it has."""

    number: str
    place: str
    share: str
    url: str


class InOther(NamedTuple):
    """What became of the chosen piece in another cut; `why_not` where the two were cut from different texts."""

    name: str
    about: str
    pieces: tuple[SharedLine, ...]
    why_not: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CutsPage:
    title: str
    version: str
    url: str
    why_not: str
    cuts: tuple[CutLine, ...] = ()
    pieces: tuple[PieceLine, ...] = ()
    total: int = 0
    previous_url: str = ""
    following_url: str = ""
    drawn: DrawnText | None = None
    chosen: str = ""
    others: tuple[InOther, ...] = ()


class Wanted(NamedTuple):
    cut: str = ""
    piece: str = ""
    skip: int = 0


def read_page(reader: Reader, public_id: str, wanted: Wanted) -> CutsPage:
    """Raises NotVisible."""
    version = open_version(reader, public_id)
    why, url = find_why(reader, version), reverse("source_cuts", args=[public_id])
    about = {"title": version.title or version.source.key, "version": version.version}
    about["url"] = reverse("source", args=[public_id])
    if why is not None:
        return CutsPage(**about, why_not=words_of(why))
    cuts = read_cuts(reader, version)
    here = next((cut for cut in cuts if cut.name == wanted.cut), cuts[-1] if cuts else None)
    if here is None:
        return CutsPage(**about, why_not="No way of cutting this text into pieces was recorded.")
    found = next((number for number, piece in enumerate(here.pieces) if piece.key == wanted.piece), wanted.skip)
    at = min(found, len(here.pieces) - 1)
    chosen, skip = here.pieces[at], at - at % LISTED
    base = f"{url}?{urlencode({'cut': here.name})}"
    return CutsPage(
        **about,
        why_not="",
        cuts=tuple(_cut_line(cut, url, cut is here) for cut in cuts),
        pieces=tuple(_piece_line(piece, here, url, piece is chosen) for piece in here.pieces[skip : skip + LISTED]),
        total=len(here.pieces),
        previous_url=f"{base}&skip={max(0, skip - LISTED)}" if skip else "",
        following_url=f"{base}&skip={skip + LISTED}" if skip + LISTED < len(here.pieces) else "",
        drawn=_drawn(reader, version, chosen),
        chosen=_number(chosen),
        others=tuple(_in_other(chosen, here, cut, url) for cut in cuts if cut is not here),
    )


def _cut_line(cut: Cut, url: str, is_here: bool) -> CutLine:
    return CutLine(cut.name, cut.about, len(cut.pieces), f"{url}?{urlencode({'cut': cut.name})}", is_here)


def _piece_line(piece: Piece, cut: Cut, url: str, is_here: bool) -> PieceLine:
    return PieceLine(_number(piece), _place(piece.places), piece.section, _url(piece, cut, url), is_here)


def _in_other(chosen: Piece, here: Cut, other: Cut, url: str) -> InOther:
    if other.parent != here.parent or not chosen.places:
        return InOther(other.name, other.about, (), "It was cut from another text, so their places are not the same.")
    by_key = {piece.key: piece for piece in other.pieces}
    old, new = chunk_lineage.Cut(chosen.key, chosen.places), (chunk_lineage.Cut(p.key, p.places) for p in other.pieces)
    lines = (_shared_line(one, by_key[one.new], other, chosen, url) for one in find_successions([old], new))
    return InOther(other.name, other.about, tuple(lines), "")


def _shared_line(found: Succession, piece: Piece, other: Cut, chosen: Piece, url: str) -> SharedLine:
    """How much of the chosen piece is in another: at the place where most of it is."""
    inside = [sum(part.length for span in found.shared if (part := span.intersect(at))) for at in chosen.places]
    how = f"{min(max(inside), chosen.length)} of {chosen.length} characters"
    return SharedLine(_number(piece), _place(piece.places), how, _url(piece, other, url))


def _url(piece: Piece, cut: Cut, url: str) -> str:
    return f"{url}?{urlencode({'cut': cut.name, 'piece': piece.key})}#piece"


def _number(piece: Piece) -> str:
    return piece.key.rpartition("/")[2].lstrip("0") or piece.key


def _place(places: Sequence[Span]) -> str:
    if not places:
        return "place not recorded"
    first = f"characters {places[0].start} to {places[0].end}"
    return first if len(places) == 1 else f"{first} and {len(places) - 1} more places with the same words"


def _drawn(reader: Reader, version: Any, piece: Piece) -> DrawnText | None:
    found = rows.Artifact.objects.visible_to(reader).filter(version=version, key=piece.key)
    row = found.select_related("content").defer("content__body").first()
    text, _ = read_whole(version, row, LONGEST)
    return draw(text, language=row.language, direction=row.direction) if text is not None and row is not None else None


def read_wanted(query: QueryDict) -> Wanted:
    skip = query.get("skip", "")
    return Wanted(
        cut=query.get("cut", ""),
        piece=query.get("piece", ""),
        skip=int(skip) if skip.isascii() and skip.isdigit() and len(skip) < 9 else 0,
    )


@require_safe
def source_cuts(request: HttpRequest, public_id: str) -> HttpResponse:
    page = read_page(reader_of(request), public_id, read_wanted(request.GET))
    return page_or_fragment(request, "inspector/source_cuts.html", {}, {"page": page})
