"""Label sets: items with the labels that people gave, frozen as revisions that judges are tested on (S2-31, S2-54).

An item is never edited: what changes is another version of it, and a revision names the versions that it holds. An item
made from a claim holds no copy of any words: they are read where they are kept, so that taking them away reaches them.
"""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from inspector.models.queues import Item
from inspector.models.review import Verdict
from lineage.evidence.vocabulary import Comparability, ExpectedBy, RaterRole
from lineage.models import columns
from lineage.models.answers import Claim
from lineage.models.content import Content
from lineage.models.record import Record, TenantQuerySet
from lineage.models.records import Policy

LONGEST_LABEL = 200


class CalibrationSet(models.Model):
    """A named set of labelled items. `origin` says where imported ones come from and under which licence.

    `shows_gold`: who labels in a queue that mixes items of this set in is told how often they said the same.
    """

    objects = TenantQuerySet.as_manager()

    tenant = columns.tenant()
    public_id = columns.public_id()
    key = columns.key()
    name = columns.words()
    purpose = columns.words()
    origin = columns.words()
    shows_gold = models.BooleanField(default=False)
    made_by = models.CharField(max_length=100)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("calibrationset_key_unique", "tenant", "key"),
            columns.unique("calibrationset_public_id_unique", "public_id"),
            *columns.clean("calibrationset", "key", "name", "purpose", "origin", "made_by"),
        ]

    def __str__(self) -> str:
        return self.name or self.key


class CalibrationItem(Record):
    """One version of an item. `parts` are digests of claim, evidence, requirement and expected label (S2-54).

    Beside them stand `said` (labels, strata, comparability) and, on a version made by hand, `rebuilt_from`. `digest` is
    that of all but the last: an item that is the same in all is the same version. `content` is the canonical JSON of
    an imported item's address and words (`inspector.calibrating.words`), NULL for one made from a claim. `expected`
    maps fields to values. `strata` maps names to values: `split`, `system`, whatever a set is divided by.
    `change_kinds` says which of the four changed against `supersedes`.
    """

    tenant = columns.tenant()
    public_id = columns.public_id()
    set = columns.reference(CalibrationSet, related_name="items")
    key = columns.key()
    version = models.PositiveIntegerField(default=1)
    claim = columns.reference(Claim, null=True)
    content = columns.reference(Content, null=True)
    digest = columns.digest()
    parts = models.JSONField(default=dict)
    expected = models.JSONField(default=dict)
    expected_by = columns.term(ExpectedBy, null=True)
    strata = models.JSONField(default=dict)
    comparability = columns.term(Comparability, default=Comparability.COMPARABLE.value)
    comparability_reason = columns.words()
    change_kinds = models.JSONField(default=list)
    supersedes = columns.reference("self", null=True)
    made_by = models.CharField(max_length=100)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("calibrationitem_version_unique", "set", "key", "version"),
            columns.unique("calibrationitem_public_id_unique", "public_id"),
            models.CheckConstraint(
                condition=Q(claim__isnull=True, content__isnull=False) | Q(claim__isnull=False, content__isnull=True),
                name="calibrationitem_has_words_once",
            ),
            models.CheckConstraint(
                condition=Q(comparability=Comparability.COMPARABLE.value) | ~Q(comparability_reason=""),
                name="calibrationitem_says_why_not",
            ),
            *columns.known("calibrationitem", expected_by=ExpectedBy, comparability=Comparability),
            *columns.whole_digests("calibrationitem", "digest"),
            *columns.clean("calibrationitem", "key", "comparability_reason", "made_by"),
        ]
        indexes = [models.Index(fields=["claim"], condition=Q(claim__isnull=False), name="calibrationitem_claim")]


class ItemLabel(Record):
    """What one person said of one field of an item. `rater` is a pseudonym, ours or the data set's.

    `verdict` is where it comes from here; NULL for an imported one.
    """

    tenant = columns.tenant()
    item = columns.reference(CalibrationItem, related_name="labels")
    field = models.CharField(max_length=100)
    rater = models.CharField(max_length=100)
    role = columns.term(RaterRole, default=RaterRole.RATER.value)
    value = models.CharField(max_length=LONGEST_LABEL)
    confidence = models.FloatField(null=True)
    verdict = columns.reference(Verdict, null=True)

    class Meta:
        constraints = [
            columns.unique("itemlabel_rater_unique", "item", "field", "rater"),
            *columns.known("itemlabel", role=RaterRole),
            *columns.clean("itemlabel", "field", "rater", "value"),
        ]


class SetRevision(Record):
    """A set as it was frozen: what a certificate names. `number` counts from 1.

    `fields` lists what is labelled: `{"name", "scale", "values", "positive"}`, values in their order (`Field` in
    `inspector.labels.label_set`). `counts` are those of the export, `digest` that of fields and
    versions in their order, whoever reads them. `made_from` says of what: queues by public id, or files by digest.
    """

    tenant = columns.tenant()
    public_id = columns.public_id()
    set = columns.reference(CalibrationSet, related_name="revisions")
    number = models.PositiveIntegerField()
    fields = models.JSONField(default=list)
    counts = models.JSONField(default=dict)
    digest = columns.digest()
    guideline = columns.reference(Policy, null=True)
    made_from = models.JSONField(default=dict)
    reason = columns.words()
    frozen_by = models.CharField(max_length=100)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("setrevision_number_unique", "set", "number"),
            columns.unique("setrevision_public_id_unique", "public_id"),
            *columns.whole_digests("setrevision", "digest"),
            *columns.clean("setrevision", "reason", "frozen_by"),
        ]

    def __str__(self) -> str:
        return f"{self.set} {self.number}"


class RevisionItem(Record):
    """That a revision holds a version of an item, at a place in its order."""

    tenant = columns.tenant()
    revision = columns.reference(SetRevision, related_name="members")
    item = columns.reference(CalibrationItem, related_name="members")
    ordinal = models.PositiveIntegerField()

    class Meta:
        constraints = [
            columns.unique("revisionitem_item_unique", "revision", "item"),
            columns.unique("revisionitem_ordinal_unique", "revision", "ordinal"),
        ]
        indexes = [models.Index(fields=["item"], name="revisionitem_item")]


class GoldItem(Record):
    """That an item of a queue was mixed in to see how somebody labels; nothing that a labeller reads tells it."""

    tenant = columns.tenant()
    item = columns.reference(Item, related_name="gold")
    known = columns.reference(CalibrationItem)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [columns.unique("golditem_item_unique", "item")]
