"""A gate policy: which level each rule has, per risk tier, and under which normalization words are compared (M-75)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from pydantic import Field

from lineage.evidence.digests import Digest, canonical_json, digest_json
from lineage.evidence.reading import PayloadError, adapter, load_json, pointer, validate
from lineage.evidence.rules.registry import BY_CODE
from lineage.evidence.vocabulary import Level, RiskTier
from lineage.evidence.wire import Count, Key, Words, record
from lineage.text.normalization import DEFAULT, NormalizationPolicy
from lineage.text.operations import Operation

MOST_REMEMBERED = 4096


@record
class Normalization:
    """Named operations, in order (S0-56)."""

    name: Key
    revision: Count
    operations: tuple[Operation, ...]

    def as_policy(self) -> NormalizationPolicy:
        return NormalizationPolicy(self.name, self.revision, self.operations)


@record
class GatePolicy:
    """`levels` maps a rule's code, or `code:detail`, to a level; what is not named keeps the rule's default.

    `tiers` are levels that replace these at one risk tier. `downgrade` lists rules whose failure releases the answer
    with a label instead of holding it; a false quotation is never among them.
    """

    name: Key
    revision: Count
    author: Words = ""
    levels: dict[str, Level] = Field(default_factory=dict)
    tiers: dict[RiskTier, dict[str, Level]] = Field(default_factory=dict)
    downgrade: tuple[Literal["lineage/derivative-only-support", "origin/generated-target"], ...] = ()
    normalization: Normalization = Field(
        default_factory=lambda: Normalization(
            name=DEFAULT.name, revision=DEFAULT.revision, operations=tuple(DEFAULT.operations)
        )
    )

    @property
    def label(self) -> str:
        return f"{self.name}@{self.revision}"

    def __hash__(self) -> int:
        return hash((self.name, self.revision))


# Every rule at its own default level.
DEFAULT_POLICY = GatePolicy(name="default", revision=1, author="Evidence Inspector")


def read_policy(data: bytes) -> GatePolicy:
    """A policy from JSON. Raises PayloadError or PayloadProblems; a rule that does not exist is named."""
    policy = validate(GatePolicy, load_json(data))
    for place, levels in [("levels", policy.levels), *((f"tiers/{t}", found) for t, found in policy.tiers.items())]:
        for code in levels:
            if code.partition(":")[0] not in BY_CODE:
                raise PayloadError(f"/{place}{pointer(code)}", "there is no rule of this name; see `explain`")
    return policy


def level_of(policy: GatePolicy, code: str, detail: str, tier: RiskTier | None) -> Level:
    """The level of a finding: the tier's levels first, the detail's before the rule's, else the rule's defaults."""
    for levels in (policy.tiers.get(tier, {}) if tier else {}, policy.levels):
        for key in (f"{code}:{detail}", code):
            if key in levels:
                return levels[key]
    rule = BY_CODE[code]
    return rule.levels.get(detail, rule.level)


class _Levels(dict[tuple[str, str], Level]):
    """Levels by code and detail, each looked up once."""

    def __init__(self, policy: GatePolicy, tier: RiskTier | None) -> None:
        self.policy, self.tier = policy, tier

    def __missing__(self, key: tuple[str, str]) -> Level:
        # What a detail says may come from outside: only so many are remembered.
        level = level_of(self.policy, *key, self.tier)
        if len(self) < MOST_REMEMBERED:
            self[key] = level
        return level


@lru_cache(maxsize=16)
def levels_under(policy: GatePolicy, tier: RiskTier | None) -> Mapping[tuple[str, str], Level]:
    """The level of every (code, detail) under a policy at one risk tier: `level_of`, remembered."""
    return _Levels(policy, tier)


def dump_policy(policy: GatePolicy) -> bytes:
    """Canonical JSON of a policy, as it is kept and hashed."""
    return canonical_json(adapter(GatePolicy).dump_python(policy, mode="json"))


def policy_digest(policy: GatePolicy) -> Digest:
    return digest_json(adapter(GatePolicy).dump_python(policy, mode="json"))
