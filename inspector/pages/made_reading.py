"""The texts that were made from those of a version, as rows and as a dossier would hold them."""

from typing import Any

from inspector.pages.withheld_opening import find_closed_artifacts
from lineage.access import Reader
from lineage.evidence.bundle import Artifact, Transformation
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import ArtifactKind, Mediation, Origin, TransformationKind
from lineage.models import rows

LISTED = 100
AIDS = (
    ArtifactKind.TRANSLATION,
    ArtifactKind.TABLE_LINEARIZATION,
    ArtifactKind.SUMMARY,
    ArtifactKind.SUMMARY_BULLET,
    ArtifactKind.REDACTED_TEXT,
    ArtifactKind.STRUCTURED_EXTRACTION,
    ArtifactKind.CONTEXTUAL_PREFIX,
    ArtifactKind.GENERATED_QUESTION,
    ArtifactKind.HYPOTHETICAL_DOCUMENT,
)


def read_edges(reader: Reader, version: Any, skip: int) -> tuple[list[Any], bool]:
    """What was made, without what was also made from a text that the reader may not see; and whether there is more."""
    outputs = rows.Artifact.objects.visible_to(reader).filter(kind__in=[kind.value for kind in AIDS]).values("pk")
    made = rows.Derivation.objects.visible_to(reader).filter(input__version=version, output__in=outputs)
    related = ("output__content", "input__content", "transformation")
    bodies = ("output__content__body", "input__content__body")
    every = list(made.select_related(*related).defer(*bodies).order_by("output_id")[skip : skip + LISTED + 1])
    found = every[:LISTED]
    closed = find_closed_artifacts(reader, [edge.output.key for edge in found]) if found else {}
    # Of a text that was made from several of this version, the one that has a map, else the first.
    by_output = {edge.output_id: edge for edge in sorted(found, key=lambda edge: (edge.map is not None, -edge.pk))}
    shown = [edge for edge in found if by_output[edge.output_id] is edge and edge.output.key not in closed]
    return shown, len(every) > LISTED


def as_artifact(row: Any, text: str | None) -> Artifact:
    """As a dossier would hold it, as far as it is drawn from."""
    return Artifact(
        key=row.key,
        kind=ArtifactKind(row.kind),
        origin=Origin(row.origin),
        text=text,
        language=row.language,
        direction=row.direction,
        section=row.section,
        cell=row.cell,
        metadata=_read_metadata(row),
    )


def _read_metadata(row: Any) -> dict[str, Any]:
    """One statement for a text that has any; none for a row of a table that nothing was recorded of."""
    details = row.details if row.kind == ArtifactKind.TABLE_LINEARIZATION else None
    if details is None or details.body is None:
        return {}
    found: dict[str, Any] = load_json(details.get_bytes()).get("metadata", {})
    return found


def as_transformation(row: Any) -> Transformation:
    return Transformation(
        key=row.key,
        kind=TransformationKind(row.kind),
        mediation=Mediation(row.mediation),
        tool=row.tool,
        model=row.model,
        operator=row.operator,
        derivations=(),
    )
