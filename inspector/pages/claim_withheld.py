"""Why a claim's evidence has no words here, or has words that do not carry it: the panel beside them. Pure."""

from inspector.pages.claim_reading import Reading
from inspector.pages.evidence_view import WithheldPanel
from inspector.pages.withheld import Named, day_of, panel_of, present_but, read_by_few, with_asking
from inspector.pages.withheld_reading import BY_LABEL, Version
from lineage.evidence.bundle import Artifact, Citation, case_key
from lineage.evidence.outcomes import Resolution
from lineage.evidence.vocabulary import Diagnosis, Withheld


def withheld_of(reading: Reading, citation: Citation, resolution: Resolution) -> WithheldPanel | None:
    """The one panel of a citation; None where its words are shown and nothing speaks against them."""
    artifact = reading.dossier.artifacts.get(resolution.artifact or "")
    why = reading.why_masked(citation)
    version = _masked_version(reading, resolution, artifact)
    if why is not None:
        closed = reading.closed.versions.get(version) if version else None
        panel = panel_of(closed or why, named_of(reading, version), asked_for(reading))
        return with_asking(panel, reading.notes_url, citation.key)
    if version is not None and artifact is not None and artifact.text is None and version in reading.closed.unkept:
        panel = panel_of(reading.closed.unkept[version], named_of(reading, version), asked_for(reading))
        return with_asking(panel, reading.notes_url, citation.key)
    few = reading.closed.read_by_few(version) if version is not None else None
    if few is not None:
        return read_by_few(few, named_of(reading, version))
    is_unsupported = reading.about is not None and reading.about.diagnosis is Diagnosis.GENUINE_UNSUPPORTED
    has_words = artifact is not None and artifact.text is not None
    return present_but() if is_unsupported and has_words else None


def _masked_version(reading: Reading, resolution: Resolution, artifact: Artifact | None) -> Version | None:
    """The version that a citation rests on: where its words come from, else that of the passage it names."""
    places = [(place.source or "", place.version or "") for place in resolution.primary]
    named = [(artifact.source or "", artifact.version or "")] if artifact is not None else []
    elsewhere = [(place.source or "", place.version or "") for place in resolution.elsewhere]
    every = [version for version in (*places, *named, *elsewhere) if version[0]]
    hops = reading.way.hops if reading.way is not None and resolution is reading.resolution else ()
    entries = reading.dossier.answer.manifest or ()
    parts = [part.artifact for entry in entries if entry.artifact == resolution.artifact for part in entry.parts]
    made_from = [*(hop.edge.derivation.input for hop in hops), *parts]
    found = [reading.dossier.artifacts.get(key) for key in made_from]
    every += [(one.source, one.version or "") for one in found if one is not None and one.source]
    told = [version for version in every if version in reading.closed.versions or version in reading.closed.taken]
    return next(iter((*told, *every)), None)


def named_of(reading: Reading, version: Version | None) -> Named:
    """What stays known of a version; nothing of one with a label that the viewer lacks."""
    if version is None or reading.closed.why(version) is BY_LABEL:
        return Named()
    source = reading.dossier.sources.get(version[0])
    found = next((one for one in source.versions if one.version == version[1]), None) if source else None
    observed = {"observed": found.observed_at} if found is not None else {}
    return Named(source=version[0], version=version[1], url=reading.version_urls.get(version, ""), dates=observed)


def asked_for(reading: Reading) -> str:
    return f"claim {reading.claim.key} of case {case_key(reading.dossier.answer.case)}"


def since_taken(reading: Reading) -> str:
    """What old verdicts say where a source of the claim was withdrawn or deleted since, if one was (S4-53)."""
    found = []
    for citation in reading.citations:
        resolution = reading.resolutions.get(citation.key)
        artifact = reading.dossier.artifacts.get(resolution.artifact or "") if resolution else None
        version = _masked_version(reading, resolution, artifact) if resolution else None
        why = reading.closed.taken.get(version) if version else None
        if why is not None and why.kind in (Withheld.WITHDRAWN, Withheld.DELETED):
            found.append(f"source {why.kind.label}{f' on {day_of(why.since)}' if why.since else ''}")
    return "; ".join(dict.fromkeys(found))
