"""FEVER-Symmetric: a person's smallest edit turns a sentence round. Each makes a verdict stale, and no move does."""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest

from inspector.evidence_today import combine
from inspector.figures.consensus import DEFAULT_DECISIVE, Said
from inspector.item_reading import Asked
from inspector.item_states import derive
from lineage.evidence.digests import digest_json, raw_digest
from lineage.evidence.qualifiers import sentences
from lineage.evidence.relocation import CitedSpan, relocate
from lineage.evidence.vocabulary import Attachment
from lineage.text.anchoring import TextIndex
from lineage.text.span import Span
from tests.formats.samples import SAMPLES, needs_samples

pytestmark = needs_samples
PAIRS = SAMPLES / "datasets" / "fever_symmetric" / "groups_dev.jsonl"
GROUPS = 177
GIVEN = raw_digest(digest_json("the evidence as the answer was given it"))


class Pair(NamedTuple):
    old: str
    new: str


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    lines = PAIRS.read_text(encoding="utf-8").splitlines()
    found = [Pair(*json.loads(line)["evidence_versions"]) for line in lines]
    assert len(found) == GROUPS
    return found


def page(before: str, sentence: str, after: str) -> str:
    return f"A heading of this page.\n\n{before}\n\n{sentence}\n\n{after}\n"


def digest_after(old: str, cited: str, new: str) -> bytes | None:
    """What a run over the new text says of the cited words; None where they and their neighbours are the same."""
    start = old.index(cited)
    (moved,) = relocate([CitedSpan(1, Span(start, start + len(cited)))], old, [TextIndex(new)])
    return raw_digest(moved.changed) if moved.changed is not None else None


def is_stale(*changed: bytes | None) -> bool:
    """Whether a verdict on the evidence as given is stale after these runs, the last of which counts."""
    today = combine(GIVEN, {"x1": changed[-1]})
    return bool(derive([Said("ada", 1, GIVEN, {})], today, Asked(1, DEFAULT_DECISIVE, Attachment.UNKNOWN))["stale"])


def test_every_flip_of_the_cited_sentence_makes_the_verdict_stale(pairs: list[Pair]) -> None:
    fresh = [
        pair
        for pair in pairs
        if not is_stale(
            digest_after(page("It begins.", pair.old, "It ends."), pair.old, page("It begins.", pair.new, "It ends."))
        )
    ]
    assert fresh == []


@pytest.mark.parametrize("place", ["before", "after"])
def test_every_flip_of_a_sentence_beside_the_cited_one_makes_the_verdict_stale(pairs: list[Pair], place: str) -> None:
    cited = "The cited words of this page stand here."

    def around(words: str) -> str:
        return page(words, cited, "It ends.") if place == "before" else page("It begins.", cited, words)

    # Where an initial or an abbreviation ends the sentence for our simple rule, its rest is not the one beside.
    single = [pair for pair in pairs if all(len(list(sentences(words))) == 1 for words in pair)]
    assert len(single) > 0.9 * GROUPS
    fresh = [pair for pair in single if not is_stale(digest_after(around(pair.old), cited, around(pair.new)))]
    assert fresh == []


def test_a_sentence_that_only_moved_leaves_the_verdict_fresh(pairs: list[Pair]) -> None:
    stale = []
    for pair in pairs:
        old = page("It begins.", pair.old, "It ends.")
        new = f"A preface that is new, of {len(pair.old)} words.\n\n{old}\nA postscript."
        if is_stale(digest_after(old, pair.old, new)):
            stale.append(pair)
    assert stale == []


def test_a_sentence_that_was_flipped_and_put_back_leaves_the_verdict_fresh(pairs: list[Pair]) -> None:
    for pair in pairs:
        old, new = page("It begins.", pair.old, "It ends."), page("It begins.", pair.new, "It ends.")
        assert not is_stale(digest_after(old, pair.old, new), digest_after(old, pair.old, old))
