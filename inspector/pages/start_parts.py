"""The parts of the start page that people who judge, decide and respond see; each in a fixed number of statements."""

from collections import Counter
from collections.abc import Mapping

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse

from inspector.models import rows as opinions
from inspector.pages.cases import Filters
from inspector.pages.evidence_view import Said
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
from lineage.access import Reader
from lineage.evidence.vocabulary import CoverageVerdict, Decision, Owner
from lineage.models import rows

LISTED = 10
REMEMBERED = 5
# An answer that was not evaluated needs a person no less than one that is held.
WAITING = (Decision.HOLD_FOR_REVIEW, Decision.BLOCKED, Decision.DEGRADED, Decision.NOT_EVALUATED)
DISPUTES_LOOKED_AT = 1_000


def count_decisions(reader: Reader) -> Mapping[str, int]:
    """Answers of the tenant by decision."""
    states = rows.AnswerState.objects.visible_to(reader).order_by()
    return dict(states.values_list("decision").annotate(Count("pk")))


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
    states = rows.AnswerState.objects.visible_to(reader).filter(decision__in=WAITING).annotate(claim=first)
    columns = ("heading", "claim", "decision", "claims", "answered_at")
    mine, again = _read_mine(reader)
    found = states.filter(claim__isnull=False).order_by("-answered_at", "-answer_id").values_list(*columns)[:LISTED]
    return Judging(
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
    """Claims on which two people say different things of coverage today, each person's last word counting."""
    return Deciding(
        counts=tallies_of(decisions, (Decision.BLOCKED, Decision.HOLD_FOR_REVIEW)), disputed=_read_disputed(reader)
    )


def _read_disputed(reader: Reader) -> tuple[DisputedLine, ...]:
    standing = _standing_verdicts(reader)
    disputed = (
        standing.order_by()
        .values("claim")
        .annotate(people=Count("reviewer", distinct=True), said=Count("coverage", distinct=True))
        .filter(people__gt=1, said__gt=1)
        .order_by("-claim")
        .values("claim")[:LISTED]
    )
    about = ("claim__answer__state__heading", "claim__ordinal", "claim__public_id", "reviewer", "coverage")
    found: dict[str, list[tuple[str, int, str, str | None]]] = {}
    verdicts = standing.filter(claim__in=Subquery(disputed)).order_by("-claim", "pk").values_list(*about)
    for heading, ordinal, claim, reviewer, coverage in verdicts[:DISPUTES_LOOKED_AT]:
        found.setdefault(claim, []).append((heading, ordinal, reviewer, coverage))
    return tuple(
        DisputedLine(
            heading=said[0][0],
            ordinal=said[0][1] + 1,
            url=reverse("claim", args=[claim]),
            people=len({reviewer for _, _, reviewer, _ in said}),
            said=tuple(dict.fromkeys(_coverage(coverage) for *_, coverage in said)),
        )
        for claim, said in found.items()
    )


def _standing_verdicts(reader: Reader) -> QuerySet[opinions.Verdict]:
    """Each reviewer's last verdict on each claim."""
    later = opinions.Verdict.objects.filter(
        claim=OuterRef("claim"), reviewer=OuterRef("reviewer"), pk__gt=OuterRef("pk")
    )
    verdicts: QuerySet[opinions.Verdict] = opinions.Verdict.objects.visible_to(reader).filter(~Exists(later))
    return verdicts


def read_responding(reader: Reader, decisions: Mapping[str, int]) -> Responding:
    """What is blocked by owner and by rule, each number with its list, and what came in last."""
    blocked = rows.AnswerState.objects.visible_to(reader).filter(decision=Decision.BLOCKED).order_by()
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
    about = answers.annotate(heading=F("state__heading"), decision=F("state__decision"))
    return tuple(
        ImportedLine(heading, reverse("answer", args=[public_id]), decided(decision), recorded_at)
        for heading, public_id, decision, recorded_at in about.values_list(
            "heading", "public_id", "decision", "recorded_at"
        )[:REMEMBERED]
    )


def decided(decision: str) -> Said:
    return Said(Decision(decision).label, STATE_OF_DECISION[Decision(decision)])


def _coverage(coverage: str | None) -> str:
    return CoverageVerdict(coverage).label if coverage else "coverage left open"
