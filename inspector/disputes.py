"""Claims on which people differ: which of them a reader may settle, and how each stands (DESIGN 8)."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from inspector.blindness import is_blind_about
from inspector.figures.consensus import Said, count, differing
from inspector.item_reading import ASKED, Asked, asked_of, read_decisive, read_said, with_asked
from inspector.models import rows as opinions
from lineage.access import Action, NotAllowed, Reader, get_visible, require
from lineage.evidence.digests import Digest, digest_from_raw, digest_json
from lineage.evidence.vocabulary import ItemProgress, PolicyKind
from lineage.models import rows

PARTY = "You judged this claim yourself, or it waits for your judgement: somebody else settles it."


class Dispute(NamedTuple):
    """How people differ on an item on today's evidence. `names` are the decisive fields in which they do.

    `cards` are the verdicts that count, in the order of the cards; `seen` tells one state of the matter from another.
    """

    item: Any
    asked: Asked
    policy: rows.Policy
    today: bytes
    cards: tuple[Said, ...]
    names: tuple[str, ...]
    is_settled: bool

    @property
    def is_open(self) -> bool:
        return bool(self.names) and not self.is_settled

    @property
    def last_verdict(self) -> int:
        return max(one.verdict for one in self.cards)

    @property
    def seen(self) -> Digest:
        verdicts = sorted(one.verdict for one in self.cards)
        return digest_json([verdicts, digest_from_raw(self.today), self.policy.pk])


def party_to(reader: Reader, claim: str) -> Any:
    """Whether the reader judged the claim in the outer row's column, in any queue, or has a place to judge it."""
    judged = opinions.Verdict.objects.filter(claim=OuterRef(claim), reviewer=reader.actor)
    placed = opinions.Slot.objects.filter(item__claim=OuterRef(claim), reviewer=reader.actor)
    return Exists(judged.values("pk")) | Exists(placed.values("pk"))


def may_settle(reader: Reader, items: QuerySet[opinions.Item]) -> QuerySet[opinions.Item]:
    """Of these items those that the reader is no party to, of answers that the reader reads as they are."""
    return items.filter(~party_to(reader, "claim"), ~is_blind_about(reader, answer=OuterRef("claim__answer")))


def open_disputes(reader: Reader) -> QuerySet[opinions.ItemState]:
    """States of the items that people differ on and that the reader may settle."""
    items = may_settle(reader, opinions.Item.objects.visible_to(reader).filter(pk=OuterRef("pk")))
    states: QuerySet[opinions.ItemState] = opinions.ItemState.objects.visible_to(reader).filter(
        Exists(items.values("pk")), state=ItemProgress.DISAGREEMENT.value
    )
    return states


def get_item(reader: Reader, public_id: str) -> Any:
    """The item with its queue and claim. Raises NotAllowed for who may not settle it, NotVisible for no such item.

    The refusal does not depend on how the item stands: it tells a party nothing.
    """
    require(reader, Action.ADJUDICATE)
    item = get_visible(opinions.Item.objects.select_related("queue", "claim__answer"), reader, public_id)
    if not may_settle(reader, opinions.Item.objects.filter(pk=item.pk)).exists():
        raise NotAllowed(PARTY)
    return item


def read_dispute(reader: Reader, item: Any, today: bytes) -> Dispute:
    """How the item stands on today's evidence, with its cards in this reader's order. Four statements."""
    row = with_asked(opinions.Item.objects.filter(pk=item.pk)).values(*ASKED).get()
    asked = asked_of(row, read_decisive([row["policy_id"]]))
    counted = count(read_said([item.pk]).get(item.pk, ()), today, asked.after)
    settled = asked.settled
    newest = max((one.verdict for one in counted), default=0)
    return Dispute(
        item=item,
        asked=asked,
        policy=policy_of(item),
        today=today,
        cards=in_order(item.public_id, reader.actor, counted),
        names=differing(counted, asked.decisive) if counted else (),
        is_settled=settled is not None and settled.evidence_digest == today and settled.last_verdict >= newest,
    )


def policy_of(item: Any) -> rows.Policy:
    """The adjudication policy of the item's queue; of one that names none, that which every tenant began with."""
    if item.queue.policy_id is not None:
        return rows.Policy.objects.get(pk=item.queue.policy_id)
    known = rows.Policy.objects.filter(tenant=item.tenant_id, kind=PolicyKind.ADJUDICATION.value)
    return known.order_by("pk")[:1].get()


def in_order(item: str, adjudicator: str, said: Iterable[Said]) -> tuple[Said, ...]:
    """By chance, and for an item and an adjudicator always the same: it tells nothing of who came first."""
    return tuple(sorted(said, key=lambda one: digest_json([item, adjudicator, one.reviewer])))


def letters_of(said: Sequence[Said]) -> dict[str, Said]:
    return dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", said, strict=False))
