"""The form of a queue as it is drawn: every choice with its meaning, what was written, and what is wrong at it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from inspector.figures.sampling import Stratum, Unit
from inspector.item_reading import decisive_of
from inspector.models import rows as opinions
from inspector.models.queues import MOST_JUDGEMENTS
from inspector.pages.queue_form_fields import Written
from inspector.pages.queue_people import read_members
from inspector.pages.queue_view import Choice
from inspector.queue_filling import Matching
from lineage.access import Reader
from lineage.evidence.terms.term import Term
from lineage.evidence.vocabulary import (
    ClaimKind,
    Decision,
    DecisiveField,
    Diagnosis,
    Environment,
    Owner,
    PolicyKind,
    QueueKind,
)
from lineage.models import rows

OFFERED_POLICIES, OFFERED_SETS = 20, 100
_TOLD = "who labels is told how often they said the same"
CONDITIONS: tuple[tuple[str, str, type[Term]], ...] = (
    ("decisions", "answers that are", Decision),
    ("owners", "with a finding owned by", Owner),
    ("kinds", "claims of the kind", ClaimKind),
    ("diagnoses", "diagnosed as", Diagnosis),
    ("environments", "answers given in", Environment),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Boxes to tick: any of those that are ticked; none asks for nothing."""

    name: str
    label: str
    choices: tuple[Choice, ...]
    is_used: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueForm:
    """`queue` is None for a new one; `has_items` fixes what would make earlier judgements mean something else."""

    id: str
    name: str
    is_closed: bool
    has_items: bool
    written: Written
    errors: Mapping[str, str]
    problem: str
    kinds: tuple[Choice, ...]
    policies: tuple[Choice, ...]
    golds: tuple[Choice, ...]
    members: tuple[Choice, ...]
    conditions: tuple[Condition, ...]
    strata: tuple[Choice, ...]
    units: tuple[Choice, ...]
    matching: Matching | None
    most_judgements: int


def draw_form(
    reader: Reader,
    queue: opinions.Queue | None,
    written: Written,
    errors: Mapping[str, str] | None = None,
    matching: Matching | None = None,
) -> QueueForm:
    """At most five statements."""
    named = dict(errors or {})
    return QueueForm(
        id=queue.public_id if queue is not None else "",
        name=(queue.name or queue.key) if queue is not None else "",
        is_closed=queue is not None and queue.closed_at is not None,
        has_items=queue is not None and opinions.Item.objects.filter(queue=queue).exists(),
        written=written,
        errors=named,
        problem=named.get("", ""),
        kinds=_choices(QueueKind, [written.kind]),
        policies=_policies(reader, written.policy),
        golds=_golds(reader, written.gold),
        members=read_members(reader, written.many.get("reviewers", ())),
        conditions=tuple(_condition(name, label, terms, written) for name, label, terms in CONDITIONS),
        strata=_choices(Stratum, [written.stratum]),
        units=_choices(Unit, [written.unit]),
        matching=matching,
        most_judgements=MOST_JUDGEMENTS,
    )


def _condition(name: str, label: str, terms: type[Term], written: Written) -> Condition:
    ticked = written.many.get(name, ())
    return Condition(name=name, label=label, choices=_choices(terms, ticked), is_used=bool(ticked))


def _choices(terms: type[Term], chosen: Iterable[str]) -> tuple[Choice, ...]:
    picked = set(chosen)
    return tuple(Choice(term.value, term.label, term.value in picked, term.meaning) for term in terms)


def _policies(reader: Reader, chosen: str) -> tuple[Choice, ...]:
    """Revisions of the adjudication policy, the newest first, each with the fields that it says decide."""
    found = rows.Policy.objects.visible_to(reader).filter(kind=PolicyKind.ADJUDICATION.value)
    return tuple(
        Choice(policy.public_id, f"{policy.name}@{policy.revision}", policy.public_id == chosen, _decide(policy))
        for policy in found.select_related("body").order_by("-pk")[:OFFERED_POLICIES]
    )


def _golds(reader: Reader, chosen: str) -> tuple[Choice, ...]:
    """Label sets with a revision, by name."""
    sets = opinions.CalibrationSet.objects.visible_to(reader)
    frozen = sets.filter(Exists(opinions.SetRevision.objects.filter(set=OuterRef("pk")))).order_by("name", "pk")
    return tuple(
        Choice(found.public_id, str(found), found.public_id == chosen, _TOLD if found.shows_gold else "")
        for found in frozen[:OFFERED_SETS]
    )


def _decide(policy: rows.Policy) -> str:
    decisive = decisive_of(policy)
    return ", ".join(field.label for field in DecisiveField if field in decisive)
