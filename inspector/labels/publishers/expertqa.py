"""ExpertQA: claims of answers with the passages that they cite, and what an expert says of the support.

`Missing` means that the answer cites nothing for a claim, which is another thing than a passage that does not carry it:
it stays apart, and is none of the labels of this house. `N/A` and nothing at all are no labels. One person judged each
answer, 231 people in all: nobody can agree with them, so that the person is a stratum and the label the published one.
"""

from collections.abc import Iterator

from inspector.labels.format import Files, Format
from inspector.labels.json_lines import require_text
from inspector.labels.label_set import Field, LabelItem, LabelSet, Passage, Words
from inspector.labels.publishers.rows import SUPPORT, SupportOf, finish, read_files, with_support
from lineage.evidence.vocabulary import CalibrationLabel, ExpectedBy, Scale
from lineage.formats.node import Node

# The publisher calls it `support`, which is the name of our own field.
PUBLISHED = "published_support"
FIELDS = (Field(PUBLISHED, Scale.NOMINAL, ("Complete", "Partial", "Incomplete", "Missing"), ("Complete",)), SUPPORT)
SUPPORT_OF: SupportOf = {
    "Complete": CalibrationLabel.CLEAR_SUPPORT,
    "Partial": CalibrationLabel.PARTIAL_SUPPORT,
    "Incomplete": CalibrationLabel.INSUFFICIENT_EVIDENCE,
}
NO_LABEL = "N/A"
STRATA = ("system", "field", "annotator")


def read(files: Files) -> LabelSet:
    """Raises NotALabelSet or PayloadError."""
    rows = read_files(FORMAT, files, ("answers",))["answers"]
    found = [(item, row) for row in rows for item in _read_answer(row)]
    return finish(
        LabelSet(
            key=FORMAT.name,
            name=FORMAT.label,
            purpose="Whether the cited passages support a claim wholly, in part, or not.",
            origin="chaitanyamalaviya/ExpertQA, MIT",
            fields=FIELDS,
            items=tuple(item for item, _ in found),
        ),
        [row for _, row in found],
    )


def _read_answer(row: Node) -> Iterator[LabelItem]:
    """An item for each claim, counted from 1."""
    strata = {name: words for name in STRATA if (words := row.find_text(name))}
    question, answer = row.find_text("question") or "", row.find_text("answer") or ""
    for number, claim in enumerate(row.find_items("claims") or (), start=1):
        support = claim.find_text("support")
        expected = {} if support in (None, NO_LABEL) else with_support(PUBLISHED, support or "", SUPPORT_OF)
        yield LabelItem(
            key=f"{require_text(row, 'item_id')}/{number}",
            words=Words(
                claim=require_text(claim, "claim"),
                passages=tuple(map(_read_passage, claim.find_items("evidence") or ())),
                question=question,
                context=answer,
            ),
            expected=expected,
            expected_by=ExpectedBy.PUBLISHED if expected else None,
            strata=strata,
        )


def _read_passage(row: Node) -> Passage:
    named = (row.find_text(name) for name in ("marker", "url"))
    return Passage(row.find_text("passage") or "", " ".join(filter(None, named)))


FORMAT = Format(
    name="expertqa",
    label="ExpertQA",
    about="1,827 claims of 305 answers with the passages that they cite, each judged by one expert.",
    files="answers-00.jsonl, answers-01.jsonl, or one of them",
    reads=read,
    roles={"answers": frozenset(("item_id", "question", "answer", "claims"))},
)
