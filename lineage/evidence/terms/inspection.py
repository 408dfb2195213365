"""What the resolver, the rules and the gate say."""

from lineage.evidence.terms.term import Term


class ResolutionStatus(Term):
    """What became of one citation (DESIGN 7); the first failing step decides."""

    QUOTE_MATCH = (
        "quote_match",
        "quoted words match",
        "The quoted words stand at the cited place. This does not show that they carry the claim.",
    )
    NORMALIZED_MATCH = (
        "normalized_match",
        "match after normalization",
        "The quoted words stand at the cited place once the named operations of the policy are applied.",
    )
    QUOTE_MISMATCH = "quote_mismatch", "words differ", "The cited place holds other words than the quotation."
    SPAN_RESOLVED = (
        "span_resolved",
        "passage found",
        "The cited passage was found among what the answer was given; no words were quoted, so none were compared.",
    )
    UNRESOLVED_ID = "unresolved_id", "unknown source", "The cited id is none of the passages this answer was given."
    GENERATED_TARGET = (
        "generated_target",
        "points to generated text",
        "The cited text was not written by the source. It may help to find evidence, it is not evidence.",
    )
    SNAPSHOT_MISMATCH = (
        "snapshot_mismatch",
        "another snapshot",
        "The cited digest is not the digest of the retained text.",
    )
    UNRESOLVED_RANGE = (
        "unresolved_range",
        "no such place",
        "The cited range is not in the text, or none was given where one is needed.",
    )
    MALFORMED_CITATION = "malformed_citation", "malformed", "The citation does not have the shape its format asks for."
    AMBIGUOUS_LOCATOR = "ambiguous_locator", "several places", "Several places fit equally; none was chosen."
    BROKEN_MAPPING = (
        "broken_mapping",
        "no verified way to the original",
        "The passage cannot be traced to the original by a verified map.",
    )
    AMBIGUOUS_MAPPING = (
        "ambiguous_mapping",
        "several ways to the original",
        "The map leads to several originals; none was chosen.",
    )
    UNAUTHORIZED = "unauthorized", "not for this reader", "The answer's reader was not allowed to see the source."
    WITHDRAWN = "withdrawn", "withdrawn", "The source version was withdrawn."
    ACCESS_BLOCKED = "access_blocked", "access blocked", "The source's owner blocks access to it."
    DELETED = "deleted", "deleted", "The source version was deleted."
    NOT_RETAINED = "not_retained", "text not retained", "The source's text was never kept, so nothing can be compared."
    NOT_RUN = "not_run", "not run", "A precondition failed."
    NOT_REPLAYABLE = "not_replayable", "not replayable", "The content was purged."
    OFFSET_DRIFT = "offset_drift", "same id, other text", "The id now names other text than when it was cited."


class MalformedDetail(Term):
    """The ten details of S0-38."""

    MISSING_ID = "missing_id", "no id"
    BAD_ID_TYPE = "bad_id_type", "the id is not a text"
    MISSING_DIGEST = "missing_digest", "no digest"
    BAD_DIGEST = "bad_digest", "the digest is not a SHA-256"
    MISSING_RANGE = "missing_range", "no range"
    BAD_RANGE_SHAPE = "bad_range_shape", "the range is not a pair"
    NON_INTEGER_OFFSET = "non_integer_offset", "an offset is not a whole number"
    UNKNOWN_UNIT = "unknown_unit", "the unit of the offsets is unknown"
    MISSING_VIEW = "missing_view", "the text that the offsets address is not named"
    MISSING_VERSION_IDENTITY = "missing_version_identity", "a URL does not identify a retained version"


class UnresolvedDetail(Term):
    OUTSIDE_MANIFEST = "outside_manifest", "known here, but not given to this answer"
    UNMAPPED_NUMBER = "unmapped_number", "the number is not in the saved footnote map"
    NO_EVIDENCE_RANGE = "no_evidence_range", "no place in the source was given"
    OUT_OF_BOUNDS = "out_of_bounds", "the range ends after the text"
    EMPTY_RANGE = "empty_range", "the range is empty"
    INSIDE_CHARACTER = "inside_character", "an offset falls inside a character"
    OFFSETS_DO_NOT_FIT = "offsets_do_not_fit", "the offsets fit in no unit, though the words stand in the text"
    WORDS_NOT_IN_TEXT = "words_not_in_text", "the words stand nowhere in the text"
    OTHER_REPRESENTATION = "other_representation", "this selector addresses another representation"
    SELECTORS_DISAGREE = "selectors_disagree", "its selectors name different places"


class Step(Term):
    """The resolver's steps, in their fixed order."""

    ID_SHAPE = "id_shape", "id shape"
    LOOKUP = "lookup", "look-up"
    ACCESS = "access", "access"
    AVAILABILITY = "availability", "availability"
    ORIGIN = "origin", "origin"
    DIGEST_SHAPE = "digest_shape", "digest shape"
    DIGEST = "digest", "digest"
    RANGE_SHAPE = "range_shape", "range shape"
    RANGE = "range", "range"
    MAP = "map", "map to the original"
    COMPARE = "compare", "comparison"


class Contract(Term):
    """The contracts that a rule belongs to; the first five are badges on a claim."""

    SYNTAX = "syntax", "syntax", "Is the citation well-formed in the format it came in?"
    IDENTITY = (
        "identity",
        "identity",
        "Does it resolve to a source, a revision and a passage that this answer was given?",
    )
    SUPPORT = "support", "support", "Does that passage, and only that passage, carry the claim?"
    COVERAGE = "coverage", "coverage", "Has every claim that needs evidence got some?"
    STANDING = "standing", "standing", "Is the source current and authoritative, and may this answer's reader see it?"
    ORIGIN = "origin", "origin", "Did the source write the cited words?"
    LINEAGE = "lineage", "lineage", "Can the cited words be traced to the original?"
    RETRIEVAL = "retrieval", "retrieval", "Was the evidence found, and did its identity stay with it?"
    FRESHNESS = "freshness", "freshness", "Is the cited version still the current one?"
    EVALUATION = "evaluation", "evaluation", "Did the judge read the same text?"
    ACCESS = "access", "access", "May the reader of this answer see the source?"
    SECURITY = "security", "security", "Does retrieved text pretend to be something else?"
    CAPTURE = "capture", "capture", "Was enough recorded to tell?"


class Outcome(Term):
    """What a rule found. Absent is not zero and not a pass."""

    PASS = "pass", "passed", "The rule ran and found nothing wrong."
    FAIL = "fail", "failed", "The rule ran and found what it looks for."
    UNCLEAR = "unclear", "unclear", "The rule ran and cannot tell; a person must."
    NOT_RUN = "not_run", "not run", "Something before it failed, so there was nothing to look at."
    NOT_CAPTURED = (
        "not_captured",
        "not recorded",
        "What the rule needs was not recorded with the answer. That is no pass.",
    )
    NOT_APPLICABLE = "not_applicable", "not applicable", "The rule does not concern this claim or citation."
    ERROR = "error", "error", "The rule itself broke; nothing follows for the answer."


class Level(Term):
    """What a policy makes of a failing rule; ordered by weight in `LEVEL_WEIGHT`."""

    BLOCK = "block", "block", "A failure keeps the answer from its reader."
    REVIEW = "review", "review", "A failure sends the answer to a person first."
    WARN = "warn", "warning", "A failure is said and decides nothing."
    SHADOW = "shadow", "shadow", "A failure is recorded for trial and shown apart."
    OFF = "off", "off", "The rule does not run."


LEVEL_WEIGHT = {Level.BLOCK: 4, Level.REVIEW: 3, Level.WARN: 2, Level.SHADOW: 1, Level.OFF: 0}


class Owner(Term):
    INGESTION = "ingestion"
    RETRIEVAL = "retrieval"
    APPLICATION = "application"
    EVALUATION = "evaluation"
    CONTENT_OWNER = "content_owner", "content owner"


class Route(Term):
    """Where a finding goes."""

    BLOCK = "block"
    REVIEW = "review"
    RETRIEVAL_TEST = "retrieval_test", "retrieval test"


class Decision(Term):
    """What the gate says of an answer (GateOutcome)."""

    RELEASED = "released", "released", "No rule that blocks or sends to review found anything."
    RELEASED_WITH_DOWNGRADE = (
        "released_with_downgrade",
        "released, downgraded",
        "Released with a label on a claim that rests on generated words only.",
    )
    HOLD_FOR_REVIEW = "hold_for_review", "held for review", "A person decides before the answer goes out."
    DEGRADED = "degraded", "degraded", "Only a narrower form of the answer may go out."
    BLOCKED = "blocked", "blocked", "A rule that blocks found something; the answer does not go out."
    NOT_EVALUATED = (
        "not_evaluated",
        "not evaluated",
        "There was no claim, or evidence that could not be read. That is no pass.",
    )


class Diagnosis(Term):
    HEALTHY = "healthy", "healthy", "Nothing that code can check is wrong; the meaning is for people."
    GENUINE_UNSUPPORTED = (
        "genuine_unsupported",
        "not supported by its evidence",
        "Everything is wired as it should be, and the evidence does not carry the claim.",
    )
    EVALUATION_WIRING = (
        "evaluation_wiring",
        "the judge read another text",
        "The judge was handed another text than the answer; its score says nothing of the answer.",
    )
    WRONG_MAPPING = "wrong_mapping", "wrong mapping", "The citation leads elsewhere than to the words it stands for."
    RENDERER_REMAPPED = (
        "renderer_remapped",
        "the renderer changed the numbers",
        "The answer was right when it was written; the reader sees another source under its number.",
    )
    RETRIEVAL_MISS = "retrieval_miss", "retrieval miss", "The evidence exists and was not found."
    STALE_VERSION = "stale_version", "stale version", "The cited version has been replaced."
    JUDGE_UNSTABLE = "judge_unstable", "unstable judge", "The same judge says different things of the same text."
    CANNOT_DETERMINE = "cannot_determine", "cannot be determined", "Too little was recorded to say."
