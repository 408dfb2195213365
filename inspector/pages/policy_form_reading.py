"""The form of a revision, as it was sent: what it says, and what is wrong with which field. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lineage.evidence.policy_bodies import (
    LONGEST_SENTENCE,
    MOST_JUDGEMENTS,
    MOST_SENTENCES,
    AdjudicationRule,
    Body,
    Exemption,
    Guideline,
    Operations,
)
from lineage.evidence.vocabulary import DecisiveField, ExemptionRule, PolicyKind
from lineage.text.operations import Operation

NO_SENTENCE = "write at least one sentence, each on a line of its own"
NO_FIELD = "choose at least one field: without any, no two verdicts would ever differ"
NO_JUDGEMENTS = f"write a whole number from 1 to {MOST_JUDGEMENTS}"
NO_PLACE = "write whole numbers from 1 to 99, or nothing where the operation is not used"


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyForm:
    """What was written, kept as it came, and what is wrong with each field. `value` is the body, if nothing is.

    `places` are by operation the number that was written: the operations are applied in the order of these.
    """

    value: Mapping[str, Any]
    text: str = ""
    chosen: frozenset[str] = frozenset()
    judgements: str = ""
    places: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, str] = field(default_factory=dict)


def form_from(body: Body | None) -> PolicyForm:
    """The form that says what a revision says."""
    if isinstance(body, Guideline):
        return PolicyForm(value={"sentences": body.sentences}, text="\n".join(body.sentences))
    if isinstance(body, Exemption):
        return PolicyForm(value={"rules": body.rules}, chosen=frozenset(body.rules))
    if isinstance(body, AdjudicationRule):
        value = {"decisive": body.decisive, "judgements": body.judgements}
        return PolicyForm(value=value, chosen=frozenset(body.decisive), judgements=str(body.judgements))
    if isinstance(body, Operations):
        places = {one.value: str(number) for number, one in enumerate(body.operations, start=1)}
        return PolicyForm(value={"operations": body.operations}, places=places)
    return PolicyForm(value={})


def read_policy_form(kind: PolicyKind, sent: Mapping[str, Sequence[str]]) -> PolicyForm:
    """From all values of each field. A value that is in no list of ours counts as not chosen."""
    if kind is PolicyKind.GUIDELINE:
        return _read_sentences(_last(sent, "sentences"))
    if kind is PolicyKind.EXEMPTION:
        rules = [rule.value for rule in ExemptionRule if rule in sent.get("rules", ())]
        return PolicyForm(value={"rules": rules}, chosen=frozenset(rules))
    if kind is PolicyKind.ADJUDICATION:
        return _read_decisive(sent)
    return _read_operations(sent)


def _read_sentences(text: str) -> PolicyForm:
    """A sentence a line; blank lines and blanks around a sentence do not count."""
    lines = text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    sentences = [line.strip() for line in lines if line.strip()]
    problems = [] if sentences else [NO_SENTENCE]
    if len(sentences) > MOST_SENTENCES:
        problems.append(f"at most {MOST_SENTENCES} sentences are kept, these are {len(sentences)}")
    known: dict[str, int] = {}
    for number, words in enumerate(sentences, start=1):
        if len(words) > LONGEST_SENTENCE:
            problems.append(f"sentence {number} has {len(words):,} characters; at most {LONGEST_SENTENCE:,} are kept")
        if words in known:
            problems.append(f"sentences {known[words]} and {number} are the same")
        known.setdefault(words, number)
    errors = {"sentences": "; ".join(problems[:3])} if problems else {}
    return PolicyForm(value={"sentences": sentences}, text=text.replace("\0", ""), errors=errors)


def _read_decisive(sent: Mapping[str, Sequence[str]]) -> PolicyForm:
    decisive = [one.value for one in DecisiveField if one in sent.get("decisive", ())]
    written = _last(sent, "judgements").strip()
    number = int(written) if written.isascii() and written.isdigit() and len(written) < 4 else 0
    errors = {}
    if not decisive:
        errors["decisive"] = NO_FIELD
    if not 1 <= number <= MOST_JUDGEMENTS:
        errors["judgements"] = NO_JUDGEMENTS
    value = {"decisive": decisive, "judgements": number}
    return PolicyForm(value=value, chosen=frozenset(decisive), judgements=written.replace("\0", ""), errors=errors)


def _read_operations(sent: Mapping[str, Sequence[str]]) -> PolicyForm:
    places = {one.value: _last(sent, f"place-{one.value}").replace("\0", "").strip() for one in Operation}
    used = {name: written for name, written in places.items() if written}
    errors, numbers = {}, {}
    for name, written in used.items():
        if not (written.isascii() and written.isdigit() and len(written) < 3 and int(written)):
            errors[name] = NO_PLACE
            continue
        taken = next((other for other, number in numbers.items() if number == int(written)), None)
        if taken is not None:
            errors[name] = f"two operations have the place {int(written)}: this one and {taken.replace('_', ' ')}"
        numbers[name] = int(written)
    ordered = sorted(numbers, key=lambda name: numbers[name])
    return PolicyForm(value={"operations": ordered}, places=places, errors=errors)


def _last(sent: Mapping[str, Sequence[str]], name: str) -> str:
    values = sent.get(name) or ("",)
    return values[-1]
