"""Every golden relocation, from the marked texts to the exact outcome, place and changes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from lineage.evidence.relocation import CitedSpan, join, relocate
from lineage.evidence.vocabulary import CLEAN_OUTCOMES, RelocationOutcome
from lineage.text.anchoring import ANCHORING, TextIndex
from lineage.text.span import Span

CASES = Path(__file__).parent.parent / "relocations"
MARK = re.compile(r"\[\[(\w+):(.*?)\]\]", re.DOTALL)
PATHS = sorted(CASES.rglob("*.json"))


def unmarked(text: str) -> tuple[str, list[tuple[str, Span]]]:
    """The text without its marks, and the marked spans in it with their citations."""
    parts: list[str] = []
    spans: list[tuple[str, Span]] = []
    length = end = 0
    for mark in MARK.finditer(text):
        parts += [text[end : mark.start()], mark[2]]
        start = length + mark.start() - end
        length = start + len(mark[2])
        spans.append((mark[1], Span(start, length)))
        end = mark.end()
    return "".join([*parts, text[end:]]), spans


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_citation_becomes_what_the_case_says(path: Path) -> None:
    case: dict[str, Any] = json.loads(path.read_text())
    old, cited = unmarked(case["old"])
    news = [unmarked(text) for text in case["new"]]
    keys = sorted({key for key, _ in cited})
    moves = relocate(
        [CitedSpan(keys.index(key), span) for key, span in cited],
        old,
        [TextIndex(text, ANCHORING) for text, _ in news],
        ANCHORING,
    )
    for number, key in enumerate(keys):
        mine = [move for move in moves if move.citation == number]
        whole, expected = join(mine), case["expected"][key]
        assert whole.outcome is RelocationOutcome(expected["outcome"])
        assert (whole.changed is not None) == expected["stale"]
        for name in ("method", "drifted"):
            if name in expected:
                assert getattr(whole, name) == expected[name], name
        if "changes" in expected:
            assert [str(change) for change in whole.changes] == expected["changes"]
        wanted = {(index, span) for index, (_, spans) in enumerate(news) for named, span in spans if named == key}
        assert places_of(mine) == wanted


def places_of(moves: list[Any]) -> set[tuple[int, Span]]:
    """Where the spans went, or everything that is offered for them."""
    found: set[tuple[int, Span]] = set()
    for move in moves:
        if move.outcome in CLEAN_OUTCOMES:
            assert move.new is not None
            found.add((move.target, move.new))
        else:
            assert move.new is None
            found.update((candidate[0], candidate[1]) for candidate in move.candidates)
    return found


def test_every_outcome_that_a_comparison_can_have_has_a_case() -> None:
    folders = {path.parent.name for path in PATHS}
    of_rows = {RelocationOutcome.WITHDRAWN, RelocationOutcome.NOT_REPLAYABLE, RelocationOutcome.ERROR}
    assert folders == {str(outcome) for outcome in RelocationOutcome if outcome not in of_rows}
