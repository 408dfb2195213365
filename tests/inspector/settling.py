"""Claims that people judge in blind pairs and that somebody settles, through the verbs, for tests of label sets."""

from __future__ import annotations

import secrets
from typing import Any

from inspector.adjudicating import adjudicate
from inspector.demo.judging import judge
from inspector.disputes import get_item, letters_of
from inspector.matters import read_dispute_today, read_evidenced
from inspector.models import rows as opinions
from inspector.queueing import take
from inspector.rulings import Ruling
from lineage.access import Reader
from lineage.evidence.vocabulary import ErrorKind, PairSupport, QueueKind
from lineage.models import rows
from tests.inspector.queues import House


def blind_pairs(house: House, claims: int | None = None, **fields: Any) -> opinions.Queue:
    """A queue in which Ada and Ben judge each claim."""
    about = {"name": "Pairs", "kind": QueueKind.CALIBRATION, "judgements": 2, "blind": True, "seed": 7}
    about["reviewers"] = (house.ada.actor, house.ben.actor)
    return house.queue(claims, **(about | fields))


def say_in(
    reader: Reader, queue: opinions.Queue, key: str, support: PairSupport, case: str = "refund", version: str = "1"
) -> Any:
    """The reader's verdict on a claim of the queue: its citations do this, the rest follows."""
    claim = claim_called(queue, key, case, version)
    slot = take(reader, opinions.Item.objects.get(queue=queue, claim=claim))
    supports = {one.key: support for one in claim.citations.all()}
    again = secrets.token_hex(16)
    return judge(reader, claim, "It is so.", supports, slot_token=slot.token, idempotency_key=again)


def claim_called(queue: opinions.Queue, key: str, case: str = "refund", version: str = "1") -> Any:
    texts = ("answer__record", "answer__text", "answer__rendered", "answer__state__inspection__report")
    claims = rows.Claim.objects.filter(tenant=queue.tenant, answer__case__key=case, answer__response_version=version)
    return claims.select_related(*texts).get(key=key)


def agree(house: House, queue: opinions.Queue, key: str, support: PairSupport, **where: str) -> None:
    for reader in (house.ada, house.ben):
        say_in(reader, queue, key, support, **where)


def settle(reader: Reader, queue: opinions.Queue, key: str, adopted: Reader, case: str = "refund") -> Any:
    """Takes over what one of them said."""
    claim = claim_called(queue, key, case)
    item = get_item(reader, opinions.Item.objects.get(queue=queue, claim=claim).public_id)
    evidenced = read_evidenced(item)
    dispute = read_dispute_today(reader, item, evidenced)
    letter = next(one for one, said in letters_of(dispute.cards).items() if said.reviewer == adopted.actor)
    ruling = Ruling(
        adopted=letter,
        error_kind=ErrorKind.REVIEWER_ERROR,
        reason="The passage says so itself.",
        seen=dispute.seen,
        idempotency_key=secrets.token_hex(16),
        sentence=1,
        pairs={},
    )
    return adjudicate(reader, item, ruling, evidenced)
