"""What people say to each other about a claim beside judging it, and the kind that they give to one without."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from inspector.models.queues import Item
from lineage.evidence.vocabulary import ClaimKind, NoteKind
from lineage.models import columns
from lineage.models.answers import Claim
from lineage.models.content import Content
from lineage.models.record import Record


class Note(Record):
    """A note on a claim, an escalation, or the wish to read a masked source."""

    tenant = columns.tenant()
    public_id = columns.public_id()
    claim = columns.reference(Claim, related_name="notes")
    item = columns.reference(Item, null=True)
    kind = columns.term(NoteKind)
    author = models.CharField(max_length=32)
    words = columns.reference(Content)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("note_public_id_unique", "public_id"),
            *columns.known("note", kind=NoteKind),
            *columns.clean("note", "author"),
        ]
        indexes = [
            models.Index(fields=["claim", "-id"], name="note_claim"),
            models.Index(fields=["tenant", "kind", "-id"], name="note_kind"),
        ]


class ClaimKindGiven(Record):
    """The kind of a claim that came without one, as a person gave it; the newest counts. The claim stays as it was."""

    tenant = columns.tenant()
    claim = columns.reference(Claim, related_name="kinds_given")
    kind = columns.term(ClaimKind)
    actor = models.CharField(max_length=32)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            *columns.known("claimkindgiven", kind=ClaimKind),
            models.CheckConstraint(
                condition=~Q(kind=ClaimKind.UNCLASSIFIED.value), name="claimkindgiven_kind_classified"
            ),
            *columns.clean("claimkindgiven", "actor"),
        ]
        indexes = [models.Index(fields=["claim", "-id"], name="claimkindgiven_newest")]
