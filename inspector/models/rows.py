"""Every row of inspector under one name: `from inspector.models import rows`, then `rows.Verdict`."""

from inspector.models.adjudications import AdjudicatedPair, Adjudication, Closing, Reopening
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
    "ClaimKindGiven",
    "Closing",
    "Draft",
    "Item",
    "ItemState",
    "LocatedSpan",
    "Membership",
    "Note",
    "PairVerdict",
    "Queue",
    "Reopening",
    "SetAside",
    "Slot",
    "Verdict",
]
