"""Every row of inspector under one name: `from inspector.models import rows`, then `rows.Verdict`."""

from inspector.models.people import Membership
from inspector.models.projections import ItemState
from inspector.models.review import Item, PairVerdict, Queue, Verdict
from inspector.models.tokens import ApiToken

__all__ = ["ApiToken", "Item", "ItemState", "Membership", "PairVerdict", "Queue", "Verdict"]
