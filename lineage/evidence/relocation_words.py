"""The sentences around cited words, in the old text and in a new one: what of them is another. Pure."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from lineage.evidence.digests import Digest, digest_json
from lineage.evidence.qualifiers import REACH, sentences_around
from lineage.evidence.terms.work import WordingChange
from lineage.text.normalization import NormalizationPolicy
from lineage.text.span import Span
from lineage.text.views import view_of
from lineage.text.wording import changes

_FEW_OF_A_SENTENCE = 16


class Sentences(NamedTuple):
    """In words: the sentence before the span, those that it touches, and the sentence after."""

    before: str
    own: str
    after: str


def sentences_of(text: str, span: Span) -> Sentences:
    return Sentences(*(sentence.slice(text) for sentence in sentences_around(text, span)))


def has_equal_surroundings(old: str, cited: Span, new: str, place: Span) -> bool:
    """Whether the texts are equal as far as sentences are looked for; then so are the sentences.

    False says nothing. Of most citations nothing near them changed, and this is ten times as fast as reading sentences.
    """
    low, high = max(0, cited.start - REACH), cited.end + REACH
    shift = place.start - cited.start
    if low != max(0, place.start - REACH) - shift:
        return False
    return old[low:high] == new[low + shift : high + shift]


def stands_once(words: str, text: str) -> bool:
    """Whether a text that has the words has them once."""
    return text.find(words, text.find(words) + 1) < 0


class Wording:
    """Compares and writes words as the policy reads them: what the policy lets pass is no other wording."""

    def __init__(self, policy: NormalizationPolicy) -> None:
        self._policy = policy

    def is_same(self, one: str, other: str) -> bool:
        return one == other or self.of(one) == self.of(other)

    def of(self, text: str) -> str:
        return view_of(text, self._policy)


class Pair:
    """Cited words and the words at a place of another text, with the sentences around both."""

    def __init__(self, old: str, cited: Span, new: str, place: Span, wording: Wording) -> None:
        self._words, self._words_now = cited.slice(old), place.slice(new)
        self._was, self._now = sentences_of(old, cited), sentences_of(new, place)
        self._wording = wording
        self._old = old

    @cached_property
    def is_own_same(self) -> bool:
        return self._wording.is_same(self._was.own, self._now.own)

    @cached_property
    def is_around_same(self) -> bool:
        """Whether the sentences before and after are the same."""
        same = self._wording.is_same
        return same(self._was.before, self._now.before) and same(self._was.after, self._now.after)

    def is_known(self, few: int, *, at_home: bool) -> bool:
        """Whether what is the same can be taken for nothing else of the old text. Ask it of equal words only.

        The sentence, or where it is another the words, must have stood there once; if they are short (words shorter
        than `few`), they must stand where their neighbours are, too (`at_home`).
        """
        same, least = (self._was.own, _FEW_OF_A_SENTENCE) if self.is_own_same else (self._words, few)
        return (at_home or len(same) >= least) and stands_once(same, self._old)

    @cached_property
    def named(self) -> tuple[WordingChange, ...]:
        """What is another in the words or in their sentence, of what may turn its meaning round."""
        codes = {*changes(self._words, self._words_now), *changes(self._was.own, self._now.own)}
        return tuple(sorted(WordingChange(code) for code in codes))

    def digest(self, kind: str) -> Digest:
        """Of the words as they are now and as the policy reads them; no offset, and nothing of the old text."""
        return digest_json([kind, *(self._wording.of(text) for text in (self._words_now, *self._now))])
