"""The page of words."""

from inspector.pages.help import read_words
from lineage.evidence.rules.registry import RULES
from lineage.evidence.vocabulary import Contract, Origin, Outcome, PairSupport, ResolutionStatus


def test_every_word_of_the_pages_is_explained_once() -> None:
    codes = [word.code for list_ in read_words() for word in list_.words]
    for terms in (ResolutionStatus, Origin, Contract, Outcome, PairSupport):
        assert [term for term in terms if term.value not in codes] == []
    assert [rule.code for rule in RULES if rule.code not in codes] == []


def test_every_status_of_a_citation_has_a_meaning() -> None:
    assert [word.code for word in read_words()[1].words if not word.meaning] == []
