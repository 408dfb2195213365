"""What a judge is worth on a frozen set: every figure with the items it counts, and what was left out (M-72, M-81)."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.figures.thresholds import RULE
from inspector.judging.correlating import correlation_of
from inspector.judging.figures import MOST_VALUES, has_expected, has_scores, report, tune
from inspector.judging.judged_items import JudgedItem, read_judged
from inspector.judging.listing import MOST, batches, certificates
from inspector.judging.matching import field_of
from inspector.judging.scoring import Scope, strata_of
from inspector.pages.calibration_addresses import set_url
from inspector.pages.calibration_words import value_label
from inspector.pages.judge_asked import JudgeAsked, items_url, read_asked, written_strata
from inspector.pages.judge_batch_lines import (
    column_labels,
    cross_columns,
    cross_rows,
    excluded_lines,
    figure_lines,
    outcome_lines,
    score_panel,
    stability_panel,
    stratum_lines,
)
from inspector.pages.judge_batch_view import AskedForm, BatchPage, Option
from inspector.pages.judge_reading import batch_line, read_certificate_lines
from inspector.pages.run_people import named_by
from inspector.readers import reader_of
from lineage.access import Action, Reader, get_visible, require

WHOLE = "the whole set"


def open_named(reader: Reader, public_id: str) -> Any:
    """The batch with the name of who imported it. Raises NotVisible, NotAllowed."""
    require(reader, Action.READ_FIGURES)
    return get_visible(named_by(batches(reader), "imported_by"), reader, public_id)


def find_threshold(asked: JudgeAsked, items: list[JudgedItem], scope: Scope) -> tuple[float | None, str]:
    """The threshold in use, and where it comes from."""
    if scope.threshold is not None:
        return scope.threshold, "as given"
    if asked.tune is None or not scope.positive:
        return None, ""
    found = tune(items, scope, asked.tune)
    if found.best is None:
        return None, found.why
    where = ": ".join(asked.tune)
    return found.best.threshold, f"found on {where}, the first with the largest F1 there"


def read_batch_page(reader: Reader, public_id: str, asked: JudgeAsked) -> BatchPage:
    """Raises NotVisible, NotAllowed."""
    batch = open_named(reader, public_id)
    items, field = read_judged(reader, batch), field_of(batch.revision, batch.field)
    threshold, threshold_from = find_threshold(asked, items, asked.scope(batch))
    scope = asked.scope(batch).having(threshold)
    # Items and their lists are those of the threshold in use, wherever it comes from.
    used = asked.having(threshold=threshold, tune=None)
    found, values = report(items, scope, field["values"]), field["values"]
    columns = cross_columns(found, values)
    issued = named_by(certificates(reader).filter(batch=batch).defer("figures__body"), "issued_by")
    return BatchPage(
        judge=batch.configuration.evaluator.key,
        judge_url=reverse("judge", args=[batch.configuration.evaluator.public_id]),
        line=batch_line(reader, batch),
        set_url=set_url(batch.revision.set.public_id),
        mapping=tuple((word, value_label(batch.field, to)) for word, to in batch.mapping.get("labels", {}).items()),
        unmatched=tuple(batch.counts["unmatched_keys"]),
        unmatched_more=batch.counts["unmatched"] - len(batch.counts["unmatched_keys"]),
        file_name=batch.file_name,
        form=_form(batch, items, asked, scope),
        asked=tuple(_said(batch, scope)),
        items=found.items,
        items_url=items_url(public_id, used),
        used=found.used,
        used_url=items_url(public_id, used, outcome="used"),
        excluded=excluded_lines(found, public_id, used),
        why_not=found.why_not,
        threshold=threshold,
        threshold_from=f"{threshold_from}. {RULE}" if threshold is not None else threshold_from,
        figures=figure_lines(found.figures, public_id, used) if found.figures is not None else (),
        outcomes=outcome_lines(found.figures, public_id, used) if found.figures is not None else (),
        columns=column_labels(columns, batch.field),
        rows=cross_rows(found, values, columns, batch.field, public_id, used),
        scores=score_panel(found.scores, threshold, public_id, used),
        stability=stability_panel(found, batch.field, public_id, used),
        correlation=correlation_of(batch, items, scope),
        correlation_url=items_url(public_id, used),
        strata=stratum_lines(found, public_id, used),
        certificates=read_certificate_lines(reader, list(issued[:MOST])),
        certify_url=_certify_url(reader, batch, items),
    )


def _certify_url(reader: Reader, batch: Any, items: list[JudgedItem]) -> str:
    may = reader.may(Action.CERTIFY_JUDGES) and has_expected(items)
    return reverse("judge_certify", args=[batch.public_id]) if may else ""


def _said(batch: Any, scope: Scope) -> Iterator[str]:
    yield ": ".join(scope.stratum) if scope.stratum is not None else WHOLE
    if scope.positive:
        yield f"positive: {', '.join(value_label(batch.field, value) for value in scope.positive)}"


def _form(batch: Any, items: list[JudgedItem], asked: JudgeAsked, scope: Scope) -> AskedForm:
    values = field_of(batch.revision, batch.field)["values"]
    parts = written_strata(strata_of(items), MOST_VALUES)
    chosen, tuned = (":".join(one) if one is not None else "" for one in (asked.stratum, asked.tune))
    return AskedForm(
        positive=tuple(Option(value, value_label(batch.field, value), value in scope.positive) for value in values),
        strata=tuple(Option(part, part.replace(":", ": ", 1), part == chosen) for part in parts),
        tune=tuple(Option(part, part.replace(":", ": ", 1), part == tuned) for part in parts),
        threshold=asked.written.get("threshold", ""),
        error=asked.error,
        takes_threshold=has_scores(items),
    )


@require_safe
def judge_batch(request: HttpRequest, public_id: str) -> HttpResponse:
    page = read_batch_page(reader_of(request), public_id, read_asked(request.GET))
    return render(request, "inspector/judge_batch.html", {"page": page, "here": "figures"})
