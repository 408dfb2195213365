"""A source of two versions whose first has a hundred thousand citations, taken in as any others are."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any

from lineage.evidence.native import read_object
from lineage.ingest import ingest
from lineage.models import rows
from lineage.text.span import Span
from tests.bench.data import Writer

NOW = datetime(2026, 11, 29, tzinfo=UTC)
LENGTH = 1_000_000
CITED_LENGTH = 90
CITATIONS_OF_AN_ANSWER = 50
ANSWERS_OF_A_FILE = 250


def revise(text: str, random: Random) -> str:
    """A new paragraph at the start, and every two hundredth sentence another: a digit changed, a word, or all gone."""
    sentences = text.split(". ")
    for place in range(0, len(sentences), 200):
        words = sentences[place].split(" ")
        at = random.randrange(len(words))
        sentences[place] = " ".join([*words[:at], "not", *words[at + 1 :]]) if random.random() < 0.7 else "Left out"
    return "This page was revised. It was read again by the desk.\n\n" + ". ".join(sentences)


def cite(text: str, random: Random, number: int) -> Iterator[dict[str, Any]]:
    for place in range(CITATIONS_OF_AN_ANSWER):
        start = random.randrange(len(text) - CITED_LENGTH)
        span = Span(start, start + CITED_LENGTH)
        yield {
            "key": f"x{place}",
            "claim": f"c{place // 2}",
            "cited": "E1",
            "range": list(span),
            "unit": "code_point",
            "quoted_text": span.slice(text),
        }


def make_answer(text: str, random: Random, number: int) -> dict[str, Any]:
    claims = [f"Claim {place} of answer {number}." for place in range(CITATIONS_OF_AN_ANSWER // 2)]
    return {
        "case": {"key": f"case-{number}", "question": f"Question {number}?", "environment": "test"},
        "response_version": "1",
        "text": " ".join(claims),
        "manifest": [{"label": "E1", "artifact": "handbook-1"}],
        "claims": [{"key": f"c{place}", "text": claim} for place, claim in enumerate(claims)],
        "citations": list(cite(text, random, number)),
    }


def extract(version: str, text: str) -> dict[str, Any]:
    origin = {"kind": "canonical_extract", "origin": "original", "source": "handbook", "version": version}
    return {"key": f"handbook-{version}", **origin, "text": text}


def make_source(tenant: rows.Tenant, citations: int, seed: int = 5) -> rows.Source:
    """So many citations of its first version, in answers of fifty."""
    random = Random(seed)
    first = Writer.seeded(seed).write(LENGTH, line=90)
    texts = [extract("1", first), extract("2", revise(first, random))]
    versions = [{"version": "1"}, {"version": "2", "supersedes": "1"}]
    shared = {"sources": [{"key": "handbook", "kind": "text", "versions": versions}], "artifacts": texts}
    numbers = range(citations // CITATIONS_OF_AN_ANSWER)
    for part in in_files(numbers):
        answers = [make_answer(first, random, number) for number in part]
        report = ingest(tenant, read_object(shared | {"answers": answers}), actor="bench", as_of=NOW)
        assert not report.problems
    return rows.Source.objects.get(tenant=tenant, key="handbook")


def in_files(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(numbers), ANSWERS_OF_A_FILE):
        yield numbers[start : start + ANSWERS_OF_A_FILE]
