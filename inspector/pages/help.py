"""The help page: every word of the vocabulary that the pages use, and the keys."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from inspector.guideline import MEANINGS, SCOPE
from lineage.evidence import vocabulary
from lineage.evidence.rules.registry import RULES
from lineage.evidence.vocabulary import PairSupport, Term


class Word(NamedTuple):
    label: str
    code: str
    meaning: str


class WordList(NamedTuple):
    title: str
    lead: str
    words: tuple[Word, ...]


LISTS: tuple[tuple[str, str, type[Term]], ...] = (
    (
        "What became of a citation",
        "The first step that fails decides; later ones are not run.",
        vocabulary.ResolutionStatus,
    ),
    ("Who wrote the words", "Origin is per range of a text, not per document.", vocabulary.Origin),
    ("The contracts", "Five of them are badges on a claim. They are never added up to one score.", vocabulary.Contract),
    ("What a rule says", "What was not recorded is neither a zero nor a pass.", vocabulary.Outcome),
    ("What the gate says of an answer", "The policy decides which failing rule has which weight.", vocabulary.Decision),
    (
        "What is wrong with a claim",
        "One diagnosis a claim; the sentence on top of its page says it plainly.",
        vocabulary.Diagnosis,
    ),
    ("Whether a judge finished", "A score is shown only where the judge completed.", vocabulary.JudgeStatus),
    ("What a judge read", "A judge of the whole context says nothing about the cited passage.", vocabulary.JudgeScope),
)


def read_words() -> tuple[WordList, ...]:
    lists = [
        WordList(title, lead, tuple(Word(t.label, t.value, t.meaning) for t in terms)) for title, lead, terms in LISTS
    ]
    support = tuple(Word(term.label, term.value, MEANINGS[term]) for term in PairSupport)
    rules = tuple(Word(rule.meaning, rule.code, rule.proves_not) for rule in RULES)
    return (
        WordList("Your verdict on one passage", SCOPE, support),
        *lists,
        WordList("The rules, and what a pass does not show", "The same rules run in the terminal.", rules),
    )


@require_safe
def words(request: HttpRequest) -> HttpResponse:
    return render(request, "inspector/help.html", {"lists": read_words(), "here": "help"})
