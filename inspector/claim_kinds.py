"""The kind of a claim that came without one: given by a person, the newest counts. The claim stays as it was.

Without a kind nobody knows which questions the form has to ask, and no judge is asked at all (M-64).
"""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Subquery

from inspector.models import rows as opinions
from lineage import ledger
from lineage.access import Action, Reader, require
from lineage.evidence.vocabulary import ClaimKind
from lineage.models import rows

KIND_GIVEN = "claim_kind_given"
MEANINGS = {
    ClaimKind.QUOTATION: "It gives the words of a source as the source's own.",
    ClaimKind.PARAPHRASE: "It says in other words what a source says.",
    ClaimKind.EXACT_VALUE: "It names a number, a date, a name or a code that must be right to the letter.",
    ClaimKind.DERIVED: "It follows from what sources say, by a calculation or a conversion.",
    ClaimKind.SYNTHESIS: "It puts together what several passages say.",
    ClaimKind.ABSTENTION: "It says that the question cannot be answered from the sources.",
    ClaimKind.CONVERSATIONAL: "It says nothing about the subject: a greeting, a hint where to look, a refusal.",
}
GIVABLE = tuple(MEANINGS)


class NotGivable(ValueError):
    """The claim has a kind of its own, or what was named is none; the message says which, for people."""


def newest_kind(column: str = "pk") -> Subquery:
    """For an annotation: the kind that people gave to the claim that the outer row's column names; else NULL."""
    given = opinions.ClaimKindGiven.objects.filter(claim=OuterRef(column)).order_by("-id")
    return Subquery(given.values("kind")[:1])


def kind_of(claim: rows.Claim) -> ClaimKind:
    """The kind that came with the claim, else the one given last; one statement, none where one came."""
    return read_kinds([claim])[claim.pk]


def read_kinds(claims: Iterable[rows.Claim]) -> dict[int, ClaimKind]:
    """`kind_of` by row id for many claims; one statement, none where all came with one."""
    found = {claim.pk: ClaimKind(claim.kind) for claim in claims}
    missing = [pk for pk, kind in found.items() if kind is ClaimKind.UNCLASSIFIED]
    if missing:
        given = opinions.ClaimKindGiven.objects.filter(claim__in=missing).order_by("id")
        found |= {pk: ClaimKind(kind) for pk, kind in given.values_list("claim_id", "kind")}
    return found


def give_kind(reader: Reader, claim: rows.Claim, kind: ClaimKind) -> Any:
    """Appends the kind of a claim that the reader may see; saying again what was said last appends nothing.

    Raises NotAllowed, NotVisible, NotGivable for a claim that came with a kind and for "not recorded".
    """
    require(reader, Action.RECORD_VERDICT)
    if kind not in GIVABLE:
        raise NotGivable("Choose one of the kinds: a claim without one is what this is about.")
    if claim.kind != ClaimKind.UNCLASSIFIED:
        label = ClaimKind(claim.kind).label
        raise NotGivable(f"This claim came with a kind ({label}); contest it in a verdict instead.")
    with transaction.atomic():
        known = opinions.ClaimKindGiven.objects.filter(claim=claim).order_by("-id").first()
        if known is not None and known.kind == kind:
            return known
        given = opinions.ClaimKindGiven(tenant_id=reader.tenant_id, claim=claim, kind=kind.value, actor=reader.actor)
        given.save()
        ledger.record(reader.tenant_id, KIND_GIVEN, reader.actor, f"claim:{claim.public_id}", {"kind": kind.value})
    return given
