"""Random pipelines in which every character knows where it came from, whatever the code under test says.

A step writes its output character by character, and beside it the map that a faithful producer would keep.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import strategies as st

from lineage.text.normalization import DEFAULT, normalize
from tests.evidence.answers import answer, passage
from tests.text.texts import AWKWARD

# Beside what plain letters hide: Hebrew, Arabic with a vowel sign, a family of joined pictographs, Devanagari.
ALPHABET = AWKWARD[:-1] + "שלוםمَرحبا\U0001f468\u200d\U0001f469क्षि  \n"
words = st.text(st.sampled_from(ALPHABET), min_size=1, max_size=6)
REWORDED = ("normalized", "translated", "paraphrased_summary", "table_to_text")
Place = tuple[str, int]


class Char(NamedTuple):
    """A character and the truth about it: the places it comes from, none where the step `by` inserted it."""

    char: str
    places: frozenset[Place]
    is_copy: bool
    is_checked: bool = True
    by: str = ""


class Made(NamedTuple):
    """A text of a pipeline under its key."""

    key: str
    chars: list[Char]

    @property
    def text(self) -> str:
        return "".join(char.char for char in self.chars)


class Pipeline(NamedTuple):
    value: Any
    end: Made
    originals: dict[str, str]


def original(key: str, text: str) -> Made:
    return Made(key, [Char(char, frozenset({(key, at)}), True) for at, char in enumerate(text)])


def inserted(text: str, by: str) -> list[Char]:
    return [Char(char, frozenset(), False, True, by) for char in text]


def reworded(text: str, run: list[Char], is_checked: bool) -> list[Char]:
    """Words made from a run as a whole: of no one of them is it known from which character it comes."""
    places = frozenset(place for char in run for place in char.places)
    checked = is_checked and all(char.is_checked for char in run)
    by = next((char.by for char in run if char.by), "")
    return [Char(char, places, False, checked, by) for char in text]


def segment(output: tuple[int, int], source: tuple[int, int], kind: str) -> dict[str, Any]:
    return {"output": list(output), "input": list(source), "kind": kind}


def transformation(key: str, mediation: str, derivations: list[tuple[Made, Made, list[dict[str, Any]]]]) -> Any:
    made = [{"input": i.key, "output": o.key, "segments": segments} for i, o, segments in derivations]
    return {"key": key, "kind": "custom", "mediation": mediation, "derivations": made}


@st.composite
def edits(draw: st.DrawFn, source: Made, key: str) -> tuple[Made, Any]:
    """One step over one text: runs of it kept, deleted, replaced, merged into one or split in two, others inserted."""
    chars: list[Char] = []
    segments: list[dict[str, Any]] = []
    by, at, is_code = f"step {key}", 0, True
    while at < len(source.chars):
        end = min(len(source.chars), at + draw(st.integers(1, 8)))
        run, here = source.chars[at:end], len(chars)
        operation = draw(st.sampled_from(("keep", "keep", "delete", "insert", "replace", "merge", "split")))
        if operation == "keep":
            chars += run
            segments.append(segment((here, here + len(run)), (at, end), "exact_copy"))
        elif operation == "delete":
            segments.append(segment((here, here), (at, end), "deleted"))
        elif operation == "insert":
            chars += inserted(draw(words), by)
            segments.append(segment((here, len(chars)), (at, at), "inserted"))
            continue
        elif operation == "replace":
            chars += reworded(draw(words), run, False)
            segments.append(segment((here, len(chars)), (at, end), draw(st.sampled_from(REWORDED))))
        elif operation == "merge":
            middle = at + len(run) // 2
            chars += reworded(draw(words), run, False)
            parts = [(at, middle), (middle, end)] if middle > at else [(at, end)]
            segments += [segment((here, len(chars)), part, "merged") for part in parts]
        else:
            for _ in range(2):
                here = len(chars)
                chars += reworded(draw(words), run, False)
                segments.append(segment((here, len(chars)), (at, end), "split"))
        is_code = is_code and operation in ("keep", "delete")
        at = end
    made = Made(key, chars if is_code else [passed_by_a_model(char, by) for char in chars])
    return made, transformation(by, "deterministic" if is_code else "model", [(source, made, segments)])


def passed_by_a_model(char: Char, by: str) -> Char:
    """Code cannot check what a model says that it kept; what the model inserted itself has no step behind it."""
    return char if char.by == by else char._replace(is_checked=False)


@st.composite
def cuts(draw: st.DrawFn, source: Made, key: str) -> tuple[Made, Any]:
    """A text split: one chunk of it."""
    start = draw(st.integers(0, len(source.chars) - 1))
    end = draw(st.integers(start + 1, len(source.chars)))
    made = Made(key, source.chars[start:end])
    segments = [segment((0, end - start), (start, end), "exact_copy")]
    return made, transformation(f"step {key}", "deterministic", [(source, made, segments)])


@st.composite
def joins(draw: st.DrawFn, first: Made, second: Made, key: str) -> tuple[Made, Any]:
    """Two texts merged, with a separator that either map, or both, calls inserted."""
    by, separator = f"step {key}", draw(words)
    made = Made(key, [*first.chars, *inserted(separator, by), *second.chars])
    begin, end = len(first.chars), len(first.chars) + len(separator)
    one = [segment((0, begin), (0, begin), "exact_copy")]
    other = [segment((end, len(made.chars)), (0, len(second.chars)), "exact_copy")]
    said = draw(st.integers(1, 3))
    one += [segment((begin, end), (begin, begin), "inserted")] * (said & 1)
    other += [segment((begin, end), (0, 0), "inserted")] * (said >> 1)
    return made, transformation(by, "deterministic", [(first, made, one), (second, made, other)])


def normalizes(source: Made, key: str) -> tuple[Made, Any]:
    """By code, under the default policy, with the map that it keeps."""
    view = normalize(source.text, DEFAULT)
    chars: list[Char] = []
    segments = []
    for found in view.map.to_segments():
        run = source.chars[found.input.start : found.input.end]
        kept = found.kind == "exact_copy"
        made_of = run if kept else reworded(found.output.slice(view.text), run, True)
        # Blanks on both sides of a soft hyphen become one: two stretches of input, the same output.
        again = len(chars) - found.output.start if found.output.length else 0
        for at, char in enumerate(made_of[:again], found.output.start):
            chars[at] = chars[at]._replace(places=chars[at].places | char.places)
        chars += made_of[again:]
        segments.append(segment(found.output, found.input, str(found.kind)))
    made = Made(key, chars)
    return made, transformation(f"step {key}", "deterministic", [(source, made, segments)])


@st.composite
def pipelines(draw: st.DrawFn) -> Pipeline:
    """One to three original texts through 1 to 6 steps; the last text made is what the answer was given."""
    texts = st.text(st.sampled_from(ALPHABET), min_size=1, max_size=30)
    made = [original(f"source {n}", draw(texts)) for n in range(draw(st.integers(1, 3)))]
    originals = {text.key: text.text for text in made}
    steps = []
    for number in range(draw(st.integers(1, 6))):
        key, source = f"text {number}", made[-1]
        kind = draw(st.sampled_from(("edit", "edit", "cut", "join", "normalize")))
        others = [text for text in made if text.key != source.key]
        if kind == "join" and others:
            output, step = draw(joins(source, draw(st.sampled_from(others)), key))
        elif kind == "normalize":
            output, step = normalizes(source, key)
        else:
            output, step = draw(cuts(source, key) if kind == "cut" else edits(source, key))
        if output.chars:
            made.append(output)
            steps.append(step)
    artifacts = [passage(t.text, t.key, "original" if t.key in originals else "derived") for t in made]
    value = answer(manifest=[{"label": "E1", "artifact": made[-1].key}], artifacts=artifacts, transformations=steps)
    return Pipeline(value, made[-1], originals)
