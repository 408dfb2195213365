"""Texts and answers for the benches: fictional, seeded, the same on every run.

Words follow Zipf's law and lines break, so that the texts compress, normalize and search much as prose does.
"""

import json
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Any

from lineage.evidence.digests import digest_text
from lineage.text.normalization import DEFAULT, normalize

SOURCE_LENGTH = 200_000
PASSAGE_LENGTH = 900
CLAIM_LENGTH = 300
PASSAGES = CLAIMS = 5
PASSAGES_OF_A_SOURCE = 10
LETTERS = "etaoinshrdlucmfwypvbgkqjxzéü"


@dataclass(frozen=True)
class Writer:
    """Writes prose; `words` come with their cumulative weights."""

    random: Random
    words: tuple[str, ...]
    weights: tuple[float, ...]

    @classmethod
    def seeded(cls, seed: int, vocabulary: int = 4000) -> "Writer":
        random = Random(seed)
        frequency = [1 / (place + 1) for place in range(len(LETTERS))]
        lengths = random.choices(range(2, 12), weights=(6, 10, 12, 11, 9, 8, 6, 4, 2, 1), k=vocabulary)
        words = tuple("".join(random.choices(LETTERS, frequency, k=length)) for length in lengths)
        return cls(random, words, tuple(accumulate(1 / (rank + 3) for rank in range(vocabulary))))

    def write(self, length: int, *, line: int = 0) -> str:
        """`length` code points of sentences; lines break after about `line` code points, or never."""
        chosen = iter(self.random.choices(self.words, cum_weights=self.weights, k=length // 2 + 20))
        pieces, written, column, left = [], 0, 0, 0
        while written < length:
            word, end = next(chosen), " "
            if left == 0:
                word, left = word.capitalize(), self.random.randint(8, 24)
            left -= 1
            if left == 0:
                word += "."
            elif self.random.random() < 0.02:
                word = f"“{word}”"
            column += len(word) + 1
            if line and column > line:
                column, end = 0, "\n"
            pieces.append(word + end)
            written += len(word) + 1
        return "".join(pieces)[:length]

    def pick(self, text: str, length: int) -> tuple[int, int]:
        start = self.random.randrange(len(text) - length)
        return start, start + length


def source(key: str, versions: tuple[str, ...] = ("1",)) -> dict[str, Any]:
    """A source whose newest version is in force, and names the one before."""
    dated = [f"202{number % 10}-01-01T00:00:00Z" for number in range(len(versions))]
    return {
        "key": key,
        "kind": "html",
        "owner": "Records office",
        "language": "en",
        "authority": "authoritative",
        "versions": [
            {
                "version": version,
                "title": f"Handbook {key}",
                "uri": f"https://handbook.example/{key}/{version}",
                "media_type": "text/plain",
                "valid_from": since,
                **({"supersedes": versions[place - 1]} if place else {}),
            }
            for place, (version, since) in enumerate(zip(versions, dated, strict=True))
        ],
    }


def answer_on_long_sources(seed: int = 7) -> dict[str, Any]:
    """10 judged claims with 20 citations into 5 sources of 200 kB.

    They give ranges, bare words to be searched, words with other white space, and two quotations that are wrong.
    """
    writer = Writer.seeded(seed)
    extracts = [extract(place, writer.write(SOURCE_LENGTH, line=90)) for place in range(5)]
    return long_answer(writer, extracts, extracts)


def answer_on_long_paths(seed: int = 7) -> dict[str, Any]:
    """The same on 20 chunks of those sources, each source normalized before with a map of some 4,500 segments."""
    writer = Writer.seeded(seed)
    extracts = [extract(place, writer.write(SOURCE_LENGTH, line=90)) for place in range(5)]
    artifacts, chunks, steps = [*extracts], [], []
    for place, source_text in enumerate(extracts):
        view = normalize(source_text["text"], DEFAULT)
        normalized = source_text | {
            "key": f"normalized-{place}",
            "kind": "normalized_text",
            "origin": "derived",
            "text": view.text,
        }
        segments = [{"output": s.output, "input": s.input, "kind": s.kind} for s in view.map.to_segments()]
        made = [cut(normalized, f"chunk-{place}-{number}", 40_000 * number) for number in range(4)]
        steps += [
            step(f"normalize-{place}", "normalization", [derivation(source_text, normalized, segments)]),
            step(f"cut-{place}", "chunking", [derivation(normalized, chunk, copied) for chunk, copied in made]),
        ]
        chunks += [chunk for chunk, _ in made]
        artifacts += [normalized, *(chunk for chunk, _ in made)]
    return long_answer(writer, chunks, artifacts) | {"transformations": steps}


def extract(place: int, text: str) -> dict[str, Any]:
    return {
        "key": f"extract-{place}",
        "kind": "canonical_extract",
        "origin": "original",
        "source": f"source-{place}",
        "version": "1",
        "text": text,
    }


def cut(whole: dict[str, Any], key: str, start: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A chunk of a text, and the one segment of its map."""
    end = start + 2 * PASSAGE_LENGTH
    copied = {"output": [0, end - start], "input": [start, end], "kind": "exact_copy"}
    return whole | {"key": key, "kind": "chunk", "text": whole["text"][start:end]}, [copied]


def derivation(made_from: dict[str, Any], made: dict[str, Any], segments: list[dict[str, Any]]) -> dict[str, Any]:
    return {"input": made_from["key"], "output": made["key"], "segments": segments}


def step(key: str, kind: str, derivations: list[dict[str, Any]]) -> dict[str, Any]:
    return {"key": key, "kind": kind, "mediation": "deterministic", "tool": "bench", "derivations": derivations}


def long_answer(writer: Writer, supplied: list[dict[str, Any]], artifacts: list[dict[str, Any]]) -> dict[str, Any]:
    claims = [writer.write(120) for _ in range(10)]
    named = [supplied[number % len(supplied)] for number in range(20)]
    return {
        "case": {"key": "long", "question": writer.write(120)},
        "response_version": "1",
        "answered_at": "2026-11-01T12:00:00Z",
        "text": " ".join(claims),
        "manifest": [{"label": f"S{place}", "artifact": artifact["key"]} for place, artifact in enumerate(supplied)],
        "claims": [
            {"key": f"claim-{number}", "text": words, "place": [number * 121, number * 121 + 120]}
            for number, words in enumerate(claims)
        ],
        "citations": [
            long_citation(writer, artifact["text"], number, f"S{number % len(supplied)}")
            for number, artifact in enumerate(named)
        ],
        "judge_results": [
            {
                "claim": f"claim-{number}",
                "evaluator": "judge",
                "scope": "cited_passage",
                "status": "completed",
                "verdict": "supported",
                "input_digest": digest_text(named[2 * number + 1]["text"]),
            }
            for number in range(10)
        ],
        "sources": [source(f"source-{place}") for place in range(5)],
        "artifacts": artifacts,
    }


def long_citation(writer: Writer, text: str, number: int, label: str) -> dict[str, Any]:
    start, end = writer.pick(text, 160)
    words = text[start:end].strip()
    start += text[start:end].index(words)
    ranged = {"range": [start, start + len(words)], "unit": "code_point"}
    told: dict[str, Any] = {**ranged, "quoted_text": words}
    if number in (3, 8, 13):
        told = {"quoted_text": words}
    elif number in (4, 9, 14, 19):
        told["quoted_text"] = words.replace(" ", "\n")
    elif number in (6, 16):
        told["quoted_text"] = words[:40] + "never" + words[45:]
    elif number in (11, 17):
        told = ranged
    return {
        "key": f"citation-{number}",
        "claim": f"claim-{number // 2}",
        "marker": f"[{label}]",
        "cited": label,
        **told,
    }


@dataclass(frozen=True)
class Corpus:
    """Passages of 900 code points, ten to a source; each is given to `repeats` answers."""

    passages: tuple[str, ...]
    repeats: int

    def given(self, number: int) -> list[int]:
        first = (number // self.repeats) * PASSAGES
        return [first + place for place in range(PASSAGES)]


@dataclass(frozen=True)
class Answers:
    """Answers as lines of a native bundle, and the size of the distinct texts in them, in bytes."""

    lines: tuple[bytes, ...]
    distinct_bytes: int

    def part(self, number: int, of: int) -> bytes:
        size = len(self.lines) // of
        return b"\n".join(self.lines[number * size : (number + 1) * size])


def make_answers(count: int, *, repeats: int = 1, seed: int = 11) -> Answers:
    """`count` answers of 6 kB of text each, every passage given to `repeats` of them.

    5 claims, 5 passages and 5 quoting citations an answer, one citation in twenty wrong; with the producer's payload.
    """
    writer = Writer.seeded(seed)
    needed = -(-count // repeats) * PASSAGES
    corpus = Corpus(tuple(writer.write(PASSAGE_LENGTH) for _ in range(needed)), repeats)
    texts, lines = set[str](), []
    for number in range(count):
        answer = make_answer(writer, corpus, number)
        texts |= {answer["text"], answer["case"]["question"], *(a["text"] for a in answer["artifacts"])}
        lines.append(json.dumps({"type": "answer", **answer}, ensure_ascii=False).encode())
    return Answers(tuple(lines), sum(len(text.encode()) for text in texts))


def make_answer(writer: Writer, corpus: Corpus, number: int) -> dict[str, Any]:
    given = corpus.given(number)
    passages = [corpus.passages[place] for place in given]
    claims = [writer.write(CLAIM_LENGTH - 5) + f" [{place + 1}]" for place in range(CLAIMS)]
    text = " ".join(claims)
    question = writer.write(100)
    return {
        "case": {"key": f"case-{number}", "question": question},
        "response_version": f"response-{number}",
        "producer": "bench",
        "answered_at": f"2026-10-{number % 28 + 1:02}T{number % 24:02}:00:00Z",
        "text": text,
        "raw_payload": json.dumps(
            {"id": f"response-{number}", "question": question, "answer": text, "contexts": passages},
            ensure_ascii=False,
        ),
        "manifest": [
            {"label": str(place + 1), "artifact": f"passage-{at}", "position": place} for place, at in enumerate(given)
        ],
        "footnotes": [{"number": str(place + 1), "target": str(place + 1)} for place in range(PASSAGES)],
        "claims": [{"key": f"c{place}", "text": claim, "place": _at(place)} for place, claim in enumerate(claims)],
        "citations": [_citation_of_passage(writer, passages, place) for place in range(PASSAGES)],
        "sources": [source(f"source-{at}") for at in sorted({at // PASSAGES_OF_A_SOURCE for at in given})],
        "artifacts": [
            {
                "key": f"passage-{at}",
                "kind": "chunk",
                "origin": "original",
                "source": f"source-{at // PASSAGES_OF_A_SOURCE}",
                "version": "1",
                "text": passage,
            }
            for at, passage in zip(given, passages, strict=True)
        ],
    }


def _at(place: int) -> list[int]:
    return [place * CLAIM_LENGTH, place * CLAIM_LENGTH + CLAIM_LENGTH - 1]


def _citation_of_passage(writer: Writer, passages: list[str], place: int) -> dict[str, Any]:
    start, end = writer.pick(passages[place], 90)
    words = passages[place][start:end]
    if writer.random.random() < 0.05:
        words = writer.write(90)
    return {
        "key": f"q{place}",
        "claim": f"c{place}",
        "marker": f"[{place + 1}]",
        "place": [_at(place)[1] - 3, _at(place)[1]],
        "cited": str(place + 1),
        "range": [start, end],
        "unit": "code_point",
        "quoted_text": words,
    }
