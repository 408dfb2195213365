"""What was captured with an answer beside its claims (M-24..M-36): one canonical JSON Content, `Answer.capture`.

Every part may be None: not recorded. Not recorded is neither empty nor a pass.
"""

from lineage.evidence.vocabulary import DigestSubject, Origin, RangeOrigin, Stage, View
from lineage.evidence.wire import (
    Count,
    DigestText,
    Flag,
    Json,
    Key,
    Metadata,
    Moment,
    Number,
    Prose,
    Range,
    Share,
    Words,
    record,
)


@record
class Hit:
    """One result of one retrieval path, before fusion; a rank stands once in its path (M-28, S0-26)."""

    artifact: Key
    path: Words = ""
    rank: Count | None = None
    score: Number | None = None
    point_id: Words | None = None
    payload: Metadata | None = None


@record
class Candidate:
    """A passage after fusion and reranking, with the step that dropped it, if any (M-28, M-29)."""

    artifact: Key
    layer: Words | None = None
    fused_rank: Count | None = None
    rerank_score: Number | None = None
    final_rank: Count | None = None
    penalty: Number | None = None
    penalty_reason: Words | None = None
    covers: tuple[Key, ...] = ()
    index_class: Words | None = None
    matched_via: Key | None = None
    excluded_reason: Words | None = None


@record
class RetrievalAid:
    """Generated words that helped to find evidence (M-10): never evidence."""

    artifact: Key
    kind: Words
    aggregation: Words | None = None
    in_generator_input: Flag | None = None


@record
class Rerank:
    """What a reranker was handed and what it gave back, in its order; None in `returned` is a result without an id.

    A good one returns the ids that it was handed, each at most once (S4-16).
    """

    handed: tuple[Key, ...] | None = None
    returned: tuple[Key | None, ...] | None = None


@record
class RetrievalRun:
    """One retrieval, by layer (M-28). `deduplicated` maps a passage that was dropped to the one kept in its place."""

    query: Prose | None = None
    rewrites: tuple[Prose, ...] = ()
    started_at: Moment | None = None
    filters: Metadata | None = None
    thresholds: Metadata | None = None
    versions: Metadata | None = None
    fusion: Words | None = None
    hits: tuple[Hit, ...] | None = None
    rerank: Rerank | None = None
    deduplicated: dict[Key, Key] | None = None
    candidates: tuple[Candidate, ...] | None = None
    aids: tuple[RetrievalAid, ...] | None = None
    uncovered_subclaims: tuple[Prose, ...] | None = None


@record
class RequestRange:
    """Who wrote a range of the assembled request; ranges do not overlap, gaps are unmarked (M-30)."""

    span: Range
    origin: RangeOrigin
    artifact: Key | None = None
    block: Key | None = None
    author: Words | None = None


@record
class GeneratorRequest:
    """The request as the generator received it (M-30); `assembled_at` is when its context was built (S4-20)."""

    text: Prose | None = None
    digest: DigestText | None = None
    ranges: tuple[RequestRange, ...] | None = None
    assembled_at: Moment | None = None


@record
class ExposureView:
    """What one component saw: embedding, language_model or returned_fields (S0-23).

    `text` is the text itself, or a JSON object of its fields. `basis` is captured_request, configuration_claim or
    unknown; only a stored request shows exposure (S0-03).
    """

    kind: Words
    artifact: Key
    text: Prose | None = None
    digest: DigestText | None = None
    basis: Words = "unknown"


@record
class StageRecord:
    """Identity and digest of a cited passage at one stage (S2-40); compared only with what is expected equal."""

    stage: Stage
    citation: Key | None = None
    block: Key | None = None
    source: Key | None = None
    version: Key | None = None
    digest: DigestText | None = None
    length: Count | None = None
    subject: DigestSubject = DigestSubject.ARTIFACT_TEXT
    expected_equal_to: Stage | None = None
    text: Prose | None = None
    captured_at: Moment | None = None


@record
class Card:
    """A source card as it was rendered beside the answer (S2-08)."""

    number: Key
    target: Key
    page: Count | None = None
    position: Count | None = None
    version: Key | None = None
    digest: DigestText | None = None


@record
class Hop:
    """An intermediate proposition of a multi-hop answer, with what it rests on (M-36).

    `status` is supported, conflicted or tentative; `used_by` are keys of later hops or of claims.
    """

    key: Key
    ordinal: Count
    proposition: Prose
    status: Words | None = None
    supports: tuple[Key, ...] = ()
    conflicts: tuple[Key, ...] = ()
    used_by: tuple[Key, ...] = ()
    notes: Prose | None = None


@record
class Conflict:
    """Two passages that disagree, the rule of precedence, and whether the answer says so (M-69)."""

    first: Key
    second: Key
    precedence: Words | None = None
    surfaced: Flag | None = None


@record
class AccessCheck:
    """Whether the answer's persona might see a source, at one phase (M-102)."""

    phase: Words
    outcome: Words
    source: Key | None = None
    version: Key | None = None
    checked_at: Moment | None = None
    detail: Words | None = None


@record
class AliasResolution:
    """An alias such as `latest`, and the version it named (S4-11)."""

    alias: Key
    source: Key
    version: Key
    resolved_at: Moment | None = None


@record
class CorpusEntry:
    """The version and digest of a source that the corpus should have held (S2-37)."""

    source: Key
    version: Key
    digest: DigestText | None = None


@record
class ReferenceEvidence:
    """What a person says the answer should rest on (S4-33)."""

    gold: tuple[Key, ...] = ()
    acceptable: tuple[Key, ...] = ()
    forbidden: tuple[Key, ...] = ()
    abstain: Flag | None = None


@record
class Timing:
    """Latency, tokens and cost of one stage, recorded as given and never an input of the gate (M-84)."""

    stage: Words
    milliseconds: Number | None = None
    tokens: Count | None = None
    cost: Number | None = None


@record
class Annotation:
    """A provider's citation object on the answer's text, raw (S0-53, S4-27)."""

    place: Range | None = None
    view: View = View.ANSWER_OUTPUT
    origin: Origin | None = None
    raw: Json = None


@record
class Capture:
    """All of it. A part that nobody recorded is None.

    `packed_at` is when the manifest was written. Of `extra`, `validation_errors` are the producer's own.
    """

    retrieval: tuple[RetrievalRun, ...] | None = None
    request: GeneratorRequest | None = None
    views: tuple[ExposureView, ...] | None = None
    stages: tuple[StageRecord, ...] | None = None
    cards: tuple[Card, ...] | None = None
    hops: tuple[Hop, ...] | None = None
    conflicts: tuple[Conflict, ...] | None = None
    access_checks: tuple[AccessCheck, ...] | None = None
    aliases: tuple[AliasResolution, ...] | None = None
    corpus: tuple[CorpusEntry, ...] | None = None
    reference: ReferenceEvidence | None = None
    timings: tuple[Timing, ...] | None = None
    annotations: tuple[Annotation, ...] | None = None
    configuration: Metadata | None = None
    marker_contract: Words | None = None
    groundedness: Share | None = None
    cache: Metadata | None = None
    packed_at: Moment | None = None
    extra: Metadata | None = None
