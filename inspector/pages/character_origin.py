"""Any character of an answer, its request and its evidence: which bytes of which source it comes from, or none."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.answer_opening import open_answer
from inspector.pages.answer_reading import AnswerReading
from inspector.pages.character_origin_panel import panel_of, state_of
from inspector.pages.character_origin_texts import (
    count_masked,
    find_index,
    first_text,
    groups_of,
    name_of,
    query_of,
)
from inspector.pages.character_origin_view import KindLine, OriginPage, OriginPiece, PointedText
from inspector.pages.drawing import WINDOW, on_lines, window_around
from inspector.readers import reader_of
from lineage.access import Reader
from lineage.evidence.character_origin import OriginIndex, OriginKind, OriginSegment
from lineage.text.span import Span

# A text that changes its origin at every letter is shown in shorter windows: each piece is a link.
MOST_PIECES, LEAST_WINDOW = 1_000, 500
NOT_A_NUMBER = "A character has a whole number, counted from 0, such as 1204."


def read_origin(reader: Reader, public_id: str, wanted: str, at: str) -> OriginPage:
    """The text that is wanted around a character, and where it comes from. Raises NotVisible."""
    return build(open_answer(reader, public_id), wanted, at)


def build(reading: AnswerReading, wanted: str, at: str) -> OriginPage:
    """An empty `wanted` is the answer, an empty `at` its first character. Pure."""
    wanted = wanted or first_text(reading)
    index = find_index(reading, wanted)
    page = OriginPage(
        answer_url=reading.url,
        case=reading.case,
        response_version=reading.response_version,
        wanted=wanted if isinstance(index, OriginIndex) else "",
        at="",
        groups=groups_of(reading, wanted),
        masked=count_masked(reading),
        text=None,
        panel=None,
        message=index if isinstance(index, str) else "",
        kinds=tuple(KindLine(kind.label, kind.meaning, look_of(kind)) for kind in OriginKind),
    )
    if isinstance(index, str):
        return page
    place = _find_place(at or "0", len(index.text))
    if isinstance(place, str):
        return replace(page, message=place, text=_pointed(reading, wanted, index, None))
    text = _pointed(reading, wanted, index, place)
    return replace(page, at=str(place), text=text, panel=panel_of(reading, wanted, index, place))


def look_of(kind: OriginKind) -> str:
    return f"origin-{kind.value}"


def _find_place(at: str, length: int) -> int | str:
    """The number of a character that the text has, or what is wrong with it."""
    if not (at.isascii() and at.isdigit()):
        return NOT_A_NUMBER
    if not length:
        return "This text is empty: it has no character to ask about."
    if len(at) > len(str(length)) or int(at) >= length:
        return f"This text has {length:,} characters, counted from 0: the last is {length - 1:,}."
    return int(at)


def _pointed(reading: AnswerReading, wanted: str, index: OriginIndex, at: int | None) -> PointedText:
    length, size = len(index.text), WINDOW
    window, segments = _window(index, at or 0, size)
    while len(segments) > MOST_PIECES and size > LEAST_WINDOW:
        size //= 2
        window, segments = _window(index, at or 0, size)
    artifact = reading.find_artifact(wanted)
    return PointedText(
        name=name_of(reading, wanted),
        pieces=tuple(piece for segment in segments for piece in _pieces(wanted, index.text, segment, at)),
        start=window.start,
        end=window.end,
        length=length,
        language=artifact.language if artifact else "",
        direction=(artifact.direction if artifact else "") or "auto",
        earlier=f"?{query_of(wanted, max(0, window.start - size // 2))}" if window.start else "",
        later=f"?{query_of(wanted, min(length - 1, window.end + size // 2))}" if window.end < length else "",
    )


def _window(index: OriginIndex, at: int, size: int) -> tuple[Span, tuple[OriginSegment, ...]]:
    window = on_lines(index.text, window_around(len(index.text), Span(at, at), size))
    return window, index.segments(window)


def _pieces(wanted: str, text: str, segment: OriginSegment, at: int | None) -> list[OriginPiece]:
    """The stretch, cut so that the character asked for is a piece of its own."""
    start, end = segment.span
    borders = [start, end] if at is None or not start <= at < end else sorted({start, at, at + 1, end})
    look = f"{look_of(segment.origin.kind)}{' origin-broken' if state_of(segment.origin) == 'fail' else ''}"
    return [
        OriginPiece(
            words=(words := text[begin:stop]),
            start=begin,
            query=query_of(wanted, begin),
            look=look,
            is_here=begin == at,
            blank="" if any(char.isprintable() and not char.isspace() for char in words) else f"blank, {begin}",
        )
        for begin, stop in zip(borders, borders[1:], strict=False)
    ]


@require_safe
def character_origin(request: HttpRequest, public_id: str) -> HttpResponse:
    wanted, at = request.GET.get("text", ""), request.GET.get("at", "")
    page = read_origin(reader_of(request), public_id, wanted, at)
    fragments = {"origin-of": "inspector/_character_origin.html"}
    return page_or_fragment(request, "inspector/character_origin.html", fragments, {"page": page})
