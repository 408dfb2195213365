"""Freezing a set: what queues have completed becomes items of it, and a revision holds them as they are now (S2-54).

Items of the revision before stay in as they stand, but for those whose claims the queues have and did not complete.
The texts are read and the versions written in batches; nobody sees anything of it until the revision stands.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Case, Value, When

from inspector.blindness import open_blind_slots
from inspector.calibrating.claims import Facts, read_facts
from inspector.calibrating.completed import Completed, completed_in, read_completed
from inspector.calibrating.drafts import Draft
from inspector.calibrating.fields import HOUSE_FIELDS, LABEL, load_fields, merge_fields
from inspector.calibrating.keeping import NotASet, Set, hold_set, read_set
from inspector.calibrating.revisions import Overtaken, newest_revision, write_revision
from inspector.calibrating.versions import Version, in_batches, put_versions, standing
from inspector.labels.label_set import Field
from inspector.models import rows as opinions
from inspector.queue_reading import Queue, read_queue
from lineage.access import Action, Reader, require
from lineage.evidence.vocabulary import Comparability

FROZEN = "set_frozen"
LONGEST_REASON = 500
NOT_WHILE_BLIND = "You have claims of these queues to judge blind yourself: judge them first, or somebody else freezes."
BUSY = "Others are freezing this set at the same time; freeze again in a moment."
MOST_TRIES = 5
NOTHING_TO_FREEZE = "Nothing in these queues is completed yet, so there is nothing to freeze."


def freeze(reader: Reader, asked: Set, queues: Sequence[Queue], reason: str = "") -> opinions.SetRevision:
    """The next revision of the set; the newest one where it would hold the same. Not inside of a transaction.

    Raises NotAllowed, NotVisible, NotASet.
    """
    require(reader, Action.KEEP_SETS)
    found, chosen = read_set(reader, asked), [read_queue(reader, queue) for queue in queues]
    reason = reason.replace("\0", "").strip()[:LONGEST_REASON]
    require_not_blind(reader, chosen)
    for _ in range(MOST_TRIES):
        try:
            return _freeze(reader, found, chosen, reason)
        except Overtaken:
            # Somebody froze other queues at the same time: theirs stay in.
            continue
    raise NotASet(BUSY, "queues")


def _freeze(
    reader: Reader, found: opinions.CalibrationSet, chosen: Sequence[opinions.Queue], reason: str
) -> opinions.SetRevision:
    before = newest_revision(found)
    with transaction.atomic():
        # Nobody records a verdict or takes one back between the look at the states and that at the verdicts.
        list(items_in(chosen).order_by("pk").select_for_update(no_key=True, of=("self",)).values_list("pk"))
        completed = read_completed(completed_in(items_in(chosen)), found.public_id)
    drafts = list(drafts_of(completed))
    made = write_versions(reader, found, drafts)
    carried = carried_over(found, chosen, {one.key for one in made})
    versions = in_order(found, [*carried, *made])
    if not versions:
        raise NotASet(NOTHING_TO_FREEZE, "queues")
    revision, _ = write_revision(
        reader,
        found,
        versions,
        fields_for(found, used_fields(completed), has_carried=bool(carried)),
        verb=FROZEN,
        made_from={"queues": [queue.public_id for queue in chosen]},
        reason=reason,
        also={"carried": len(carried)},
        behind=before,
    )
    return revision


def require_not_blind(reader: Reader, queues: Sequence[opinions.Queue]) -> None:
    """What is in a revision tells how these claims were judged."""
    if open_blind_slots(reader).filter(queue__in=[queue.pk for queue in queues]).exists():
        raise NotASet(NOT_WHILE_BLIND, "queues")


def items_in(queues: Sequence[opinions.Queue]) -> Any:
    """The items of queues, in the order of these; what was mixed in to see how somebody labels settles nothing."""
    place = Case(*(When(queue=queue.pk, then=Value(number)) for number, queue in enumerate(queues)), default=Value(0))
    items = opinions.Item.objects.filter(queue__in=[queue.pk for queue in queues], gold__isnull=True)
    return items.order_by(place, "pk") if queues else items.none()


def drafts_of(completed: Sequence[Completed]) -> Iterable[Draft]:
    facts = read_facts(one.claim for one in completed)
    return (draft_of_claim(facts[one.claim], one) for one in completed)


def draft_of_claim(facts: Facts, one: Completed) -> Draft:
    lost = facts.why_not_comparable
    return Draft(
        key=facts.address,
        judged=facts.judged,
        claim=one.claim,
        given=one.given,
        expected=one.expected,
        expected_by=one.expected_by if one.expected else None,
        comparability=Comparability.NON_COMPARABLE if lost else Comparability.COMPARABLE,
        comparability_reason=lost,
    )


def write_versions(reader: Reader, found: opinions.CalibrationSet, drafts: Sequence[Draft]) -> list[Version]:
    """In batches, each a transaction of its own."""
    made: list[Version] = []
    for batch in in_batches(drafts):
        with transaction.atomic():
            hold_set(found)
            made += put_versions(reader, found, batch)
    return made


def carried_over(found: opinions.CalibrationSet, queues: Sequence[opinions.Queue], made: set[str]) -> list[Version]:
    """Items of the newest revision as they stand, without those whose claims are in the queues."""
    newest = newest_revision(found)
    if newest is None:
        return []
    members = opinions.RevisionItem.objects.filter(revision=newest)
    asked = items_in(queues).order_by().values("claim")
    dropped = set(members.filter(item__claim__in=asked).values_list("item__key", flat=True))
    kept = set(members.values_list("item__key", flat=True)) - dropped - made
    newest_ones = {}
    for pk, key, digest in standing(found).order_by("version").values_list("pk", "key", "digest"):
        if key in kept:
            newest_ones[key] = Version(pk, key, bytes(digest))
    return list(newest_ones.values())


def in_order(found: opinions.CalibrationSet, versions: Sequence[Version]) -> list[Version]:
    """As in the revision before, what is new behind it."""
    newest = newest_revision(found)
    before: dict[str, int] = {}
    if newest is not None:
        before = dict(opinions.RevisionItem.objects.filter(revision=newest).values_list("item__key", "ordinal"))
    return sorted(versions, key=lambda one: before.get(one.key, len(before) + 1))


def fields_for(found: opinions.CalibrationSet, used: set[str], *, has_carried: bool) -> tuple[Field, ...]:
    """Those of the house that anybody answered, and with carried items those of the revision before."""
    house = tuple(field for field in HOUSE_FIELDS if field.name in used)
    newest = newest_revision(found) if has_carried else None
    return merge_fields(load_fields(newest.fields), house) if newest is not None else house


def used_fields(completed: Sequence[Completed]) -> set[str]:
    """The label is asked of every claim, whether or not anything said of one comes to a label."""
    return {label.field for one in completed for label, _ in one.given} | ({LABEL} if completed else set())
