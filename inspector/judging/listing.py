"""Judges, what they are set to, their batches of results and their certificates, as lists read them."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from inspector.judging.certificate_states import WITH
from inspector.models import rows as opinions
from inspector.models.judging import Certificate, Evaluator, EvaluatorConfiguration, JudgeBatch, JudgeLabel
from lineage.access import Action, Reader, get_visible, require

MOST = 200


def list_judges(reader: Reader) -> list[Any]:
    """By name, each with `batches_seen` and `tested_at`. One statement."""
    require(reader, Action.READ_FIGURES)
    batches = JudgeBatch.objects.filter(configuration__evaluator=OuterRef("pk")).order_by()
    counted = batches.values("configuration__evaluator")
    found = Evaluator.objects.visible_to(reader).annotate(
        batches_seen=Coalesce(Subquery(counted.annotate(n=Count("pk")).values("n")), 0),
        tested_at=Subquery(counted.annotate(at=Max("recorded_at")).values("at")),
    )
    return list(found.order_by("key")[:MOST])


def newest_configurations(evaluators: Sequence[int]) -> dict[int, EvaluatorConfiguration]:
    """What is in force of each judge, without its words. One statement."""
    found = EvaluatorConfiguration.objects.filter(evaluator__in=evaluators).order_by("number")
    return {one.evaluator_id: one for one in found}


def configurations_of(evaluator: Evaluator) -> QuerySet[EvaluatorConfiguration]:
    """Every one, the newest first, with its words."""
    found: QuerySet[EvaluatorConfiguration] = EvaluatorConfiguration.objects.filter(evaluator=evaluator)
    return found.select_related("evaluator", "prompt", "rubric").order_by("-number")


def batches(reader: Reader) -> QuerySet[JudgeBatch]:
    """Those whose results are all in or are being written (`is_in`), with their judge and revision, newest first."""
    results = JudgeLabel.objects.filter(batch=OuterRef("pk")).order_by().values("batch").annotate(n=Count("pk"))
    found: QuerySet[JudgeBatch] = JudgeBatch.objects.visible_to(reader)
    related = ("configuration__evaluator", "configuration__prompt", "configuration__rubric", "revision__set")
    found = found.select_related(*related).defer("configuration__prompt__body", "configuration__rubric__body")
    return found.annotate(written=Coalesce(Subquery(results.values("n")), 0)).order_by("-pk")


def is_in(batch: Any) -> bool:
    """Whether all results of a batch that `batches` read are there."""
    return bool(batch.written >= batch.counts["matched"])


def batches_of(reader: Reader, revision: opinions.SetRevision) -> list[Any]:
    """Those on a revision, newest first. One statement."""
    require(reader, Action.READ_FIGURES)
    return [batch for batch in batches(reader).filter(revision=revision)[:MOST] if is_in(batch)]


def open_batch(reader: Reader, public_id: str) -> Any:
    """Raises NotVisible, NotAllowed."""
    require(reader, Action.READ_FIGURES)
    return get_visible(batches(reader), reader, public_id)


def certificates(reader: Reader) -> QuerySet[Certificate]:
    """Newest first, with what their states are derived from."""
    require(reader, Action.READ_FIGURES)
    found: QuerySet[Certificate] = Certificate.objects.visible_to(reader)
    return found.select_related(*WITH, "figures").order_by("-pk")

