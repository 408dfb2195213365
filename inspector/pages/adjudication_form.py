"""The form on which a disagreement is settled: how it is drawn, what was sent, and what is wrong with it. Pure."""

import secrets
from collections.abc import Mapping, Sequence
from typing import TypeVar

from inspector.disputes import Dispute, letters_of
from inspector.pages.cards import NEITHER
from inspector.pages.cards_view import Question, SettleForm
from inspector.pages.choices import Choice
from inspector.pages.verdict_words import NAMES, OPEN, TERMS
from inspector.rulings import Ruling
from lineage.evidence.digests import find_digest
from lineage.evidence.vocabulary import Answerability, CoverageVerdict, ErrorKind, PairSupport, Term

LONGEST_REASON = 20_000
OWN, FURTHER = ("coverage", "answerability", "support_class"), ("origin", "quotation", "derivation")
FOLLOWS = {"answerability": "as the coverage says"}
T = TypeVar("T", bound=Term)


def form_of(
    url: str,
    dispute: Dispute,
    citations: Mapping[str, str],
    guideline: tuple[str, Sequence[str]],
    sent: Mapping[str, str] | None = None,
    errors: Mapping[str, str] | None = None,
) -> SettleForm:
    """`citations` are markers by key, in the answer's order; `guideline` its label and sentences."""
    values, wrong = sent or {}, errors or {}
    label, sentences = guideline
    pairs = tuple(
        Question(
            f"pair-{key}",
            f"{marker}, this passage alone",
            _choices(PairSupport, values, f"pair-{key}"),
            wrong.get(f"pair-{key}", ""),
        )
        for key, marker in citations.items()
    )
    coverage, *others = (_question(name, values, wrong) for name in OWN)
    return SettleForm(
        action=f"{url}settle/",
        seen=dispute.seen,
        idempotency_key=secrets.token_hex(16),
        is_neither=values.get("adopt") == NEITHER,
        own=(coverage, *pairs, *others),
        further=tuple(_question(name, values, wrong) for name in FURTHER),
        error_kinds=tuple(
            Choice(term.value, term.label, str(number), values.get("error_kind") == term.value)
            for number, term in enumerate(ErrorKind, start=1)
        ),
        sentences=(
            Choice("", "choose the sentence that decides it", "", not values.get("sentence")),
            *(
                Choice(str(number), f"{number}. {words}", "", values.get("sentence") == str(number))
                for number, words in enumerate(sentences, start=1)
            ),
        ),
        guideline=label,
        guideline_flag=bool(values.get("guideline_flag")),
        reason=values.get("reason", ""),
        errors=wrong,
    )


def _question(name: str, values: Mapping[str, str], errors: Mapping[str, str]) -> Question:
    return Question(name, NAMES[name], _choices(TERMS[name], values, name), errors.get(name, ""))


def _choices(terms: type[Term], values: Mapping[str, str], name: str) -> tuple[Choice, ...]:
    chosen = values.get(name, "")
    empty = FOLLOWS.get(name, "choose" if name == "coverage" or name.startswith("pair-") else OPEN)
    first = Choice("", empty, "", not chosen)
    return (first, *(Choice(term.value, term.label, "", term.value == chosen) for term in terms))


def read_ruling(
    dispute: Dispute, citations: Sequence[str], sentences: int, sent: Mapping[str, str]
) -> tuple[Ruling | None, dict[str, str]]:
    """What was decided, or what is wrong with each field. `citations` are keys; `sentences` how many there are."""
    errors: dict[str, str] = {}
    adopt, key = sent.get("adopt", ""), sent.get("idempotency_key", "")
    if adopt != NEITHER and adopt not in letters_of(dispute.cards):
        errors["adopt"] = "choose a card, or neither"
    if find_digest(sent.get("seen", "")) is None or not 8 <= len(key) <= 100 or not key.isascii() or not key.isalnum():
        errors["form"] = "The form was not whole; it is drawn anew below."
    kind = _term(ErrorKind, sent.get("error_kind", ""))
    if kind is None:
        errors["error_kind"] = "say why people differed"
    flag = bool(sent.get("guideline_flag"))
    sentence = _sentence(sent.get("sentence", ""), sentences, errors)
    if sentence is None and not flag and kind is not ErrorKind.GUIDELINE_GAP and "sentence" not in errors:
        errors["sentence"] = "choose the guideline’s sentence that decides it, or say that the guideline needs work"
    reason = sent.get("reason", "").strip()
    if not reason or len(reason) > LONGEST_REASON:
        long = f"this is {len(reason):,} characters; at most {LONGEST_REASON:,} are kept"
        errors["reason"] = long if reason else "say why; the people who differed will read it"
    own = _own_fields(citations, sent, errors) if adopt == NEITHER else {"pairs": {}}
    if errors or kind is None:
        return None, errors
    return Ruling(
        adopted="" if adopt == NEITHER else adopt,
        error_kind=kind,
        reason=reason,
        seen=sent["seen"],
        idempotency_key=key,
        guideline_flag=flag,
        sentence=sentence,
        **own,
    ), errors


def _own_fields(citations: Sequence[str], sent: Mapping[str, str], errors: dict[str, str]) -> dict[str, object]:
    """The adjudicator's own values: support of each citation and coverage at least."""
    pairs = {}
    for key in citations:
        support = _term(PairSupport, sent.get(f"pair-{key}", ""))
        if support is None:
            errors[f"pair-{key}"] = "say what this passage alone does for the claim"
        else:
            pairs[key] = support
    found: dict[str, object] = {"pairs": pairs}
    for name in (*OWN, *FURTHER):
        written = sent.get(name, "")
        value = _term(TERMS[name], written)
        if value is None and (written or name == "coverage"):
            errors[name] = "choose one of the values of this list"
        found[name] = value
    if found["answerability"] is None:
        is_supported = found["coverage"] is CoverageVerdict.SUPPORTED
        found["answerability"] = Answerability.SUPPORTED if is_supported else Answerability.INSUFFICIENT
    return found


def _sentence(written: str, sentences: int, errors: dict[str, str]) -> int | None:
    if not written:
        return None
    number = int(written) if written.isascii() and written.isdigit() and len(written) < 4 else 0
    if not 1 <= number <= sentences:
        errors["sentence"] = "choose one of the sentences of this list"
        return None
    return number


def _term(terms: type[T], written: str) -> T | None:
    return terms(written) if written in set(terms) else None
