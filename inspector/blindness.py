"""Who sees nothing of what others think of a claim: whoever is still to say it themselves (DESIGN 8, G29).

Two circles. A person is *blind* about a claim while they hold an open slot on it in a blind queue: they read the whole
answer as if no judge had ever looked at it, and of the claim nobody's verdict, note, adjudication or state. A claim is
*sealed* for a person that could still be asked: who may record verdicts and has none in on a claim of a blind queue
sees as little of what people said of it. Whoever adjudicates is none of those that are asked, and sees it.

Everything here is an expression of a query that is asked anyway: being blind costs no statement.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Case, CharField, Exists, F, OuterRef, Q, QuerySet, Value, When

from inspector.models import rows as opinions
from inspector.untold import HIDDEN, UNTOLD
from lineage.access import Action, Reader
from lineage.dossiers import read_dossier
from lineage.evidence.badges import JUDGE
from lineage.evidence.dossier import Dossier
from lineage.evidence.inspection import inspect
from lineage.evidence.outcomes import Badge, ClaimInspection, Inspection
from lineage.evidence.policy import GatePolicy
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import OPEN_SLOTS, Outcome, SlotState, SourceEventKind
from lineage.formats.stored_report import read_report
from lineage.models import rows
from lineage.policies import read_gate

OPEN = [state.value for state in sorted(OPEN_SLOTS)]


def open_blind_slots(reader: Reader) -> QuerySet[opinions.Slot]:
    """The reader's own slots in blind queues whose verdict is not in."""
    slots: QuerySet[opinions.Slot] = opinions.Slot.objects.visible_to(reader)
    return slots.filter(
        reviewer=reader.actor, state__in=OPEN, queue__blind=True, queue__closed_at__isnull=True
    ).order_by()


def blind_claims(reader: Reader) -> QuerySet[Any]:
    """Ids of the claims that the reader is blind about: `claim__in=blind_claims(reader)`."""
    return open_blind_slots(reader).values("item__claim_id")


def blind_answers(reader: Reader) -> QuerySet[Any]:
    """Ids of the answers with such a claim: what a list of answers hides, found once for all of its lines."""
    return open_blind_slots(reader).values("item__claim__answer_id")


def is_blind_about(reader: Reader, *, claim: Any = None, answer: Any = None) -> Exists:
    """Whether the reader is blind about a claim, or about any claim of an answer; an id or an OuterRef.

    Beside a claim alone its whole answer is read as the blind do: ask for `answer` to know how to read.
    """
    slots = open_blind_slots(reader)
    return Exists(slots.filter(item__claim=claim) if claim is not None else slots.filter(item__claim__answer=answer))


def is_sealed(reader: Reader, claim: Any) -> Exists:
    """Whether the reader sees nothing of what others said of a claim (an id or an OuterRef), nor how it stands."""
    if not is_asked(reader):
        return is_blind_about(reader, claim=claim)
    return Exists(_unanswered(reader).filter(claim=claim))


def sealed_claims(reader: Reader) -> QuerySet[Any]:
    """Ids of the claims that are sealed for the reader: for lists of few lines ask `is_sealed` line by line."""
    if not is_asked(reader):
        return blind_claims(reader)
    return _unanswered(reader).values("claim_id")


def is_asked(reader: Reader) -> bool:
    """Whether the reader is one of those whose verdicts blind queues wait for."""
    return reader.may(Action.RECORD_VERDICT) and not reader.may(Action.ADJUDICATE)


def _unanswered(reader: Reader) -> QuerySet[opinions.Item]:
    """Items of blind queues that are worked on, in which the reader's verdict is not in."""
    own = opinions.Slot.objects.filter(item=OuterRef("pk"), reviewer=reader.actor, state=SlotState.DONE.value)
    items: QuerySet[opinions.Item] = opinions.Item.objects.visible_to(reader)
    return items.filter(~Exists(own), queue__blind=True, queue__closed_at__isnull=True).order_by()


def said_to(reader: Reader, author: str, claim: str = "claim") -> Q:
    """Rows of people's words on a claim that the reader may see: their own, and all where it is not sealed.

    `author` and `claim` are the columns of the row that say who wrote it and of what.
    """
    return Q(**{author: reader.actor}) | ~Q(is_sealed(reader, OuterRef(claim)))


def told(reader: Reader, answer: str, column: str) -> Case:
    """What is in a column of words, `UNTOLD` where the reader is blind about the answer that another column names."""
    return Case(
        When(**{f"{answer}__in": blind_answers(reader)}, then=Value(UNTOLD)),
        default=F(column),
        output_field=CharField(),
    )


class Seen(NamedTuple):
    """An answer as somebody reads it: all that is known of it, and what was found under which policy."""

    dossier: Dossier
    inspection: Inspection
    policy: GatePolicy


def read_as_seen(answer: rows.Answer, *, is_blind: bool, only_names_of_candidates: bool = False) -> Seen:
    """The answer as it was inspected last; for the blind as on import, without what judges said.

    As many statements for one as for the other, where the answer was selected with its texts and `INSPECTED`. To ask
    for names of candidates is to be content with them: who is blind is given the whole dossier all the same.
    """
    if is_blind:
        return _read_unjudged(answer)
    inspection = answer.state.inspection
    dossier = read_dossier(answer, only_names_of_candidates=only_names_of_candidates)
    return Seen(
        dossier, read_report(load_json(inspection.report.get_bytes()), dossier), read_gate(inspection.policy)
    )


INSPECTED = ("state__inspection__report", "state__inspection__policy__body")
"""What `select_related` of an answer should name beside its texts before it is read."""


def _read_unjudged(answer: rows.Answer) -> Seen:
    """Later inspections are not asked, since what judges said may be why there was one.

    The one that follows an erasure is made as of the event's own moment; so is this.
    """
    dossier = read_dossier(answer, with_judges=False)
    inspections = rows.Inspection.objects.filter(answer=answer.pk).select_related("policy__body")
    first = inspections.order_by("id")[:1].get()
    versions = [version for source in dossier.sources.values() for version in source.versions]
    erased = [event.at for version in versions for event in version.events if event.event is SourceEventKind.PURGED]
    return blind_reading(dossier, read_gate(first.policy), max([first.as_of, *erased]))


def blind_reading(dossier: Dossier, policy: GatePolicy, as_of: datetime) -> Seen:
    """The dossier without what judges said, inspected anew: everything that is derived follows from that. Pure."""
    unjudged = replace(dossier, answer=replace(dossier.answer, judge_results=()), judge_results=())
    found = inspect(unjudged, policy, as_of)
    return Seen(unjudged, replace(found, claims=tuple(_untold(claim) for claim in found.claims)), policy)


def _untold(claim: ClaimInspection) -> ClaimInspection:
    """That no judge looked at the claim is not what is known, and nothing else is told."""
    return replace(claim, badges=tuple(_hidden(badge) if badge.basis == JUDGE else badge for badge in claim.badges))


def _hidden(badge: Badge) -> Badge:
    return badge._replace(outcome=Outcome.NOT_RUN, note=HIDDEN)
