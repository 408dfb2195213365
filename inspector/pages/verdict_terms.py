"""Values of a form as terms of the vocabulary: what is none is said, and never taken for another. Pure."""

from typing import TypeVar

from inspector.verdict_fields import Sent
from lineage.evidence.vocabulary import Term

YES, NO = "yes", "no"
NOT_A_TERM = "choose one of the values of this list"
T = TypeVar("T", bound=Term)
Errors = dict[str, str]
"""By field what is wrong with it, in words that say what to do."""


def yes_or_no(sent: Sent, name: str, errors: Errors, is_asked: bool) -> bool | None:
    written = sent.get(name)
    if not is_asked:
        return None
    if written not in (YES, NO):
        errors[name] = "answer yes or no"
        return None
    return written == YES


def several(terms: type[T], sent: Sent, name: str) -> tuple[T, ...]:
    """The chosen ones, in the order of the vocabulary; what is no term is left out."""
    chosen = set(sent.all(name))
    return tuple(term for term in terms if term in chosen)


def open_term(terms: type[T], sent: Sent, name: str, errors: Errors) -> T | None:
    """The chosen term; None where it was left open. A value that is no term is said."""
    written = sent.get(name)
    found = find_term(terms, written)
    if written and found is None:
        errors[name] = NOT_A_TERM
    return found


def find_term(terms: type[T], written: str) -> T | None:
    return terms(written) if written in set(terms) else None
