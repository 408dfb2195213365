"""What people say of a claim beside judging it: a note, a call for others to look, the wish to read a masked source."""

from typing import Any

from django.db import transaction
from django.db.models import Count, QuerySet, Subquery
from django.db.models.functions import Coalesce

from inspector.blindness import said_to
from inspector.item_states import rebuild
from inspector.models import rows as opinions
from inspector.queue_adding import Added, add_items
from inspector.queue_keeping import ensure_queue
from lineage import ledger
from lineage.access import Action, Reader, require
from lineage.bulk import write_content
from lineage.evidence.vocabulary import NoteKind, QueueKind
from lineage.models import rows
from lineage.models.content import ContentAbsent, pack
from lineage.redactions import read_json

LONGEST = 4_000
ERASED = "(the words were erased)"
BY_NOTE = "escalated by a note"
VERBS = {
    NoteKind.NOTE: "note_added",
    NoteKind.ESCALATION: "claim_escalated",
    NoteKind.ACCESS_REQUEST: "access_requested",
}


class NotSaid(ValueError):
    """There are no words, or too many; the message says so, for people."""


def add_note(reader: Reader, claim: rows.Claim, kind: NoteKind, words: str) -> opinions.Note:
    """Appends a note to a claim row that the reader may see. The same words twice, one after the other, are one note.

    An escalation puts the claim into the tenant's escalated queue, where it is not yet. Raises NotAllowed, NotSaid.
    """
    require(reader, Action.ADD_NOTES)
    said = words.strip()
    if not said:
        raise NotSaid("Say it in words: without any there is nothing for others to read.")
    if len(said) > LONGEST:
        raise NotSaid(f"At most {LONGEST:,} characters are kept; these are {len(said):,}.")
    packed = pack(said.encode("utf-8", "surrogatepass"))
    added: list[int] = []
    with transaction.atomic():
        queue = ensure_queue(reader.tenant_id, QueueKind.ESCALATED) if kind is NoteKind.ESCALATION else None
        last = opinions.Note.objects.filter(claim=claim, author=reader.actor).select_related("words").order_by("-id")
        known = last.first()
        if known is not None and (known.kind, bytes(known.words.sha256)) == (kind.value, packed.sha256):
            return known
        if queue is not None:
            added = add_items(queue, [Added(claim.pk)], BY_NOTE)
        note = opinions.Note(
            tenant_id=reader.tenant_id,
            claim=claim,
            item=opinions.Item.objects.get(queue=queue, claim=claim) if queue is not None else None,
            kind=kind.value,
            author=reader.actor,
            words_id=write_content(reader.tenant_id, packed),
        )
        note.save()
        payload = {"note": note.public_id, "claim": claim.public_id}
        ledger.record(reader.tenant_id, VERBS[kind], reader.actor, f"claim:{claim.public_id}", payload)
    # Reading the texts takes its time, and what died before is found by the next filling of queues.
    rebuild(reader.tenant_id, added)
    return note


def notes_for(reader: Reader) -> QuerySet[Any]:
    """The notes that the reader may see, without order: their own, and of claims that are not sealed for them all."""
    notes: QuerySet[Any] = opinions.Note.objects.visible_to(reader).filter(said_to(reader, "author"))
    return notes


def read_words(content: rows.Content) -> str:
    """What a note says, else that its words were erased, or what an erasure left of them."""
    try:
        return read_json(content).decode("utf-8", "surrogatepass")
    except ContentAbsent:
        return ERASED


def count_notes(reader: Reader, claim: Any) -> Coalesce:
    """How many of them a claim (an id or an OuterRef) has."""
    found = notes_for(reader).filter(claim=claim).order_by().values("claim").annotate(number=Count("pk"))
    return Coalesce(Subquery(found.values("number")), 0)
