"""What a verdict says, and what its form asks: frozen values between the page, the drafts and what is recorded."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from lineage.evidence.bundle import Warrant
from lineage.evidence.vocabulary import (
    Answerability,
    ClaimKind,
    CoverageVerdict,
    DerivationVerdict,
    ExemptionRule,
    OriginVerdict,
    PairSupport,
    QuotationVerdict,
    ReviewerTag,
    SpanRole,
    SupportClass,
    SupportType,
)

FACTS = ("origin", "quotation", "derivation", "freshness", "authority")
"""What the machine states of a citation and a reviewer may contest, as `citation key:fact`."""

CARRIED = ("seconds", "slot_token", "evidence_token")
"""Fields that come with a form and are no part of what it says: the same form sent again may differ in them."""


class Located(NamedTuple):
    """A stretch `[start, end)` in code points of an artifact's text that a reviewer attached, and its words there.

    `is_omission`: retrieval should have brought it and did not. It never repairs a citation.
    """

    artifact: str
    start: int
    end: int
    words: str
    role: SpanRole = SpanRole.LOCATED
    is_omission: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictFields:
    """A verdict that is whole for its kind. `pairs` maps citation keys, in the answer's order.

    None is what the kind does not ask, or what the reviewer left to the machine. A claim that is exempt has no
    coverage: it is out of every denominator. `in_original` and `attributed` answer the two questions to generated words
    (S0-63). `scan` is the signed receipt of a search in the complete original.
    """

    pairs: Mapping[str, PairSupport]
    coverage: CoverageVerdict | None
    answerability: Answerability | None
    support_class: SupportClass | None
    rationale: str
    contested: tuple[str, ...]
    evidence_digest: str
    idempotency_key: str
    claim_kind: ClaimKind | None = None
    origin: OriginVerdict | None = None
    quotation: QuotationVerdict | None = None
    derivation: DerivationVerdict | None = None
    in_original: bool | None = None
    attributed: bool | None = None
    names_missing_basis: bool | None = None
    missing_basis: str = ""
    exemption: ExemptionRule | None = None
    support_types: tuple[SupportType, ...] = ()
    tags: tuple[ReviewerTag, ...] = ()
    warrant: Warrant | None = None
    located: tuple[Located, ...] = ()
    scan: str = ""
    seconds: int | None = None
    slot_token: str = ""
    evidence_token: str = ""

    @property
    def body(self) -> dict[str, Any]:
        """What the form says, as JSON: what the same form sent twice has in common."""
        said = {name: value for name, value in asdict(self).items() if name not in CARRIED}
        return said | {"pairs": dict(self.pairs)}


class Cited(NamedTuple):
    """Words of the source itself that a citation rests on, `[start, end)` of an artifact's text."""

    artifact: str
    start: int
    end: int
    words: str


class Sheet(NamedTuple):
    """What the form of one claim asks, as plain values: enough to read what was sent without the answer's texts.

    `quotations` are, by citation, what the machine found of the quoted words, `origins` who wrote the cited ones;
    `is_generated`: some of them by no source. `in_marks`: the claim itself stands in quotation marks. `is_traced`: all
    generated passages have a way to words of the source. `types` are suggested from the path, `rules` those of the
    exemption policy in force. `words` and `sentences` (of the guideline) are what only some forms need: see `light`.
    `asks_reason`: everything but a claim that its passages support is to be explained; a label is not.
    """

    kind: ClaimKind
    citations: tuple[str, ...]
    quotations: Mapping[str, QuotationVerdict]
    origins: Mapping[str, OriginVerdict]
    is_generated: bool = False
    in_marks: bool = False
    is_traced: bool = False
    types: tuple[SupportType, ...] = ()
    rules: tuple[ExemptionRule, ...] = ()
    exemption_policy: str = ""
    words: Mapping[str, tuple[Cited, ...]] = MappingProxyType({})
    sentences: tuple[str, ...] = ()
    asks_reason: bool = True

    @property
    def light(self) -> "Sheet":
        """Without words: for a token. `verdict_reading.needs_words` says which forms cannot be read by it."""
        return self._replace(words={}, sentences=())


@dataclass(frozen=True, slots=True)
class Sent:
    """A form as it came, or a draft of it: by name all values."""

    lists: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def get(self, name: str) -> str:
        """The last value; empty where the form has no such field."""
        values = self.lists.get(name) or ("",)
        return values[-1]

    def all(self, name: str) -> tuple[str, ...]:
        return tuple(self.lists.get(name, ()))
