"""The request as the generator received it, each stretch with who wrote it; what nobody marked is said (M-30). Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from inspector.pages.answer_names import passage_of
from inspector.pages.answer_reading import AnswerReading
from inspector.pages.answer_region import Passage, Region
from inspector.pages.drawing import DrawnText, Layer, draw, on_lines
from inspector.pages.evidence_view import Said
from lineage.evidence.generator_view import RequestPiece, count_unmarked, request_pieces
from lineage.evidence.vocabulary import RangeOrigin
from lineage.text.span import Span

WINDOW = 8_000
MOST_PIECES = 200
LOOKS: Mapping[RangeOrigin, tuple[str, str]] = {
    RangeOrigin.ORIGINAL: ("look-original", "pass"),
    RangeOrigin.GENERATED: ("look-generated", "generated"),
    RangeOrigin.INSTRUCTION: ("look-instruction", "none"),
    RangeOrigin.LABEL: ("look-label", "none"),
    RangeOrigin.USER_QUERY: ("look-question", "none"),
    RangeOrigin.UNMARKED: ("look-unresolved", "absent"),
}
OWN = (RangeOrigin.INSTRUCTION, RangeOrigin.USER_QUERY)
"""What the application and the asker wrote themselves; of a label, the title of a source is a part."""


class PieceRow(NamedTuple):
    """A stretch that is drawn, or where `drawn` is None a block that says how many characters are masked."""

    start: int
    end: int
    said: Said
    author: str
    passage: Passage | None
    block: str
    drawn: DrawnText | None
    url: str
    is_blank: bool

    @property
    def length(self) -> int:
        return self.end - self.start


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRequest:
    """`counts` are code points by who wrote them; `earlier` and `later` are addresses, empty at the ends."""

    region: Region
    pieces: tuple[PieceRow, ...] = ()
    counts: tuple[tuple[int, Said], ...] = ()
    unmarked: int = 0
    length: int = 0
    start: int = 0
    end: int = 0
    digest: str | None = None
    earlier: str = ""
    later: str = ""
    hidden: int = 0


def request_of(reading: AnswerReading, at: int) -> AnswerRequest:
    request = reading.dossier.answer.capture.request
    title = "The request, as the generator received it"
    advice = "Store the assembled request with ranges that say who wrote what; a method's name shows no exposure."
    if request is None or request.text is None:
        digest = request.digest if request else None
        missing = "The text of the assembled request; only its digest." if digest else "The assembled request."
        state = "partial" if digest else "absent"
        return AnswerRequest(region=Region("request", title, state, missing, advice), digest=digest)
    every = request_pieces(request)
    hidden = {piece for piece in every if _is_masked(reading, request.text, piece)}
    shown = _window(request.text, at)
    inside = [piece for piece in every if piece.span.intersect(shown)][:MOST_PIECES]
    if inside:
        shown = Span(shown.start, min(shown.end, inside[-1].span.end))
    unmarked = count_unmarked(request)
    gaps = any(_is_gap(piece, request.text) for piece in every)
    missing = "Who wrote any of it: no range was recorded." if request.ranges is None else ""
    state = "masked" if hidden else "partial" if gaps else "recorded"
    return AnswerRequest(
        region=Region("request", title, state, missing, advice if missing else ""),
        pieces=tuple(_row(reading, request.text, piece, shown, piece in hidden) for piece in inside),
        counts=_counts(every),
        unmarked=unmarked,
        length=len(request.text),
        start=shown.start,
        end=shown.end,
        digest=None if hidden else request.digest,
        earlier=f"{reading.url}?request={max(0, shown.start - WINDOW)}#request" if shown.start else "",
        later=f"{reading.url}?request={shown.end}#request" if shown.end < len(request.text) else "",
        hidden=sum(piece.span.length for piece in hidden),
    )


def _window(text: str, at: int) -> Span:
    start = min(at, max(0, len(text) - 1))
    return Span(start, max(start, on_lines(text, Span(start, min(len(text), start + WINDOW))).end))


def _is_masked(reading: AnswerReading, text: str, piece: RequestPiece) -> bool:
    """Whether a stretch could hold words that the viewer may not read: known to be open, else hidden."""
    if not reading.hides_any:
        return False
    words = piece.span.slice(text)
    if piece.origin in OWN or not words.strip():
        return reading.mask.speaks_of(words)
    named = [key for key in (piece.artifact, piece.block) if key is not None]
    if any(reading.mask.hides(key) for key in named):
        return True
    return reading.mask.speaks_of(words) or not any(words in known for known in _open_texts(reading, named))


def _open_texts(reading: AnswerReading, named: list[str]) -> Iterator[str]:
    """A range says whose words it holds; only where they do stand there is that so."""
    entries = [entry.artifact for key in named for entry in reading.dossier.entries.get(key, ())]
    for key in (*named, *entries):
        text = reading.dossier.find_text(key)
        if text is not None and not reading.mask.hides(key):
            yield text


def _row(reading: AnswerReading, text: str, piece: RequestPiece, shown: Span, is_masked: bool) -> PieceRow:
    look, state = LOOKS[piece.origin]
    seen = Span(max(piece.span.start, shown.start), min(piece.span.end, shown.end))
    word = "unmarked" if piece.origin is RangeOrigin.UNMARKED else piece.origin.label
    author = "" if reading.mask.speaks_of(piece.author) else piece.author
    passage = passage_of(reading, piece.artifact) if piece.artifact is not None else None
    block = "" if piece.block is None or is_masked else piece.block
    return PieceRow(
        start=seen.start,
        end=seen.end,
        said=Said(word, state),
        author=author,
        passage=passage,
        is_blank=not is_masked and piece.origin is RangeOrigin.UNMARKED and not _is_gap(piece, text),
        block=block,
        drawn=None if is_masked else draw(text, [Layer("", seen, (look,))], seen),
        url=f"{reading.url}origin/?text=%3Arequest&at={seen.start}",
    )


def _is_gap(piece: RequestPiece, text: str) -> bool:
    """Whether words, not blanks alone, stand where nobody said who wrote them."""
    return piece.origin is RangeOrigin.UNMARKED and bool(piece.span.slice(text).strip())


def _counts(pieces: tuple[RequestPiece, ...]) -> tuple[tuple[int, Said], ...]:
    lengths = Counter[RangeOrigin]()
    for piece in pieces:
        lengths[piece.origin] += piece.span.length
    return tuple(
        (lengths[origin], Said("unmarked" if origin is RangeOrigin.UNMARKED else origin.label, LOOKS[origin][1]))
        for origin in RangeOrigin
        if lengths[origin]
    )
