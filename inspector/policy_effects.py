"""What publishing a revision would bring about, said to whoever is about to publish it; in words, from rows of now."""

from django.db.models import Count, Q, Sum

from inspector.blindness import open_blind_slots
from inspector.models import rows as opinions
from inspector.restating import count_outdated
from lineage.access import Action, Reader, require
from lineage.due_runs import MOST_STARTED, cited_sources
from lineage.evidence.vocabulary import ItemProgress, PolicyKind, SourceKind
from lineage.models import rows
from lineage.text.normalization import PRINTED

HIDDEN = "How many verdicts this concerns is hidden until your own are in, since you hold a claim in a blind queue."
DERIVED_ANEW = (
    "A verdict is given under one revision of the guideline. A worker derives the states of their claims anew, a part "
    "at a time; each stays as it is until then."
)
OPEN_FORMS = "Whoever has a form open is told so on sending it; the words are kept, the new guideline is read first."
COMMAND = "manage.py reprocess --all --because normalization_policy"


def read_effects(reader: Reader, policy: rows.Policy) -> tuple[str, ...]:
    """Sentences, the weightiest first; three statements at most. `policy` is any revision of the series."""
    require(reader, Action.PUBLISH_POLICY)
    kind = PolicyKind(policy.kind)
    if kind is PolicyKind.GUIDELINE:
        return _of_verdicts(reader)
    if kind is PolicyKind.EXEMPTION:
        return _of_exemptions(reader)
    if kind is PolicyKind.ADJUDICATION:
        return _of_queues(reader)
    if kind is PolicyKind.NORMALIZATION:
        return _of_citations(reader, policy.name == PRINTED.name)
    return ()


def _of_verdicts(reader: Reader) -> tuple[str, ...]:
    again = (DERIVED_ANEW, OPEN_FORMS)
    if open_blind_slots(reader).exists():
        return (HIDDEN, *again)
    counted = opinions.ItemState.objects.visible_to(reader).filter(verdicts__gt=0)
    settled = Count("item", filter=Q(state=ItemProgress.ADJUDICATED.value))
    found = counted.aggregate(verdicts=Sum("verdicts"), claims=Count("item__claim", distinct=True), settled=settled)
    if not found["verdicts"]:
        return ("No verdict counts on today's evidence, so none becomes due for review again.", *again[1:])
    verdicts, claims = _number(found["verdicts"], "verdict"), _number(found["claims"], "claim")
    one = found["verdicts"] == 1
    first = f"{verdicts} on {claims} {'counts' if one else 'count'} on today's evidence: publishing makes "
    said = [first + ("it due for review again." if one else "every one of them due for review again.")]
    if found["settled"]:
        waits = _number(found["settled"], "settled disagreement")
        said.append(f"{waits} among them may have to be settled again, if people still differ under the new revision.")
    if waiting := count_outdated(reader.tenant_id):
        waits = "1 claim still waits" if waiting == 1 else f"{waiting} claims still wait"
        said.append(f"{waits} for a worker since the guideline was published last.")
    return (*said, *again)


def _of_exemptions(reader: Reader) -> tuple[str, ...]:
    offered = "Forms offer the rules of the newest revision alone, as soon as it is published."
    if open_blind_slots(reader).exists():
        return (HIDDEN, offered)
    used = opinions.Verdict.objects.visible_to(reader).filter(exemption__isnull=False, withdrawn=False).count()
    if not used:
        return ("No verdict exempts a claim so far.", offered)
    exempts = "exempts a claim and keeps" if used == 1 else "exempt a claim and keep"
    return (f"{_number(used, 'verdict')} {exempts} the revision by whose rule it was.", offered)


def _of_queues(reader: Reader) -> tuple[str, ...]:
    queues = opinions.Queue.objects.visible_to(reader).filter(closed_at__isnull=True, policy__isnull=False).count()
    keeps = "keeps the revision that it names" if queues == 1 else "keep the revisions that they name"
    named = f"{_number(queues, 'queue')} {keeps} until somebody changes that on the queue's own page."
    return (
        named if queues else "No queue names a revision, so none is judged by other fields.",
        "A queue that is made from then on names the new one.",
        "Adjudications of before keep the revision under which they were made.",
    )


def _of_citations(reader: Reader, is_printed: bool) -> tuple[str, ...]:
    of_kind = Q(kind=SourceKind.PDF.value)
    sources = cited_sources().filter(of_kind if is_printed else ~of_kind, tenant_id=reader.tenant_id).count()
    one, many = ("cited PDF", "cited PDFs") if is_printed else ("cited source that is no PDF", "cited sources but PDFs")
    what = _number(sources, one, many)
    starts = (
        f"Workers start these runs by themselves, {MOST_STARTED} at a look, and the page of runs shows them. Where no "
        f"worker runs, start them with: {COMMAND}"
    )
    return (
        f"A run is needed for {what}: until it ends, citations stand where they were found under the revision before.",
        starts,
        "Verdicts become due for review again only where a run finds other words.",
        "Whether quoted words match in an answer is decided by the operations of the gate policy, not by these.",
    )


def _number(count: int, one: str, many: str = "") -> str:
    return f"{count} {one}" if count == 1 else f"{count} {many or one + 's'}"
