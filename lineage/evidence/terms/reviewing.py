"""What queues, their items and what people do with them are called."""

from lineage.evidence.terms.term import Term


class QueueKind(Term):
    """What a queue is for."""

    COMPLIANCE = "compliance", "compliance", "Claims of answers that the gate holds back or that somebody opened."
    CALIBRATION = "calibration", "calibration", "Claims judged blind, to put a judge to the test."
    ESCALATED = "escalated", "escalated", "Claims that somebody asked others to look at."
    SAMPLED = "sampled", "sampled", "Claims drawn at random, each with its probability."
    REREVIEW = "rereview", "re-review", "Claims whose evidence or rules changed after they were judged."
    JUDGE_UNSTABLE = "judge_unstable", "judge unstable", "Claims on which a judge contradicts itself on equal input."
    NEEDS_CLAIM_KIND = "needs_claim_kind", "needs a kind", "Claims of no recorded kind: without one no judge is asked."


class ItemProgress(Term):
    """Where a claim stands in a queue, in the words that reviewers know."""

    NEEDS_REVIEW = "needs_review", "needs review", "Nobody has judged it on today's evidence."
    NEEDS_OTHERS = "needs_others", "needs others' review", "Some have judged it, fewer than the queue asks for."
    DISAGREEMENT = "disagreement", "disagreement", "The verdicts differ in a decisive field."
    AGREED = "agreed", "completed, agreed", "All verdicts that the queue asks for agree in the decisive fields."
    ADJUDICATED = "adjudicated", "completed, adjudicated", "An adjudicator settled a disagreement."
    NO_TEXT = "no_text", "no text", "The words cannot be shown, so the claim cannot be judged; it counts nowhere."


COMPLETED = frozenset({ItemProgress.AGREED, ItemProgress.ADJUDICATED})


class SlotState(Term):
    """One of the places that an item has for a judgement."""

    FREE = "free", "free", "Whoever may judge can take it."
    DEALT = "dealt", "dealt", "It waits for the person that it was dealt to."
    HELD = "held", "in review", "Somebody is at it until the lease ends."
    DONE = "done", "done", "A verdict was recorded."
    AGAIN = "again", "to review again", "The evidence or the rules changed after the verdict was recorded."
    DECLINED = "declined", "declined", "The person said that it should not be here, or not with them."


OPEN_SLOTS = frozenset({SlotState.DEALT, SlotState.HELD, SlotState.AGAIN})
"""Slots of a person whose verdict on today's evidence is not in."""


class AsideKind(Term):
    """What somebody did with an item instead of judging it."""

    SKIPPED = "skipped", "skipped", "Not offered again until opened from the list."
    REQUEUED = "requeued", "put at the end", "Offered again after everything else."
    DECLINED = "declined", "declined", "Never offered to this person again."


class NoteKind(Term):
    NOTE = "note", "note"
    ESCALATION = "escalation", "escalation", "Somebody asks others to look at this claim."
    ACCESS_REQUEST = "access_request", "access asked for", "Somebody asks to read a masked source."


class ErrorKind(Term):
    """Why people differed, as the adjudicator sees it (DESIGN 8)."""

    AMBIGUOUS_TEXT = "ambiguous_text", "the text is ambiguous"
    GUIDELINE_GAP = "guideline_gap", "the guideline does not say"
    REVIEWER_ERROR = "reviewer_error", "a reviewer erred"
    EDGE_CASE = "edge_case", "an edge case"
    OTHER = "other", "another reason"


class DecisiveField(Term):
    """Fields of a verdict that a queue's policy may name: only these make a disagreement."""

    SUPPORT = "support", "support of each citation"
    COVERAGE = "coverage", "coverage of the claim"
    ANSWERABILITY = "answerability"
    SUPPORT_CLASS = "support_class", "kind of support"
    ORIGIN = "origin"
    QUOTATION = "quotation"
    DERIVATION = "derivation"


class ClosingKind(Term):
    """What a person did with the review of an answer as a whole."""

    CLOSED = "closed", "closed", "Every assessed claim had its coverage when the review was closed."
    REOPENED = "reopened", "reopened", "Somebody saw reason to look again; what was said before stays."
