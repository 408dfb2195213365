"""Where adjudicators found that the guideline does not say enough: for whoever writes the next revision."""

from datetime import datetime
from typing import NamedTuple

from django.urls import reverse

from inspector.pages.settled_reading import visible_adjudications
from lineage.access import Action, Reader
from lineage.evidence.vocabulary import ErrorKind, PolicyKind
from lineage.models import rows

SHOWN = 20


class FlagLine(NamedTuple):
    """`sentence` is its number in the guideline, None where the adjudicator named none."""

    url: str
    sentence: int | None
    error_kind: str
    at: datetime


def read_flags(reader: Reader, policy: rows.Policy) -> tuple[FlagLine, ...]:
    """Of this revision of the guideline, the newest first; one statement, none for other kinds and other readers.

    Reasons stand on the page of the adjudication: they may repeat words that not everybody may read.
    """
    if policy.kind != PolicyKind.GUIDELINE or not reader.may(Action.PUBLISH_POLICY):
        return ()
    found = visible_adjudications(reader).filter(guideline=policy.pk, guideline_flag=True).order_by("-pk")
    columns = ("public_id", "sentence", "error_kind", "recorded_at")
    return tuple(
        FlagLine(reverse("settlement", args=[public_id]), sentence, ErrorKind(kind).label, at)
        for public_id, sentence, kind, at in found.values_list(*columns)[:SHOWN]
    )
