"""Queues of the demonstration: what waits for whom, a pair of blind reviewers who differ, and a matter that is settled.

The last one, in which Ada and Ben still have most of their work before them, is where a visitor begins.
"""

import json
import secrets
from pathlib import Path
from typing import Any

from inspector.adjudicating import adjudicate
from inspector.demo.judging import claims_of, judge
from inspector.demo.readers import reader_called
from inspector.disputes import get_item, letters_of
from inspector.figures.sampling import SamplingRule
from inspector.item_states import ensure_compliance
from inspector.matters import read_dispute_today, read_evidenced
from inspector.models import rows as opinions
from inspector.noting import add_note
from inspector.queue_fields import QueueFields
from inspector.queue_rounds import fill_all
from inspector.queueing import add_claims, change_queue, create_queue, ensure_queue, take
from inspector.rulings import Ruling
from lineage.access import Reader
from lineage.evidence.vocabulary import Decision, ErrorKind, NoteKind, PairSupport, QueueKind
from lineage.models import rows

BUNDLE = Path(__file__).with_name("pairs.json")
LOANS, WINTER = "tool-library-loans", "tool-library-winter"
PAIRS, SEED = "Blind pairs", 7
HELD_BACK = (Decision.HOLD_FOR_REVIEW, Decision.BLOCKED, Decision.DEGRADED, Decision.NOT_EVALUATED)
SPOT_CHECKS = 0.2
LONGEST_FILLING = 600


def read_pairs() -> dict[str, Any]:
    """The answers that are judged in pairs, as golden cases are written."""
    return {"bundle": json.loads(BUNDLE.read_text()), "as_of": "2026-11-26T09:00:00Z"}


def have_queues(tenant: rows.Tenant) -> bool:
    return opinions.Queue.objects.filter(tenant=tenant, name=PAIRS).exists()


def make_queues(tenant: rows.Tenant) -> None:
    """The queues, filled; then what people said so far."""
    pia = reader_called(tenant, "pia")
    rule = SamplingRule(decisions=HELD_BACK)
    compliance = ensure_compliance(tenant.pk)
    change_queue(pia, compliance, QueueFields(name="Compliance", rule=rule))
    for kind in (QueueKind.JUDGE_UNSTABLE, QueueKind.NEEDS_CLAIM_KIND):
        ensure_queue(tenant.pk, kind)
    create_queue(
        pia,
        QueueFields(
            name="Spot checks", kind=QueueKind.SAMPLED, rule=SamplingRule(rate=SPOT_CHECKS), seed=SEED, priority=-5
        ),
    )
    pairs = _make_pairs(tenant, pia)
    fill_all(LONGEST_FILLING, tenant.pk)
    _judge_in_pairs(tenant, pairs)
    _escalate(tenant)


def _make_pairs(tenant: rows.Tenant, pia: Reader) -> opinions.Queue:
    judges = tuple(reader_called(tenant, name).actor for name in ("ada", "ben"))
    fields = QueueFields(
        name=PAIRS, kind=QueueKind.CALIBRATION, judgements=2, blind=True, seed=SEED, priority=5, reviewers=judges
    )
    pairs = create_queue(pia, fields)
    claims = [claim.public_id for case in (LOANS, WINTER) for claim in claims_of(tenant, case).values()]
    add_claims(pia, pairs, claims, "Two people judge them, neither knowing what the other says.")
    return pairs


def _judge_in_pairs(tenant: rows.Tenant, pairs: opinions.Queue) -> None:
    ada, ben, cleo = (reader_called(tenant, name) for name in ("ada", "ben", "cleo"))
    loans, winter = claims_of(tenant, LOANS), claims_of(tenant, WINTER)
    _judge(ada, pairs, loans["c4"], "")
    _judge(ben, pairs, loans["c4"], "")
    # They differ, and nobody has settled it.
    _judge(ada, pairs, loans["c2"], "The fee is waived for some members, but it is the fee.")
    _judge(
        ben,
        pairs,
        loans["c2"],
        "In winter members from outside the town pay nothing, so “also in winter” goes too far.",
        {"x4": PairSupport.CONTRADICTS},
    )
    # They differed, and Cleo settled it.
    reversed_ = {"x2": PairSupport.REVERSES_IN_CONTEXT}
    _judge(ada, pairs, winter["c2"], "The course is a condition; when it is held does not matter.", {})
    _judge(
        ben, pairs, winter["c2"], "The second passage says nothing of who may borrow.", {"x3": PairSupport.CONTRADICTS}
    )
    _settle(cleo, pairs, winter["c2"])
    _judge(ada, pairs, loans["c1"], "The rules take the second loan back where somebody reserved.", reversed_)


def _judge(
    reader: Reader, queue: opinions.Queue, claim: Any, why: str, supports: dict[str, PairSupport] | None = None
) -> None:
    item = opinions.Item.objects.get(queue=queue, claim=claim)
    slot = take(reader, item)
    judge(reader, claim, why, supports, slot_token=slot.token)


def _settle(cleo: Reader, queue: opinions.Queue, claim: Any) -> None:
    item = get_item(cleo, opinions.Item.objects.get(queue=queue, claim=claim).public_id)
    evidenced = read_evidenced(item)
    dispute = read_dispute_today(cleo, item, evidenced)
    ada = reader_called(queue.tenant, "ada").actor
    letter = next(letter for letter, said in letters_of(dispute.cards).items() if said.reviewer == ada)
    ruling = Ruling(
        adopted=letter,
        error_kind=ErrorKind.REVIEWER_ERROR,
        reason="The second passage names the course that the first one asks for. It does not deny the claim.",
        seen=dispute.seen,
        idempotency_key=secrets.token_hex(16),
        sentence=1,
        pairs={},
    )
    adjudicate(cleo, item, ruling, evidenced)


def _escalate(tenant: rows.Tenant) -> None:
    claim = claims_of(tenant, "archived-logs")["c1"]
    words = "A customer's lawyer quoted this answer. Could somebody from legal read it before it is shown again?"
    add_note(reader_called(tenant, "iris"), claim, NoteKind.ESCALATION, words)
