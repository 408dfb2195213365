"""The questions of a claim's kind, and the lists in which what was derived can be changed. Pure."""

from collections.abc import Iterable, Mapping

from inspector.pages.choices import Choice
from inspector.pages.verdict_kinds import Asked
from inspector.pages.verdict_terms import NO, YES
from inspector.pages.verdict_view import Question
from inspector.verdict_derived import derived_origin, derived_quotation
from inspector.verdict_fields import Sent, Sheet
from lineage.evidence.vocabulary import (
    Answerability,
    ClaimKind,
    CoverageVerdict,
    OriginVerdict,
    QuotationVerdict,
    SupportClass,
    Term,
)

FOLLOW, MACHINE = "as your answers say", "as the machine states"
IN_ORIGINAL = "Does the original say it, anywhere?"
ATTRIBUTED = "Does the answer give these words as the source's?"
NAMES_BASIS = "Does it name what is missing?"
INDEED = "Do the sources indeed not say it?"
EXEMPT = "It needs no evidence, as it is a"
HOLDS_WORDS = {
    Answerability.SUPPORTED: "they do say it",
    Answerability.INSUFFICIENT: "right, they do not",
    Answerability.AMBIGUOUS: "they can be read both ways",
    Answerability.OUTSIDE_FROZEN_CORPUS: "right, it is outside what was kept",
}


def questions_of(
    sheet: Sheet, asked: frozenset[Asked], sent: Sent, errors: Mapping[str, str]
) -> tuple[Question, ...]:
    """What is answered by one choice each."""
    found: list[Question] = []
    if Asked.ORIGINAL in asked:
        traced = "" if sheet.is_traced else "For a yes, attach the words of the original that say it."
        found.append(_yes_or_no("in_original", IN_ORIGINAL, sent, errors, traced))
        found.append(_yes_or_no("attributed", ATTRIBUTED, sent, errors))
    if Asked.MISSING_BASIS in asked:
        choices = ((term, words) for term, words in HOLDS_WORDS.items())
        found.append(_question("answerability", INDEED, choices, sent, errors))
        found.append(_yes_or_no("names_missing_basis", NAMES_BASIS, sent, errors))
    if Asked.EXEMPTION in asked:
        hint = f"By a rule of {sheet.exemption_policy}, and no other." if sheet.rules else "No rule is in force."
        found.append(_question("exemption", EXEMPT, ((r, r.label) for r in sheet.rules), sent, errors, hint))
    return tuple(found)


def quotation_of(
    sheet: Sheet, kind: ClaimKind, asked: frozenset[Asked], sent: Sent, errors: Mapping[str, str]
) -> Question | None:
    """Whether the quoted words are the source's: what was found stands first. None where the kind does not ask."""
    if Asked.QUOTATION not in asked:
        return None
    found = derived_quotation(sheet, kind, None)
    first = f"as found: {found.label}" if found else "choose"
    return _list(QuotationVerdict, "quotation", "Quoted words", first, sent, errors)


def derived_of(
    sheet: Sheet, asked: frozenset[Asked], sent: Sent, errors: Mapping[str, str]
) -> tuple[Question, ...]:
    """The lists behind "change": an exempt claim has none, and what is asked is not asked twice."""
    if Asked.EXEMPTION in asked:
        return ()
    origin = derived_origin(sheet)
    machine = f"{MACHINE}: {origin.label}" if origin else MACHINE
    found = [_list(CoverageVerdict, "coverage", "Coverage of the claim", FOLLOW, sent, errors)]
    if Asked.MISSING_BASIS not in asked:
        found.append(_list(Answerability, "answerability", "Answerability", FOLLOW, sent, errors))
    found.append(_list(SupportClass, "support_class", "Kind of support", FOLLOW, sent, errors))
    found.append(_list(OriginVerdict, "origin", "Origin", machine, sent, errors))
    if Asked.QUOTATION not in asked:
        found.append(_list(QuotationVerdict, "quotation", "Quotation", MACHINE, sent, errors))
    return tuple(found)


def is_changed(asked: frozenset[Asked], sent: Sent, errors: Mapping[str, str]) -> bool:
    """Whether something behind "change" was changed or is wrong, so that it stands open."""
    names = {"coverage", "answerability", "support_class", "origin", "quotation"}
    names -= {"answerability"} if Asked.MISSING_BASIS in asked else set()
    names -= {"quotation"} if Asked.QUOTATION in asked else set()
    # A synthesis is carried by its passages together, which only a person can say.
    together = Asked.TOGETHER in asked
    return together or any(sent.get(name) or name in errors for name in names) or bool(sent.all("support_types"))


def several_of(terms: type[Term], sent: Sent, name: str) -> tuple[Choice, ...]:
    chosen = sent.all(name)
    return tuple(Choice(term.value, term.label, "", term.value in chosen) for term in terms)


def _yes_or_no(name: str, legend: str, sent: Sent, errors: Mapping[str, str], hint: str = "") -> Question:
    return _question(name, legend, ((YES, YES), (NO, NO)), sent, errors, hint)


def _question(
    name: str,
    legend: str,
    choices: Iterable[tuple[str, str]],
    sent: Sent,
    errors: Mapping[str, str],
    hint: str = "",
) -> Question:
    chosen = sent.get(name)
    offered = tuple(Choice(str(value), label, "", chosen == value) for value, label in choices)
    return Question(name=name, legend=legend, choices=offered, hint=hint, error=errors.get(name, ""))


def _list(
    terms: type[Term], name: str, legend: str, empty: str, sent: Sent, errors: Mapping[str, str]
) -> Question:
    chosen = sent.get(name)
    first = Choice("", empty, "", not chosen)
    offered = (first, *(Choice(term.value, term.label, "", term.value == chosen) for term in terms))
    return Question(name=name, legend=legend, choices=offered, error=errors.get(name, ""))
