"""The bundle: what was captured of answers and of what they rest on. Wire format and values in one.

Positions are code points, half-open, 0-based, over the exact text. A field that is None was not recorded.
What is wrong *inside a citation* is kept as it came (`cited`, `digest`, `range`, `unit`, `view` take any JSON) and
becomes a finding; what is wrong in our own structure refuses the answer, with a JSON pointer.
"""

from typing import Literal

from pydantic import Field

from lineage.evidence.capture import Capture
from lineage.evidence.digests import digest_json, digest_text
from lineage.evidence.vocabulary import (
    Addition,
    AnswerOutcome,
    ArtifactKind,
    Attachment,
    Authority,
    Availability,
    ClaimKind,
    Environment,
    ExemptionRule,
    ExemptionSource,
    GenerationMode,
    JudgeScope,
    JudgeStatus,
    JudgeVerdict,
    Mediation,
    Origin,
    RiskTier,
    SourceEventKind,
    SourceKind,
    SupportLevel,
    TransformationKind,
)
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
from lineage.text.selectors import Selector
from lineage.text.spanmap import SegmentKind

SCHEMA = "evidence-inspector/1"


@record
class Content:
    """A text, or bytes in base64, that records of the same bundle name by digest."""

    digest: DigestText
    text: Prose | None = None
    base64: Prose | None = None
    media_type: Words | None = None


@record
class SourceEvent:
    event: SourceEventKind
    at: Moment
    reason: Words = ""


@record
class SourceVersion:
    """One revision of a source, with its clocks kept apart (M-03)."""

    version: Key
    title: Words = ""
    safe_title: Words = ""
    uri: Words = ""
    safe_uri: Words = ""
    media_type: Words = ""
    raw_text: Prose | None = None
    raw_base64: Prose | None = None
    checksum: DigestText | None = None
    observed_at: Moment | None = None
    ingested_at: Moment | None = None
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    draft: Flag = False
    supersedes: Key | None = None
    labels: tuple[Key, ...] = ()
    availability: Availability = Availability.AVAILABLE
    events: tuple[SourceEvent, ...] = ()


@record
class Source:
    key: Key
    kind: SourceKind = SourceKind.OTHER
    owner: Words = ""
    jurisdiction: Words = ""
    language: Words = ""
    authority: Authority = Authority.UNKNOWN
    versions: tuple[SourceVersion, ...] = ()


@record
class OriginRange:
    """Origin is per range: words of another origin inside a text (DESIGN 5)."""

    span: Range
    origin: Origin


@record
class Artifact:
    """A text at one stage of a pipeline (PROV entity). Neither text nor digest: nobody kept it."""

    key: Key
    kind: ArtifactKind
    origin: Origin = Origin.UNRESOLVED
    source: Key | None = None
    version: Key | None = None
    text: Prose | None = None
    digest: DigestText | None = None
    language: Words = ""
    direction: Literal["", "ltr", "rtl"] = ""
    page: Count | None = None
    section: Words = ""
    cell: Words = ""
    box: tuple[Number, Number, Number, Number] | None = None
    confidence: Share | None = None
    origins: tuple[OriginRange, ...] = ()
    metadata: Metadata = Field(default_factory=dict)


@record
class WireSegment:
    """A stretch of the output and the stretch of the input that it comes from (S3-19)."""

    output: Range
    input: Range
    kind: SegmentKind
    weight: Share | None = None
    confidence: Share | None = None


@record
class Derivation:
    """PROV wasDerivedFrom. `segments` is None where nobody kept a map; the edge exists all the same."""

    input: Key
    output: Key
    segments: tuple[WireSegment, ...] | None = None


@record
class Transformation:
    """PROV activity: what made artifacts from artifacts, by which means (S3-18)."""

    key: Key
    kind: TransformationKind
    mediation: Mediation
    tool: Words = ""
    tool_version: Words = ""
    model: Words = ""
    model_version: Words = ""
    prompt_digest: DigestText | None = None
    parameters: Metadata = Field(default_factory=dict)
    executed_at: Moment | None = None
    operator: Words = ""
    derivations: tuple[Derivation, ...] = ()


@record
class Persona:
    """The reader whom the answer was for; not the viewer of our pages (X-09)."""

    name: Key
    labels: tuple[Key, ...] = ()


@record
class Case:
    """What was asked. Without a key, the digest of question and persona is the key."""

    key: Key | None = None
    question: Prose | None = None
    persona: Persona | None = None
    risk_domain: Words = ""
    risk_tier: RiskTier | None = None
    tags: tuple[Key, ...] = ()
    environment: Environment = Environment.PRODUCTION


@record
class Part:
    """A part of a packed block, and why it is there (M-31)."""

    artifact: Key
    span: Range | None = None
    addition: Addition = Addition.MATCHED
    separator: Prose = ""


@record
class ManifestEntry:
    """A passage as it was supplied to the generator. `supplied` is its range in the artifact; None is the whole."""

    label: Key
    artifact: Key
    position: Count | None = None
    supplied: Range | None = None
    parts: tuple[Part, ...] = ()
    retrieval: Metadata | None = None


@record
class Exemption:
    """Why a claim needs no citation. One that the model declared itself is void (X-04)."""

    rule: ExemptionRule
    source: ExemptionSource
    policy: Words = ""


@record
class Operand:
    artifact: Key
    span: Range
    value: Words
    unit: Words = ""
    role: Words = ""


@record
class Warrant:
    """How a derived claim follows from its operands (M-65)."""

    rule: Words
    formula: Words = ""
    result: Words = ""
    unit: Words = ""
    explanation: Prose = ""
    operands: tuple[Operand, ...] = ()


@record
class Claim:
    """A statement of the answer. `place` is its range in the answer's text; `boundary` says who drew it."""

    key: Key
    text: Prose | None = None
    place: Range | None = None
    boundary: Literal["declared", "inferred"] = "declared"
    kind: ClaimKind = ClaimKind.UNCLASSIFIED
    requires_citation: Flag = True
    exemption: Exemption | None = None
    support_level: SupportLevel | None = None
    warrant: Warrant | None = None
    missing_basis: Words = ""
    notes: Prose = ""


@record
class Citation:
    """A pointer from the answer to evidence, as the producer wrote it.

    `cited` is the id; `range` with `unit` addresses the evidence in the text named by `view`. An importer that knows
    the text sets `artifact`, and `span` with the `convention` that fitted; a place it only found by searching is a
    candidate and never turns a mismatch into a match (formats rule 4).
    """

    key: Key
    claim: Key | None = None
    marker: Prose | None = None
    place: Range | None = None
    cited: Json = None
    url: Json = None
    digest: Json = None
    range: Json = None
    unit: Json = None
    view: Json = None
    artifact: Key | None = None
    span: Range | None = None
    convention: Words = ""
    candidates: tuple[Range, ...] = ()
    selectors: tuple[Selector, ...] = ()
    quoted_text: Prose | None = None
    granularity: Words = ""
    raw: Json = None


@record
class Footnote:
    """A number in the answer and the label or source it stands for, fixed when the answer was written (S2-22)."""

    number: Key
    target: Key


@record
class JudgeResult:
    """What an evaluator said, with what it was shown (M-60). `case` and `response_version` only outside an answer."""

    claim: Key
    citation: Key | None = None
    evaluator: Words
    version: Words = ""
    configuration_digest: DigestText | None = None
    attempt: Count = 1
    scope: JudgeScope = JudgeScope.UNDECLARED
    claim_text: Prose | None = None
    input_text: Prose | None = None
    input_digest: DigestText | None = None
    input_length: Count | None = None
    status: JudgeStatus
    score: Number | None = None
    verdict: JudgeVerdict | None = None
    reason: Prose = ""
    raw: Json = None
    parser_version: Words = ""
    judged_at: Moment | None = None
    case: Key | None = None
    response_version: Key | None = None


CitationField = Literal["id", "digest", "range", "unit", "view"]


@record
class Answer:
    """One answer with its claims and citations. `citation_fields` are those that its format asks of a citation."""

    case: Case = Field(default_factory=Case)
    response_version: Key | None = None
    producer: Words = ""
    format: Words = "native"
    answered_at: Moment | None = None
    text: Prose | None = None
    rendered: Prose | None = None
    raw_payload: Prose | None = None
    attachment: Attachment = Attachment.UNKNOWN
    generation: GenerationMode = GenerationMode.UNKNOWN
    outcome: AnswerOutcome = AnswerOutcome.ANSWERED
    exposure_condition: Words = ""
    citation_fields: tuple[CitationField, ...] = ("id",)
    manifest: tuple[ManifestEntry, ...] | None = None
    footnotes: tuple[Footnote, ...] | None = None
    claims: tuple[Claim, ...] = ()
    citations: tuple[Citation, ...] = ()
    judge_results: tuple[JudgeResult, ...] = ()
    capture: Capture = Field(default_factory=Capture)
    sources: tuple[Source, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    transformations: tuple[Transformation, ...] = ()


@record
class Bundle:
    """Answers, and the records that several of them share."""

    schema: Literal["evidence-inspector/1"] = "evidence-inspector/1"
    contents: tuple[Content, ...] = ()
    sources: tuple[Source, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    transformations: tuple[Transformation, ...] = ()
    answers: tuple[Answer, ...] = ()
    judge_results: tuple[JudgeResult, ...] = ()


def case_key(case: Case) -> str:
    """The case's own key, else the digest of question and persona (DESIGN 7)."""
    if case.key is not None:
        return case.key
    return digest_json([case.question, case.persona.name if case.persona else None])


def response_version(answer: Answer) -> str:
    """The producer's id of the answer, else the digest of the raw payload, else of its text."""
    if answer.response_version is not None:
        return answer.response_version
    return digest_text(answer.raw_payload if answer.raw_payload is not None else answer.text or "")


def claim_text(answer: Answer, claim: Claim) -> str:
    """The claim's words as given, else the slice of the answer at its place, else nothing."""
    if claim.text is not None:
        return claim.text
    return claim.place.slice(answer.text) if claim.place is not None and answer.text is not None else ""
