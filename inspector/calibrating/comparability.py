"""Whether results on an item may be compared with earlier ones, as a person says it: another version of it (S2-56).

The version before stays what it was, in every revision that holds it; the new one comes into the next.
"""

from typing import Any

from django.db import transaction
from django.db.models import Exists, Max, OuterRef

from inspector.calibrating.drafts import (
    JUDGED,
    REBUILT_FROM,
    Draft,
    Given,
    digest_of,
    dump_words,
    judged_of,
    kinds_between,
)
from inspector.calibrating.keeping import NotASet, hold_set
from inspector.calibrating.reading import find_item
from inspector.calibrating.versions import standing
from inspector.labels.label_set import Label, Words
from inspector.models import rows as opinions
from lineage import ledger
from lineage.access import Action, Reader, require
from lineage.bulk import write, write_contents
from lineage.evidence.vocabulary import Comparability, ExpectedBy, RaterRole
from lineage.models.content import pack

LONGEST_REASON = 500
MARKED, REBUILT = "item_marked_non_comparable", "item_rebuilt"
NEWER = "There is a newer version of this item; open that one."


def mark_non_comparable(reader: Reader, item: Any, reason: str) -> opinions.CalibrationItem:
    """The next version, which figures count apart. Raises NotAllowed, NotVisible, NotASet."""
    require(reader, Action.KEEP_SETS)
    return _next(reader, find_item(reader, item), Comparability.NON_COMPARABLE, _reason(reason), None, MARKED)


def rebuild(reader: Reader, item: Any, reason: str, words: Words | None = None) -> opinions.CalibrationItem:
    """The next version, which can be compared again; `reason` says from what a person rebuilt it.

    `words` are those of an imported item as they were put together anew. Raises NotAllowed, NotVisible, NotASet.
    """
    require(reader, Action.KEEP_SETS)
    found = find_item(reader, item)
    if words is not None and found.claim_id is not None:
        raise NotASet("The words of a claim stay those of its answer.", "words")
    return _next(reader, found, Comparability.COMPARABLE, _reason(reason), words, REBUILT)


def pending(found: opinions.CalibrationSet) -> int:
    """How many versions wait for the next freeze."""
    held = opinions.RevisionItem.objects.filter(item=OuterRef("pk"))
    later = standing(found).filter(key=OuterRef("key"), version__gt=OuterRef("version"))
    return standing(found).filter(~Exists(held), ~Exists(later.values("pk"))).count()


def _reason(reason: str) -> str:
    reason = reason.replace("\0", "").strip()
    if not 0 < len(reason) <= LONGEST_REASON:
        raise NotASet(f"Say why, in at most {LONGEST_REASON} characters.", "reason")
    return reason


def _next(
    reader: Reader, found: Any, comparability: Comparability, reason: str, words: Words | None, verb: str
) -> opinions.CalibrationItem:
    with transaction.atomic():
        hold_set(found.set)
        current = standing(found.set).filter(key=found.key).order_by("-version")[0]
        is_said = (current.comparability, current.comparability_reason) == (comparability, reason)
        if is_said and words is None and found.pk in (current.pk, current.supersedes_id):
            # Sent twice: what the first one made is the answer.
            return current  # type: ignore[no-any-return]
        if current.pk != found.pk:
            raise NotASet(NEWER, "item")
        draft = _draft(found, comparability, reason, words)
        made = _append(reader, found, draft)
        about = {"set": found.set.public_id, "key": found.key, "version": made.version, "reason": reason}
        ledger.record(reader.tenant_id, verb, reader.actor, f"calibrationitem:{made.public_id}", about)
    return made


def _draft(found: Any, comparability: Comparability, reason: str, words: Words | None) -> Draft:
    labels = opinions.ItemLabel.objects.filter(item=found).order_by("id")
    given = [
        Given(Label(one.field, one.rater, one.value, RaterRole(one.role), one.confidence), one.verdict_id)
        for one in labels
    ]
    judged = {part: found.parts[part] for part in JUDGED}
    return Draft(
        key=found.key,
        judged=judged if words is None else judged | judged_of(words),
        claim=found.claim_id,
        content=dump_words(words) if words is not None else None,
        given=given,
        expected=found.expected,
        expected_by=ExpectedBy(found.expected_by) if found.expected_by else None,
        strata=found.strata,
        comparability=comparability,
        comparability_reason=reason,
    )


def _append(reader: Reader, found: Any, draft: Draft) -> opinions.CalibrationItem:
    content = found.content_id
    if draft.content is not None:
        packed = pack(draft.content)
        content = write_contents(reader.tenant_id, [packed])[packed.sha256]
    parts = draft.parts | {REBUILT_FROM: found.public_id}
    last = opinions.CalibrationItem.objects.filter(set=found.set, key=found.key).aggregate(last=Max("version"))
    made = opinions.CalibrationItem(
        tenant_id=found.tenant_id,
        set=found.set,
        key=found.key,
        version=last["last"] + 1,
        claim_id=found.claim_id,
        content_id=content,
        digest=digest_of(parts),
        parts=parts,
        expected=found.expected,
        expected_by=found.expected_by,
        strata=found.strata,
        comparability=draft.comparability.value,
        comparability_reason=draft.comparability_reason,
        change_kinds=kinds_between(found.parts, parts),
        supersedes=found,
        made_by=reader.actor,
    )
    made.save()
    about = {"tenant_id": found.tenant_id, "item_id": made.pk}
    rows = ({**label._asdict(), "role": label.role.value, "verdict_id": verdict} for label, verdict in draft.given)
    write(opinions.ItemLabel, [about | row for row in rows])
    return made
