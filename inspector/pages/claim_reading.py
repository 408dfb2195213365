"""One claim as it is read: its dossier and inspection, what this viewer may see, and what is selected. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlencode

from inspector.judged_evidence import reached_by
from inspector.pages.claim_relocation_view import LaterText, Relocated
from inspector.pages.drawing import DrawnText, Layer, draw, on_lines
from inspector.pages.withheld import source_of, words_of
from inspector.pages.withheld_reading import Closed, gravest
from inspector.policies_in_force import InForce
from lineage.evidence.bundle import Artifact, Citation, Claim, claim_text
from lineage.evidence.dossier import Dossier
from lineage.evidence.outcomes import ClaimInspection, Inspection, Resolution
from lineage.evidence.path_marks import LostQualifier, find_lost_qualifiers
from lineage.evidence.paths import Trace, trace
from lineage.evidence.vocabulary import ClaimKind, Origin
from lineage.evidence.withholding import Withholding
from lineage.text.span import Span

# With more citations than this, what belongs to another span than the one that is read is kept short.
MANY = 6
REACH, STEP, LONGEST = 360, 500, 2_400


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What the address says: the cited span, the open stage of its path, how far the neighbours are opened."""

    span: str | None = None
    stage: int | None = None
    wider: int = 0


@dataclass(frozen=True, kw_only=True)
class Reading:
    """Addresses are given from outside, so that this stays pure; `masked` are keys of artifacts without a view, with
    the reason; `closed` are the versions behind it.

    `is_blind` says that nothing of what judges said is in it, since the viewer's own verdict on a claim of this answer
    is not in; `is_sealed`, that nobody's word on this very claim may be shown either.

    `given_kind` is what people said a claim is that came without a kind.

    `newer` is the extract of the version that replaced the selected citation's, where the viewer may read it and no
    run looked there. `relocated` are by citation key what runs found, newest first, `later` the texts they lead to.
    """

    dossier: Dossier
    inspection: Inspection
    claim: Claim
    selection: Selection
    masked: Mapping[str, Withholding]
    claim_urls: Mapping[str, str]
    version_urls: Mapping[tuple[str, str], str]
    guideline: str = ""
    policies: InForce = InForce()
    given_kind: ClaimKind | None = None
    newer: Artifact | None = None
    relocated: Mapping[str, tuple[Relocated, ...]] = field(default_factory=dict)
    later: Mapping[str, LaterText] = field(default_factory=dict)
    answer_url: str = ""
    why_url: str = ""
    notes_url: str = ""
    notes: int = 0
    closed: Closed = field(default_factory=Closed)
    is_blind: bool = False
    is_sealed: bool = False

    @property
    def url(self) -> str:
        return self.claim_urls[self.claim.key]

    @cached_property
    def resolutions(self) -> Mapping[str, Resolution]:
        return {resolution.citation: resolution for resolution in self.inspection.resolutions}

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        return self.dossier.citations_of(self.claim.key)

    @cached_property
    def selected(self) -> Citation | None:
        """The citation that the address names, else the first; None where the claim cites nothing."""
        named = [citation for citation in self.citations if citation.key == self.selection.span]
        return next(iter((*named, *self.citations)), None)

    @cached_property
    def resolution(self) -> Resolution | None:
        return self.resolutions.get(self.selected.key) if self.selected else None

    @cached_property
    def about(self) -> ClaimInspection | None:
        return next((found for found in self.inspection.claims if found.claim == self.claim.key), None)

    @cached_property
    def hides_any(self) -> bool:
        """Whether a citation of this claim leads to words that the viewer may not read."""
        return any(self.is_masked(citation) for citation in self.citations)

    def is_masked(self, citation: Citation) -> bool:
        return self.why_masked(citation) is not None

    def why_masked(self, citation: Citation) -> Withholding | None:
        """Why the words that a citation leads to may not be read; None where they may."""
        resolution = self.resolutions.get(citation.key)
        if resolution is None:
            return None
        reasons = [self.masked[key] for key in reached_by(citation, resolution) & self.masked.keys()]
        return gravest(reasons) if reasons else None

    @cached_property
    def why_hidden(self) -> Withholding | None:
        """The gravest of the reasons why words of this claim's evidence, else of the answer's, are not shown."""
        own = [why for citation in self.citations if (why := self.why_masked(citation)) is not None]
        every = own or list(self.masked.values())
        return gravest(every) if every else None

    @property
    def masked_words(self) -> str:
        """In the place of words that may not be read."""
        return words_of(self.why_hidden)

    @property
    def hidden_source(self) -> str:
        """What this claim rests on where its words may not be read, as the end of a sentence."""
        return source_of(self.why_hidden)

    @cached_property
    def way(self) -> Trace | None:
        """The way of the selected span to original text; of the whole passage where no range was found."""
        found = self.resolution
        if found is None or found.artifact is None:
            return None
        text = self.dossier.find_text(found.artifact)
        if text is None:
            return trace(self.dossier, found.artifact, Span(0, 0))
        return trace(self.dossier, found.artifact, found.span or Span(0, len(text)))

    @cached_property
    def losses(self) -> tuple[LostQualifier, ...]:
        """Qualifiers lost on the way; a claim is compared only with words that it points at, not with a passage."""
        if self.way is None or self.resolution is None:
            return ()
        claim = None if self.resolution.whole else claim_text(self.dossier.answer, self.claim) or None
        return find_lost_qualifiers(self.dossier, self.way, claim)

    def address(self, *, span: str | None = None, stage: int | None = None, wider: int = 0) -> str:
        """The permanent address of this claim with a span, an open stage and opened neighbours."""
        chosen = span if span is not None else (self.selected.key if self.selected else None)
        query = {"span": chosen, "stage": stage, "wider": wider or None}
        kept = {name: value for name, value in query.items() if value is not None}
        return f"{self.url}?{urlencode(kept)}" if kept else self.url


def look_of(origin: Origin | None) -> str:
    return f"look-{(origin or Origin.UNRESOLVED).value}"


def origin_layers(artifact: Artifact, text: str) -> list[Layer]:
    """The look of each stretch by who wrote it, and a divider where that changes; source words are plain."""
    stretches = _stretches(artifact, len(text))
    plain = (Origin.ORIGINAL, Origin.DERIVED)
    looks = [Layer("", span, (look_of(origin),)) for span, origin in stretches if origin not in plain]
    return [*looks, *boundary_layers(artifact, text)]


def boundary_layers(artifact: Artifact, text: str) -> list[Layer]:
    """A divider at the first character after each change between words of the source and words about it (S0-16)."""
    layers: list[Layer] = []
    before = ""
    for span, origin in _stretches(artifact, len(text)) if artifact.origins else ():
        side = "source" if origin in (Origin.ORIGINAL, Origin.DERIVED) else "written"
        if before and side != before:
            layers.append(Layer("", Span(span.start, span.start + 1), (f"starts-{side}",)))
        before = side
    return layers


def _stretches(artifact: Artifact, length: int) -> list[tuple[Span, Origin]]:
    """The whole text as stretches of one origin: what is not marked has that of the text."""
    found: list[tuple[Span, Origin]] = []
    at = 0
    for marked in sorted(artifact.origins, key=lambda one: one.span):
        start, end = max(at, marked.span.start), min(length, marked.span.end)
        if start >= end:
            continue
        if start > at:
            found.append((Span(at, start), artifact.origin))
        found.append((Span(start, end), marked.origin))
        at = end
    return [*found, (Span(at, length), artifact.origin)] if at < length else found


def draw_around(
    reading: Reading, artifact: Artifact, text: str, layers: list[Layer], at: Span, reach: int = REACH
) -> DrawnText:
    """The text around a place: `reach` code points to either side and more where the reader opened it."""
    wide = reach + STEP * reading.selection.wider
    end = min(at.end, at.start + LONGEST)
    window = on_lines(text, Span(max(0, at.start - wide), min(len(text), end + wide)))
    every = [*origin_layers(artifact, text), *layers]
    # Words of an original that has a version can be attached to a verdict as they are selected.
    is_original = artifact.origin is Origin.ORIGINAL and artifact.source is not None
    return draw(
        text,
        every,
        window,
        language=artifact.language,
        direction=artifact.direction,
        artifact=artifact.key if is_original else "",
    )
