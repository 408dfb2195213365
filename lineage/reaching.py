"""Everything that carries the words of a version, from rows: texts and pictures of it, and who was given them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from django.db.models import Exists, OuterRef, Q

from lineage.bulk import in_parts
from lineage.citing import reach_downstream
from lineage.content_references import references
from lineage.evidence.reach import Carrier, Reach, spread, treat
from lineage.evidence.vocabulary import SourceEventKind
from lineage.models import rows

LARGEST_LOOKUP = 500
OWN_WORDS = {
    ("Answer", "text"): "an answer's own words",
    ("Answer", "rendered"): "an answer's own words",
    ("Claim", "text"): "a claim's own words",
    ("Case", "question"): "a question",
    ("Policy", "body"): "a policy",
}


def reach(version: rows.SourceVersion) -> Reach:
    """What erasing the version would touch, and what it would keep, by contents; nothing is changed.

    Copies that nobody can find by following rows, such as a quotation in a rationale, are found when it is erased.
    """
    artifacts = reached_artifacts(version)
    answers = answers_given(version.tenant_id, artifacts)
    # Bytes that are a text of it as well are the retained bytes, which come last.
    found = dict(owned_contents(version, artifacts))
    for content, carrier in given_contents(answers):
        found.setdefault(content, carrier)
    owners = find_owners(version, artifacts, found)
    contents = tuple(treat(content, carrier, owners.get(content)) for content, carrier in sorted(found.items()))
    return Reach(version.pk, tuple(sorted(artifacts)), tuple(answers), contents)


def reached_artifacts(version: rows.SourceVersion) -> frozenset[int]:
    """Texts of the version and all that was made from them, but for texts of other versions that live on."""
    own = list(rows.Artifact.objects.filter(version=version).values_list("id", flat=True))
    downstream = reach_downstream(own)
    outputs: dict[int, list[int]] = defaultdict(list)
    closed: set[int] = set()
    for part in in_parts(sorted(downstream), LARGEST_LOOKUP):
        for source, output in rows.Derivation.objects.filter(input_id__in=part).values_list("input_id", "output_id"):
            outputs[source].append(output)
        others = rows.Artifact.objects.filter(lives("version_id"), pk__in=part, version__isnull=False)
        closed.update(others.exclude(version=version).values_list("id", flat=True))
    return spread(own, outputs, closed)


def answers_given(tenant_id: int, artifacts: Collection[int]) -> list[int]:
    """Ids of the answers that were given one of these texts, cite one, or were found to rest on one."""
    found: set[int] = set()
    for part in in_parts(sorted(artifacts), LARGEST_LOOKUP):
        for model, path in (
            (rows.ManifestEntry, "answer_id"),
            (rows.Citation, "answer_id"),
            (rows.Resolution, "inspection__answer_id"),
        ):
            named = model.objects.filter(tenant_id=tenant_id, artifact_id__in=part)
            found.update(named.values_list(path, flat=True).distinct())
    return sorted(found)


def owned_contents(version: rows.SourceVersion, artifacts: Collection[int]) -> Iterator[tuple[int, Carrier]]:
    """The contents of the version itself and of the texts that were made of it."""
    for reference in references():
        if not reference.is_owner or reference.carrier is None:
            continue
        for owned in _of_version(reference.model, version, artifacts):
            kept = owned.filter(**{f"{reference.field}__isnull": False})
            for id in kept.values_list(f"{reference.field}_id", flat=True):
                yield id, reference.carrier


def given_contents(answers: Collection[int]) -> Iterator[tuple[int, Carrier]]:
    """What holds a copy of the words that these answers were given."""
    for part in in_parts(sorted(answers), LARGEST_LOOKUP):
        for model, path, field, carrier in (
            (rows.Answer, "pk", "payload", Carrier.PAYLOAD),
            (rows.Answer, "pk", "record", Carrier.RECORD),
            (rows.JudgeResult, "claim__answer_id", "record", Carrier.JUDGEMENT),
            (rows.Inspection, "answer_id", "report", Carrier.INSPECTION),
            (rows.Relocation, "citation__answer_id", "details", Carrier.RELOCATION),
        ):
            named = model.objects.filter(**{f"{path}__in": part, f"{field}__isnull": False})
            yield from ((id, carrier) for id in named.values_list(f"{field}_id", flat=True))


def find_owners(
    version: rows.SourceVersion, artifacts: Collection[int], contents: Iterable[int]
) -> dict[int, str]:
    """Of these contents, those that something that lives on owns as well, and what it is."""
    wanted, found = sorted(set(contents)), dict[int, str]()
    for reference in references():
        name = (reference.model.__name__, reference.field)
        if not reference.is_owner and name not in OWN_WORDS:
            continue
        for part in in_parts(wanted, LARGEST_LOOKUP):
            named = reference.model.objects.filter(tenant_id=version.tenant_id, **{f"{reference.field}__in": part})
            if name in OWN_WORDS:
                owned = dict.fromkeys(named.values_list(f"{reference.field}_id", flat=True), OWN_WORDS[name])
            else:
                owned = _live_owners(named, reference.model, reference.field, version, artifacts)
            found |= owned
    return found


def _live_owners(
    named: Any, model: Any, field: str, version: rows.SourceVersion, artifacts: Collection[int]
) -> dict[int, str]:
    found: dict[int, str] = {}
    if model is rows.SourceVersion:
        others = named.exclude(pk=version.pk).filter(lives("pk"))
        for content, source, name in others.values_list(f"{field}_id", "source__key", "version"):
            found[content] = f"version {name} of {source}"
    elif model is rows.Artifact:
        others = named.filter(Q(version__isnull=True) | lives("version_id"), purged_at__isnull=True)
        columns = (f"{field}_id", "id", "key", "version__source__key", "version__version")
        for content, id, key, source, name in others.values_list(*columns):
            if id not in artifacts:
                found[content] = f"version {name} of {source}" if source else f"text {key}"
    else:
        others = named.exclude(version=version).filter(lives("version_id"))
        for content, source, name in others.values_list(f"{field}_id", "version__source__key", "version__version"):
            found[content] = f"version {name} of {source}"
    return found


def lives(version: str) -> Any:
    """Whether the version that the outer row's column names was not erased; one that keeps its title was, too."""
    purged = rows.SourceEvent.objects.filter(version_id=OuterRef(version), event=SourceEventKind.PURGED.value)
    return ~Exists(purged)


def _of_version(model: Any, version: rows.SourceVersion, artifacts: Collection[int]) -> Iterator[Any]:
    if model is rows.SourceVersion:
        yield model.objects.filter(pk=version.pk)
    elif model is rows.Artifact:
        yield from (model.objects.filter(pk__in=part) for part in in_parts(sorted(artifacts), LARGEST_LOOKUP))
    else:
        yield model.objects.filter(version=version)
