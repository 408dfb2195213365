"""Testing a judge: what is asked for is fixed first, then the figures are computed, and both are kept (M-72).

A threshold is chosen on other items than those that it is tested on, or beforehand. What was found is a record, whether
or not it is what was asked for: every test is listed, so that trying until one passes shows.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from inspector.calibrating.keeping import hold_set
from inspector.figures.figure import Figure
from inspector.figures.judge_figures import JudgeFigures
from inspector.judging.certificate_body import conditions_of, figures_body
from inspector.judging.figures import figures_of, tune, why_no_figures
from inspector.judging.importing import is_whole
from inspector.judging.judged_items import JudgedItem, has_sealed, read_judged
from inspector.judging.listing import open_batch
from inspector.judging.matching import field_of
from inspector.judging.scoring import Scope, Stratum, decide, strata_of
from inspector.judging.traces import WHILE_BLIND
from inspector.models.judging import Certificate, JudgeBatch
from lineage import ledger
from lineage.access import Action, Reader, require
from lineage.bulk import write_content
from lineage.evidence.digests import canonical_json, digest_from_raw, digest_json, raw_digest
from lineage.models.content import pack

CERTIFIED = "judge_tested"
CLASSES = {"tpr": "positive", "tnr": "negative"}


class NotCertifiable(ValueError):
    """The judge cannot be tested so; the message says why, for people. `field` is the one that it belongs to."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is fixed before: least lower bounds, what is positive, in which stratum, and how the threshold comes to be.

    `threshold` is given, or found on the stratum `tuned_on`; with neither, labels are compared.
    """

    tpr_low: float
    tnr_low: float
    positive: tuple[str, ...]
    stratum: Stratum | None = None
    threshold: float | None = None
    tuned_on: Stratum | None = None


def certify(reader: Reader, batch_id: str, asked: Asked) -> Certificate:
    """A record of the test, met or not. Raises NotAllowed, NotVisible, NotCertifiable."""
    require(reader, Action.CERTIFY_JUDGES)
    batch = open_batch(reader, batch_id)
    if has_sealed(reader, batch.revision):
        raise NotCertifiable(WHILE_BLIND)
    if not is_whole(batch):
        raise NotCertifiable("Some results of this import are missing; import the same file again first.")
    field = field_of(batch.revision, batch.field)
    _check(asked, field)
    # For nobody in particular: what is certified is the same whoever asks.
    items = read_judged(None, batch)
    scope = Scope(positive=asked.positive, threshold=_threshold(items, asked), stratum=asked.stratum)
    _check_items(items, scope)
    return _issue(reader, batch, asked, scope, items, field)


def _check(asked: Asked, field: Mapping[str, Any]) -> None:
    for name, bound in (("tpr_low", asked.tpr_low), ("tnr_low", asked.tnr_low)):
        if not (math.isfinite(bound) and 0 < bound < 1):
            raise NotCertifiable("Give a share between 0 and 1, such as 0.8.", name)
    if not asked.positive:
        raise NotCertifiable("Choose at least one label that counts as positive.", "positive")
    if set(asked.positive) - set(field["values"]) or not set(field["values"]) - set(asked.positive):
        raise NotCertifiable("Choose some of the labels of this field, and not all of them.", "positive")
    if asked.threshold is not None and not math.isfinite(asked.threshold):
        raise NotCertifiable("Give a number.", "threshold")
    if asked.threshold is not None and asked.tuned_on is not None:
        raise NotCertifiable("Give a threshold, or choose where to find it, not both.", "threshold")


def _threshold(items: list[JudgedItem], asked: Asked) -> float | None:
    if asked.tuned_on is None:
        return asked.threshold
    if asked.stratum is None or asked.stratum[0] != asked.tuned_on[0] or asked.stratum == asked.tuned_on:
        raise NotCertifiable(
            "A threshold is found on other items than those that it is tested on: choose two parts of one stratum.",
            "tuned_on",
        )
    found = tune(items, Scope(positive=asked.positive), asked.tuned_on)
    if found.best is None:
        raise NotCertifiable(found.why or "No threshold can be found there.", "tuned_on")
    return found.best.threshold


def _check_items(items: list[JudgedItem], scope: Scope) -> None:
    if scope.stratum is not None and scope.stratum[1] not in strata_of(items).get(scope.stratum[0], ()):
        raise NotCertifiable("The set has no such part.", "stratum")
    if why := why_no_figures(items, scope):
        raise NotCertifiable(why, "threshold")
    figures = figures_of(decide(items, scope))
    for name, word in CLASSES.items():
        rate: Figure = getattr(figures, name)
        if rate.value is None:
            raise NotCertifiable(
                f"No item that counts is {word} by its expected label, so nothing can be said of how often the judge "
                f"is right there. Add {word} examples to the set and freeze it again.",
                "stratum",
            )


def _issue(
    reader: Reader, batch: JudgeBatch, asked: Asked, scope: Scope, items: list[JudgedItem], field: Mapping[str, Any]
) -> Certificate:
    figures = figures_of(decide(items, scope))
    required = {"tpr_low": asked.tpr_low, "tnr_low": asked.tnr_low}
    conditions, found = conditions_of(batch, scope, asked.tuned_on), figures_body(figures, items, scope, field)
    body = canonical_json(found)
    digest = raw_digest(digest_json({"required": required, "conditions": conditions, "figures": found}))
    with transaction.atomic():
        # The same test of the same results finds the same: asked for twice, also at once, it is one. Held is the set,
        # since whoever serves may not lock a record.
        hold_set(batch.revision.set)
        known: Certificate | None = Certificate.objects.filter(batch=batch, digest=digest).first()
        if known is not None:
            return known
        certificate = Certificate(
            tenant_id=reader.tenant_id,
            batch=batch,
            positive=list(asked.positive),
            threshold=scope.threshold,
            required=required,
            conditions=conditions,
            figures_id=write_content(reader.tenant_id, pack(body)),
            digest=digest,
            is_met=_is_met(figures, asked),
            issued_by=reader.actor,
        )
        certificate.save()
        said = {"digest": digest_from_raw(digest), "is_met": certificate.is_met, "batch": batch.public_id}
        ledger.record(reader.tenant_id, CERTIFIED, reader.actor, f"certificate:{certificate.public_id}", said)
    return certificate


def _is_met(figures: JudgeFigures, asked: Asked) -> bool:
    low, negative = figures.tpr.low, figures.tnr.low
    return low is not None and negative is not None and low >= asked.tpr_low and negative >= asked.tnr_low
