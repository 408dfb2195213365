"""The projection of an answer's state: what lists filter, search and count on, and nothing else."""

from django.db import models

from lineage.evidence.vocabulary import Decision, Environment, Freshness, Level
from lineage.models import columns
from lineage.models.answers import Answer
from lineage.models.record import TenantQuerySet
from lineage.models.records import Inspection


class AnswerState(models.Model):
    """One row an answer, written with its inspection by `lineage.projections.derive` and rebuilt from rows.

    `rules` and `owners` are each framed by blanks (" a/b c/d "), so that one is found by `rules__contains=" a/b "`:
    measured at 100,000 rows a count takes 25-55 ms and a page 2-30 ms (SQLite 160 ms for a rule that 20 answers
    fail), a tenth of it at 10,000; a join table would cost a row and an index entry for each rule of each answer.
    `answered_at` is when the answer was recorded where its producer gave no time. `search` is the case-folded case
    key and question, `heading` the question's beginning or the case key.
    """

    objects = TenantQuerySet.as_manager()

    answer = models.OneToOneField(Answer, models.PROTECT, primary_key=True, related_name="state")
    tenant = columns.tenant()
    inspection = columns.reference(Inspection)
    environment = columns.term(Environment)
    decision = columns.term(Decision)
    level = columns.term(Level)
    rules = models.TextField()
    owners = models.TextField()
    standing = columns.term(Freshness)
    claims = models.IntegerField()
    citations = models.IntegerField()
    findings = models.IntegerField()
    answered_at = models.DateTimeField()
    heading = models.TextField()
    search = models.TextField()

    class Meta:
        constraints = [
            *columns.known("answerstate", environment=Environment, decision=Decision, level=Level, standing=Freshness),
            *columns.clean("answerstate", "rules", "owners", "heading", "search"),
        ]
        indexes = [
            models.Index(fields=["tenant", "-answered_at", "-answer"], name="answerstate_newest"),
            models.Index(fields=["tenant", "decision", "-answered_at", "-answer"], name="answerstate_decision"),
        ]
