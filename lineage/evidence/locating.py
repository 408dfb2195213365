"""From what a citation says of its place to a span of the cited text. Never clamped, never the first hit."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from lineage.evidence.bundle import Artifact, Citation, ManifestEntry
from lineage.evidence.coordinates import counts_in, names
from lineage.evidence.vocabulary import MalformedDetail, ResolutionStatus, Step, UnresolvedDetail
from lineage.text.normalization import NormalizationPolicy, normalize
from lineage.text.selectors import (
    PageSelector,
    Selector,
    TextPositionSelector,
    TextQuoteSelector,
    find_all,
    select,
)
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
    citation: Citation, entry: ManifestEntry | None, artifact: Artifact, policy: NormalizationPolicy
) -> Located | Unlocated:
    """The cited span in the artifact's text; the shape of the range must have been checked before."""
    text = artifact.text or ""
    if citation.convention == UNFITTING and citation.span is None:
        found = citation.candidates
        detail = UnresolvedDetail.OFFSETS_DO_NOT_FIT if found else UnresolvedDetail.WORDS_NOT_IN_TEXT
        return Unlocated(ResolutionStatus.UNRESOLVED_RANGE, Step.RANGE, detail, found)
    if citation.span is not None:
        return _checked(citation.span, text)
    if isinstance(citation.range, list):
        return _from_offsets(citation, text)
    if citation.selectors:
        return _from_selectors(citation.selectors, entry, artifact)
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


def _from_selectors(
    selectors: Sequence[Selector], entry: ManifestEntry | None, artifact: Artifact
) -> Located | Unlocated:
    """Several selectors describe one place and must agree; a quotation wins over coordinates (W3C, formats rule 10).

    What addresses a representation that nobody kept decides nothing, and is never taken for this text.
    """
    quotes = [selector for selector in selectors if isinstance(selector, TextQuoteSelector)]
    if quotes:
        return _from_quotes(quotes, artifact.text or "")
    said = [(selector, names(selector, artifact, entry)) for selector in selectors]
    addressed = [selector for selector, is_here in said if is_here is True]
    is_elsewhere = any(is_here is False for _, is_here in said)
    if not addressed:
        return _unresolved(UnresolvedDetail.OUT_OF_BOUNDS if is_elsewhere else UnresolvedDetail.OTHER_REPRESENTATION)
    if is_elsewhere:
        return _unresolved(UnresolvedDetail.SELECTORS_DISAGREE)
    return _from_coordinates(addressed, entry, artifact)


def _from_coordinates(
    selectors: Sequence[Selector], entry: ManifestEntry | None, artifact: Artifact
) -> Located | Unlocated:
    """The one range that selectors of this text give; without any, the whole text that they name."""
    text = artifact.text or ""
    ranges = {span for selector in selectors if (span := _find_range(selector)) is not None}
    if not ranges:
        passage = entry.supplied if entry is not None and entry.supplied is not None else Span(0, len(text))
        return Located(passage, whole=True) if is_within(passage, len(text)) else _empty()
    if not all(counts_in(selector, artifact, entry) for selector in selectors if _find_range(selector) is not None):
        return _unresolved(UnresolvedDetail.OTHER_REPRESENTATION)
    if not all(is_within(span, len(text)) for span in ranges):
        return _unresolved(UnresolvedDetail.OUT_OF_BOUNDS)
    return Located(ranges.pop()) if len(ranges) == 1 else _unresolved(UnresolvedDetail.SELECTORS_DISAGREE, ranges)


def _find_range(selector: Selector) -> Span | None:
    if isinstance(selector, TextPositionSelector):
        return Span(selector.start, selector.end)
    return selector.span if isinstance(selector, PageSelector) else None


def _from_quotes(quotes: Sequence[TextQuoteSelector], text: str) -> Located | Unlocated:
    """The places where every quotation stands."""
    found = [select(text, quote) for quote in quotes]
    if not all(found):
        return _unresolved(UnresolvedDetail.WORDS_NOT_IN_TEXT)
    common = set(found[0]).intersection(*found[1:])
    if len(common) == 1:
        return Located(common.pop())
    if common:
        return _ambiguous(tuple(sorted(common)))
    return _unresolved(UnresolvedDetail.SELECTORS_DISAGREE, {span for places in found for span in places})


def _unresolved(detail: UnresolvedDetail, candidates: Collection[Span] = ()) -> Unlocated:
    return Unlocated(ResolutionStatus.UNRESOLVED_RANGE, Step.RANGE, detail, tuple(sorted(candidates)))


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
