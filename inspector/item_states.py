"""Where a claim stands in its queue: derived by one pure function, written with each verdict, rebuilt and compared."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db import transaction

from inspector.judged_evidence import judged_evidence
from inspector.models import rows as opinions
from inspector.models.review import ItemProgress
from lineage.dossiers import read_dossier
from lineage.evidence.digests import raw_digest
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import Attachment, PolicyKind
from lineage.formats.stored_report import read_report
from lineage.models import rows
from lineage.policies import newest_policy

COMPLIANCE = "compliance"
# Citations that were added afterwards decorate a claim; nothing bound its words to them (S3-12).
OF_POST_HOC = 10


class Given(NamedTuple):
    """What the state takes from a verdict: the newest of each reviewer, and its answers in the decisive fields."""

    reviewer: str
    evidence_digest: bytes
    decisive: Mapping[str, str | None]


def derive(given: Iterable[Given], today: bytes, judgements: int, attachment: Attachment) -> dict[str, Any]:
    """The state of an item: verdicts on yesterday's evidence make it stale and count for nothing else (DESIGN 6)."""
    priority = OF_POST_HOC if attachment.is_post_hoc else 0
    verdicts = list(given)
    counted = [verdict for verdict in verdicts if verdict.evidence_digest == today]
    if len({tuple(sorted(verdict.decisive.items(), key=str)) for verdict in counted}) > 1:
        state = ItemProgress.DISPUTED
    else:
        state = ItemProgress.DECIDED if len(counted) >= judgements else ItemProgress.WAITING
    stale = len(counted) < len(verdicts)
    return {"state": str(state), "stale": stale, "verdicts": len(counted), "priority": priority}


def ensure_item(claim: rows.Claim) -> opinions.Item:
    """The claim's item in the tenant's compliance queue, locked until the caller's transaction ends.

    Without the lock two verdicts at once would not see each other: one state lost, two ends of one reviewer's line.
    """
    queue, _ = opinions.Queue.objects.get_or_create(
        tenant_id=claim.tenant_id, key=COMPLIANCE, defaults={"name": "Compliance", "kind": COMPLIANCE}
    )
    item, _ = opinions.Item.objects.get_or_create(tenant_id=claim.tenant_id, queue=queue, claim=claim)
    return (
        opinions.Item.objects.select_for_update(of=("self",)).select_related("queue", "claim__answer").get(pk=item.pk)
    )


def write_state(item: opinions.Item, today: bytes) -> None:
    """Derive an item's state and put it in the place of the one it had; in the transaction of the verdict."""
    values = _derived(item, today)
    values |= {"tenant_id": item.tenant_id, "queue_id": item.queue_id}
    opinions.ItemState.objects.update_or_create(item=item, defaults=values)


def rebuild(tenant_id: int) -> int:
    """Write every item's state anew; how many."""
    count = 0
    for item, today in _items(tenant_id):
        with transaction.atomic():
            write_state(item, today)
        count += 1
    return count


def find_differences(tenant_id: int) -> Iterator[int]:
    """Ids of items whose stored state is not what their verdicts say."""
    for item, today in _items(tenant_id):
        due = _derived(item, today)
        stored = opinions.ItemState.objects.filter(item=item).values(*due).first()
        if stored != due:
            yield item.pk


def _derived(item: opinions.Item, today: bytes) -> dict[str, Any]:
    return derive(_given(item), today, item.queue.judgements, Attachment(item.claim.answer.attachment))


def _given(item: opinions.Item) -> Iterator[Given]:
    newest: dict[str, opinions.Verdict] = {}
    for verdict in opinions.Verdict.objects.filter(item=item).prefetch_related("pairs").order_by("id"):
        newest[verdict.reviewer] = verdict
    for verdict in newest.values():
        decisive = {str(pair.citation_id): pair.support for pair in verdict.pairs.all()}
        yield Given(verdict.reviewer, bytes(verdict.evidence_digest), decisive | {"coverage": verdict.coverage})


def _items(tenant_id: int) -> Iterator[tuple[opinions.Item, bytes]]:
    """Items with the digest of today's evidence."""
    if not opinions.Item.objects.filter(tenant_id=tenant_id).exists():
        return
    guideline = newest_policy(tenant_id, PolicyKind.GUIDELINE)
    label = f"{guideline.name}@{guideline.revision}"
    texts = ("claim__answer__record", "claim__answer__text", "claim__answer__rendered")
    found = opinions.Item.objects.filter(tenant_id=tenant_id).order_by("id")
    for item in found.select_related("queue", "claim__answer__state__inspection__report", *texts):
        answer = item.claim.answer
        dossier = read_dossier(answer)
        inspection = read_report(load_json(answer.state.inspection.report.get_bytes()), dossier)
        today = judged_evidence(dossier, inspection, dossier.claims[item.claim.key], label)
        yield item, raw_digest(today.digest)
