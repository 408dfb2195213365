"""What the machine can prove of the selected citation: each a fact that a reviewer may contest. Pure."""

from inspector.pages.claim_evidence import status_of
from inspector.pages.claim_newer import standing_of
from inspector.pages.claim_reading import Reading
from inspector.pages.claim_view import FactLine
from inspector.pages.evidence_view import Said
from inspector.pages.states import STATE_OF_ORIGIN
from lineage.evidence.vocabulary import (
    Authority,
    Mediation,
    Origin,
)


def facts_of(reading: Reading) -> tuple[FactLine, ...]:
    """What is proved of the selected citation; a reviewer may contest each by its name."""
    resolution = reading.resolution
    if resolution is None:
        return ()
    artifact = reading.dossier.artifacts.get(resolution.artifact or "")
    source = reading.dossier.sources.get(artifact.source or "") if artifact else None
    origin = resolution.origin or Origin.UNRESOLVED
    authority = source.authority if source else Authority.UNKNOWN
    known = authority is not Authority.UNKNOWN
    return (
        FactLine(
            value=f"{resolution.citation}:origin",
            name="origin",
            said=Said(origin.label, STATE_OF_ORIGIN.get(origin, "absent"), "", origin.meaning),
        ),
        FactLine(value=f"{resolution.citation}:quotation", name="quotation", said=status_of(resolution)),
        FactLine(value=f"{resolution.citation}:derivation", name="way to the original", said=_way(reading)),
        FactLine(
            value=f"{resolution.citation}:freshness",
            name="version",
            said=standing_of(reading, resolution),
        ),
        FactLine(
            value=f"{resolution.citation}:authority",
            name="authority",
            said=Said(
                authority.label, "pass" if authority is Authority.AUTHORITATIVE else "unclear" if known else "absent"
            ),
        ),
    )


def _way(reading: Reading) -> Said:
    traced = reading.way
    if traced is None:
        return Said("not recorded", "absent")
    if not traced.hops:
        return Said(
            "the cited words are the source's own extract" if traced.places else "not recorded",
            "pass" if traced.places else "absent",
        )
    if any(hop.verified is False for hop in traced.hops):
        return Said("a map on the way does not hold", "fail")
    if any(hop.edge.derivation.segments is None for hop in traced.hops):
        return Said("a step on the way kept no map", "absent")
    if any(hop.edge.transformation.mediation is not Mediation.DETERMINISTIC for hop in traced.hops):
        return Said("a step by a model or a person", "generated", "", "Its map was recorded, but code cannot check it.")
    return Said("every map holds", "pass", "", "The maps were applied again and gave the same words.")
