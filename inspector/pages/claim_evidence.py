"""The middle column: the citations of the claim, and the selected one with its source and its texts. Pure."""

from urllib.parse import urlencode

from inspector.pages.claim_alternatives import alternatives_of
from inspector.pages.claim_locator import locator_of
from inspector.pages.claim_losses import weakest_words
from inspector.pages.claim_newer import standing_of
from inspector.pages.claim_passages import (
    context_of,
    find_named_artifact,
    intermediate_of,
    place_words,
    quoted_of,
    supplied_of,
)
from inspector.pages.claim_questions import reader_questions_of
from inspector.pages.claim_raw import raw_of
from inspector.pages.claim_reading import Reading
from inspector.pages.claim_rejected import rejected_of
from inspector.pages.claim_table import grid_of
from inspector.pages.claim_translation import translations_of
from inspector.pages.claim_withheld import withheld_of
from inspector.pages.evidence_view import (
    EvidencePanel,
    Said,
    SourceLine,
    SpanTab,
)
from inspector.pages.states import STATE_OF_STATUS
from inspector.pages.withheld import source_of as hidden_source
from lineage.evidence.bundle import Artifact, Citation
from lineage.evidence.outcomes import Resolution
from lineage.evidence.path_marks import find_weakest
from lineage.evidence.paths import joined
from lineage.evidence.vocabulary import (
    Authority,
    MalformedDetail,
    SourceKind,
    UnresolvedDetail,
)

LIMIT = "It is about the words and where they stand; whether they carry the claim is for a person to say."


def tabs_of(reading: Reading) -> tuple[SpanTab, ...]:
    selected = reading.selected
    return tuple(
        SpanTab(
            key=citation.key,
            marker=name_of(citation),
            title="",
            said=status_of(reading.resolutions[citation.key]),
            url=reading.address(span=citation.key),
            is_here=selected is not None and citation.key == selected.key,
        )
        for citation in reading.citations
        if citation.key in reading.resolutions
    )


def panel_of(reading: Reading, citation: Citation, resolution: Resolution) -> EvidencePanel:
    masked = reading.is_masked(citation)
    context = context_of(reading, citation, resolution)
    drawn = [passage.drawn for passage in context if passage.drawn is not None]
    translations = {} if masked else translations_of(reading)
    asked_of_reader, is_successful = reader_questions_of(reading, citation, resolution)
    asked, shown = sum(one.asked for one in drawn), sum(one.drawn for one in drawn)
    return EvidencePanel(
        key=citation.key,
        marker=name_of(citation),
        status=status_of(resolution),
        detail=detail_of(resolution),
        source=source_of(reading, citation, resolution),
        quoted=None if masked else quoted_of(citation, resolution),
        supplied=supplied_of(reading, citation, resolution),
        context=context,
        intermediate=() if masked else intermediate_of(reading, translations.keys()),
        no_intermediate=_why_no_intermediate(reading, masked),
        alternatives=() if masked else alternatives_of(reading, citation, resolution),
        counted=f"{asked} span{'' if asked == 1 else 's'} of this answer in this text, {shown} drawn" if drawn else "",
        asked=asked_of_reader,
        is_successful=is_successful,
        confidence="" if masked else _confidence(reading),
        translations=tuple(translations.values()),
        grid=None if masked else grid_of(reading),
        raw=None if masked or reading.way is None else raw_of(reading),
        locator=None if masked else locator_of(reading, resolution),
        withheld=withheld_of(reading, citation, resolution),
        pictures_url="" if masked else pictures_of(reading, citation, resolution),
        rejected=rejected_of(reading),
    )


def pictures_of(reading: Reading, citation: Citation, resolution: Resolution) -> str:
    """Where the cited words are shown on their pages; empty where their source has none. The page fetches it."""
    texts = (reading.dossier.artifacts[place.artifact] for place in resolution.primary)
    sources = (reading.dossier.sources.get(text.source or "") for text in texts if text.key not in reading.masked)
    if not any(source is not None and source.kind is SourceKind.PDF for source in sources):
        return ""
    return f"{reading.url}pictures/?{urlencode({'span': citation.key})}"


def _confidence(reading: Reading) -> str:
    weakest = find_weakest(reading.dossier, reading.way) if reading.way is not None else None
    return weakest_words(weakest) if weakest is not None else ""


def status_of(resolution: Resolution) -> Said:
    status = resolution.status
    limit = LIMIT if STATE_OF_STATUS.get(status) == "pass" else ""
    return Said(status.label, STATE_OF_STATUS.get(status, "fail"), status.value, status.meaning, limit)


def detail_of(resolution: Resolution) -> str:
    """The detail in words: the vocabulary's where it is a term of it; the normalizations where some were needed."""
    for terms in (MalformedDetail, UnresolvedDetail):
        if resolution.detail in set(terms):
            return terms(resolution.detail).label
    if resolution.operations:
        return "operations: " + ", ".join(resolution.operations)
    return resolution.detail


def name_of(citation: Citation) -> str:
    """How the answer names it: its marker, else the id as it was written, else our key."""
    written = citation.cited if isinstance(citation.cited, str) else None
    return citation.marker or written or citation.key


def source_of(reading: Reading, citation: Citation, resolution: Resolution) -> SourceLine | None:
    artifact = find_named_artifact(reading, resolution)
    if artifact is None:
        return None
    source = reading.dossier.sources.get(artifact.source or "")
    version = reading.dossier.find_version(artifact)
    why = reading.why_masked(citation)
    masked = why is not None
    title = (version.title if version else "") or artifact.source or artifact.key
    standing = standing_of(reading, resolution)
    facts = [("authority", source.authority.label if source else Authority.UNKNOWN.label)]
    if version is not None and version.observed_at is not None:
        facts.append(("observed", f"{version.observed_at:%Y-%m-%d}"))
    address = (artifact.source or "", artifact.version or "")
    return SourceLine(
        title=title if why is None or not why.hides_names else hidden_source(why),
        url="" if masked else reading.version_urls.get(address, ""),
        version="" if masked else artifact.version or "",
        place="" if masked else _place(reading, artifact, resolution),
        facts=() if masked else tuple(facts),
        is_masked=masked,
        freshness=Said(f"version {standing.word}", standing.state),
    )


def _place(reading: Reading, artifact: Artifact, resolution: Resolution) -> str:
    """Where in the source: page and section of the nearest stage that has them, characters of the original text."""
    traced = reading.way
    keys = [hop.edge.derivation.input for hop in traced.hops] if traced else []
    stages = [artifact, *(reading.dossier.artifacts[key] for key in keys if key in reading.dossier.artifacts)]
    nearest = next((stage for stage in stages if stage.page is not None or stage.section), artifact)
    whole = joined(resolution.primary)
    return place_words(nearest, whole.span if whole else None if resolution.primary else resolution.span)


def _why_no_intermediate(reading: Reading, masked: bool) -> str:
    if masked:
        return reading.masked_words
    if reading.way is None:
        return "No passage was found, so nothing is known of what was made on the way."
    return "None was recorded: every step from the cited words to the source was made by code or by nobody."
