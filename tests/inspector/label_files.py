"""Label sets as files: one that has a bit of everything, any that hypothesis thinks of, the published ones."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from inspector.labels.label_set import Field, Label, LabelItem, LabelSet, Passage, Words
from lineage.evidence.vocabulary import Comparability, ExpectedBy, RaterRole, Scale
from tests.formats.samples import sample_bytes

STANCE = Field("stance", Scale.NOMINAL, ("0", "1", "2"), ("0",))
RANK = Field("rank", Scale.INTERVAL, ("-2", "-1", "0", "1", "2"))

FILES = {
    "incredible_ae": ("incredible_ae/pairs",),
    "pubmedqa": ("pubmedqa/items",),
    "wice": ("wice/claims_dev", "wice/judge_scores"),
    "ragchecker": ("ragchecker_meta/pairs",),
    "factcheck_bench": ("factcheck_bench/responses",),
    "mtrag": ("mtrag_human/tasks", "mtrag_human/documents", "mtrag_human/judgements"),
    "expertqa": ("expertqa/answers-00", "expertqa/answers-01"),
    "scitab": ("scitab/claims", "scitab/tables"),
    "fever_symmetric": ("fever_symmetric/groups_dev",),
    "xsum": ("xsum_spans/items",),
}


def published(name: str) -> dict[str, bytes]:
    """The files of a published set, by names that say nothing of what is in them."""
    return {f"{number}.jsonl": sample_bytes(f"datasets/{file}.jsonl") for number, file in enumerate(FILES[name])}


def varied() -> LabelSet:
    """Words that are formulas, line ends, NUL; an adjudicator; an item without words; one that is not comparable."""
    items = (
        LabelItem(
            key="one",
            words=Words(
                claim='=1+1\r\n"quoted", and\0more',
                passages=(Passage("'=already safe", "a page"), Passage("second")),
                question="-2?",
                context="a\rb",
                requirement="'tis",
            ),
            labels=(
                Label("stance", "ada", "0", confidence=5),
                Label("stance", "ben", "1", confidence=0.5),
                Label("stance", "cleo", "1", RaterRole.ADJUDICATOR),
                Label("rank", "ada", "-2"),
            ),
            expected={"stance": "1", "rank": "-2"},
            expected_by=ExpectedBy.ADJUDICATED,
            strata={"system": "@system", "split": "dev"},
        ),
        LabelItem(key="+two", words=None, labels=(Label("rank", "ada", "0"),), claim="case#claim"),
        LabelItem(
            key="three",
            words=Words(claim="三 🙂"),
            comparability=Comparability.NON_COMPARABLE,
            comparability_reason="footnote_map_missing",
        ),
    )
    about = {"name": "A bit of everything", "purpose": "to try", "origin": "made up, CC0"}
    return LabelSet(key="varied", fields=(STANCE, RANK), items=items, **about)


def joined(stretches: Iterable[bytes]) -> bytes:
    return b"".join(stretches)


def json_lines(*values: Any) -> bytes:
    return joined(json.dumps(value).encode() + b"\n" for value in values)


def header(**changed: Any) -> dict[str, Any]:
    """Of a set that somebody wrote by hand."""
    field = {"name": "support", "scale": "nominal", "values": ["yes", "no"]}
    return {"schema": "evidence-inspector-labels/1", "set": {"key": "mine"}, "fields": [field]} | changed


def one(**changed: Any) -> dict[str, Any]:
    """An item that somebody wrote by hand."""
    labels = [{"field": "support", "rater": "ada", "value": "yes"}]
    return {"key": "one", "words": {"claim": "It is so."}, "labels": labels} | changed


# Any text that UTF-8 can hold; names and values hold no NUL.
PROSE = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
NAMES = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=8)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def label_sets(draw: st.DrawFn) -> LabelSet:
    names = draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
    fields = tuple(draw(_fields(name)) for name in names)
    keys = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    return LabelSet(
        key=draw(NAMES),
        name=draw(PROSE).replace("\0", ""),
        origin=draw(PROSE).replace("\0", ""),
        fields=fields,
        items=tuple(draw(_items(key, fields)) for key in keys),
    )


@st.composite
def _fields(draw: st.DrawFn, name: str) -> Field:
    values = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    positive = draw(st.sets(st.sampled_from(values)))
    return Field(name, draw(st.sampled_from((Scale.NOMINAL, Scale.ORDINAL))), tuple(values), tuple(sorted(positive)))


@st.composite
def _items(draw: st.DrawFn, key: str, fields: Sequence[Field]) -> LabelItem:
    expected = {field.name: draw(st.sampled_from(field.values)) for field in fields if draw(st.booleans())}
    return LabelItem(
        key=key,
        words=draw(st.none() | _words),
        labels=tuple(draw(_labels(fields))),
        expected=expected,
        expected_by=draw(st.sampled_from(ExpectedBy)) if expected else None,
        strata=draw(st.dictionaries(NAMES, NAMES, max_size=2)),
        comparability=Comparability.NON_COMPARABLE if draw(st.booleans()) else Comparability.COMPARABLE,
        comparability_reason=draw(NAMES),
        claim=draw(st.just("") | NAMES),
    )


@st.composite
def _labels(draw: st.DrawFn, fields: Sequence[Field]) -> list[Label]:
    raters: Mapping[str, RaterRole] = draw(st.dictionaries(NAMES, st.sampled_from(RaterRole), max_size=3))
    return [
        Label(field.name, rater, draw(st.sampled_from(field.values)), role, draw(st.none() | NUMBERS))
        for field in fields
        for rater, role in raters.items()
        if draw(st.booleans())
    ]


_words = st.builds(
    Words,
    claim=PROSE,
    passages=st.lists(st.builds(Passage, PROSE, PROSE), max_size=2).map(tuple),
    question=PROSE,
    context=PROSE,
    requirement=PROSE,
)
