"""The page of words: kinds of evidence, six mistakes and what catches them, what nothing here proves, every word."""

from __future__ import annotations

import re
from typing import Any

from django.urls import get_resolver, reverse

from inspector.glossary import CATEGORIES, MISTAKES, NON_GOALS
from inspector.pages.help import read_mistakes, read_words
from lineage.evidence.rules.registry import RULES
from lineage.evidence.vocabulary import Contract, Origin, Outcome, PairSupport, ResolutionStatus, Role
from tests.inspector.making import make_member, make_tenant, signed_in

# Kept until the inventory of the corpus has a page.
LATER = {"corpus"}


def test_every_word_of_the_pages_is_explained_once() -> None:
    codes = [word.code for list_ in read_words() for word in list_.words]
    for terms in (ResolutionStatus, Origin, Contract, Outcome, PairSupport):
        assert [term for term in terms if term.value not in codes] == []
    assert [rule.code for rule in RULES if rule.code not in codes] == []


def test_every_status_of_a_citation_has_a_meaning() -> None:
    assert [word.code for word in read_words()[1].words if not word.meaning] == []


def test_the_six_kinds_of_evidence_are_those_of_the_glossary() -> None:
    """S0-16."""
    assert [category.kind.label for category in CATEGORIES] == [
        *("original evidence", "quoted excerpt", "generated retrieval aid"),
        *("derived claim", "source snapshot", "evidence boundary"),
    ]


def test_each_of_the_six_mistakes_names_what_catches_it_and_all_of_that_exists() -> None:
    """S3-79."""
    assert len(MISTAKES) == 6
    codes, routes = {rule.code for rule in RULES}, set(get_resolver().reverse_dict) | LATER
    for mistake in MISTAKES:
        assert mistake.rules or mistake.pages, mistake.name
        assert set(mistake.rules) <= codes and {route for route, _ in mistake.pages} <= routes, mistake.name


def test_every_link_of_the_page_leads_to_a_place_on_it_or_to_a_page(db: Any) -> None:
    client = signed_in(make_member(make_tenant("meridian"), "ada", Role.REVIEWER))
    page = client.get(reverse("help")).content.decode()
    ids = set(re.findall(r'\bid="([^"]+)"', page))
    assert len(ids) == len(re.findall(r'\bid="', page))
    targets = [address for line in read_mistakes() for address, _ in line.links]
    targets += re.findall(r'href="(#[^"]+)"', page)
    for target in targets:
        assert target[1:] in ids if target.startswith("#") else client.get(target).status_code == 200, target


def test_what_nothing_here_proves_names_truth_poisoning_cause_and_authority() -> None:
    """S0-12, S2-64."""
    said = " ".join(NON_GOALS)
    assert [word for word in ("true", "poisoned", "brought the answer about", "authority") if word not in said] == []
