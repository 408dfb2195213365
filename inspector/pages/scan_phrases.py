"""What is looked for in the originals of a claim: what a reviewer wrote, else the claim's own words. Pure."""

import re
from collections.abc import Iterable

from lineage.evidence.bundle import Answer, Claim, claim_text
from lineage.text.normalization import NormalizationPolicy
from lineage.text.views import view_of

MOST_PHRASES, LONGEST_PHRASE = 6, 5_000
# A figure with the word that says of what.
FIGURE = re.compile(r"[$€£]?\d[\d.,:/%\-]*(?:\s+[^\W\d_]+)?")


def phrases_of(answer: Answer, claim: Claim, *, with_quotations: bool) -> tuple[str, ...]:
    """The claim as a whole, its quotations and its figures, each once."""
    words = claim_text(answer, claim)
    quoted = [one.quoted_text for one in answer.citations if one.claim == claim.key] if with_quotations else []
    figures = (found[0].rstrip(".,:/-") for found in FIGURE.finditer(words))
    return _few((*(quote for quote in quoted if quote), words, *figures))


def read_phrases(written: Iterable[str]) -> tuple[str, ...]:
    """What was written to be looked for, each once and not longer than can be attached."""
    return _few(words[:LONGEST_PHRASE] for words in written)


def is_of_claim(phrase: str, answer: Answer, claim: Claim, policy: NormalizationPolicy) -> bool:
    """Whether words are the claim's, or of something that it quotes."""
    wanted = view_of(phrase, policy)
    quoted = (one.quoted_text or "" for one in answer.citations if one.claim == claim.key)
    return bool(wanted) and any(wanted in view_of(words, policy) for words in (claim_text(answer, claim), *quoted))


def _few(phrases: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words for words in phrases if words.strip()))[:MOST_PHRASES]
