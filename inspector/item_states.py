"""Where a claim stands in its queue: derived by one pure function, written with each verdict, rebuilt and compared."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection, transaction

from inspector.evidence_today import combine, read_changed
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
EVIDENCE_LOCK = 0x45494556
# Citations that were added afterwards decorate a claim; nothing bound its words to them (S3-12).
OF_POST_HOC = 10


class Given(NamedTuple):
    """What the state takes from a verdict: the newest of each reviewer, and its answers in the decisive fields."""

    reviewer: str
    evidence_digest: bytes
    decisive: Mapping[str, str | None]


class Evidence(NamedTuple):
    """Digests of a claim's evidence: as the answer was given it, and today."""

    given: bytes
    today: bytes


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


def hold_evidence(tenant_id: int, *, shared: bool = False) -> None:
    """Nobody else writes a verdict, or with `shared` a verdict alone waits, until the caller's transaction ends.

    Who records a verdict holds the tenant's evidence alone, who writes relocations holds it with others that do:
    without that the two would not see each other, and a verdict on yesterday's words would count as one on today's. A
    lock by number, since who serves may not lock a record; SQLite has one writer anyway.
    """
    if connection.vendor == "postgresql":
        lock = "pg_advisory_xact_lock_shared" if shared else "pg_advisory_xact_lock"
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {lock}(%s, %s)", [EVIDENCE_LOCK, tenant_id])


def lock_items(citation_ids: Sequence[int]) -> list[int]:
    """Ids of the items whose claims hold these citations, held until the caller's transaction ends; one statement."""
    citing = rows.Citation.objects.filter(pk__in=citation_ids, claim__isnull=False).values("claim")
    held = opinions.Item.objects.filter(claim__in=citing).order_by("pk").select_for_update(of=("self",))
    return [item.pk for item in held]


def ensure_item(claim: rows.Claim) -> opinions.Item:
    """The claim's item in the tenant's compliance queue, whose evidence is held until the caller's transaction ends."""
    hold_evidence(claim.tenant_id)
    queue, _ = opinions.Queue.objects.get_or_create(
        tenant_id=claim.tenant_id, key=COMPLIANCE, defaults={"name": "Compliance", "kind": COMPLIANCE}
    )
    item, _ = opinions.Item.objects.get_or_create(tenant_id=claim.tenant_id, queue=queue, claim=claim)
    return opinions.Item.objects.select_related("queue", "claim__answer").get(pk=item.pk)


def write_state(item: opinions.Item, evidence: Evidence) -> None:
    """Derive an item's state and put it in the place of the one it had; in the transaction of the verdict."""
    values = _derived(item, evidence)
    values |= {"tenant_id": item.tenant_id, "queue_id": item.queue_id}
    opinions.ItemState.objects.update_or_create(item=item, defaults=values)


def rebuild(tenant_id: int) -> int:
    """Write every item's state anew; how many."""
    count = 0
    for item, given in items_as_given(tenant_id):
        with transaction.atomic():
            hold_evidence(tenant_id)
            write_state(item, _evidence(item, given))
        count += 1
    return count


def restate_answers(tenant_id: int, answer_ids: Sequence[int]) -> int:
    """Writes the states of the items of these answers anew, after words that they rest on went; how many."""
    items = opinions.Item.objects.filter(tenant_id=tenant_id, claim__answer_id__in=answer_ids)
    count = 0
    for item, given in items_as_given(tenant_id, list(items.values_list("pk", flat=True))):
        with transaction.atomic():
            hold_evidence(tenant_id)
            write_state(item, _evidence(item, given))
        count += 1
    return count


def find_differences(tenant_id: int) -> Iterator[int]:
    """Ids of items whose stored state is not what their verdicts and the newest relocations say."""
    for item, given in items_as_given(tenant_id):
        due = _derived(item, _evidence(item, given))
        stored = opinions.ItemState.objects.filter(item=item).values(*due).first()
        if stored is None or {name: _plain(value) for name, value in stored.items()} != due:
            yield item.pk


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def _evidence(item: opinions.Item, given: bytes) -> Evidence:
    return Evidence(given, combine(given, read_changed([item.claim_id]).get(item.claim_id, {})))


def _derived(item: opinions.Item, evidence: Evidence) -> dict[str, Any]:
    verdicts = read_given([item.pk]).get(item.pk, ())
    attachment = Attachment(item.claim.answer.attachment)
    return derive(verdicts, evidence.today, item.queue.judgements, attachment) | evidence._asdict()


def read_given(item_ids: Sequence[int]) -> dict[int, list[Given]]:
    """By item the newest verdict of each reviewer; one statement."""
    # A row for each pair of a verdict, or one where its claim cites nothing.
    found = opinions.Verdict.objects.filter(item__in=item_ids).order_by("id").values_list(
        "item_id", "id", "reviewer", "evidence_digest", "coverage", "pairs__citation_id", "pairs__support"
    )  # fmt: skip
    newest: dict[tuple[int, str], tuple[int, bytes, dict[str, str | None]]] = {}
    for item, verdict, reviewer, digest, coverage, citation, support in found:
        known = newest.get((item, reviewer))
        if known is None or known[0] != verdict:
            known = newest[item, reviewer] = (verdict, bytes(digest), {"coverage": coverage})
        if citation is not None:
            known[2][str(citation)] = support
    by_item: dict[int, list[Given]] = {}
    for (item, reviewer), (_, digest, decisive) in newest.items():
        by_item.setdefault(item, []).append(Given(reviewer, digest, decisive))
    return by_item


def items_as_given(tenant_id: int, item_ids: Sequence[int] | None = None) -> Iterator[tuple[opinions.Item, bytes]]:
    """Items with the digest of the evidence as their answers were given it: the texts are read, an item at a time."""
    found = opinions.Item.objects.filter(tenant_id=tenant_id).order_by("id")
    if item_ids is not None:
        found = found.filter(pk__in=item_ids)
    if not found.exists():
        return
    label = label_of_guideline(tenant_id)
    texts = ("claim__answer__record", "claim__answer__text", "claim__answer__rendered")
    for item in found.select_related("queue", "claim__answer__state__inspection__report", *texts):
        answer = item.claim.answer
        dossier = read_dossier(answer)
        inspection = read_report(load_json(answer.state.inspection.report.get_bytes()), dossier)
        evidence = judged_evidence(dossier, inspection, dossier.claims[item.claim.key], label)
        yield item, raw_digest(evidence.digest)


def label_of_guideline(tenant_id: int) -> str:
    """The guideline in force, as verdicts are given under it: `default@1`."""
    guideline = newest_policy(tenant_id, PolicyKind.GUIDELINE)
    return f"{guideline.name}@{guideline.revision}"
