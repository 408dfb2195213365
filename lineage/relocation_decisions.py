"""What a person says of a place that a run found: a record of its own; neither citation nor relocation is edited."""

from typing import Any

from django.db import IntegrityError, transaction

from lineage import ledger
from lineage.access import Action, NotVisible, Reader, require
from lineage.bulk import write_contents
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import CLEAN_OUTCOMES, RelocationOutcome, RelocationRuling
from lineage.models import rows
from lineage.models.content import Packed, pack
from lineage.redactions import read_json

DECIDED = "relocation_decided"
LONGEST_KEY, LONGEST_REASON = 100, 10_000


class KeyReused(ValueError):
    """The same idempotency key came with another body."""


class NothingToDecide(ValueError):
    """The run found no such place; the message says what is wrong, for people."""


def decide(
    reader: Reader,
    relocation: rows.Relocation,
    ruling: RelocationRuling,
    *,
    candidate: int | None = None,
    reason: str = "",
    idempotency_key: str,
) -> rows.RelocationDecision:
    """Appends a decision on a relocation of a run that the reader may see; of several decisions the newest counts.

    `candidate` is the number of the place among those offered, from 0; the only place offered needs no number.
    The same key with the same decision gives the same row. Raises NotAllowed, NotVisible, NothingToDecide, KeyReused.
    """
    require(reader, Action.DECIDE_RELOCATION)
    shown = read_shown(reader, relocation)
    place = choose_place(shown, ruling, candidate)
    require_fitting(reason, idempotency_key)
    packed = pack(reason.encode()) if reason else None
    try:
        with transaction.atomic():
            return append(reader, shown, ruling, place, packed, idempotency_key)
    except IntegrityError:
        # Another request with the same key came between: its decision is the answer, or the refusal.
        known = find_known(reader, shown, ruling, place, packed, idempotency_key)
        if known is None:
            raise
        return known


def read_shown(reader: Reader, relocation: rows.Relocation) -> rows.Relocation:
    """The relocation with its run and details, as the reader may see it. Raises NotVisible."""
    visible = rows.Run.objects.visible_to(reader).filter(pk=relocation.run_id)
    found = rows.Relocation.objects.filter(pk=relocation.pk, run__in=visible).select_related("run", "details").first()
    if found is None:
        raise NotVisible(f"relocation {relocation.pk}")
    return found  # type: ignore[no-any-return]


def choose_place(relocation: rows.Relocation, ruling: RelocationRuling, candidate: int | None) -> int | None:
    """The number of the place that is spoken of; None for the one to which the words moved by themselves."""
    if relocation.outcome in CLEAN_OUTCOMES:
        if candidate is not None:
            raise NothingToDecide("The same words were found; no other place was offered.")
        return None
    offered = count_candidates(relocation)
    if not offered:
        label = RelocationOutcome(relocation.outcome).label
        raise NothingToDecide(f"No place was found ({label}), so there is none to accept or reject.")
    if candidate is not None and not 0 <= candidate < offered:
        raise NothingToDecide(f"Place {candidate} was not offered; there are {offered}, counted from 0.")
    if candidate is None and ruling == RelocationRuling.ACCEPTED:
        if relocation.outcome == RelocationOutcome.AMBIGUOUS:
            raise NothingToDecide("Several places fit equally: say which of them the citation meant.")
        return 0
    return candidate


def count_candidates(relocation: rows.Relocation) -> int:
    if relocation.details is None:
        return 0
    details: Any = load_json(read_json(relocation.details))
    return len(details.get("candidates", ()))


def require_fitting(reason: str, key: str) -> None:
    if not key or len(key) > LONGEST_KEY or "\0" in key:
        raise NothingToDecide(f"A decision needs a key of at most {LONGEST_KEY} characters.")
    if len(reason) > LONGEST_REASON:
        raise NothingToDecide(f"A reason has at most {LONGEST_REASON} characters.")


def append(
    reader: Reader,
    relocation: rows.Relocation,
    ruling: RelocationRuling,
    place: int | None,
    reason: Packed | None,
    key: str,
) -> rows.RelocationDecision:
    known = find_known(reader, relocation, ruling, place, reason, key)
    if known is not None:
        return known
    decision = rows.RelocationDecision(
        tenant_id=reader.tenant_id,
        relocation=relocation,
        ruling=ruling.value,
        candidate=place,
        actor=reader.actor,
        reason_id=write_contents(reader.tenant_id, [reason])[reason.sha256] if reason else None,
        idempotency_key=key,
    )
    decision.save()
    said = {"relocation": relocation.pk, "ruling": ruling.value, "candidate": place}
    ledger.record(reader.tenant_id, DECIDED, reader.actor, f"run:{relocation.run.public_id}", said)
    return decision


def find_known(
    reader: Reader,
    relocation: rows.Relocation,
    ruling: RelocationRuling,
    place: int | None,
    reason: Packed | None,
    key: str,
) -> rows.RelocationDecision | None:
    """The decision with this key, if it is the same one. Raises KeyReused where it is another."""
    known: Any = rows.RelocationDecision.objects.filter(
        tenant_id=reader.tenant_id, actor=reader.actor, idempotency_key=key
    ).select_related("reason")
    for decision in known:
        kept = bytes(decision.reason.sha256) if decision.reason else None
        said = (decision.relocation_id, decision.ruling, decision.candidate, kept)
        if said != (relocation.pk, ruling.value, place, reason.sha256 if reason else None):
            raise KeyReused("This decision was sent before with other words.")
        return decision  # type: ignore[no-any-return]
    return None
