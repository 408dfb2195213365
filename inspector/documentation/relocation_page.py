"""docs/relocations.md: what becomes of a citation when its source changes, by the golden relocations."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from inspector.documentation.markdown import NOTICE, table
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import CLEAN_OUTCOMES, AnchorMethod, RelocationOutcome, WordingChange

MARK = re.compile(r"\[\[\w+:(.*?)\]\]", re.DOTALL)


class ExampleRelocation(NamedTuple):
    """One golden relocation: `outcome` is its folder; the texts still have their marks."""

    outcome: str
    title: str
    about: str
    old: str
    new: tuple[str, ...]
    stale: bool


def read_relocations(folder: Path) -> list[ExampleRelocation]:
    return [_read(path) for path in sorted(folder.glob("*/*.json"))]


def _read(path: Path) -> ExampleRelocation:
    case = load_json(path.read_bytes())
    stale = any(expected["stale"] for expected in case["expected"].values())
    return ExampleRelocation(path.parent.name, case["title"], case["about"], case["old"], tuple(case["new"]), stale)


def relocation_page(cases: Iterable[ExampleRelocation]) -> str:
    """docs/relocations.md."""
    found = list(cases)
    sections = "\n".join(_section(outcome, found) for outcome in RelocationOutcome)
    return f"""# Relocations

{NOTICE}

When a source is reprocessed, each citation of it is looked for in the new text ([reprocessing](reprocessing.md)).
These are the outcomes, each with its golden cases; in the texts the cited words are **bold**, in the new text the place
that was found or is offered. A verdict goes stale when a word of the cited span, of its sentence, or of the sentence
before or after is another, and when the outcome is none of the first three; it stays fresh when words only moved.

## How a place is found

From the surest to the weakest; only the last one is likeness, and likeness never moves anything by itself.

{table(("rung", "what it means"), [(method.label, method.meaning) for method in AnchorMethod])}

## What is named

Between the old sentence and the new one these differences are named, however alike the letters are:
{", ".join(change.label for change in WordingChange)}. Any of them sends the citation to a person, also where the cited
words themselves are the same. The words are seed lists in English; what they do not know is still seen by people in the
difference.

{sections}"""


def _section(outcome: RelocationOutcome, cases: list[ExampleRelocation]) -> str:
    mine = [case for case in cases if case.outcome == outcome]
    examples = "\n".join(_example(case) for case in mine)
    moves = "Moves the span by itself." if outcome in CLEAN_OUTCOMES else "Moves nothing; verdicts go stale."
    return f"## {outcome.label}\n\n`{outcome}`. {outcome.meaning} {moves}\n\n{examples}"


def _example(case: ExampleRelocation) -> str:
    state = "verdicts go stale" if case.stale else "verdicts stay fresh"
    lines = [("old", _shown(case.old)), *(("new", _shown(text)) for text in case.new)]
    return f"**{case.title}** {case.about} *{state}*\n\n{table(('', ''), lines)}\n"


def _shown(text: str) -> str:
    escaped = text.replace("#", "\\#").replace("*", "\\*")
    return " ".join(MARK.sub(lambda found: f"**{' '.join(found[1].split())}**", escaped).split())
