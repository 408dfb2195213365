"""What a version's words are known by, read before they are erased; and what of each answer rests on them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from lineage.bulk import in_parts
from lineage.evidence.answer_striking import Citing
from lineage.evidence.striking import Traces
from lineage.evidence.vocabulary import ArtifactKind, Origin
from lineage.models import rows
from lineage.models.content import ContentAbsent, ContentDamaged
from lineage.reaching import lives

LARGEST_LOOKUP = 500
NAMES = ("title", "safe_title", "uri", "safe_uri")


def read_traces(
    version: rows.SourceVersion, artifacts: Collection[int], going: Collection[int], kept: Collection[int]
) -> Traces:
    """`going` are contents to be erased, `kept` such as something that lives on owns too."""
    texts = [
        content
        for part in in_parts(sorted(artifacts), LARGEST_LOOKUP)
        for content in rows.Artifact.objects.filter(pk__in=part, content__isnull=False).values_list(
            "content_id", flat=True
        )
    ]
    if version.raw_id is not None and version.raw_is_text:
        texts.append(version.raw_id)
    going_texts = [content for content in dict.fromkeys(texts) if content in going]
    names = {name for name in (getattr(version, field) for field in NAMES) if name}
    return Traces(
        _read(going_texts),
        names - _living_names(version, names) - {version.source.key, version.version},
        _read([*_living_texts(version), *(content for content in texts if content in kept)]),
    )


def read_citing(answer_ids: Sequence[int], artifacts: Collection[int]) -> dict[int, Citing]:
    """Of each of these answers, the citations that name one of the texts or were found to, and their claims."""
    citations: dict[int, set[str]] = defaultdict(set)
    claims: dict[int, set[str]] = defaultdict(set)
    for part in in_parts(sorted(artifacts), LARGEST_LOOKUP):
        for model, prefix in ((rows.Citation, ""), (rows.Resolution, "citation__")):
            columns = (f"{prefix}answer_id", f"{prefix}key", f"{prefix}claim__key")
            for answer, key, claim in model.objects.filter(artifact_id__in=part).values_list(*columns):
                citations[answer].add(key)
                if claim is not None:
                    claims[answer].add(claim)
    return {id: Citing(frozenset(citations[id]), frozenset(claims[id])) for id in answer_ids}


def _living_names(version: rows.SourceVersion, names: Iterable[str]) -> set[str]:
    """Of these names, those of versions that live on: most versions of a source have one title."""
    others = rows.SourceVersion.objects.filter(lives("pk"), tenant_id=version.tenant_id).exclude(pk=version.pk)
    return {
        name
        for field in NAMES
        for name in others.filter(**{f"{field}__in": sorted(names)}).values_list(field, flat=True).distinct()
    }


def _living_texts(version: rows.SourceVersion) -> list[int]:
    """The texts, by content, of the other versions of the source: mostly the same words."""
    whole = (ArtifactKind.RAW_SOURCE.value, ArtifactKind.CANONICAL_EXTRACT.value)
    others = rows.Artifact.objects.filter(
        lives("version_id"),
        source_id=version.source_id,
        purged_at__isnull=True,
        kind__in=whole,
        origin=Origin.ORIGINAL.value,
        content__isnull=False,
    )
    return list(others.exclude(version=version).values_list("content_id", flat=True).distinct())


def _read(contents: Sequence[int]) -> Iterator[str]:
    """One after the other; what is no text, or not there any more, is passed over."""
    for id in contents:
        try:
            yield rows.Content.objects.get(pk=id).get_text()
        except (ContentAbsent, ContentDamaged, UnicodeDecodeError):
            continue
