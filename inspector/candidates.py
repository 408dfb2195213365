"""Claims on which people differed, offered to whoever makes a calibration set: none is lost by judging it again.

A dispute stays one though somebody settled it, or thought better of it later (S2-66).
"""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from inspector.blindness import is_blind_about, is_sealed
from inspector.models import rows as opinions
from lineage.access import Action, Reader, require
from lineage.evidence.vocabulary import ItemProgress


def disputed_states(reader: Reader) -> QuerySet[opinions.ItemState]:
    """States of the items that are offered to the reader: of claims on which they may read what others said."""
    require(reader, Action.KEEP_QUEUES)
    adjudicated = opinions.Adjudication.objects.filter(item=OuterRef("item"))
    disputed = Q(state=ItemProgress.DISAGREEMENT.value) | Q(Exists(adjudicated)) | Q(Exists(_differing()))
    states: QuerySet[opinions.ItemState] = opinions.ItemState.objects.visible_to(reader).filter(
        disputed,
        ~is_sealed(reader, OuterRef("item__claim")),
        ~is_blind_about(reader, answer=OuterRef("item__claim__answer")),
    )
    return states


def _differing() -> Any:
    """Verdicts on the outer item whose coverage another person's contradicts, whenever both were given."""
    verdicts = opinions.Verdict.objects.filter(withdrawn=False, coverage__isnull=False)
    others = verdicts.filter(item=OuterRef("item")).exclude(reviewer=OuterRef("reviewer"))
    return verdicts.filter(Exists(others.exclude(coverage=OuterRef("coverage"))), item=OuterRef("item"))
