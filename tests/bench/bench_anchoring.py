"""Quotations found again, beside what others do: a scan of the whole text for each quotation.

The peers find words exactly, then by likeness; ours looks in the normalized view in between, and at the context.
Peers that take minutes are sampled on the same quotations and scaled; the tables say so. Seconds are the
processor's, so that a busy machine changes no ratio.
"""

import json
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import edlib  # type: ignore[import-not-found]
import pytest
from rapidfuzz import fuzz

from lineage.text.anchoring import ANCHORING, Anchored, Quotation, Rung, TextIndex, anchor
from lineage.text.edit_distance import edit_distance
from lineage.text.span import Span
from tests.bench.quotations import (
    MIX,
    Asked,
    as_another_parser_gives,
    between_words,
    make_quotations,
    make_text,
    with_edits,
)
from tests.bench.timing import show

LENGTH, COUNT, ROUNDS = 2_000_000, 10_000, 3
SAMPLED_EDLIB, SAMPLED_NODE, WARM = 200, 80, 10
LEAST_TIMES_EDLIB, LEAST_TIMES_NODE = 30, 100
LEAST_RECALL, LEAST_RECALL_SHORT, LEAST_EXACT_SHARE = 0.99, 0.98, 0.97
DOCUMENTS, DOCUMENT_LENGTH, EACH, DOCUMENT_ROUNDS = 100, 50_000, 10, 5
PACKAGE = "approx-string-match@2.0.0"
MATCH_QUOTE = Path(__file__).with_name("match_quote.mjs")


@pytest.fixture(scope="module")
def text() -> str:
    return make_text(LENGTH)


def test_ten_thousand_quotations_of_a_long_text_beside_a_scan_for_each(text: str, tmp_path: Path) -> None:
    asked = make_quotations(text, COUNT)
    quotations = [one.quotation for one in asked]
    library, why = install_library(tmp_path)
    peers = {f"find, else edlib; {SAMPLED_EDLIB} sampled": sampled(SAMPLED_EDLIB, quotations, by_edlib(text))}
    if library:
        search = by_node(library, tmp_path, text)
        peers[f"matchQuote on node; {SAMPLED_NODE} sampled"] = sampled(SAMPLED_NODE, quotations, search)
    anchor(TextIndex(text[:200_000]), quotations[:1_000])
    own: list[float] = []
    theirs: dict[str, list[float]] = {name: [] for name in peers}
    found: list[Anchored] = []
    for turn in range(ROUNDS):
        before = process_time()
        found = anchor(TextIndex(text), quotations)
        own.append(process_time() - before)
        for name, seconds in peers.items():
            theirs[name].append(seconds(turn))
    times = [median(a / b for a, b in zip(taken, own, strict=True)) for taken in theirs.values()]
    lines = [("anchor, all, index and view included", f"{median(own):.2f}", "1")]
    lines += [(name, f"{median(theirs[name]):.1f}", f"{share:.0f}") for name, share in zip(peers, times, strict=True)]
    show(f"{COUNT} quotations in {LENGTH} code points", ("", "seconds", "times ours"), lines)
    recall = show_found(asked, found)
    if not library:
        print(f"  matchQuote was not measured: {why}")
    assert recall >= LEAST_RECALL
    assert times[0] >= LEAST_TIMES_EDLIB
    assert not library or times[1] >= LEAST_TIMES_NODE


def test_short_quotations_with_all_the_noise_that_the_bound_allows_are_found(text: str) -> None:
    random, index, shares = Random(9), TextIndex(text), {}
    for length in (30, 50, 64, 100, 200):
        asked: list[Asked] = []
        while len(asked) < 500:
            start = random.randrange(40, LENGTH - 400)
            place = between_words(text, Span(start, start + length))
            words = with_edits(random, place.slice(text), ANCHORING.most_edits(place.length))
            if edit_distance(words, place.slice(text)) <= ANCHORING.most_edits(len(words)):
                asked.append(Asked(Quotation(words), "", place))
        found = anchor(index, [one.quotation for one in asked])
        shares[length] = sum(map(is_hit, asked, found)) / len(asked)
    lines = [(str(length), f"{share:.1%}") for length, share in shares.items()]
    show("Found, with as many edits as the bound allows", ("code points", "share"), lines)
    assert shares[50] >= LEAST_RECALL_SHORT


def test_after_another_parser_words_are_found_exactly_in_the_normalized_view(text: str) -> None:
    """Other line breaks, hyphens and quotation marks (reference speed, G5)."""
    before = text[:400_000]
    asked = make_quotations(before, 1_000, mix={"same": 1.0})
    found = anchor(TextIndex(as_another_parser_gives(Random(3), before)), [one.quotation for one in asked])
    share = sum(answer.rung is not Rung.APPROXIMATE and answer.span is not None for answer in found) / len(found)
    show("After another parser", ("", "share"), [("found by exact or normalized words", f"{share:.1%}")])
    assert share >= LEAST_EXACT_SHARE


def test_many_documents_with_few_quotations_each_take_no_longer_than_rapidfuzz() -> None:
    whole = make_text(DOCUMENT_LENGTH * DOCUMENTS, seed=21)
    texts = [whole[start : start + DOCUMENT_LENGTH] for start in range(0, len(whole), DOCUMENT_LENGTH)]
    asked = [make_quotations(text, EACH, seed=place) for place, text in enumerate(texts)]
    quotations = [[one.quotation for one in some] for some in asked]
    own, theirs, found = [], [], []
    for _ in range(DOCUMENT_ROUNDS):
        before = process_time()
        found = [anchor(TextIndex(text), some) for text, some in zip(texts, quotations, strict=True)]
        between = process_time()
        for text, some in zip(texts, quotations, strict=True):
            by_rapidfuzz(text, some)
        own.append(between - before)
        theirs.append(process_time() - between)
    hits = [
        is_hit(one, answer)
        for some, answers in zip(asked, found, strict=True)
        for one, answer in zip(some, answers, strict=True)
        if one.place
    ]
    times = min(theirs) / min(own)
    lines = [
        ("anchor, normalized view included", f"{min(own) * 1e3 / DOCUMENTS:.2f}", "1"),
        ("find, else rapidfuzz", f"{min(theirs) * 1e3 / DOCUMENTS:.2f}", f"{times:.2f}"),
    ]
    title = f"{DOCUMENTS} documents of {DOCUMENT_LENGTH} code points (of the 1,000 a tenth), {EACH} quotations each"
    show(title, ("", "ms a document", "times ours"), lines)
    assert sum(hits) / len(hits) >= LEAST_RECALL
    assert times >= 1


# --- what is found ---


def is_hit(one: Asked, found: Anchored) -> bool:
    """Whether the best place is the true one; of equal copies, whether it is among them."""
    places = found.candidates[:1] if found.rung is Rung.APPROXIMATE else found.candidates
    return any(one.is_found_at(candidate.span) for candidate in places)


def show_found(asked: Sequence[Asked], found: Sequence[Anchored]) -> float:
    """A table by noise; the share found of all whose noise stayed within the bound."""
    all_hits: list[bool] = []
    lines = []
    for noise in MIX:
        some = [(one, answer) for one, answer in zip(asked, found, strict=True) if one.noise == noise]
        hits = [(one, answer) for one, answer in some if one.place and is_hit(one, answer)]
        within = sum(one.place is not None for one, _ in some)
        wrong = sum(bool(answer.candidates) for one, answer in some if one.place is None)
        off = sum(one.is_off(answer.candidates[0].span) for one, answer in hits)
        certain = sum(answer.certain for _, answer in some)
        lines.append((noise, str(len(some)), str(within), str(len(hits)), str(off), str(wrong), str(certain)))
        all_hits += [True] * len(hits) + [False] * (within - len(hits))
    head = ("noise", "asked", "within the bound", "found", "borders off by > 2", "others found", "certain")
    show("Found again", head, lines)
    return sum(all_hits) / len(all_hits)


# --- the peers ---


Search = Callable[[Sequence[Quotation]], float]


def sampled(count: int, quotations: Sequence[Quotation], search: Search) -> Callable[[int], float]:
    """Seconds for all, from another stretch of them each turn; their order is by chance already."""
    return lambda turn: search(quotations[turn * count : (turn + 1) * count]) * len(quotations) / count


def by_edlib(text: str) -> Search:
    """The text is mapped to bytes before, which edlib needs to be quick."""
    mapped = text.encode("latin-1", "replace")

    def search(quotations: Sequence[Quotation]) -> float:
        before = process_time()
        for quotation in quotations:
            if text.find(quotation.exact) < 0:
                words = quotation.exact.encode("latin-1", "replace")
                edlib.align(words, mapped, mode="HW", task="path", k=len(words) // 4)
        return process_time() - before

    return search


def by_rapidfuzz(text: str, quotations: Sequence[Quotation]) -> None:
    for quotation in quotations:
        if text.find(quotation.exact) < 0:
            fuzz.partial_ratio_alignment(quotation.exact, text, score_cutoff=70)


def by_node(library: Path, folder: Path, text: str) -> Search:
    """The search alone, without the start of node and its first calls."""

    def search(quotations: Sequence[Quotation]) -> float:
        given = [quotation._asdict() for quotation in (*quotations[:WARM], *quotations)]
        (folder / "input.json").write_text(json.dumps({"text": text, "quotations": given, "warm": WARM}))
        command = ["node", str(MATCH_QUOTE), str(library), str(folder / "input.json")]
        answer: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        return float(answer["seconds"])

    return search


def install_library(folder: Path) -> tuple[Path | None, str]:
    """The peer's library, installed in a temporary folder; None and the reason where that cannot be."""
    if not shutil.which("node") or not shutil.which("npm"):
        return None, "node and npm are needed"
    command = ["npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", str(folder), PACKAGE]
    made = subprocess.run(command, capture_output=True, text=True)
    library = folder / "node_modules/approx-string-match/build/src/index.js"
    return (library, "") if library.exists() else (None, f"npm could not install {PACKAGE}: {made.stderr[-200:]}")
