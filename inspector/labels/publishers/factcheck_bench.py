"""Factcheck-Bench: answers cut into claims, each judged true or false, and five passages found for each claim.

Two kinds of items, in the stratum `unit`: a claim with all its passages (field factual), and a claim with one passage
(field stance). An item of one kind has no label of the other. Who labelled is not published.
"""

from collections.abc import Iterator

from inspector.labels.format import Files, Format
from inspector.labels.json_lines import require_text
from inspector.labels.label_set import Field, LabelItem, LabelSet, Passage, Words
from inspector.labels.publishers.rows import SUPPORT, SupportOf, finish, read_files, read_label, with_support
from lineage.evidence.vocabulary import CalibrationLabel, ExpectedBy, Scale
from lineage.formats.node import Node

STANCE, FACTUAL = "stance", "factual"
STANCES = ("completely-support", "partially-support", "refute", "irrelevant")
FIELDS = (
    Field(STANCE, Scale.NOMINAL, STANCES, ("completely-support",)),
    Field(FACTUAL, Scale.NOMINAL, ("True", "False", "unknown"), ("True",)),
    SUPPORT,
)
SUPPORT_OF: SupportOf = {
    "completely-support": CalibrationLabel.CLEAR_SUPPORT,
    "partially-support": CalibrationLabel.PARTIAL_SUPPORT,
    "refute": CalibrationLabel.CLEAR_CONTRADICTION,
    "irrelevant": CalibrationLabel.INSUFFICIENT_EVIDENCE,
}


def read(files: Files) -> LabelSet:
    """Raises NotALabelSet or PayloadError."""
    rows = read_files(FORMAT, files, ("responses",))["responses"]
    found = [(item, row) for row in rows for item in _read_response(row)]
    return finish(
        LabelSet(
            key=FORMAT.name,
            name=FORMAT.label,
            purpose="Whether a claim of an answer is true, and what each passage found for it says of it.",
            origin="yuxiaw/Factcheck-GPT, Apache-2.0",
            fields=FIELDS,
            items=tuple(item for item, _ in found),
        ),
        [row for _, row in found],
    )


def _read_response(row: Node) -> Iterator[LabelItem]:
    """Keys count sentences, claims and passages from 1."""
    for place, sentence in enumerate(row.find_items("sentences") or (), start=1):
        for number, claim in enumerate(sentence.find_items("claims") or (), start=1):
            yield from _read_claim(row, sentence, claim, f"{require_text(row, 'item_id')}/{place}/{number}")


def _read_claim(row: Node, sentence: Node, claim: Node, key: str) -> Iterator[LabelItem]:
    evidence = claim.find_items("evidence") or ()
    passages = tuple(Passage(require_text(one, "text"), one.find_text("url") or "") for one in evidence)
    question, context = row.find_text("prompt") or "", sentence.find_text("text") or ""
    text, factual = require_text(claim, "claim"), claim.find(FACTUAL)
    yield LabelItem(
        key=key,
        words=Words(claim=text, passages=passages, question=question, context=context),
        expected={} if factual is None else {FACTUAL: read_label(factual)},
        expected_by=None if factual is None else ExpectedBy.PUBLISHED,
        strata={"unit": "claim"},
    )
    for number, (one, passage) in enumerate(zip(evidence, passages, strict=True), start=1):
        stance = one.find_text(STANCE)
        yield LabelItem(
            key=f"{key}/{number}",
            words=Words(claim=text, passages=(passage,), question=question, context=context),
            expected={} if stance is None else with_support(STANCE, stance, SUPPORT_OF),
            expected_by=None if stance is None else ExpectedBy.PUBLISHED,
            strata={"unit": "passage"},
        )


FORMAT = Format(
    name="factcheck_bench",
    label="Factcheck-Bench",
    about="Claims of answers, each true or false, and the stance of up to five passages towards each of them.",
    files="responses.jsonl",
    reads=read,
    roles={"responses": frozenset(("item_id", "prompt", "response", "sentences"))},
)
