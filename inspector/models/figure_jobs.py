"""Figures that take long: asked for on a page, computed by a worker, kept until what they rest on changes."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from lineage.evidence.vocabulary import JobState
from lineage.models import columns
from lineage.models.record import TenantQuerySet

RESAMPLES = 2_000


class FigureJob(models.Model):
    """Intervals of the figures of one scope, by resampling items: a projection, made anew when asked for.

    `key` is the digest of `scope`, so that one scope is computed once. `done` of `total` resamples are ready. `marks`
    is what the scope's rows ended with when it was computed: where they end elsewhere now, the page says so. `body` is
    the result as JSON. Whoever holds `token` until `lease_until` is at it.
    """

    objects = TenantQuerySet.as_manager()

    tenant = columns.tenant()
    public_id = columns.public_id()
    key = models.CharField(max_length=64)
    scope = models.JSONField(default=dict)
    state = columns.term(JobState, default=JobState.WAITING.value)
    seed = models.BigIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=RESAMPLES)
    marks = models.JSONField(default=dict)
    body = models.JSONField(null=True)
    message = columns.words()
    token = models.CharField(max_length=32, blank=True, default="")
    lease_until = models.DateTimeField(null=True)
    requested_by = models.CharField(max_length=100)
    requested_at = models.DateTimeField(default=timezone.now)
    computed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            columns.unique("figurejob_key_unique", "tenant", "key"),
            columns.unique("figurejob_public_id_unique", "public_id"),
            models.CheckConstraint(condition=Q(done__lte=models.F("total")), name="figurejob_done_within_total"),
            *columns.known("figurejob", state=JobState),
            *columns.clean("figurejob", "message", "token", "requested_by"),
        ]
        indexes = [
            models.Index(
                fields=["state", "lease_until"], condition=Q(state__in=["waiting", "running"]), name="figurejob_open"
            )
        ]
