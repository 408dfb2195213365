"""Are the maps between texts those that were recorded, and do they hold when they are applied again (M-16, S3-37)?

A map has a digest. One that code made is applied to its two texts once more: copies must be copies, a normalized view
must be what its policy makes of the text, and every word of a text that we made must come from somewhere.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from lineage.bulk import in_parts
from lineage.evidence.bundle import Transformation
from lineage.evidence.digests import digest_bytes, raw_digest
from lineage.evidence.paths import verify_map
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import Mediation, TransformationKind
from lineage.integrity import FROM_BACKUP
from lineage.models import rows
from lineage.models.content import ContentAbsent, ContentDamaged
from lineage.pipeline.records import TOOL
from lineage.redactions import read_json
from lineage.targets import read_words
from lineage.text.normalization import NormalizationPolicy, normalize
from lineage.text.operations import Operation
from lineage.text.spanmap import SpanMap, SpanMapError
from lineage.tracing import read_texts

AT_ONCE = 50
"""Derivations whose texts are in memory together."""


class Edge(NamedTuple):
    id: int
    packed: bytes
    digest: bytes | None
    verified: bool | None
    transformation: int
    input: int
    output: int


def find_map_faults(tenant: rows.Tenant) -> Iterator[str]:
    """Derivations of one input follow each other, so that its text is read once for some dozens of them."""
    kept = rows.Derivation.objects.filter(tenant=tenant, map__isnull=False)
    ids = list(kept.order_by("input_id", "id").values_list("id", flat=True))
    for part in in_parts(ids, AT_ONCE):
        columns = ("id", "map", "map_digest", "verified", "transformation_id", "input_id", "output_id")
        edges = [Edge(*row) for row in rows.Derivation.objects.filter(pk__in=part).values_list(*columns)]
        made = read_steps({edge.transformation for edge in edges})
        words = read_kept({end for edge in edges for end in (edge.input, edge.output)})
        for edge in edges:
            fault = find_fault(edge, made[edge.transformation], words)
            if fault:
                yield f"row {edge.id}: {fault}. {FROM_BACKUP.format(edge.id, 'lineage_derivation')}."


def find_fault(edge: Edge, made: Transformation, words: Mapping[int, str | None]) -> str:
    """What is wrong with a recorded map; empty where nothing is. A text that is not kept proves nothing against it."""
    packed = bytes(edge.packed)
    if edge.digest is None or raw_digest(digest_bytes(packed)) != bytes(edge.digest):
        return "its map has another digest than was recorded"
    try:
        spans = SpanMap.unpack(packed)
    except SpanMapError as fault:
        return f"its map cannot be read: {fault}"
    output, source = words.get(edge.output), words.get(edge.input)
    if output is None or source is None:
        return ""
    try:
        holds, reason = verify_map(made, spans, output, source)
    except SpanMapError as fault:
        return f"its map is not one between these texts: {fault}"
    if holds is not edge.verified:
        return f"its map was recorded as {_word(edge.verified)} and is {_word(holds)}{': ' if reason else ''}{reason}"
    return find_reapplied(made, spans, output, source) if holds and made.tool == TOOL else ""


def find_reapplied(made: Transformation, spans: SpanMap, output: str, source: str) -> str:
    """Steps of ours are done again where they can be: the same text, the same map."""
    if spans.uncovered():
        return f"{spans.uncovered()[0].length} characters of its text come from nowhere"
    if made.kind is not TransformationKind.NORMALIZATION:
        return ""
    try:
        operations = tuple(Operation(str(name)) for name in made.parameters["operations"])  # type: ignore[union-attr]
    except (KeyError, TypeError, ValueError):
        return "the operations of its normalization are not known"
    view = normalize(source, NormalizationPolicy(made.key, 1, operations))
    if view.text != output:
        return "its normalization makes another text today"
    return "" if view.map == spans else "its normalization makes another map today"


def read_steps(ids: set[int]) -> dict[int, Transformation]:
    """As much of transformations as verifying takes; parameters that are damaged or purged are none."""
    found = {}
    for row in rows.Transformation.objects.filter(pk__in=ids).select_related("parameters"):
        found[row.pk] = Transformation(
            key=row.key,
            kind=TransformationKind(row.kind),
            mediation=Mediation(row.mediation),
            tool=row.tool,
            parameters=_parameters(row.parameters),
        )
    return found


def _parameters(content: Any) -> Any:
    try:
        return load_json(read_json(content)) if content is not None else {}
    except (ContentAbsent, ContentDamaged):
        return {}


def read_kept(artifacts: set[int]) -> dict[int, str | None]:
    """The words of texts; None where they are kept no longer, or damaged, which their contents say by themselves."""
    words: dict[int, str | None] = {}
    texts = read_texts(sorted(artifacts))
    for id, text in texts.items():
        try:
            whole = read_words([text])[id]
        except (ContentDamaged, UnicodeDecodeError):
            whole = None
        words[id] = None if whole is None else whole[1]
    return words


def _word(verified: bool | None) -> str:
    return {True: "holding", False: "not holding", None: "not verified"}[verified]
