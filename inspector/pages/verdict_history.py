"""The verdicts on a claim so far, newest first: appended, never edited."""

from typing import Any

from django.db.models import Exists, OuterRef, Subquery

from inspector.blindness import said_to
from inspector.models import rows as opinions
from inspector.pages.claim_view import VerdictLine
from lineage.access import Action, Reader
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.vocabulary import (
    Answerability,
    CoverageVerdict,
    ItemProgress,
    PairSupport,
    SupportClass,
    Term,
)
from lineage.models.content import unpack
from lineage.redactions import find_remains

COLUMNS = (
    "id", "supersedes_id", "reviewer", "recorded_at", "coverage", "support_class", "answerability", "contested",
    "evidence_digest", "rationale_id", "withdrawn",
)  # fmt: skip
CONTENT = ("rationale__sha256", "rationale__size", "rationale__body", "rationale__coding")


def read_history(
    reader: Reader, claim_id: int, today: str, *, hidden: str = "", taken: str = ""
) -> tuple[VerdictLine, ...]:
    """Every verdict on a claim, newest first, in one statement: a row for each pair, or one where nothing is cited.

    Where the claim is sealed for the reader these are their own alone.

    Reasons may repeat the words that were judged: `hidden` stands in their place where those may not be read. `taken`
    is what became of the source since, if anything.
    """
    people = opinions.Membership.objects.filter(tenant_id=OuterRef("tenant_id"), actor=OuterRef("reviewer"))
    in_dispute = opinions.ItemState.objects.filter(
        item__claim=OuterRef("claim"), state=ItemProgress.DISAGREEMENT.value
    )
    found = (
        opinions.Verdict.objects.visible_to(reader)
        .filter(said_to(reader, "reviewer"), claim_id=claim_id)
        .annotate(
            first_name=Subquery(people.values("user__first_name")[:1]),
            name=Subquery(people.values("user__username")[:1]),
            is_disputed=Exists(in_dispute),
        )
        .order_by("-id", "pairs__citation__ordinal")
        .values(*COLUMNS, *CONTENT, "first_name", "name", "is_disputed", "pairs__support", "pairs__citation__key")
    )
    by_verdict: dict[int, list[dict[str, Any]]] = {}
    for row in found:
        by_verdict.setdefault(row["id"], []).append(row)
    superseded = {group[0]["supersedes_id"] for group in by_verdict.values()}
    return tuple(_line(reader, group, key in superseded, today, hidden, taken) for key, group in by_verdict.items())


def _line(
    reader: Reader, group: list[dict[str, Any]], superseded: bool, today: str, hidden: str, taken: str
) -> VerdictLine:
    row = group[0]
    return VerdictLine(
        reviewer=_name(reader, row),
        recorded_at=row["recorded_at"],
        coverage=_label(CoverageVerdict, row["coverage"]),
        support_class=_label(SupportClass, row["support_class"]),
        answerability=_label(Answerability, row["answerability"]),
        pairs=tuple(
            (pair["pairs__citation__key"], PairSupport(pair["pairs__support"]).label)
            for pair in group
            if pair["pairs__support"]
        ),
        contested=tuple(str(fact) for fact in row["contested"]),
        rationale=hidden if hidden and row["rationale_id"] is not None else _rationale(row),
        is_superseded=superseded,
        is_stale=digest_from_raw(bytes(row["evidence_digest"])) != today,
        is_mine=row["reviewer"] == reader.actor,
        taken=taken,
        is_withdrawal=row["withdrawn"],
    )


def _name(reader: Reader, row: dict[str, Any]) -> str:
    """Whoever may settle what people differ on is not told who said what before it is settled."""
    if row["is_disputed"] and reader.may(Action.ADJUDICATE) and row["reviewer"] != reader.actor:
        return "a reviewer"
    return row["first_name"] or row["name"] or "a former member"


def _rationale(row: dict[str, Any]) -> str:
    if row["rationale_id"] is None:
        return ""
    if row["rationale__body"] is None:
        left = find_remains([row["rationale_id"]]).get(row["rationale_id"])
        return left.decode() if left is not None else "(the words were erased)"
    return unpack(*(row[name] for name in CONTENT)).decode("utf-8", "surrogatepass")


def _label(terms: type[Term], value: str | None) -> str:
    return terms(value).label if value else "left open"
