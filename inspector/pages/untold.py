"""What a list says of an answer whose decision the reader is not told yet, because their own verdict is not in."""

from inspector.pages.evidence_view import Said
from inspector.pages.states import STATE_OF_DECISION
from inspector.untold import HIDDEN, UNTOLD
from lineage.evidence.vocabulary import Decision

NOT_TOLD = Said(HIDDEN, "absent", UNTOLD)


def said_of_decision(decision: str) -> Said:
    """`decision` as `blindness.told` gives it."""
    if decision == UNTOLD:
        return NOT_TOLD
    known = Decision(decision)
    return Said(known.label, STATE_OF_DECISION[known])
