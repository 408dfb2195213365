"""A revision of a set is written: which versions it holds, in which order. Nothing changes it afterwards."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from django.db import transaction
from django.db.models import Count, Max, Q

from inspector.calibrating.drafts import dump_words
from inspector.calibrating.fields import dump_fields
from inspector.calibrating.keeping import hold_set
from inspector.calibrating.versions import PART, Version
from inspector.labels.label_set import Field
from inspector.models import rows as opinions
from lineage import ledger
from lineage.access import Reader
from lineage.bulk import in_parts, write
from lineage.evidence.digests import digest_bytes, digest_from_raw, digest_json, raw_digest
from lineage.evidence.vocabulary import Comparability, PolicyKind, RaterRole
from lineage.policies import newest_policy

ADJUDICATIONS = Q(role=RaterRole.ADJUDICATOR.value)


class Overtaken(Exception):
    """Another revision came between: what was put together goes on from one that is not the newest any more."""


def newest_revision(found: opinions.CalibrationSet | int) -> opinions.SetRevision | None:
    """The one that was frozen last, by the row of the set; None where there is none yet."""
    revisions = opinions.SetRevision.objects.filter(set=found).select_related("set")
    return revisions.order_by("-number").first()  # type: ignore[no-any-return]


def write_revision(
    reader: Reader,
    found: opinions.CalibrationSet,
    versions: Sequence[Version],
    fields: Sequence[Field],
    *,
    verb: str,
    made_from: Mapping[str, Any],
    reason: str = "",
    also: Mapping[str, int] | None = None,
    behind: opinions.SetRevision | None | Literal["any"] = "any",
) -> tuple[opinions.SetRevision, bool]:
    """The revision, and whether it is new: where the newest one holds the same, that one stays the newest.

    `also` stands among its counts. Raises Overtaken where the newest one holds something else and is not `behind`.
    """
    counts = count_in([one.id for one in versions]) | dict(also or {})
    kept = dump_fields(fields)
    digest = raw_digest(digest_json([kept, [[one.key, digest_from_raw(one.digest)] for one in versions]]))
    with transaction.atomic():
        hold_set(found)
        newest = newest_revision(found)
        if newest is not None and bytes(newest.digest) == digest:
            return newest, False
        if behind != "any" and newest != behind:
            raise Overtaken
        last = opinions.SetRevision.objects.filter(set=found).aggregate(last=Max("number"))["last"] or 0
        made = opinions.SetRevision(
            tenant_id=reader.tenant_id,
            set=found,
            number=last + 1,
            fields=kept,
            counts=counts,
            digest=digest,
            guideline=newest_policy(reader.tenant_id, PolicyKind.GUIDELINE),
            made_from=dict(made_from),
            reason=reason,
            frozen_by=reader.actor,
        )
        made.save()
        about = {"tenant_id": reader.tenant_id, "revision_id": made.pk}
        members = ({"item_id": one.id, "ordinal": place} for place, one in enumerate(versions, start=1))
        write(opinions.RevisionItem, [about | member for member in members])
        payload = {"set": found.public_id, "number": made.number, "digest": digest_from_raw(digest), "counts": counts}
        payload |= {"made_from": dict(made_from), "reason": reason}
        ledger.record(reader.tenant_id, verb, reader.actor, f"setrevision:{made.public_id}", payload)
    return made, True


def count_in(items: Sequence[int]) -> dict[str, int]:
    """As an export counts them (`inspector.labels.counting`), whatever a reader may see of it."""
    found = dict.fromkeys(("labels", "adjudications", "expected", "without_words", "non_comparable"), 0)
    for part in in_parts(items, PART):
        labels = opinions.ItemLabel.objects.filter(item__in=part).order_by()
        said = labels.aggregate(all=Count("pk"), adjudications=Count("pk", filter=ADJUDICATIONS))
        found["labels"] += said["all"] - said["adjudications"]
        found["adjudications"] += said["adjudications"]
        versions = opinions.CalibrationItem.objects.filter(pk__in=part)
        columns = ("key", "expected", "comparability", "content__sha256")
        for key, expected, comparability, content in versions.values_list(*columns):
            found["expected"] += len(expected)
            found["non_comparable"] += comparability == Comparability.NON_COMPARABLE
            found["without_words"] += content is not None and bytes(content) in _without_words(key)
    return {"items": len(items), **found}


def _without_words(key: str) -> set[bytes]:
    """Digests of contents that hold none: an item of this house is called by the address of its claim."""
    return {raw_digest(digest_bytes(dump_words(None, address))) for address in ("", key)}
