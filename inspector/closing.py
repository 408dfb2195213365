"""Closing the review of an answer once every assessed claim has its coverage, and opening it again (S0-69, M-64)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from inspector.figures.closing import ClaimStanding, Reviewed, counts_of, standing_of, why_not_closed
from inspector.figures.consensus import count
from inspector.item_reading import ASKED, asked_of, read_decisive, read_said, with_asked
from inspector.item_states import hold_evidence
from inspector.models import rows as opinions
from lineage import ledger
from lineage.access import Action, Reader, require
from lineage.bulk import write_contents
from lineage.evidence.bundle import Answer
from lineage.evidence.vocabulary import ClosingKind, CoverageVerdict, ExemptionSource, ItemProgress
from lineage.models import rows
from lineage.models.content import pack

CLOSED = "close_review"


class NotClosed(ValueError):
    """The review cannot be closed, or is as it was asked to be; the message says why, for people."""


def read_standings(answer_id: int, answer: Answer) -> dict[str, ClaimStanding]:
    """By claim key, in the answer's order. Six statements at most."""
    found = opinions.ItemState.objects.filter(item__claim__answer=answer_id)
    states = list(found.values("item_id", "item__claim__key", "state", "today"))
    reviewed: dict[str, list[Reviewed]] = {}
    coverages = _coverages(states)
    for state in states:
        progress = ItemProgress(state["state"])
        coverage, is_exempt = coverages.get(state["item_id"], (None, False))
        reviewed.setdefault(state["item__claim__key"], []).append(Reviewed(progress, coverage, is_exempt))
    return {
        claim.key: standing_of(
            reviewed.get(claim.key, ()),
            # What the model excused itself from does not count.
            is_exempt=claim.exemption is not None and claim.exemption.source is not ExemptionSource.MODEL,
        )
        for claim in answer.claims
    }


def _coverages(states: Sequence[Mapping[str, Any]]) -> dict[int, tuple[CoverageVerdict | None, bool]]:
    """By item what everybody who counts says of coverage, else what was settled; and whether they call it exempt."""
    items = [state["item_id"] for state in states]
    if not items:
        return {}
    rulings = opinions.Adjudication.objects.filter(item__in=items).order_by("pk")
    columns = ("item_id", "coverage", "adopted__exemption")
    settled = {item: (_coverage(said), bool(exemption)) for item, said, exemption in rulings.values_list(*columns)}
    asked = {row["pk"]: row for row in with_asked(opinions.Item.objects.filter(pk__in=items)).values("pk", *ASKED)}
    decisive, said = read_decisive(row["policy_id"] for row in asked.values()), read_said(items)
    exempt = opinions.Verdict.objects.filter(item__in=items, exemption__isnull=False)
    exempting = set(exempt.values_list("pk", flat=True))
    found: dict[int, tuple[CoverageVerdict | None, bool]] = {}
    for state in states:
        item = state["item_id"]
        if state["state"] == ItemProgress.ADJUDICATED:
            found[item] = settled.get(item, (None, False))
            continue
        after = asked_of(asked[item], decisive).after
        counted = count(said.get(item, ()), bytes(state["today"] or b""), after)
        values = {one.fields.get("coverage") for one in counted}
        is_exempt = bool(counted) and all(one.verdict in exempting for one in counted)
        found[item] = (_coverage(values.pop()) if len(values) == 1 else None, is_exempt)
    return found


def _coverage(value: str | None) -> CoverageVerdict | None:
    return CoverageVerdict(value) if value is not None else None


def close(reader: Reader, row: rows.Answer, answer: Answer) -> Any:
    """Closes the review of an answer that the reader may see. Raises NotAllowed, NotClosed."""
    require(reader, Action.ADJUDICATE)
    with transaction.atomic():
        hold_evidence(reader.tenant_id)
        if is_closed(row.pk):
            raise NotClosed("The review of this answer is closed already.")
        standings = list(read_standings(row.pk, answer).values())
        why_not = why_not_closed(standings)
        if why_not:
            raise NotClosed(f"The review cannot be closed: {why_not}.")
        return _append(reader, row, ClosingKind.CLOSED, counts_of(standings), "")


def open_again(reader: Reader, row: rows.Answer, reason: str) -> Any:
    """Opens the review of an answer again; what was closed stays on record. Raises NotAllowed, NotClosed."""
    require(reader, Action.REOPEN_REVIEW)
    with transaction.atomic():
        hold_evidence(reader.tenant_id)
        if not is_closed(row.pk):
            raise NotClosed("The review of this answer is open.")
        return _append(reader, row, ClosingKind.REOPENED, {}, reason)


def is_closed(answer_id: int) -> bool:
    """What was said last counts."""
    kinds = opinions.Closing.objects.filter(answer=answer_id).order_by("-pk").values_list("kind", flat=True)
    return bool(kinds.first() == ClosingKind.CLOSED)


def _append(reader: Reader, row: rows.Answer, kind: ClosingKind, counts: dict[str, int], reason: str) -> Any:
    packed = pack(reason.encode("utf-8", "surrogatepass")) if reason else None
    closing = opinions.Closing(
        tenant_id=reader.tenant_id,
        answer=row,
        kind=kind,
        actor=reader.actor,
        counts=counts,
        reason_id=write_contents(reader.tenant_id, [packed])[packed.sha256] if packed else None,
    )
    closing.save()
    payload = {"kind": str(kind), "counts": counts, "closing": closing.pk}
    ledger.record(reader.tenant_id, CLOSED, reader.actor, f"answer:{row.public_id}", payload)
    return closing
