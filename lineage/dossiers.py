"""Rows -> dossier, in a fixed number of statements whatever the answer's size (DESIGN 2).

The same content gives the same digest as the bundle it came in, where the rows know no more of its sources.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import connection

from lineage.bulk import in_parts
from lineage.evidence.bundle import (
    Answer,
    Artifact,
    Derivation,
    JudgeResult,
    Source,
    SourceEvent,
    SourceVersion,
    Transformation,
)
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.dossier import Dossier, cited_keys, named_artifacts
from lineage.evidence.reading import load_json, validate
from lineage.evidence.vocabulary import (
    ArtifactKind,
    Authority,
    Availability,
    Mediation,
    Origin,
    SourceEventKind,
    SourceKind,
    TransformationKind,
)
from lineage.models import rows
from lineage.models.content import unpack
from lineage.redactions import find_remains, read_json
from lineage.text.span import Span

LARGEST_LOOKUP = 500
BODY = ("sha256", "size", "body", "coding")
ANSWER_TEXTS = ("record", "text", "rendered")
"""What `select_related` of an answer should name before its dossier is read."""

# From the artifacts that an answer names, upstream along every recorded derivation. UNION ends at cycles.
UPSTREAM = """
WITH RECURSIVE reach(id) AS (
    SELECT id FROM lineage_artifact WHERE tenant_id = %s AND key IN ({keys})
    UNION
    SELECT d.input_id FROM lineage_derivation d JOIN reach r ON d.output_id = r.id
)
SELECT id FROM reach
"""

# Each artifact that is named, with all that it was made from; then those among them that a label closes.
LABELLED = """
WITH RECURSIVE reach(named, id) AS (
    SELECT id, id FROM lineage_artifact WHERE tenant_id = %s AND key IN ({keys})
    UNION
    SELECT r.named, d.input_id FROM lineage_derivation d JOIN reach r ON d.output_id = r.id
)
SELECT DISTINCT a.key FROM reach r
JOIN lineage_artifact s ON s.id = r.id
JOIN lineage_sourcelabel l ON l.version_id = s.version_id {other}
JOIN lineage_artifact a ON a.id = r.named
"""


def read_dossier(
    answer: rows.Answer, *, only_names_of_candidates: bool = False, with_judges: bool = True
) -> Dossier:
    """The dossier of a stored answer. Raises ContentAbsent, ContentDamaged where a text cannot be read.

    With `only_names_of_candidates`, what retrieval found and nothing else of the answer names has neither text nor
    derivations: enough to list hundreds of them. Such a dossier has another digest, and is no ground to inspect on.
    Without judges, those results that came apart from the answer are not asked for.
    """
    value, inline, known = read_answer(answer)
    unknown = cited_keys(value) - known
    named = {*named_artifacts(value), *inline} - unknown
    listed = _only_retrieved(value) - unknown if only_names_of_candidates else set()
    artifact_ids = _reach(answer.tenant_id, sorted(named - listed))
    artifacts = _read_names(answer.tenant_id, sorted(listed)) | _read_artifacts(artifact_ids)
    sources = known_sources(answer.tenant_id, {a.source for a in artifacts.values() if a.source} | known)
    transformations, maps = _read_transformations(artifact_ids)
    judged = _read_judged(answer) if with_judges else []
    return Dossier.of(value, sources.values(), artifacts.values(), transformations, judged, inline, maps)


def _only_retrieved(value: Answer) -> set[str]:
    """The keys that hits, candidates and the orders between them name, and no other part of the answer."""
    found = Counter[str]()
    for run in value.capture.retrieval or ():
        found.update(one.artifact for one in (*(run.hits or ()), *(run.candidates or ())))
        if run.rerank is not None:
            found.update(key for key in (*(run.rerank.handed or ()), *(run.rerank.returned or ())) if key is not None)
        for dropped, kept in (run.deduplicated or {}).items():
            found.update((dropped, kept))
    named = Counter(named_artifacts(value))
    # As often as retrieval names it, and never elsewhere: a key that is named once more counts as needed.
    return {key for key, times in found.items() if times >= named[key]}


def read_answer(answer: rows.Answer) -> tuple[Answer, list[str], set[str]]:
    """The wire answer of a row, its texts put back, and the keys of the artifacts that came inside it.

    Last, those of the keys it cites that its file had: what another answer brought under such a key is not its own.
    No statement where the row was selected with `ANSWER_TEXTS`.
    """
    # Our own JSON, in which an answer may stand one level deeper than in the line that it came in.
    record = json.loads(read_json(answer.record))
    value = record["answer"]
    for name in ("text", "rendered"):
        content = getattr(answer, name)
        if content is not None:
            value[name] = content.get_text()
    for index in record["sliced"]:
        value["claims"][index]["text"] = Span(*value["claims"][index]["place"]).slice(value["text"])
    value["response_version"] = answer.response_version
    return validate(Answer, value), record["inline"], set(record["known"])


SOURCE_COLUMNS = ("key", "kind", "owner", "jurisdiction", "language", "authority")
VERSION_COLUMNS = (
    *("id", "version", "title", "safe_title", "uri", "safe_uri", "media_type", "checksum", "raw__sha256"),
    *("observed_at", "ingested_at", "valid_from", "valid_to", "draft", "supersedes", "availability"),
)


def known_sources(tenant_id: int, keys: Iterable[str]) -> dict[str, Source]:
    """Sources by key with every version that the rows know; keys that no source has are left out. Three statements."""
    joined: list[dict[str, Any]] = []
    for part in in_parts(sorted(keys), LARGEST_LOOKUP):
        # One row a version, and one with nothing of a version for a source that has none.
        found = rows.Source.objects.filter(tenant_id=tenant_id, key__in=part).order_by("versions__id")
        joined += found.values(*SOURCE_COLUMNS, *(f"versions__{column}" for column in VERSION_COLUMNS))
    ids = [row["versions__id"] for row in joined if row["versions__id"] is not None]
    labels = _grouped(
        rows.SourceLabel.objects.filter(version_id__in=ids).order_by("id").values_list("version_id", "label"), ids
    )
    events = _grouped(
        rows.SourceEvent.objects.filter(version_id__in=ids)
        .order_by("id")
        .values_list("version_id", "event", "at", "reason"),
        ids,
    )
    by_source: dict[str, list[SourceVersion]] = defaultdict(list)
    for row in joined:
        id = row["versions__id"]
        versions = by_source[row["key"]]
        if id is not None:
            version = {column: row[f"versions__{column}"] for column in VERSION_COLUMNS}
            versions.append(_version(version, labels[id], events[id]))
    return {row["key"]: _source(row, by_source[row["key"]]) for row in joined}


def _source(row: Mapping[str, Any], versions: Sequence[SourceVersion]) -> Source:
    return Source(
        key=row["key"],
        kind=SourceKind(row["kind"]),
        owner=row["owner"],
        jurisdiction=row["jurisdiction"],
        language=row["language"],
        authority=Authority(row["authority"]),
        versions=tuple(versions),
    )


def _version(row: dict[str, Any], labels: list[Any], events: list[Any]) -> SourceVersion:
    del row["id"]
    raw = row.pop("raw__sha256")
    declared = row.pop("checksum") or raw
    return SourceVersion(
        **row | {"availability": Availability(row["availability"])},
        checksum=digest_from_raw(bytes(declared)) if declared is not None else None,
        labels=tuple(label for (label,) in labels),
        events=tuple(SourceEvent(event=SourceEventKind(kind), at=at, reason=reason) for kind, at, reason in events),
    )


def _reach(tenant_id: int, keys: Sequence[str]) -> list[int]:
    found: set[int] = set()
    for part in in_parts(keys, LARGEST_LOOKUP):
        with connection.cursor() as cursor:
            cursor.execute(UPSTREAM.format(keys=", ".join(["%s"] * len(part))), [tenant_id, *part])
            found.update(row[0] for row in cursor.fetchall())
    return sorted(found)


ARTIFACT_COLUMNS = (
    *("key", "kind", "origin", "source__key", "version__version", "start", "end", "digest", "language"),
    *("direction", "page", "section", "cell", "confidence"),
    *(f"{name}__{column}" for name in ("content", "details") for column in BODY),
)


NAME_COLUMNS = ("key", "kind", "origin", "source__key", "version__version")


def _read_names(tenant_id: int, keys: Sequence[str]) -> dict[str, Artifact]:
    """Artifacts as a list of them shows them, without their words."""
    artifacts = {}
    for part in in_parts(keys, LARGEST_LOOKUP):
        found = rows.Artifact.objects.filter(tenant_id=tenant_id, key__in=part).values_list(*NAME_COLUMNS)
        for key, kind, origin, source, version in found:
            about = {"kind": ArtifactKind(kind), "origin": Origin(origin), "source": source, "version": version}
            artifacts[key] = Artifact(key=key, **about)
    return artifacts


def find_labelled(tenant_id: int, keys: Sequence[str], held: Iterable[str]) -> set[str]:
    """Of these artifacts, those that are of a version with a label beside the held ones, or were made from such."""
    labels, labelled = sorted(held), set()
    other = f"AND l.label NOT IN ({', '.join(['%s'] * len(labels))})" if labels else ""
    for part in in_parts(keys, LARGEST_LOOKUP):
        with connection.cursor() as cursor:
            cursor.execute(
                LABELLED.format(keys=", ".join(["%s"] * len(part)), other=other), [tenant_id, *part, *labels]
            )
            labelled.update(row[0] for row in cursor.fetchall())
    return labelled


def _read_artifacts(ids: Sequence[int]) -> dict[str, Artifact]:
    artifacts = {}
    for part in in_parts(ids, LARGEST_LOOKUP):
        for row in rows.Artifact.objects.filter(pk__in=part).order_by("id").values(*ARTIFACT_COLUMNS):
            artifacts[row["key"]] = _artifact(row)
    return artifacts


def _artifact(row: Mapping[str, Any]) -> Artifact:
    text, details = _body(row, "content"), _body(row, "details")
    value = load_json(details) if details is not None else {}
    whole = text.decode() if text is not None else None
    value |= {
        "key": row["key"],
        "kind": ArtifactKind(row["kind"]),
        "origin": Origin(row["origin"]),
        "source": row["source__key"],
        "version": row["version__version"],
        "text": whole if row["start"] is None or whole is None else whole[row["start"] : row["end"]],
        "digest": digest_from_raw(bytes(row["digest"])) if row["digest"] is not None else None,
    }
    value |= {name: row[name] for name in ("language", "direction", "page", "section", "cell", "confidence")}
    return validate(Artifact, value)


def _body(row: Mapping[str, Any], name: str) -> bytes | None:
    """The bytes of a joined content; None where there is none, or where it was purged or is kept elsewhere."""
    if row[f"{name}__sha256"] is None or row[f"{name}__body"] is None:
        return None
    return unpack(*(row[f"{name}__{column}"] for column in BODY))


STEP_COLUMNS = ("key", "kind", "mediation", "tool", "tool_version", "model", "model_version")
STEP_COLUMNS += ("prompt_digest", "executed_at", "operator", "parameters_id")
STEP_COLUMNS += tuple(f"parameters__{column}" for column in BODY)
EDGE_COLUMNS = (
    *("transformation_id", "map", "input__key", "output__key"),
    *(f"transformation__{column}" for column in STEP_COLUMNS),
)


def _read_transformations(
    artifact_ids: Sequence[int],
) -> tuple[list[Transformation], dict[tuple[str, str, str], bytes]]:
    """And the packed maps of their derivations, by the keys of transformation, output and input.

    A derivation with a packed map has no segments of its own beside it: `Dossier.get_map` unpacks what is followed.
    """
    maps: dict[tuple[str, str, str], bytes] = {}
    derivations: dict[int, list[Derivation]] = defaultdict(list)
    found: dict[int, dict[str, Any]] = {}
    for part in in_parts(artifact_ids, LARGEST_LOOKUP):
        # Plain values: one step may have made hundreds of these texts, and is built once.
        edges = rows.Derivation.objects.filter(output_id__in=part).order_by("id").values_list(*EDGE_COLUMNS)
        for id, packed, source, output, *step in edges:
            if id not in found:
                found[id] = dict(zip(STEP_COLUMNS, step, strict=True))
            if packed is not None:
                maps[found[id]["key"], output, source] = bytes(packed)
            derivation = Derivation(input=source, output=output, segments=() if packed is not None else None)
            derivations[id].append(derivation)
    return [_transformation(row, derivations[id]) for id, row in found.items()], maps


def _transformation(row: Mapping[str, Any], derivations: list[Derivation]) -> Transformation:
    digest, parameters = row["prompt_digest"], _parameters(row)
    kept = {name: row[name] for name in STEP_COLUMNS[3:7]}
    return Transformation(
        key=row["key"],
        kind=TransformationKind(row["kind"]),
        mediation=Mediation(row["mediation"]),
        **kept,
        prompt_digest=digest_from_raw(bytes(digest)) if digest is not None else None,
        parameters=load_json(parameters) if parameters is not None else {},
        executed_at=row["executed_at"],
        operator=row["operator"],
        derivations=tuple(derivations),
    )


def _parameters(row: Mapping[str, Any]) -> bytes | None:
    """None where a step has none, and where they were erased and nothing was left of them."""
    if row["parameters__sha256"] is None:
        return None
    if row["parameters__body"] is None:
        return find_remains([row["parameters_id"]]).get(row["parameters_id"])
    return unpack(*(row[f"parameters__{column}"] for column in BODY))


def _read_judged(answer: rows.Answer) -> list[JudgeResult]:
    """Judge results that came apart from the answer; the others stand in its record."""
    found = rows.JudgeResult.objects.filter(claim__answer_id=answer.pk, record__isnull=False)
    return [
        validate(JudgeResult, load_json(read_json(row.record)))
        for row in found.select_related("record").order_by("id")
    ]


def _grouped(found: Any, ids: Sequence[int]) -> dict[int, list[Any]]:
    groups: dict[int, list[Any]] = defaultdict(list)
    for first, *others in found if ids else ():
        groups[first].append(others)
    return groups
