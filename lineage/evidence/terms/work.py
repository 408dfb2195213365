"""What becomes of citations when a source changes, and the work that finds out (requirements 7.4, M-94)."""

from lineage.evidence.terms.term import Term


class RelocationOutcome(Term):
    """What became of a cited span in a later text. Only the first three leave a verdict as it is."""

    UNCHANGED = "unchanged", "unchanged", "The same words stand at the same place."
    RELOCATED_EXACT = (
        "relocated_exact",
        "moved, same words",
        "The same words stand at another place, and only there.",
    )
    RELOCATED_NORMALIZED = (
        "relocated_normalized",
        "moved, same words after normalization",
        "The same words stand there once the named operations of the policy are applied, such as joined lines.",
    )
    PROPOSED = (
        "proposed",
        "a place is proposed",
        "Similar words stand there, or the same in other company. That is no proof: a person accepts or rejects it.",
    )
    TEXT_CHANGED = (
        "text_changed",
        "words changed",
        "The place was found, and a number, unit, negation, modal verb or qualifier in it or its sentence is another.",
    )
    AMBIGUOUS = "ambiguous", "several places", "Several places fit equally; none was chosen."
    LOST = "lost", "not found", "No place in the new text is like the cited words."
    WITHDRAWN = "withdrawn", "version taken away", "The version was withdrawn or deleted, so nothing is looked for."
    NOT_REPLAYABLE = (
        "not_replayable",
        "cannot be looked for",
        "The cited words are not kept, or cannot be traced to words of the source, so there is nothing to look for.",
    )
    ERROR = "error", "failed", "The work failed for this citation; nothing is known of it."


CLEAN_OUTCOMES = frozenset(
    {RelocationOutcome.UNCHANGED, RelocationOutcome.RELOCATED_EXACT, RelocationOutcome.RELOCATED_NORMALIZED}
)
"""Outcomes that move a span by themselves."""


class AnchorMethod(Term):
    """By which rung of the ladder a place was found (DESIGN 4)."""

    POSITION = "position", "at the same place", "The words stand at the offsets that were recorded."
    EXACT = "exact", "by its words", "The words stand once in the text."
    CONTEXT = "context", "by its words and context", "Of several equal places, one has the recorded neighbours."
    NORMALIZED = "normalized", "by its normalized words", "The words stand once in the text's normalized view."
    NORMALIZED_CONTEXT = (
        "normalized_context",
        "by its normalized words and context",
        "Of several equal places in the normalized view, one has the recorded neighbours.",
    )
    APPROXIMATE = "approximate", "by likeness", "The likest place within the bound that the policy sets."


class WordingChange(Term):
    """A difference that may turn the meaning of a sentence round, however alike the letters are."""

    NUMBER = "number", "number", "A number is another."
    UNIT = "unit", "unit", "A unit of measure, currency or time is another."
    NEGATION = "negation", "negation", "A negation came or went."
    MODAL = "modal", "modal verb", "A modal verb (may, must, shall, should) is another."
    QUALIFIER = "qualifier", "qualifier", "A qualifier (except, unless, only if, subject to) came, went or changed."


class RunTrigger(Term):
    """Why a source is reprocessed."""

    NEW_VERSION = "new_version", "new version", "The source has a new version."
    NEW_EXTRACTION = "new_extraction", "new extraction", "The text of a version was taken from its bytes anew."
    NEW_CHUNKER = "new_chunker", "new chunker", "The text is cut in another way."
    NORMALIZATION_POLICY = (
        "normalization_policy",
        "new normalization policy",
        "A new revision says which differences between two texts do not count.",
    )
    TOMBSTONE = "tombstone", "version taken away", "A version was withdrawn or deleted, or was restored."
    SCHEDULE = "schedule", "schedule", "It was due."
    MANUAL = "manual", "asked for", "Somebody asked for it."


class RunState(Term):
    """Where a run stands (requirements 7.4)."""

    REQUESTED = "requested", "waiting for a worker", "Asked for; no worker has begun."
    RUNNING = "running", "running", "Workers are at it."
    COMPLETED_CLEAN = "completed_clean", "done, nothing changed", "Every citation stands where it stood or has moved."
    COMPLETED_WITH_CHANGES = (
        "completed_with_changes",
        "done, with changes",
        "Of some citations the words changed, are not sure, or are gone.",
    )
    PARTIAL = (
        "partial",
        "done in part",
        "Some citations could not be looked for; they are named and can be tried again.",
    )
    FAILED = "failed", "failed", "The run could not be made; its reason is given."
    CANCELLED = "cancelled", "cancelled", "It was stopped; what was found until then stays."


ENDED = frozenset(
    {
        RunState.COMPLETED_CLEAN,
        RunState.COMPLETED_WITH_CHANGES,
        RunState.PARTIAL,
        RunState.FAILED,
        RunState.CANCELLED,
    }
)
"""Nothing more comes of itself."""


class WorkKind(Term):
    PREPARE = "prepare", "make the texts, list the citations"
    RELOCATE = "relocate", "find citations"
    RENDER = "render", "draw pages"


class WorkState(Term):
    OPEN = "open", "waiting"
    LEASED = "leased", "being worked on"
    DONE = "done"
    SPLIT = "split", "split in parts", "It failed, and its parts are tried by themselves."
    QUARANTINED = "quarantined", "set aside", "It failed three times and is not tried again until somebody asks for it."
    CANCELLED = "cancelled"


class RelocationRuling(Term):
    """What a person says of a place that was found."""

    ACCEPTED = "accepted", "accepted", "The words that the citation meant stand there now."
    REJECTED = "rejected", "rejected", "The words that the citation meant do not stand there."
