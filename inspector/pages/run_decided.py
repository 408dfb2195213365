"""What people said of the places that a run found."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count

from inspector.pages.evidence_view import Said
from inspector.pages.run_people import name_of, named_by
from inspector.pages.run_states import STATE_OF_RULING
from inspector.pages.run_view import DecisionLine
from lineage.access import Reader
from lineage.evidence.vocabulary import RelocationRuling
from lineage.models import rows
from lineage.models.content import ContentAbsent
from lineage.redactions import read_text

ERASED_REASON = "(the words were erased)"


def read_decisions(reader: Reader, relocations: Sequence[int]) -> Mapping[int, tuple[DecisionLine, ...]]:
    """What people said of these places, newest first, in one statement."""
    if not relocations:
        return {}
    visible = rows.RelocationDecision.objects.visible_to(reader).filter(relocation_id__in=relocations)
    found: dict[int, tuple[DecisionLine, ...]] = {}
    for row in named_by(visible.select_related("reason"), "actor").order_by("-id"):
        found[row.relocation_id] = (*found.get(row.relocation_id, ()), _decision(reader, row))
    return found


def _decision(reader: Reader, row: Any) -> DecisionLine:
    ruling = RelocationRuling(row.ruling)
    return DecisionLine(
        said=Said(ruling.label, STATE_OF_RULING[ruling], ruling.value, ruling.meaning),
        place=f"place {row.candidate + 1}" if row.candidate is not None else "",
        who=name_of(reader, row.actor, row.first_name, row.username),
        recorded_at=row.recorded_at,
        reason=_words(row.reason),
    )


def _words(content: Any | None) -> str:
    if content is None:
        return ""
    try:
        words = read_text(content)
    except ContentAbsent:
        return ERASED_REASON
    return words


def count_decided(reader: Reader, run: Any) -> int:
    """Of how many citations of the run anybody has said something; they stay in the lists in which they were."""
    decisions = rows.RelocationDecision.objects.visible_to(reader).filter(relocation__run=run)
    return int(decisions.aggregate(decided=Count("relocation", distinct=True))["decided"])
