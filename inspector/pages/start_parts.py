"""The parts of the start page that people who judge, decide and respond see; each in a fixed number of statements."""

from collections import Counter
from collections.abc import Mapping

from django.db.models import Count, Exists, F, OuterRef, Q, Subquery
from django.urls import reverse

from inspector.blindness import blind_answers, told
from inspector.models import rows as opinions
from inspector.pages.adjudications import ordered as ordered_disputes
from inspector.pages.cases import Filters
from inspector.pages.evidence_view import Said
from inspector.pages.queue_own import read_waiting_queues
from inspector.pages.review_again_reading import own_stale
from inspector.pages.start_view import (
    Deciding,
    DisputedLine,
    ImportedLine,
    JudgedLine,
    Judging,
    Responding,
    Tally,
    WaitingLine,
)
from inspector.pages.states import STATE_OF_DECISION
from inspector.pages.untold import said_of_decision
from lineage.access import Reader
from lineage.evidence.vocabulary import CoverageVerdict, Decision, Owner
from lineage.models import rows

LISTED = 10
REMEMBERED = 5
# An answer that was not evaluated needs a person no less than one that is held.
WAITING = (Decision.HOLD_FOR_REVIEW, Decision.BLOCKED, Decision.DEGRADED, Decision.NOT_EVALUATED)


def count_decisions(reader: Reader) -> Mapping[str, int]:
    """Answers of the tenant by decision; by `UNTOLD` those whose decision the reader is not told."""
    states = rows.AnswerState.objects.visible_to(reader).order_by()
    decisions = states.annotate(told=told(reader, "answer_id", "decision"))
    return dict(decisions.values_list("told").annotate(Count("pk")))


def tallies_of(decisions: Mapping[str, int], wanted: tuple[Decision, ...]) -> tuple[Tally, ...]:
    return tuple(
        Tally(term.label, decisions[term], cases_url(decision=term.value), STATE_OF_DECISION[term])
        for term in wanted
        if decisions.get(term)
    )


def cases_url(**filters: str) -> str:
    return reverse("cases") + Filters(**filters).address()


def read_judging(reader: Reader, decisions: Mapping[str, int]) -> Judging:
    """Answers that wait and hold a claim which this reader has not judged, newest first; their own latest verdicts."""
    mine = opinions.Verdict.objects.filter(claim=OuterRef("pk"), reviewer=reader.actor)
    claims = rows.Claim.objects.filter(answer=OuterRef("answer_id")).filter(~Exists(mine))
    first = Subquery(claims.order_by("ordinal").values("public_id")[:1])
    waiting = rows.AnswerState.objects.visible_to(reader).filter(decision__in=WAITING)
    # That an answer waits follows from what judges said of it too: those to be judged blind come by their queues.
    states = waiting.exclude(answer_id__in=blind_answers(reader)).annotate(claim=first)
    columns = ("heading", "claim", "decision", "claims", "answered_at")
    mine, again = _read_mine(reader)
    found = states.filter(claim__isnull=False).order_by("-answered_at", "-answer_id").values_list(*columns)[:LISTED]
    return Judging(
        queues=read_waiting_queues(reader),
        counts=tallies_of(decisions, WAITING),
        waiting=tuple(
            WaitingLine(heading, reverse("claim", args=[claim]), decided(decision), number, answered_at)
            for heading, claim, decision, number, answered_at in found
        ),
        mine=mine,
        again=Tally("to review again", again, reverse("review_again") + "?whose=mine", "unclear") if again else None,
    )


def _read_mine(reader: Reader) -> tuple[tuple[JudgedLine, ...], int]:
    """The reader's latest verdicts, and how many of all of theirs are on words of before. One statement."""
    stale = own_stale(reader).order_by().values("reviewer").annotate(number=Count("pk")).values("number")
    verdicts = opinions.Verdict.objects.visible_to(reader).filter(reviewer=reader.actor).order_by("-pk")
    about = ("claim__answer__state__heading", "claim__ordinal", "claim__public_id", "coverage", "recorded_at")
    found = list(verdicts.annotate(again=Subquery(stale)).values_list(*about, "again")[:REMEMBERED])
    lines = tuple(
        JudgedLine(heading, ordinal + 1, reverse("claim", args=[claim]), _coverage(coverage), recorded_at)
        for heading, ordinal, claim, coverage, recorded_at, _ in found
    )
    return lines, next((again or 0 for *_, again in found), 0)


def read_deciding(reader: Reader, decisions: Mapping[str, int]) -> Deciding:
    """Claims on which people differ today and which this reader may settle, those with the lowest agreement first."""
    columns = ("item__claim__answer__state__heading", "item__claim__ordinal", "item__public_id")
    return Deciding(
        counts=tallies_of(decisions, (Decision.BLOCKED, Decision.HOLD_FOR_REVIEW)),
        disputed=tuple(
            DisputedLine(heading, ordinal + 1, reverse("adjudication", args=[item]), people, agreement)
            for heading, ordinal, item, people, agreement in ordered_disputes(reader).values_list(
                *columns, "verdicts", "agreement"
            )[:LISTED]
        ),
    )


def read_responding(reader: Reader, decisions: Mapping[str, int]) -> Responding:
    """What is blocked by owner and by rule, each number with its list, and what came in last."""
    blocked = rows.AnswerState.objects.visible_to(reader).filter(decision=Decision.BLOCKED).order_by()
    blocked = blocked.exclude(answer_id__in=blind_answers(reader))
    owners, rules = Counter[str](), Counter[str]()
    # Few distinct pairs of texts stand for many answers, and they are taken apart here: one scan, no join.
    for owned, failing, number in blocked.values_list("owners", "rules").annotate(Count("pk")):
        owners.update(dict.fromkeys(owned.split(), number))
        rules.update(dict.fromkeys(failing.split(), number))
    here = Decision.BLOCKED.value
    return Responding(
        blocked=Tally("blocked", decisions.get(here, 0), cases_url(decision=here), STATE_OF_DECISION[Decision.BLOCKED]),
        owners=tuple(
            Tally(Owner(owner).label, number, cases_url(decision=here, owner=owner))
            for owner, number in owners.most_common()
        ),
        rules=tuple(
            Tally(rule, number, cases_url(decision=here, rule=rule))
            for rule, number in sorted(rules.items(), key=lambda found: (-found[1], found[0]))
        ),
        newest=_read_newest(reader),
    )


def _read_newest(reader: Reader) -> tuple[ImportedLine, ...]:
    answers = rows.Answer.objects.visible_to(reader).filter(~Q(state=None)).order_by("-pk")
    about = answers.annotate(heading=F("state__heading"), decision=told(reader, "pk", "state__decision"))
    return tuple(
        ImportedLine(heading, reverse("answer", args=[public_id]), said_of_decision(decision), recorded_at)
        for heading, public_id, decision, recorded_at in about.values_list(
            "heading", "public_id", "decision", "recorded_at"
        )[:REMEMBERED]
    )


def decided(decision: str) -> Said:
    return Said(Decision(decision).label, STATE_OF_DECISION[Decision(decision)])


def _coverage(coverage: str | None) -> str:
    return CoverageVerdict(coverage).label if coverage else "coverage left open"
