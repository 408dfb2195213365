"""Versions of items are written where an item is new or changed; an item whose parts are the same is the same one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from inspector.calibrating.drafts import CLAIM, EVIDENCE, REBUILT_FROM, Draft, digest_of, kinds_between
from inspector.models import rows as opinions
from lineage.access import Reader
from lineage.bulk import in_parts, next_ids, write, write_contents
from lineage.evidence.vocabulary import Comparability
from lineage.models.content import pack

PART = 500
HEAVIEST, BYTES_A_ROW = 3_000, 2_000
"""Rows of a batch, and how many bytes of words weigh as much as one: so that nobody waits long for the database."""


class Version(NamedTuple):
    """A version that stands: what a revision holds. `is_new`: it was written now."""

    id: int
    key: str
    digest: bytes
    is_new: bool = False


class Known(NamedTuple):
    """The versions of one item so far: ids by digest, the newest number, and the one that counts."""

    by_digest: dict[bytes, int]
    number: int
    current: Any


def in_batches(drafts: Sequence[Draft]) -> Iterator[list[Draft]]:
    batch: list[Draft] = []
    weight = 0
    for draft in drafts:
        if batch and weight >= HEAVIEST:
            yield batch
            batch, weight = [], 0
        batch.append(draft)
        weight += 2 + len(draft.given) + len(draft.content or b"") // BYTES_A_ROW
    if batch:
        yield batch


def put_versions(reader: Reader, found: opinions.CalibrationSet, drafts: Sequence[Draft]) -> list[Version]:
    """A version for each draft, in their order. In a transaction that holds the set; keys are of one draft each."""
    known = _read_known(found, [draft.key for draft in drafts])
    settled = [_settle(draft, known.get(draft.key)) for draft in drafts]
    parts = [draft.parts for draft in settled]
    digests = [digest_of(one) for one in parts]
    new = [place for place, digest in enumerate(digests) if _find(known, settled[place], digest) is None]
    ids = dict(zip(new, next_ids(opinions.CalibrationItem, len(new)), strict=True))
    packed = {place: pack(content) for place in new if (content := settled[place].content) is not None}
    contents = write_contents(reader.tenant_id, packed.values())
    made = []
    for place in new:
        content = contents[packed[place].sha256] if place in packed else None
        row = _row(reader, found, settled[place], known.get(settled[place].key), parts[place])
        made.append(row | {"id": ids[place], "digest": digests[place], "content_id": content})
    write(opinions.CalibrationItem, made)
    write(opinions.ItemLabel, [row for place in new for row in _labels(reader, ids[place], settled[place])])
    return [
        Version(ids[place], draft.key, digest, is_new=True)
        if place in ids
        else Version(_find(known, draft, digest) or 0, draft.key, digest)
        for place, (draft, digest) in enumerate(zip(settled, digests, strict=True))
    ]


def standing(found: opinions.CalibrationSet) -> QuerySet[opinions.CalibrationItem]:
    """The versions that count: those that a revision holds, and those that a person made by hand since.

    What an import that was broken off has left behind is none of them.
    """
    held = opinions.RevisionItem.objects.filter(item=OuterRef("pk"))
    items = opinions.CalibrationItem.objects.filter(set=found)
    return items.filter(Q(Exists(held)) | Q(parts__has_key=REBUILT_FROM))  # type: ignore[no-any-return]


def _read_known(found: opinions.CalibrationSet, keys: Sequence[str]) -> dict[str, Known]:
    known: dict[str, Known] = {}
    held = opinions.RevisionItem.objects.filter(item=OuterRef("pk"))
    for part in in_parts(keys, PART):
        versions = opinions.CalibrationItem.objects.filter(set=found, key__in=part).annotate(is_held=Exists(held))
        for one in versions.order_by("version"):
            before = known.get(one.key, Known({}, 0, None))
            counts = one.is_held or REBUILT_FROM in one.parts
            current = one if counts or before.current is None else before.current
            known[one.key] = Known(before.by_digest | {bytes(one.digest): one.pk}, one.version, current)
    return known


def _find(known: Mapping[str, Known], draft: Draft, digest: bytes) -> int | None:
    return known[draft.key].by_digest.get(digest) if draft.key in known else None


def _settle(draft: Draft, known: Known | None) -> Draft:
    """What a person said of its being comparable stays: that it is not, until a person rebuilds it (S2-56); that it
    was rebuilt, as long as claim and evidence are the same."""
    current = known.current if known is not None else None
    if current is None or REBUILT_FROM not in current.parts:
        return draft
    is_same = all(current.parts[part] == draft.judged[part] for part in (CLAIM, EVIDENCE))
    if current.comparability == Comparability.COMPARABLE and not is_same:
        return draft
    kept = Comparability(current.comparability)
    return replace(draft, comparability=kept, comparability_reason=current.comparability_reason)


def _row(
    reader: Reader,
    found: opinions.CalibrationSet,
    draft: Draft,
    known: Known | None,
    parts: Mapping[str, str],
) -> dict[str, Any]:
    current = known.current if known is not None else None
    return {
        "tenant_id": reader.tenant_id,
        "set_id": found.pk,
        "key": draft.key,
        "version": known.number + 1 if known is not None else 1,
        "claim_id": draft.claim,
        "parts": dict(parts),
        "expected": dict(draft.expected),
        "expected_by": draft.expected_by.value if draft.expected_by is not None else None,
        "strata": dict(draft.strata),
        "comparability": draft.comparability.value,
        "comparability_reason": draft.comparability_reason,
        "change_kinds": kinds_between(current.parts, parts) if current is not None else [],
        "supersedes_id": current.pk if current is not None else None,
        "made_by": reader.actor,
    }


def _labels(reader: Reader, item: int, draft: Draft) -> Iterator[dict[str, Any]]:
    for label, verdict in draft.given:
        yield {
            "tenant_id": reader.tenant_id,
            "item_id": item,
            "field": label.field,
            "rater": label.rater,
            "role": label.role.value,
            "value": label.value,
            "confidence": label.confidence,
            "verdict_id": verdict,
        }
