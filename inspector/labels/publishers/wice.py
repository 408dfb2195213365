"""WiCE: sentences of an encyclopedia against the page that they cite, and scores of judges for a part of them.

Claims of the test split are published elsewhere: their labels are known here, their words are not. A judge's score is
read as the probability that a claim is supported.
"""

from collections.abc import Sequence

from inspector.labels.format import Files, Format
from inspector.labels.json_lines import read_number, require_node, require_text
from inspector.labels.label_set import (
    Field,
    JudgeConfiguration,
    JudgeResults,
    JudgeSaid,
    LabelItem,
    LabelSet,
    NotALabelSet,
    Passage,
    Words,
)
from inspector.labels.publishers.rows import SUPPORT, SupportOf, finish, read_files, require_label, with_support
from lineage.evidence.vocabulary import CalibrationLabel, ExpectedBy, Scale
from lineage.formats.node import Node

LABEL = "label"
VALUES = ("supported", "partially_supported", "not_supported")
FIELDS = (Field(LABEL, Scale.NOMINAL, VALUES, ("supported",)), SUPPORT)
SUPPORT_OF: SupportOf = {
    "supported": CalibrationLabel.CLEAR_SUPPORT,
    "partially_supported": CalibrationLabel.PARTIAL_SUPPORT,
    "not_supported": CalibrationLabel.INSUFFICIENT_EVIDENCE,
}
# The file of claims is the publisher's development split.
SPLIT_OF_CLAIMS = "dev"


def read(files: Files) -> LabelSet:
    """Raises NotALabelSet or PayloadError."""
    rows = read_files(FORMAT, files, ())
    claims, scores = rows["claims"], rows["scores"]
    known = {require_text(row, "id"): require_label(row, LABEL) for row in claims}
    others = [row for row in scores if not _is_known(row, known)]
    return finish(
        LabelSet(
            key=FORMAT.name,
            name=FORMAT.label,
            purpose="Whether the cited page supports a sentence, a part of it, or nothing of it.",
            origin="ryokamoi/wice; annotations ODC-BY, claims CC BY-SA, judges' scores MIT",
            fields=FIELDS,
            items=(*map(_read_claim, claims), *map(_read_wordless, others)),
            judges=_read_judges(scores),
        ),
        (*claims, *others),
    )


def _is_known(row: Node, known: dict[str, str]) -> bool:
    """Whether a scored claim is one of the file of claims. Raises NotALabelSet where the two files contradict."""
    label = known.get(require_text(row, "id"))
    if label is not None and label != require_label(row, "human"):
        raise NotALabelSet(f"{row.at}/human: the file of claims says something else of this claim")
    return label is not None


def _read_claim(row: Node) -> LabelItem:
    sentences = (sentence.text() for sentence in require_node(row, "evidence").items)
    around = (row.find_text(name) for name in ("claim_title", "claim_section", "claim_context"))
    words = Words(
        claim=require_text(row, "claim"),
        passages=(Passage("\n".join(sentences), "the cited page"),),
        context="\n".join(filter(None, around)),
    )
    return _make_item(row, words, require_label(row, LABEL), SPLIT_OF_CLAIMS)


def _read_wordless(row: Node) -> LabelItem:
    return _make_item(row, None, require_label(row, "human"), require_text(row, "split"))


def _make_item(row: Node, words: Words | None, label: str, split: str) -> LabelItem:
    return LabelItem(
        key=require_text(row, "id"),
        words=words,
        expected=with_support(LABEL, label, SUPPORT_OF),
        expected_by=ExpectedBy.PUBLISHED,
        strata={"split": split},
    )


def _read_judges(scores: Sequence[Node]) -> tuple[JudgeResults, ...]:
    said: dict[str, list[JudgeSaid]] = {}
    for row in scores:
        judges = require_node(row, "judges")
        for judge, score in judges.fields.items():
            node = Node(score, f"{judges.at}/{judge[:60]}")
            if score is not None:
                said.setdefault(judge, []).append(JudgeSaid(require_text(row, "id"), score=read_number(node)))
    return tuple(
        JudgeResults(configuration=JudgeConfiguration(evaluator=judge), field=LABEL, said=tuple(results))
        for judge, results in said.items()
    )


FORMAT = Format(
    name="wice",
    label="WiCE",
    about="349 sentences against the pages that they cite, and scores of four judges for 200 sentences in two splits.",
    files="claims_dev.jsonl, judge_scores.jsonl, or both",
    reads=read,
    roles={
        "claims": frozenset(("id", "label", "claim", "evidence", "supporting_sentences")),
        "scores": frozenset(("id", "split", "human", "judges")),
    },
)
