"""From what a citation says of its place to a span of the cited text. Never clamped, never the first hit."""

from collections.abc import Sequence
from typing import NamedTuple

from lineage.evidence.bundle import Citation, ManifestEntry
from lineage.evidence.vocabulary import MalformedDetail, ResolutionStatus, Step, UnresolvedDetail
from lineage.text.normalization import NormalizationPolicy, normalize
from lineage.text.selectors import find_all, select
from lineage.text.span import Span, cover, is_within
from lineage.text.units import OffsetError, Unit, to_code_points

UNFITTING = "none fits"
"""`Citation.convention` of an importer that tried every convention and found none that fits the quoted words."""


class Located(NamedTuple):
    """Where the cited words are. `whole`: the citation names the passage and no place in it."""

    span: Span
    whole: bool = False
    searched: bool = False


class Unlocated(NamedTuple):
    status: ResolutionStatus
    step: Step
    detail: str = ""
    candidates: tuple[Span, ...] = ()


def find_range_fault(citation: Citation, required: Sequence[str]) -> MalformedDetail | None:
    """What is wrong with the shape of the range, against the fields that the citation's format asks for (S0-38)."""
    if citation.span is not None or citation.convention == UNFITTING:
        return None
    if citation.range is None:
        return MalformedDetail.MISSING_RANGE if "range" in required and not citation.selectors else None
    if not isinstance(citation.range, list) or len(citation.range) != 2:
        return MalformedDetail.BAD_RANGE_SHAPE
    if not all(isinstance(offset, int) and not isinstance(offset, bool) for offset in citation.range):
        return MalformedDetail.NON_INTEGER_OFFSET
    if citation.unit is None and "unit" in required:
        return MalformedDetail.UNKNOWN_UNIT
    if citation.unit is not None and citation.unit not in list(Unit):
        return MalformedDetail.UNKNOWN_UNIT
    return MalformedDetail.MISSING_VIEW if citation.view is None and "view" in required else None


def locate(
    citation: Citation, entry: ManifestEntry | None, text: str, policy: NormalizationPolicy
) -> Located | Unlocated:
    """The cited span in `text`; the shape of the range must have been checked before."""
    if citation.convention == UNFITTING and citation.span is None:
        found = citation.candidates
        detail = UnresolvedDetail.OFFSETS_DO_NOT_FIT if found else UnresolvedDetail.WORDS_NOT_IN_TEXT
        return Unlocated(ResolutionStatus.UNRESOLVED_RANGE, Step.RANGE, detail, found)
    if citation.span is not None:
        return _checked(citation.span, text)
    if isinstance(citation.range, list):
        return _from_offsets(citation, text)
    if citation.selectors:
        return _from_selectors(citation, text)
    if entry is None and not citation.quoted_text:
        # Only a passage that was supplied may be cited as a whole; a document somewhere is no place.
        return Unlocated(ResolutionStatus.UNRESOLVED_RANGE, Step.RANGE, UnresolvedDetail.NO_EVIDENCE_RANGE)
    passage = entry.supplied if entry is not None and entry.supplied is not None else Span(0, len(text))
    if citation.quoted_text:
        return _from_words(citation.quoted_text, text, passage, policy)
    return Located(passage, whole=True) if is_within(passage, len(text)) else _empty()


def find_normalized(words: str, text: str, policy: NormalizationPolicy, limit: int = 20) -> tuple[Span, ...]:
    """The places where the normalized words stand in the normalized text, as spans of the text as it is."""
    view = normalize(text, policy)
    wanted = normalize(words, policy).text
    if not wanted:
        return ()
    found = view.map.backward(list(find_all(view.text, wanted, limit)))
    return tuple(cover([piece.span for piece in pieces if not piece.span.is_empty]) for pieces in found if pieces)


def _checked(span: Span, text: str) -> Located | Unlocated:
    if is_within(span, len(text)):
        return Located(span)
    if span.start >= span.end:
        return _empty()
    return Unlocated(ResolutionStatus.UNRESOLVED_RANGE, Step.RANGE, UnresolvedDetail.OUT_OF_BOUNDS)


def _empty() -> Unlocated:
    return Unlocated(ResolutionStatus.UNRESOLVED_RANGE, Step.RANGE, UnresolvedDetail.EMPTY_RANGE)


def _from_offsets(citation: Citation, text: str) -> Located | Unlocated:
    assert isinstance(citation.range, list)
    start, end = (int(str(offset)) for offset in citation.range)
    unit = Unit(str(citation.unit)) if citation.unit is not None else Unit.CODE_POINT
    try:
        span = Span(*to_code_points(text, [start, end], unit))
    except OffsetError as error:
        inside = error.reason == "inside_character"
        detail = UnresolvedDetail.INSIDE_CHARACTER if inside else UnresolvedDetail.OUT_OF_BOUNDS
        return Unlocated(ResolutionStatus.UNRESOLVED_RANGE, Step.RANGE, detail)
    return _checked(span, text)


def _from_selectors(citation: Citation, text: str) -> Located | Unlocated:
    """Where several selectors describe one place, the spans must agree; a quotation wins over a position (W3C)."""
    quotes = [s for s in citation.selectors if s.type == "TextQuoteSelector"]
    for selector in quotes or citation.selectors[:1]:
        places = select(text, selector)
        if len(places) == 1:
            return _checked(places[0], text)
        if len(places) > 1:
            return _ambiguous(places)
    detail = UnresolvedDetail.WORDS_NOT_IN_TEXT if quotes else UnresolvedDetail.OUT_OF_BOUNDS
    return Unlocated(ResolutionStatus.UNRESOLVED_RANGE, Step.RANGE, detail)


def _from_words(words: str, text: str, passage: Span, policy: NormalizationPolicy) -> Located | Unlocated:
    supplied = passage.slice(text)
    places = find_all(supplied, words) or find_normalized(words, supplied, policy)
    if len(places) == 1:
        return Located(places[0].shift(passage.start), searched=True)
    if len(places) > 1:
        return _ambiguous(tuple(place.shift(passage.start) for place in places))
    # The words are compared with the whole passage, and differ; where else they stand is said beside it.
    return Located(passage, whole=True, searched=True)


def _ambiguous(places: tuple[Span, ...]) -> Unlocated:
    return Unlocated(ResolutionStatus.AMBIGUOUS_LOCATOR, Step.RANGE, "", places)
