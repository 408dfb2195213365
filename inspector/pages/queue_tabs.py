"""The lists of a queue: the four words that reviewers know, what cannot be judged, and what is the reader's own.

Where a queue is blind, who is asked for verdicts has the same lists made of their own places alone: what is in them, in
which order and how many depends on nobody else until their verdict is in.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db.models import OuterRef, Q, QuerySet

from inspector.blindness import is_asked, is_sealed
from inspector.models import rows as opinions
from inspector.pages.queue_filters import Filters, narrowed
from inspector.pages.queue_stretches import Stretch
from lineage.access import Action, Reader
from lineage.evidence.vocabulary import COMPLETED, AsideKind, ItemProgress, SlotState

NEEDS_REVIEW, NEEDS_OTHERS, DISAGREEMENT = "needs_review", "needs_others", "disagreement"
COMPLETED_TAB, NO_TEXT, OPEN, DONE, ASIDE, PEOPLE = "completed", "no_text", "open", "done", "aside", "people"

LABELS: Mapping[str, str] = {
    NEEDS_REVIEW: "Needs review",
    NEEDS_OTHERS: "Needs others’ review",
    DISAGREEMENT: "Disagreement",
    COMPLETED_TAB: "Completed",
    NO_TEXT: "No text",
    OPEN: "Open with you",
    DONE: "Done by you",
    ASIDE: "Set aside by you",
    PEOPLE: "People",
}
MEANINGS: Mapping[str, str] = {
    NEEDS_REVIEW: "Nobody has judged these claims on today’s evidence.",
    NEEDS_OTHERS: "Some have judged these claims, fewer than the queue asks for.",
    DISAGREEMENT: "The verdicts differ in a field that decides; an adjudicator settles it.",
    COMPLETED_TAB: "All verdicts that the queue asks for agree, or an adjudicator settled what they differed in.",
    NO_TEXT: "The words cannot be shown to anybody, so these claims cannot be judged; they count nowhere.",
    OPEN: "What you hold, what you are to judge again, and what was dealt to you: in this order it is offered.",
    DONE: "Your verdict is in and counts on today’s evidence.",
    ASIDE: "You skipped or declined these. They are not offered again; a skipped one comes back when you take it here.",
    PEOPLE: "What each person did here, and what is before them.",
}
OWN_MEANINGS: Mapping[str, str] = {
    NEEDS_REVIEW: "Dealt to you, or to be judged again by you. What others said is hidden until your verdict is in.",
    NEEDS_OTHERS: "Your verdict is in; fewer have judged these claims than the queue asks for.",
    DISAGREEMENT: "Your verdict is in, and another differs in a field that decides; an adjudicator settles it.",
    COMPLETED_TAB: "Your verdict is in, and all that are asked for; they agree, or their difference was settled.",
    NO_TEXT: "Dealt to you, and their words cannot be shown to anybody; they count nowhere.",
}
STATES_OF: Mapping[str, tuple[ItemProgress, ...]] = {
    NEEDS_REVIEW: (ItemProgress.NEEDS_REVIEW,),
    NEEDS_OTHERS: (ItemProgress.NEEDS_OTHERS,),
    DISAGREEMENT: (ItemProgress.DISAGREEMENT,),
    COMPLETED_TAB: tuple(sorted(COMPLETED)),
    NO_TEXT: (ItemProgress.NO_TEXT,),
}
# In the order in which they are offered.
WAITING = (SlotState.HELD, SlotState.AGAIN, SlotState.DEALT)
ASIDES = (AsideKind.SKIPPED.value, AsideKind.DECLINED.value)


class Desk(NamedTuple):
    """A queue as one reader has it.

    `asides` are items that the reader set aside, `without_text` places that wait for them and cannot be judged;
    `has_sealed`: there is a blind queue by which claims of this one may be sealed.
    """

    reader: Reader
    queue: opinions.Queue
    filters: Filters
    asides: int
    without_text: int
    has_sealed: bool

    @property
    def own_only(self) -> bool:
        """Whether its lists are made of the reader's own places."""
        return self.queue.blind and self.queue.closed_at is None and is_asked(self.reader)

    @property
    def may_judge(self) -> bool:
        return self.reader.may(Action.RECORD_VERDICT)

    @property
    def may_keep(self) -> bool:
        return self.reader.may(Action.KEEP_QUEUES)

    @property
    def slots(self) -> QuerySet[Any]:
        """The reader's own places in the queue."""
        return own_slots(self.reader).filter(queue=self.queue)

    @property
    def states(self) -> QuerySet[Any]:
        return opinions.ItemState.objects.visible_to(self.reader).filter(queue=self.queue)

    @property
    def names(self) -> tuple[str, ...]:
        """The lists that the reader has."""
        own = () if not self.may_judge else (ASIDE,) if self.own_only else (OPEN, DONE, ASIDE)
        return (*STATES_OF, *own, *((PEOPLE,) if self.may_keep and not self.own_only else ()))

    def meaning(self, name: str) -> str:
        return (OWN_MEANINGS if self.own_only else {}).get(name, MEANINGS[name])

    def stretches(self, name: str) -> tuple[Stretch, ...]:
        """The rows of a list, in its order."""
        if name == ASIDE:
            aside = opinions.SetAside.objects.filter(reviewer=self.reader.actor, kind__in=ASIDES)
            return (self._of_items(ASIDE, Q(item__in=aside.filter(item__queue=self.queue).values("item"))),)
        if name == OPEN or (name == NEEDS_REVIEW and self.own_only):
            # What has no text is not offered.
            judgeable = ~Q(item__state__state=ItemProgress.NO_TEXT.value)
            return tuple(self._of_slots(state.value, judgeable, state=state.value) for state in WAITING)
        if name == DONE:
            return (self._of_slots(DONE, state=SlotState.DONE.value),)
        told = ~is_sealed(self.reader, OuterRef("item__claim")) if self.has_sealed else Q()
        if not self.own_only:
            return tuple(self._of_items(state.value, told, state=state.value) for state in STATES_OF[name])
        if name == NO_TEXT:
            return (self._of_slots(NO_TEXT, item__state__state=ItemProgress.NO_TEXT.value),)
        done = SlotState.DONE.value
        return tuple(
            self._of_slots(state.value, told, state=done, item__state__state=state.value) for state in STATES_OF[name]
        )

    def _of_items(self, name: str, *conditions: Any, **values: str) -> Stretch:
        return Stretch(name, narrowed(self.states.filter(*conditions, **values), self.filters), self.states)

    def _of_slots(self, name: str, *conditions: Any, **values: str) -> Stretch:
        return Stretch(name, narrowed(self.slots.filter(*conditions, **values), self.filters), self.slots, "id")


def own_slots(reader: Reader) -> QuerySet[Any]:
    """The places of the reader, whose pseudonym is one of a single tenant: with it an index alone counts them."""
    slots: QuerySet[Any] = opinions.Slot.objects.filter(reviewer=reader.actor)
    return slots
