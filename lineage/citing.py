"""Who cites a source: the citations of every answer, in any text of it or made from it, as last inspected."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import F

from lineage.bulk import in_parts
from lineage.models import rows

LARGEST_LOOKUP = 500
MAXIMUM_DEPTH = 64


class Citing(NamedTuple):
    """`resolution` and `citation` are ids, `artifact` that of the text that is cited, `text` that of the source."""

    resolution: int
    citation: int
    artifact: int
    text: int


def list_citing(tenant_id: int, source_id: int, version_id: int | None = None) -> list[Citing]:
    """By text of the source, then in the order in which they were recorded, each citation once.

    With a version, only those that cite its texts or what was made from them. The statements grow with the number of
    texts, at 500 each, not with the number of citations.
    """
    texts = texts_of(source_id, version_id)
    made_from = reach_downstream(texts)
    found: dict[int, Citing] = {}
    for part in in_parts(sorted(made_from), LARGEST_LOOKUP):
        # The newest inspection of each answer.
        resolutions = rows.Resolution.objects.filter(
            tenant_id=tenant_id, artifact_id__in=part, inspection__answer__state__inspection=F("inspection_id")
        )
        for resolution, citation, artifact in resolutions.values_list("id", "citation_id", "artifact_id"):
            found[citation] = Citing(resolution, citation, artifact, made_from[artifact])
    return sorted(found.values(), key=lambda one: (one.text, one.artifact, one.resolution))


def texts_of(source_id: int, version_id: int | None = None) -> list[int]:
    """Ids of the texts of a source, or of one version of it, in the order in which they were recorded."""
    versions = [version_id] if version_id is not None else versions_of(source_id)
    texts = [
        id
        for part in in_parts(versions, LARGEST_LOOKUP)
        for id in rows.Artifact.objects.filter(version_id__in=part).values_list("id", flat=True)
    ]
    if version_id is None:
        # A text may name its source and no version.
        unversioned = rows.Artifact.objects.filter(source_id=source_id, version__isnull=True)
        texts += unversioned.values_list("id", flat=True)
    return sorted(texts)


def versions_of(source_id: int) -> list[int]:
    return sorted(rows.SourceVersion.objects.filter(source_id=source_id).values_list("id", flat=True))


def reach_downstream(texts: Iterable[int]) -> dict[int, int]:
    """Everything that was made from these texts, themselves included: id -> the first of them that it came from.

    "First" is by depth: a chunk that was cut from a normalized text belongs where that one does.
    """
    given = list(texts)
    reached = {id: id for id in given}
    frontier = given
    for _ in range(MAXIMUM_DEPTH):
        edges = [
            edge
            for part in in_parts(frontier, LARGEST_LOOKUP)
            for edge in rows.Derivation.objects.filter(input_id__in=part).values_list("input_id", "output_id")
        ]
        frontier = []
        for upstream, made in sorted(edges):
            if made not in reached:
                reached[made] = reached[upstream]
                frontier.append(made)
        if not frontier:
            break
    return reached
