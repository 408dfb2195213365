"""An item as it is to be written: its words or its claim, what people said of it, and the parts that tell versions
apart (S2-54). Pure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from inspector.labels.label_set import NOTHING, Label, LabelItem, Passage, Words
from lineage.evidence.digests import canonical_json, digest_json, raw_digest
from lineage.evidence.vocabulary import ChangeKind, Comparability, ExpectedBy

CLAIM, EVIDENCE, REQUIREMENT, EXPECTED, SAID = "claim", "evidence", "requirement", "expected", "said"
JUDGED = (CLAIM, EVIDENCE, REQUIREMENT)
REBUILT_FROM = "rebuilt_from"
"""Beside the parts of a version that a person made by hand: the version that it was made from."""
KINDS = {
    CLAIM: ChangeKind.CLAIM,
    EVIDENCE: ChangeKind.SOURCE_SNAPSHOT,
    REQUIREMENT: ChangeKind.CITATION_REQUIREMENT,
    EXPECTED: ChangeKind.EXPECTED_OUTCOME,
}


class Given(NamedTuple):
    """A label, and the verdict that it is of where it was given here."""

    label: Label
    verdict: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """`judged` are the digests of claim, evidence and requirement. Of `claim` (a row) and `content` one is there."""

    key: str
    judged: Mapping[str, str]
    claim: int | None = None
    content: bytes | None = None
    given: Sequence[Given] = ()
    expected: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    expected_by: ExpectedBy | None = None
    strata: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    comparability: Comparability = Comparability.COMPARABLE
    comparability_reason: str = ""

    @property
    def parts(self) -> dict[str, str]:
        """Claim, evidence, requirement and expected label; and, beside these four, all else that was said of it."""
        outcome = [dict(self.expected), self.expected_by.value if self.expected_by is not None else None]
        labels = sorted([one.field, one.rater, one.role.value, one.value, one.confidence] for one, _ in self.given)
        said = [labels, dict(self.strata), self.comparability.value, self.comparability_reason]
        return {**self.judged, EXPECTED: digest_json(outcome), SAID: digest_json(said)}


def draft_of(item: LabelItem) -> Draft:
    """An item that came with its words, or without any where the data set does not publish them."""
    return Draft(
        key=item.key,
        judged=judged_of(item.words),
        content=dump_words(item.words, item.claim),
        given=tuple(Given(label) for label in item.labels),
        expected=item.expected,
        expected_by=item.expected_by if item.expected else None,
        strata=item.strata,
        comparability=item.comparability,
        comparability_reason=item.comparability_reason,
    )


def judged_of(words: Words | None) -> dict[str, str]:
    if words is None:
        return dict.fromkeys(JUDGED, digest_json(None))
    passages = [list(passage) for passage in words.passages]
    return {
        CLAIM: digest_json([words.claim, words.question, words.context]),
        EVIDENCE: digest_json(passages),
        REQUIREMENT: digest_json(words.requirement),
    }


def digest_of(parts: Mapping[str, str]) -> bytes:
    """By what it is known again; who made it by hand from which version is no part of that."""
    return raw_digest(digest_json({name: value for name, value in parts.items() if name != REBUILT_FROM}))


def kinds_between(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """What changed from one version to the next; nothing where only more was said of it."""
    return [kind.value for part, kind in KINDS.items() if before.get(part) != after.get(part)]


def dump_words(words: Words | None, address: str = "") -> bytes:
    """As a content keeps them: `address` is that of a claim of the house that they came from."""
    kept = None
    if words is not None:
        kept = asdict(words) | {"passages": [{"name": one.name, "text": one.text} for one in words.passages]}
    return canonical_json({"address": address, "words": kept})


class Stored(NamedTuple):
    words: Words | None
    address: str


def load_words(body: bytes) -> Stored:
    """The inverse; what an erasure left of them is read as far as it says anything."""
    value: Any = json.loads(body)
    kept = value.get("words")
    return Stored(_words(kept) if isinstance(kept, dict) else None, _text(value, "address"))


def _words(kept: Mapping[str, Any]) -> Words:
    passages = kept.get("passages")
    found = [one for one in passages if isinstance(one, dict)] if isinstance(passages, list) else []
    return Words(
        claim=_text(kept, "claim"),
        passages=tuple(Passage(_text(one, "text"), _text(one, "name")) for one in found),
        question=_text(kept, "question"),
        context=_text(kept, "context"),
        requirement=_text(kept, "requirement"),
    )


def _text(value: Mapping[str, Any], name: str) -> str:
    found = value.get(name)
    return found if isinstance(found, str) else ""
