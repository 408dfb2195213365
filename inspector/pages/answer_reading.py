"""One answer as it is read on pages about the whole of it: its dossier, what was found, what a viewer sees. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from inspector.pages.answer_masks import Mask, mask_of
from inspector.pages.withheld import source_of, words_of
from inspector.pages.withheld_reading import Closed, gravest
from lineage.evidence.bundle import Artifact, case_key, response_version
from lineage.evidence.dossier import Dossier
from lineage.evidence.outcomes import ClaimInspection, Finding, Inspection, Resolution
from lineage.evidence.policy import GatePolicy
from lineage.evidence.withholding import Withholding


@dataclass(frozen=True, kw_only=True)
class AnswerReading:
    """Addresses are given from outside, so that this stays pure; `masked` are keys of artifacts without a view, those
    too that the capture names beside the dossier, and `hidden_versions` pairs of source and version; both with the
    reason. `closed` is what of it the dossier holds.

    `payload` is the producer's output as it came, None where nobody kept it. `inspection` is what was found when the
    answer was imported; a claim that a viewer may not read has an address all the same. `is_blind` says that nothing
    of what judges said is in it, since the viewer's own verdict on one of its claims is not in.
    """

    public_id: str
    url: str
    dossier: Dossier
    inspection: Inspection
    masked: Mapping[str, Withholding]
    claim_urls: Mapping[str, str]
    version_urls: Mapping[tuple[str, str], str]
    recorded_at: datetime
    payload: str | None = None
    hidden_versions: Mapping[tuple[str, str], Withholding] = field(default_factory=dict)
    policy: GatePolicy | None = None
    closed: Closed = field(default_factory=Closed)
    is_blind: bool = False

    @cached_property
    def mask(self) -> Mask:
        return mask_of(self.dossier, frozenset(self.masked), frozenset(self.hidden_versions))

    @property
    def case(self) -> str:
        return case_key(self.dossier.answer.case)

    @property
    def response_version(self) -> str:
        return response_version(self.dossier.answer)

    @property
    def answered_at(self) -> datetime | None:
        """When the answer was given; None where its producer did not say."""
        return self.dossier.answer.answered_at

    @cached_property
    def resolutions(self) -> Mapping[str, Resolution]:
        return {resolution.citation: resolution for resolution in self.inspection.resolutions}

    @cached_property
    def claims(self) -> Mapping[str, ClaimInspection]:
        return {found.claim: found for found in self.inspection.claims}

    @cached_property
    def ordinals(self) -> Mapping[str, int]:
        """The number of each claim in the answer's order, from 1."""
        return {key: ordinal for ordinal, key in enumerate(self.dossier.claims, start=1)}

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """The manifest label of each packed artifact, the first where it was packed under several."""
        return {entry.artifact: entry.label for entry in reversed(self.dossier.answer.manifest or ())}

    @property
    def hides_any(self) -> bool:
        """Whether any text of this answer's evidence is one that the viewer may not read."""
        return self.mask.hides_any

    @cached_property
    def why_hidden(self) -> Withholding | None:
        """The gravest of the reasons why words of this answer's evidence are not shown."""
        reasons = [*self.masked.values(), *self.hidden_versions.values()]
        return gravest(reasons) if reasons else None

    @property
    def masked_words(self) -> str:
        """In the place of words that may not be read."""
        return words_of(self.why_hidden)

    @property
    def hidden_source(self) -> str:
        """What something rests on whose words may not be read, as the end of a sentence."""
        return source_of(self.why_hidden)

    def is_masked(self, artifact_key: str | None) -> bool:
        return artifact_key in self.masked

    def names_masked(self, finding: Finding) -> bool:
        """Whether the sentence of a finding may hold masked words: of its citation, of any of its claim, or of any."""
        if finding.claim is None and finding.citation is None:
            return self.hides_any
        named = [c for c in self.dossier.answer.citations if c.key == finding.citation or c.claim == finding.claim]
        return any(self.reaches_masked(c.key) for c in named) or self.mask.speaks_of(finding.sentence)

    def reaches_masked(self, citation_key: str) -> bool:
        """Whether a citation leads to a text that the viewer may not read."""
        found = self.resolutions.get(citation_key)
        if found is None:
            return False
        reached = {place.artifact for place in (*found.primary, *found.elsewhere)} | {found.artifact or ""}
        return bool(self.masked.keys() & reached)

    def find_artifact(self, key: str | None) -> Artifact | None:
        """The artifact of a key; None where it is unknown or masked."""
        return None if key is None or key in self.masked else self.dossier.artifacts.get(key)
