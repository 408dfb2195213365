"""What an adjudicator says and what they said it on, as frozen values between the page and what is recorded."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from lineage.evidence.bundle import Claim
from lineage.evidence.digests import Digest
from lineage.evidence.dossier import Dossier
from lineage.evidence.outcomes import Inspection
from lineage.evidence.vocabulary import (
    Answerability,
    CoverageVerdict,
    DerivationVerdict,
    ErrorKind,
    OriginVerdict,
    PairSupport,
    QuotationVerdict,
    SupportClass,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What the adjudicator says. `adopted` is the letter of a card; empty for "neither", and then the fields count.

    `seen` is that of the dispute as it was drawn; `sentence` counts from 1 in the guideline.
    """

    adopted: str
    error_kind: ErrorKind
    reason: str
    seen: str
    idempotency_key: str
    guideline_flag: bool = False
    sentence: int | None = None
    pairs: Mapping[str, PairSupport]
    coverage: CoverageVerdict | None = None
    answerability: Answerability | None = None
    support_class: SupportClass | None = None
    origin: OriginVerdict | None = None
    quotation: QuotationVerdict | None = None
    derivation: DerivationVerdict | None = None


class Evidenced(NamedTuple):
    """What was read: the answer with what was found of it, the claim, and the digest of its evidence as given.

    `later` is what runs found of the evidence since, by citation, without words.
    """

    dossier: Dossier
    inspection: Inspection
    claim: Claim
    given: Digest
    later: Mapping[str, Any]


class KeyReused(ValueError):
    """The same idempotency key came with another body."""


class MatterChanged(ValueError):
    """The matter is another than the one that was drawn: a verdict, the evidence or the policy is new."""


class NothingToSettle(ValueError):
    """Nobody differs on the item any more, or somebody settled it; the message says so, for people."""
