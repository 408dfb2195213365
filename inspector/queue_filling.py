"""Filling queues by their rules: what matches and is not in yet, all of it or a draw of it (M-74).

A queue that takes all that matches is looked at as a whole each time, so what comes to match later comes in later. One
that draws looks at each answer once, in the order in which they came, else what was not drawn would be drawn again.
Whoever is killed has left whole batches only; of two who fill one queue at once, one writes nothing.
"""

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from django.db import transaction

from inspector.blindness import blind_answers
from inspector.figures.sampling import SamplingRule, draw, read_rule
from inspector.models import rows as opinions
from inspector.queue_adding import Added, add_items
from inspector.queue_candidates import matching, read_candidates
from inspector.settled_claims import last_settled
from lineage import ledger
from lineage.access import Action, Reader, require
from lineage.evidence.vocabulary import QueueKind
from lineage.models import rows

ACTOR = "filling"
ALL_AT_ONCE, ANSWERS_AT_ONCE = 500, 5_000
Clock = Callable[[], float]


class Matching(NamedTuple):
    """How many claims a rule matches today, and about how many come in; without regard to its diagnoses."""

    claims: int
    about: int
    is_all_known: bool


def fill(queue: opinions.Queue, until: float | None = None, clock: Clock = monotonic) -> int:
    """Puts in what the queue's rule asks for, until the clock says so; how many items.

    A batch is a transaction with its event. Nothing comes into a closed queue, or into one that is filled by hand.
    """
    number, more = 0, True
    while more and (until is None or clock() < until):
        queue = opinions.Queue.objects.get(pk=queue.pk)
        rule = read_rule(queue.rule)
        if rule is None or queue.closed_at is not None:
            break
        added, more = _draw_batch(queue, rule) if _looks_once(rule) else _add_batch(queue, rule)
        number += added
    return number


def count_matching(reader: Reader, kind: QueueKind, rule: SamplingRule) -> Matching:
    """What a form says before a queue is made. One statement.

    Claims of answers that the reader is to judge blind are not counted: what matches tells what judges said of them.
    """
    require(reader, Action.KEEP_QUEUES)
    claims = matching(reader.tenant_id, kind, rule).exclude(answer__in=blind_answers(reader)).order_by()
    number = claims.count()
    return Matching(number, round(number * rule.rate), not rule.diagnoses)


def _looks_once(rule: SamplingRule) -> bool:
    """A draw that was lost is not drawn again; and reports are not read again and again for what they do not say."""
    return not rule.takes_all or bool(rule.diagnoses)


def _add_batch(queue: opinions.Queue, rule: SamplingRule) -> tuple[int, bool]:
    """Some of all that matches, and whether there may be more."""
    known = opinions.Item.objects.filter(queue=queue).values("claim")
    claims = matching(queue.tenant_id, QueueKind(queue.kind), rule).exclude(pk__in=known)
    chosen = list(claims.values_list("pk", flat=True)[:ALL_AT_ONCE])
    if not chosen:
        return 0, False
    drawn = draw(queue.seed, rule.rate, read_candidates(rows.Claim.objects.filter(pk__in=chosen), rule))
    with transaction.atomic():
        added = add_items(queue, [Added(*one) for one in drawn], _reason(rule))
        _record(queue, {"matched": len(chosen), "items": added})
    return len(added), len(chosen) == ALL_AT_ONCE


def _draw_batch(queue: opinions.Queue, rule: SamplingRule) -> tuple[int, bool]:
    """A draw of the answers that came next, each looked at once, and whether there are more."""
    # An answer's claims are looked at with its first one, whatever lies between them.
    first = rows.Claim.objects.filter(tenant_id=queue.tenant_id, ordinal=0, pk__gt=queue.looked_to)
    next_ones = first.filter(pk__lte=last_settled()).order_by("pk")
    firsts = list(next_ones.values_list("pk", flat=True)[:ANSWERS_AT_ONCE])
    if not firsts:
        return 0, False
    answers = first.filter(pk__lte=firsts[-1]).values("answer")
    claims = matching(queue.tenant_id, QueueKind(queue.kind), rule).filter(answer__in=answers)
    candidates = read_candidates(claims, rule)
    drawn = draw(queue.seed, rule.rate, candidates)
    with transaction.atomic():
        same = opinions.Queue.objects.filter(pk=queue.pk, looked_to=queue.looked_to, closed_at__isnull=True)
        if not same.update(looked_to=firsts[-1]):
            return 0, False
        added = add_items(queue, [Added(*one) for one in drawn], _reason(rule))
        if candidates:
            _record(queue, {"matched": len(candidates), "items": added, "looked_to": firsts[-1]})
    return len(added), len(firsts) == ANSWERS_AT_ONCE


def _reason(rule: SamplingRule) -> str:
    if rule.takes_all:
        return "asked for by the queue's rule"
    return f"drawn at random, {rule.rate:.4g} of the {rule.unit.label} that match"


def _record(queue: opinions.Queue, payload: dict[str, object]) -> None:
    about = {"rule": queue.rule, "seed": queue.seed} | payload
    ledger.record(queue.tenant_id, "queue_filled", ACTOR, f"queue:{queue.public_id}", about)
