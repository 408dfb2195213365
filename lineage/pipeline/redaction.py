"""Words that are masked before anything else is made of a text, by a policy that is data (S3-17, redaction).

The map shows each masked stretch as deleted and its label as inserted. What was masked is never digested bare, which
anybody could try out; only where a key of the tenant is given is it recorded, as an HMAC under that key.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from lineage.evidence.digests import Digest, digest_json, digest_text, keyed_digest
from lineage.text.segments import Segment, SegmentKind
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap

_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class RedactionRule:
    """Masks what a regular expression finds, what is literally one of `words`, and the ranges of `text`.

    `text`: the digest of the text that the ranges count in; of any other text they would mask the wrong words.
    ValueError for a rule that masks nothing, or cannot be applied.
    """

    name: str
    pattern: str = ""
    words: tuple[str, ...] = ()
    ranges: tuple[Span, ...] = ()
    text: Digest | None = None

    def __post_init__(self) -> None:
        if not 0 < len(self.name) <= _LONGEST_NAME:
            raise ValueError(f"a redaction has a name of at most {_LONGEST_NAME} code points")
        if not (self.pattern or self.words or self.ranges):
            raise ValueError(f"the redaction {self.name} says of nothing that it is to be masked")
        if self.ranges and self.text is None:
            raise ValueError(f"the redaction {self.name} has ranges, and not the digest of the text they count in")
        if not all(self.words) or any(span.is_empty or span.start < 0 for span in self.ranges):
            raise ValueError(f"the redaction {self.name} masks words or a range without a character")
        try:
            re.compile(self.pattern)
        except re.error as error:
            raise ValueError(f"the pattern of the redaction {self.name} is none: {error}") from None

    @property
    def label(self) -> str:
        """What is read in the place of the words."""
        return f"[masked: {self.name}]"

    def find(self, text: str) -> Iterator[Span]:
        """What the rule masks, in no order. ValueError where its ranges are those of another text."""
        for pattern in (self.pattern, "|".join(map(re.escape, sorted(self.words, key=len, reverse=True)))):
            if pattern:
                found = (Span(*match.span()) for match in re.compile(pattern).finditer(text))
                yield from (span for span in found if not span.is_empty)
        if self.ranges and (self.text != digest_text(text) or any(span.end > len(text) for span in self.ranges)):
            raise ValueError(f"the ranges of the redaction {self.name} are those of another text")
        yield from self.ranges

    def to_json(self) -> dict[str, Any]:
        written = {"name": self.name, "pattern": self.pattern, "words": list(self.words)}
        return written | {"ranges": [list(span) for span in self.ranges], "text": self.text}

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Self:
        """ValueError, KeyError or TypeError for what `to_json` did not write."""
        ranges = tuple(Span(start, end) for start, end in written["ranges"])
        return cls(written["name"], written["pattern"], tuple(written["words"]), ranges, written["text"])


@dataclass(frozen=True, slots=True)
class RedactionPolicy:
    """Rules in the order in which they go before each other. Other rules under the same name: another revision."""

    name: str
    revision: int
    rules: tuple[RedactionRule, ...]

    @property
    def digest(self) -> Digest:
        return digest_json(self.to_json())

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "revision": self.revision, "rules": [rule.to_json() for rule in self.rules]}

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Self:
        """ValueError, KeyError or TypeError for what `to_json` did not write."""
        rules = tuple(RedactionRule.from_json(rule) for rule in written["rules"])
        return cls(written["name"], written["revision"], rules)


class Masked(NamedTuple):
    """`span` counts in the text as it was. `hmac` is of the words under the key of the tenant, None without one."""

    span: Span
    rule: str
    hmac: Digest | None


class Redacted(NamedTuple):
    """`map`: output = the text with its masks, input = the text as it was."""

    text: str
    map: SpanMap
    masked: tuple[Masked, ...]


def redact(text: str, policy: RedactionPolicy, key: bytes | None = None) -> Redacted:
    """What several rules find in one stretch is masked once, under the name of the first of them."""
    labels = {rule.name: rule.label for rule in policy.rules}
    rules = enumerate(policy.rules)
    found = list(_joined((span, place, rule.name) for place, rule in rules for span in rule.find(text)))
    pieces: list[str] = []
    segments: list[Segment] = []
    done = at = 0
    for span, name in (*found, (Span(len(text), len(text)), "")):
        kept, label = Span(done, span.start), labels.get(name, "")
        if not kept.is_empty:
            segments.append(Segment(Span(at, at + kept.length), kept, SegmentKind.EXACT_COPY))
            at += kept.length
        if label:
            segments.append(Segment(Span(at, at), span, SegmentKind.DELETED))
            segments.append(Segment(Span(at, at + len(label)), Span(span.end, span.end), SegmentKind.INSERTED))
            at += len(label)
        pieces += kept.slice(text), label
        done = span.end
    masked = tuple(Masked(span, name, _hmac(key, span.slice(text))) for span, name in found)
    return Redacted("".join(pieces), SpanMap.of(segments, at, len(text)), masked)


def _hmac(key: bytes | None, words: str) -> Digest | None:
    return keyed_digest(key, words.encode()) if key else None


def _joined(found: Iterable[tuple[Span, int, str]]) -> Iterator[tuple[Span, str]]:
    """Ascending and apart: what overlaps is one, under the name of the rule that goes before the others."""
    start = end = 0
    names: list[tuple[int, str]] = []
    for span, place, name in sorted(found):
        if names and span.start >= end:
            yield Span(start, end), min(names)[1]
            names = []
        if not names:
            start, end = span
        end = max(end, span.end)
        names.append((place, name))
    if names:
        yield Span(start, end), min(names)[1]
