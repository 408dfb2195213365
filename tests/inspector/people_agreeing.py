"""People who judged the items of a queue, verdict by verdict, for figures of how far they agree."""

from __future__ import annotations

from typing import Any

from inspector.models import rows as opinions
from inspector.queue_states import write_missing_states
from lineage.access import Reader
from lineage.evidence.vocabulary import CoverageVerdict, PairSupport
from tests.inspector.queues import House, make_house, say

YES, NO = CoverageVerdict.SUPPORTED.value, CoverageVerdict.UNSUPPORTED.value
OTHER_WORDS = b"\2" * 32


class Judged:
    """A house with a queue of as many items as `claims`; Ada, Ben and Eve judge, Cleo reads the figures."""

    def __init__(self, claims: int = 4, **fields: Any) -> None:
        self.house: House = make_house(claims)
        self.queue = self.house.queue(**{"judgements": 2} | fields)
        write_missing_states(self.house.tenant.pk)
        self.items = list(self.queue.items.select_related("claim", "state").order_by("pk"))
        self.cleo, self.ada, self.ben, self.eve = self.house.cleo, self.house.ada, self.house.ben, self.house.eve

    def say(self, reader: Reader, place: int, coverage: str | None = YES, **fields: Any) -> opinions.Verdict:
        """What this person says of an item on today's evidence; what they said before, they say no more."""
        item = self.items[place]
        before = opinions.Verdict.objects.filter(item=item, reviewer=reader.actor).order_by("-pk").first()
        about = {"evidence_digest": bytes(item.state.today), "coverage": coverage, "supersedes": before, "blind": True}
        return say(reader, item, **about | fields)

    def support(self, reader: Reader, place: int, support: PairSupport) -> None:
        """A verdict with what the one citation of the item's claim does."""
        verdict = self.say(reader, place)
        citation = self.items[place].claim.citations.get()
        opinions.PairVerdict.objects.create(
            tenant_id=verdict.tenant_id, verdict=verdict, citation=citation, support=support.value
        )

    def say_all(self, first: str, second: str) -> None:
        """What Ada and Ben say of each item, as letters in the order of the items: s, u, or . for nothing."""
        for reader, said in ((self.ada, first), (self.ben, second)):
            for place, letter in enumerate(said):
                if letter != ".":
                    self.say(reader, place, YES if letter == "s" else NO)
