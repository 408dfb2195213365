"""Every row of inspector under one name: `from inspector.models import rows`, then `rows.Verdict`.

Those of `inspector.models.judging` are not among them: what a judge said is reached by that name alone.
"""

from inspector.models.adjudications import AdjudicatedPair, Adjudication, Closing, Reopening
from inspector.models.calibration import (
    CalibrationItem,
    CalibrationSet,
    GoldItem,
    ItemLabel,
    RevisionItem,
    SetRevision,
)
from inspector.models.figure_jobs import FigureJob
from inspector.models.notes import ClaimKindGiven, Note
from inspector.models.people import Membership
from inspector.models.projections import ItemState
from inspector.models.queues import Draft, Item, Queue, SetAside, Slot
from inspector.models.review import LocatedSpan, PairVerdict, Verdict
from inspector.models.tokens import ApiToken

__all__ = [
    "AdjudicatedPair",
    "Adjudication",
    "ApiToken",
    "CalibrationItem",
    "CalibrationSet",
    "ClaimKindGiven",
    "Closing",
    "Draft",
    "FigureJob",
    "GoldItem",
    "Item",
    "ItemLabel",
    "ItemState",
    "LocatedSpan",
    "Membership",
    "Note",
    "PairVerdict",
    "Queue",
    "Reopening",
    "RevisionItem",
    "SetAside",
    "SetRevision",
    "Slot",
    "Verdict",
]
