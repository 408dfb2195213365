"""The help page: kinds of evidence, six mistakes, what nothing here proves, every word of the pages, and the keys."""

from collections.abc import Iterator
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.views.decorators.http import require_safe

from inspector.crosswalk import Crosswalk
from inspector.glossary import CATEGORIES, MISTAKES, NON_GOALS, Mistake
from inspector.guideline import MEANINGS, SCOPE
from inspector.pages.withheld import NOT_SUPPORTING, PRESENT, PRESENT_MEANING
from lineage.evidence import vocabulary
from lineage.evidence.life import LifeState
from lineage.evidence.rules.registry import RULES
from lineage.evidence.vocabulary import PairSupport, Term


class Word(NamedTuple):
    label: str
    code: str
    meaning: str


class WordList(NamedTuple):
    """`id` is where links to the list lead."""

    id: str
    title: str
    lead: str
    words: tuple[Word, ...]


class MistakeLine(NamedTuple):
    """A mistake with links to what catches it: a rule further down this page, a page of the product."""

    mistake: Mistake
    links: tuple[tuple[str, str], ...]


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
    (
        "Why words are not shown",
        "None of these says anything of the claim. The last one is another thing: there the words are shown.",
        vocabulary.Withheld,
    ),
    ("What a version of a source is", "One state at a time; a legal hold stands beside any of them.", LifeState),
    ("What audit keeps of a deleted version", "Chosen when it is deleted.", vocabulary.AuditRetention),
    (
        "What must forget a deleted version",
        "It is hidden here at once; elsewhere somebody has to look.",
        vocabulary.InvalidationTarget,
    ),
    ("Whether it was forgotten", "Only what somebody saw is confirmed.", vocabulary.InvalidationStatus),
    ("Whether a judge finished", "A score is shown only where the judge completed.", vocabulary.JudgeStatus),
    ("What a judge read", "A judge of the whole context says nothing about the cited passage.", vocabulary.JudgeScope),
)


def read_words() -> tuple[WordList, ...]:
    lists = [
        WordList(terms.__name__.lower(), title, lead, tuple(Word(t.label, t.value, t.meaning) for t in terms))
        for title, lead, terms in LISTS
    ]
    withheld = [Word(PRESENT, NOT_SUPPORTING, PRESENT_MEANING)]
    lists = [one._replace(words=(*one.words, *withheld)) if one.id == "withheld" else one for one in lists]
    support = tuple(Word(term.label, term.value, MEANINGS[term]) for term in PairSupport)
    rules = tuple(Word(rule.meaning, rule.code, rule.proves_not) for rule in RULES)
    return (
        WordList("verdict", "Your verdict on one passage", SCOPE, support),
        *lists,
        WordList("rules", "The rules, and what a pass does not show", "The same rules run in the terminal.", rules),
    )


def read_mistakes() -> tuple[MistakeLine, ...]:
    return tuple(MistakeLine(mistake, tuple(_links(mistake))) for mistake in MISTAKES)


def _links(mistake: Mistake) -> Iterator[tuple[str, str]]:
    for rule in mistake.rules:
        yield f"#{rule}", rule
    for route, words in mistake.pages:
        try:
            yield reverse(route), words
        except NoReverseMatch:
            continue


@require_safe
def words(request: HttpRequest) -> HttpResponse:
    page = {"lists": read_words(), "mistakes": read_mistakes(), "categories": CATEGORIES, "non_goals": NON_GOALS}
    page["crosswalk"] = Crosswalk()
    return render(request, "inspector/help.html", {**page, "here": "help"})
