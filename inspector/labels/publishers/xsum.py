"""XSum: summaries in which three people marked what the article does not say, and said whether it is true all the same.

`any_span` says whether somebody marked anything. A rater's name is the place of a vote and no person. Not everybody
voted on everything; how many did is a stratum, since Fleiss' kappa wants equally many. The articles are not published.
"""

from inspector.labels.format import Files, Format
from inspector.labels.json_lines import require_node, require_text
from inspector.labels.label_set import Field, Label, LabelItem, LabelSet, Words
from inspector.labels.publishers.rows import finish, read_files, read_label
from lineage.evidence.vocabulary import Scale
from lineage.formats.node import Node

ANY_SPAN, FACTUAL = "any_span", "factual"
NAMES = (ANY_SPAN, FACTUAL)
FIELDS = (
    Field(ANY_SPAN, Scale.NOMINAL, ("yes", "no"), ("yes",)),
    Field(FACTUAL, Scale.NOMINAL, ("yes", "no"), ("yes",)),
)


def read(files: Files) -> LabelSet:
    """Raises NotALabelSet or PayloadError."""
    rows = read_files(FORMAT, files, ("summaries",))["summaries"]
    return finish(
        LabelSet(
            key=FORMAT.name,
            name=FORMAT.label,
            purpose="Whether a summary says what its article does not (any_span), and whether it is true (factual).",
            origin="google-research-datasets/xsum_hallucination_annotations, CC BY 4.0",
            fields=FIELDS,
            items=tuple(map(_read_item, rows)),
        ),
        rows,
    )


def _read_item(row: Node) -> LabelItem:
    votes = require_node(row, "annotators")
    labels = [
        label
        for rater, said in votes.fields.items()
        if said is not None
        for label in _read_vote(rater, Node(said, f"{votes.at}/{rater[:60]}"))
    ]
    counts = {name: sum(label.field == name for label in labels) for name in NAMES}
    return LabelItem(
        key=require_text(row, "item_id"),
        words=Words(claim=require_text(row, "summary")),
        labels=tuple(labels),
        strata={"system": require_text(row, "system")}
        | {f"{name}_votes": str(number) for name, number in counts.items()},
    )


def _read_vote(rater: str, vote: Node) -> list[Label]:
    """No list of spans is no vote on them; an empty one says that nothing was to be marked."""
    spans, factual = vote.find_items("spans"), vote.find(FACTUAL)
    labels = [] if spans is None else [Label(ANY_SPAN, rater, "yes" if spans else "no")]
    return labels if factual is None else [*labels, Label(FACTUAL, rater, read_label(factual))]


FORMAT = Format(
    name="xsum",
    label="XSum hallucination annotations",
    about="1,925 summaries, each read by three people who marked what the article does not say.",
    files="items.jsonl",
    reads=read,
    roles={"summaries": frozenset(("item_id", "summary", "annotators"))},
)
