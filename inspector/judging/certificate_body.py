"""What a certificate keeps: what a judge was tested with, and every figure that was found (M-72)."""

from collections.abc import Mapping, Sequence
from typing import Any

from inspector.figures.figure import Figure
from inspector.figures.judge_figures import JudgeFigures
from inspector.judging.figures import score_figures, stability_of
from inspector.judging.judged_items import JudgedItem
from inspector.judging.scoring import Scope, Stratum, count_exclusions
from inspector.models.judging import JudgeBatch
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.vocabulary import MetricStatus

RATES = ("tpr", "tpr_low", "tnr", "tnr_low", "precision", "recall", "f1", "accuracy")


def conditions_of(batch: JudgeBatch, scope: Scope, tuned_on: Stratum | None) -> dict[str, Any]:
    """Of a batch that was read with its configuration, its words and its revision."""
    configuration, revision = batch.configuration, batch.revision
    return {
        "judge": configuration.evaluator.key,
        "configuration": configuration.number,
        "configuration_digest": digest_from_raw(bytes(configuration.digest)),
        "model": configuration.model,
        "prompt": _digest_of(configuration.prompt),
        "rubric": _digest_of(configuration.rubric),
        "parser_version": configuration.parser_version,
        "parameters": configuration.parameters,
        "set": revision.set.key,
        "revision": revision.number,
        "revision_digest": digest_from_raw(bytes(revision.digest)),
        "field": batch.field,
        "results_digest": digest_from_raw(bytes(batch.file_digest)),
        "mapping": batch.mapping.get("labels", {}),
        "positive": list(scope.positive),
        "threshold": scope.threshold,
        "stratum": list(scope.stratum) if scope.stratum is not None else None,
        "tuned_on": list(tuned_on) if tuned_on is not None else None,
    }


def figures_body(
    figures: JudgeFigures, items: Sequence[JudgedItem], scope: Scope, field: Mapping[str, Any]
) -> dict[str, Any]:
    """Every figure with its value, or why there is none; and how many items did not count, by reason."""
    rates = {name: getattr(figures, name) for name in RATES}
    scores = score_figures(items, scope)
    if scores is not None:
        rates |= {"auroc": scores.auroc, "brier": scores.brier, "ece": scores.reliability.ece}
    stable = stability_of([item for item in items if item.is_in(scope.stratum)], field["values"])
    return {
        "counts": {"tp": figures.tp, "fp": figures.fp, "fn": figures.fn, "tn": figures.tn},
        "figures": {name: written(figure) for name, figure in rates.items()},
        "excluded": {reason.value: n for reason, n in count_exclusions(items, scope).items()},
        "stability": {"items": stable.items, "equal": stable.equal, "share": written(stable.share)},
    }


def written(figure: Figure) -> dict[str, Any]:
    return {"value": figure.value, "status": figure.status.value, "why": figure.why}


def read_figure(kept: Mapping[str, Any]) -> Figure:
    """The inverse of `written`."""
    return Figure(kept["value"], MetricStatus(kept["status"]), kept["why"])


def _digest_of(content: Any) -> str | None:
    return str(digest_from_raw(bytes(content.sha256))) if content is not None else None
