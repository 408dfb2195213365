"""What rests on texts, such as those of a version: resolutions to them and to all that was made from them (U-27).

The look-up downwards is one recursive statement (review.md A.10: 1 ms at 500,000 entries on SQLite, 160 on PostgreSQL),
bounded in depth as everywhere, so that it ends where derivations run in a circle.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import (
    BigIntegerField,
    Case,
    CharField,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce

from inspector.blindness import is_blind_about, is_sealed, told
from inspector.models import rows as opinions
from inspector.untold import UNTOLD
from lineage.access import Reader
from lineage.citing import MAXIMUM_DEPTH
from lineage.models import rows
from lineage.models.content import ContentAbsent

MADE = """
WITH RECURSIVE made(id, depth) AS (
    SELECT id, 0 FROM lineage_artifact WHERE tenant_id = %s AND {roots}
    UNION
    SELECT d.output_id, m.depth + 1 FROM lineage_derivation d JOIN made m ON d.input_id = m.id WHERE m.depth < %s
)
SELECT id FROM made
"""
FRESH, STALE, UNJUDGED = "fresh", "stale", "none"
NOT_LOOKED_FOR = "none"


class ImpactFilters(NamedTuple):
    """`outcome`: of the newest relocation, or none; `verdicts`: fresh, stale, none, or not told to the reader."""

    outcome: str = ""
    verdicts: str = ""


class Totals(NamedTuple):
    """`given` answers got one of the texts and cite none; `fresh` verdicts; claims with some that are stale.

    Verdicts that the reader is not told of are in neither.
    """

    answers: int
    claims: int
    citations: int
    given: int
    fresh: int
    stale_claims: int


class Roots(NamedTuple):
    """The texts to begin with, as a condition on artifacts of the reader's tenant."""

    condition: str
    values: tuple[int, ...]


class Cursor(NamedTuple):
    answer: int
    citation: int


def of_version(version: Any) -> Roots:
    return Roots("version_id = %s", (version.pk,))


def of_texts(ids: Sequence[int]) -> Roots:
    return Roots(f"id IN ({', '.join(['%s'] * len(ids)) or 'NULL'})", tuple(ids))


def resting_on(reader: Reader, roots: Roots) -> Any:
    """Resolutions of the newest inspections; `outcome` and `verdicts` are as the filters name them."""
    relocated = rows.Relocation.objects.filter(citation=OuterRef("citation")).order_by("-id")
    states = opinions.ItemState.objects.filter(item__claim=OuterRef("citation__claim"))
    found = rows.Resolution.objects.visible_to(reader).filter(
        artifact_id__in=_made(reader, roots), inspection__answer__state__inspection=F("inspection_id")
    )
    return found.annotate(
        outcome=Coalesce(Subquery(relocated.values("outcome")[:1]), Value(NOT_LOOKED_FOR), output_field=CharField()),
        verdicts=Case(
            When(is_sealed(reader, OuterRef("citation__claim")), then=Value(UNTOLD)),
            When(Exists(states.filter(stale=True)), then=Value(STALE)),
            When(Exists(states.filter(verdicts__gt=0)), then=Value(FRESH)),
            default=Value(UNJUDGED),
            output_field=CharField(),
        ),
    )


def _made(reader: Reader, roots: Roots) -> Any:
    return RawSQL(MADE.format(roots=roots.condition), (reader.tenant_id, *roots.values, MAXIMUM_DEPTH))


def matching(resting: Any, filters: ImpactFilters) -> Any:
    return resting.filter(**{name: value for name, value in filters._asdict().items() if value})


def read_totals(reader: Reader, roots: Roots, resting: Any) -> Totals:
    """Three statements, over everything that rests on the texts."""
    counted = resting.order_by().aggregate(
        answers=Count("inspection__answer", distinct=True),
        claims=Count("citation__claim", distinct=True),
        n=Count("pk"),
    )
    given = rows.ManifestEntry.objects.visible_to(reader).filter(artifact_id__in=_made(reader, roots))
    uncited = given.exclude(answer__in=resting.order_by().values("inspection__answer"))
    states = opinions.ItemState.objects.filter(
        ~Q(is_sealed(reader, OuterRef("item__claim"))),
        item__claim__in=resting.order_by().values("citation__claim"),
    )
    judged = states.aggregate(fresh=Sum("verdicts"), stale=Count("item__claim", filter=Q(stale=True), distinct=True))
    return Totals(
        answers=counted["answers"],
        claims=counted["claims"],
        citations=counted["n"],
        given=uncited.order_by().aggregate(n=Count("answer", distinct=True))["n"],
        fresh=judged["fresh"] or 0,
        stale_claims=judged["stale"],
    )


def count_by(resting: Any) -> Mapping[tuple[str, str], int]:
    """Citations by outcome and verdicts; one statement."""
    found = resting.order_by().values_list("outcome", "verdicts").annotate(Count("pk"))
    return {(outcome, verdicts): number for outcome, verdicts, number in found}


ABOUT = {
    "resolution": F("pk"), "answer_id": F("inspection__answer_id"), "answer": F("inspection__answer__public_id"),
    "heading": F("inspection__answer__state__heading"), "case_key": F("inspection__answer__case__key"),
    "response": F("inspection__answer__response_version"), "answered_at": F("inspection__answer__state__answered_at"),
    "claim_key": F("citation__claim__key"),
    "claim_public_id": F("citation__claim__public_id"), "claim_pk": F("citation__claim_id"),
    "citation_pk": F("citation_id"), "citation_key": F("citation__key"), "ordinal": F("citation__ordinal"),
    "of_claim": F("citation__claim__ordinal"),
}  # fmt: skip


def read_window(reader: Reader, chosen: Any, after: Cursor | None, size: int) -> list[dict[str, Any]]:
    """At most `size` citations, those of the newest answer first, each answer's in their order; two statements.

    The first finds which they are, so that what is looked up for each is looked up for no other.
    """
    ordered = chosen.order_by("-inspection__answer_id", "citation_id")
    if after is not None:
        older = Q(inspection__answer_id__lt=after.answer)
        ordered = ordered.filter(older | Q(inspection__answer_id=after.answer, citation_id__gt=after.citation))
    return _about(reader, chosen, list(ordered.values_list("pk", flat=True)[:size]))


def _about(reader: Reader, chosen: Any, ids: Sequence[int]) -> list[dict[str, Any]]:
    states = opinions.ItemState.objects.filter(item__claim=OuterRef("citation__claim")).order_by()
    counted = states.values("item__claim").annotate(n=Sum("verdicts")).values("n")
    judges = rows.JudgeResult.objects.filter(claim=OuterRef("citation__claim")).order_by("-id")
    runs = rows.Relocation.objects.filter(citation=OuterRef("citation")).order_by("-id")
    window = chosen.filter(pk__in=ids).annotate(
        decision=told(reader, "inspection__answer", "inspection__decision"),
        fresh=Case(
            When(verdicts=UNTOLD, then=Value(0)),
            default=Coalesce(Subquery(counted[:1]), 0),
            output_field=IntegerField(),
        ),
        is_blind=is_blind_about(reader, answer=OuterRef("inspection__answer")),
        judge=Case(
            When(is_blind=True, then=Value(None)),
            default=Subquery(judges.values("id")[:1]),
            output_field=BigIntegerField(),
        ),
        run=Subquery(runs.values("run__public_id")[:1]),
        changed=Subquery(runs.values("changed")[:1]),
    )
    told_of = ("decision", "verdicts", "fresh", "is_blind", "judge")
    found = window.order_by().values("status", "outcome", "changed", "run", *told_of, **ABOUT)
    by_id = {row["resolution"]: row for row in found}
    return [by_id[id] for id in ids if id in by_id]


def cursor_of(row: Mapping[str, Any]) -> Cursor:
    return Cursor(row["answer_id"], row["citation_pk"])


def find_cursor(reader: Reader, written: str) -> Cursor | None:
    """The place that an address names by answer and ordinal; None for what names nothing of this tenant."""
    answer, _, ordinal = written.rpartition("-")
    if not (ordinal.isascii() and ordinal.isdigit() and len(ordinal) < 10) or "\0" in answer:
        return None
    named = rows.Citation.objects.visible_to(reader).filter(answer__public_id=answer, ordinal=int(ordinal))
    found = named.values_list("answer_id", "pk").first()
    return Cursor(*found) if found is not None else None


def read_windows(reader: Reader, chosen: Any, size: int) -> Iterator[list[dict[str, Any]]]:
    """Everything, a window at a time."""
    after = None
    while True:
        window = read_window(reader, chosen, after, size)
        if window:
            yield window
        if len(window) < size:
            return
        after = cursor_of(window[-1])


def read_judges(window: Iterable[Mapping[str, Any]]) -> Mapping[int, Any]:
    """The newest judge result of each claim of a window, by its id; one statement."""
    ids = {row["judge"] for row in window if row["judge"] is not None}
    return dict(rows.JudgeResult.objects.in_bulk(ids))


def read_claims(window: Iterable[Mapping[str, Any]]) -> Mapping[int, str]:
    """The words of each claim of a window, by the claim's id; none where they were not kept. Two statements."""
    ids = {row["claim_pk"] for row in window if row["claim_pk"] is not None}
    about = ("pk", "text_id", "answer__text_id", "start", "end")
    claims = list(rows.Claim.objects.filter(pk__in=ids).values_list(*about))
    needed = {text or whole for _, text, whole, _, _ in claims if text or whole}
    texts = {content.pk: _text(content) for content in rows.Content.objects.filter(pk__in=needed)}
    found = {}
    for pk, text, whole, start, end in claims:
        words = texts.get(text or whole)
        if words is not None and (text or start is not None):
            found[pk] = words if text else words[start:end]
    return found


def _text(content: Any) -> str | None:
    try:
        return str(content.get_text())
    except ContentAbsent:
        return None
