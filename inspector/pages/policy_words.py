"""What kinds of policies and their parts are for, in words; and what a revision says, as lines to compare. Pure."""

import json
from collections.abc import Iterable
from typing import NamedTuple

from lineage.evidence.policy_bodies import AdjudicationRule, Body, Exemption, Guideline, Operations, read_body
from lineage.evidence.reading import PayloadError, PayloadProblems, load_json
from lineage.evidence.vocabulary import DecisiveField, ExemptionRule, PolicyKind
from lineage.text.normalization import PRINTED
from lineage.text.operations import Operation

PURPOSES = {
    PolicyKind.GUIDELINE: "What reviewers go by. Every verdict names the revision under which it was given.",
    PolicyKind.EXEMPTION: "The rules by which a claim may do without evidence. A model never exempts a claim.",
    PolicyKind.ADJUDICATION: "In which fields two verdicts must differ for a third person to decide.",
    PolicyKind.NORMALIZATION: "Which differences between two texts do not count when words are looked for again.",
    PolicyKind.GATE: "What a failing rule does to an answer: hold it, block it, or say so and let it pass.",
}
# In the order in which people ask for them.
ORDER = (
    PolicyKind.GUIDELINE,
    PolicyKind.EXEMPTION,
    PolicyKind.ADJUDICATION,
    PolicyKind.NORMALIZATION,
    PolicyKind.GATE,
)
RULES = {
    ExemptionRule.GREETING: "The claim greets, thanks or takes leave.",
    ExemptionRule.NAVIGATION_HINT: "It says where to look or whom to ask, and nothing of what stands there.",
    ExemptionRule.EXPLICIT_REFUSAL: "It says that the answer is not given.",
    ExemptionRule.LABELED_UNCITED_FIELD: "It comes from a field that the product itself labels as uncited.",
}
OPERATIONS = {
    Operation.UNICODE_NFC: "Letters written in two ways, as one sign or as letter and accent, are one.",
    Operation.UNICODE_NFKC: "Compatible forms are one as well: a superscript 2 is a 2. This can change what is said.",
    Operation.COLLAPSE_WHITESPACE: "Any run of blanks, tabs and line ends is one blank.",
    Operation.TRIM: "Blanks at the beginning and at the end do not count.",
    Operation.CASE_FOLD: "Capitals and small letters are one. This can change what is said.",
    Operation.DEHYPHENATE_LINEBREAK: "A word that was divided at the end of a line is whole.",
    Operation.CURLY_TO_STRAIGHT_QUOTES: "Curly quotation marks and apostrophes are straight ones.",
    Operation.STRIP_SOFT_HYPHEN: "Soft hyphens, which mark where a word may be divided, do not count.",
    Operation.COLLAPSE_LINE_BREAKS: "A run of white space that ends a line is one blank; blanks within lines stay.",
    Operation.FOLD_HYPHENS: "The hyphens that look like that of the keyboard are that one.",
    Operation.DEHYPHENATE_BLANK: "A hyphen and a blank within a word, left by a lost line end, do not count.",
    Operation.EXPAND_LIGATURES: "Letters that a typesetter joined to one sign are the letters.",
}
NOTHING = "(nothing)"


class Entry(NamedTuple):
    """One thing that a revision names or might name; `code` is what stands in its JSON."""

    code: str
    label: str
    meaning: str
    is_named: bool


class Drawn(NamedTuple):
    """A revision for its page: sentences, or entries (in order where `is_ordered`), and facts beside them.

    `written` is its JSON, for what is none of these.
    """

    sentences: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    is_ordered: bool = False
    facts: tuple[tuple[str, str], ...] = ()
    written: str = ""


def find_body(kind: PolicyKind, data: bytes) -> Body | None:
    """None for a gate, and for what an earlier version of this program wrote otherwise."""
    if kind is PolicyKind.GATE:
        return None
    try:
        return read_body(kind, data)
    except (PayloadError, PayloadProblems):
        return None


def draw_body(kind: PolicyKind, data: bytes) -> Drawn:
    body, written = find_body(kind, data), json.dumps(load_json(data), indent=2, ensure_ascii=False)
    if isinstance(body, Guideline):
        return Drawn(sentences=body.sentences, written=written)
    if isinstance(body, Exemption):
        return Drawn(entries=rule_entries(body.rules), written=written)
    if isinstance(body, AdjudicationRule):
        facts = (("judgements that a queue asks for", str(body.judgements)),)
        return Drawn(entries=field_entries(body.decisive), facts=facts, written=written)
    if isinstance(body, Operations):
        named = tuple(Entry(one.value, label_of(one), OPERATIONS[one], True) for one in body.operations)
        return Drawn(entries=named, is_ordered=True, written=written)
    return Drawn(written=written)


def rule_entries(named: Iterable[ExemptionRule]) -> tuple[Entry, ...]:
    known = set(named)
    return tuple(Entry(one.value, one.label, RULES[one], one in known) for one in ExemptionRule)


def field_entries(named: Iterable[DecisiveField]) -> tuple[Entry, ...]:
    known = set(named)
    return tuple(Entry(one.value, one.label, one.meaning, one in known) for one in DecisiveField)


def label_of(operation: Operation) -> str:
    return operation.value.replace("_", " ")


def lines_of(kind: PolicyKind, data: bytes) -> tuple[str, ...]:
    """What a revision says, a line for each thing: what two revisions are compared by."""
    drawn = draw_body(kind, data)
    if drawn.sentences:
        return drawn.sentences
    if not drawn.entries and not drawn.is_ordered:
        return tuple(drawn.written.split("\n"))
    named = tuple(f"{one.label}: {one.meaning}" if one.meaning else one.label for one in drawn.entries if one.is_named)
    return (*(f"{name}: {value}" for name, value in drawn.facts), *(named or (NOTHING,)))


def series_name(kind: PolicyKind, name: str) -> str:
    """What a series is called among people: the two normalizations are told apart by what they are for."""
    if kind is not PolicyKind.NORMALIZATION:
        return kind.label
    return f"{kind.label} for PDFs" if name == PRINTED.name else f"{kind.label} for everything but PDFs"
