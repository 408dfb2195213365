"""The verdicts of a dispute with all that they say, read for the cards of its adjudicator and for the frozen chain."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import F

from inspector.item_reading import FIELDS
from inspector.models import rows as opinions
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import SpanRole
from lineage.models import rows
from lineage.models.content import ContentAbsent
from lineage.redactions import read_json
from lineage.text.span import Span

ALSO = ("in_original", "attributed", "names_missing_basis", "exemption", "support_types", "contested", "tags")
"""What a verdict says beside the fields that a policy may call decisive."""
ERASED = "(the words were erased)"


class Attached(NamedTuple):
    """A stretch of a text that a reviewer attached to a verdict."""

    role: SpanRole
    artifact: str
    span: Span
    is_omission: bool


class Given(NamedTuple):
    """One verdict, whole. `support` is by the row id of the citation, `others` by the names of `ALSO`."""

    verdict: int
    fields: Mapping[str, str | None]
    support: Mapping[int, str]
    others: Mapping[str, Any]
    rationale: str
    details: Mapping[str, Any]
    spans: Sequence[Attached]
    row: Any


def read_given(verdict_ids: Iterable[int]) -> dict[int, Given]:
    """By verdict; three statements, and one for words that were erased."""
    ids = sorted(verdict_ids)
    found = opinions.Verdict.objects.filter(pk__in=ids).select_related("rationale", "details", "guideline")
    support: dict[int, dict[int, str]] = {pk: {} for pk in ids}
    for verdict, citation, said in opinions.PairVerdict.objects.filter(verdict__in=ids).values_list(
        "verdict_id", "citation_id", "support"
    ):
        support[verdict][citation] = said
    spans: dict[int, list[Attached]] = {pk: [] for pk in ids}
    attached = opinions.LocatedSpan.objects.filter(verdict__in=ids).annotate(key=F("artifact__key"))
    for span in attached.order_by("verdict", "ordinal"):
        at = Span(span.start, span.end)
        spans[span.verdict_id].append(Attached(SpanRole(span.role), span.key, at, span.is_omission))
    return {
        row.pk: Given(
            verdict=row.pk,
            fields={name: getattr(row, name) for name in FIELDS},
            support=support[row.pk],
            others={name: getattr(row, name) for name in ALSO},
            rationale=words_of(row.rationale),
            details=_details(row.details),
            spans=spans[row.pk],
            row=row,
        )
        for row in found
    }


def words_of(content: rows.Content | None) -> str:
    """What somebody typed, as they typed it; what an erasure left of it where words of a source stood in it."""
    if content is None:
        return ""
    try:
        return read_json(content).decode("utf-8", "surrogatepass")
    except ContentAbsent:
        return ERASED


def _details(content: rows.Content | None) -> dict[str, Any]:
    if content is None:
        return {}
    try:
        value = load_json(read_json(content))
    except ContentAbsent:
        return {}
    return value if isinstance(value, dict) else {}


def verdicts_for_chain(verdict_ids: Iterable[int]) -> list[dict[str, Any]]:
    """As a chain keeps them: values and digests, no words and no names."""
    kept = []
    for given in sorted(read_given(verdict_ids).values(), key=lambda one: one.verdict):
        row = given.row
        kept.append(
            {
                "verdict": given.verdict,
                "evidence": digest_from_raw(bytes(row.evidence_digest)),
                "body": digest_from_raw(bytes(row.body_digest)),
                "guideline": f"{row.guideline.name}@{row.guideline.revision}",
                "fields": dict(given.fields),
                "support": {str(citation): said for citation, said in sorted(given.support.items())},
                "others": dict(given.others),
                "rationale": digest_from_raw(bytes(row.rationale.sha256)) if row.rationale_id is not None else None,
                "spans": [
                    {"role": str(one.role), "artifact": one.artifact, "span": list(one.span)}
                    | {"omission": one.is_omission}
                    for one in given.spans
                ],
                "blind": row.blind,
                "judge_seen": row.judge_seen,
            }
        )
    return kept
