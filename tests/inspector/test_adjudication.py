"""The page of a disagreement: cards without names in an order by chance, what decides emphasised, words never lost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from inspector.disputes import in_order
from inspector.figures.consensus import Said
from inspector.models import rows as opinions
from lineage.evidence.vocabulary import PolicyKind, Role
from tests.inspector.disputing import (
    REASON,
    RULING,
    WHY_ADA,
    WHY_BEN,
    House,
    judge,
    page_url,
    ruling,
    settle,
    settle_url,
)
from tests.inspector.making import count_rows, import_bundle, simple_bundle
from tests.inspector.policies import publish_as

pytestmark = pytest.mark.django_db
MOST_STATEMENTS = 30


@pytest.fixture
def house() -> House:
    return House()


def shown(house: House, item: Any) -> Any:
    return house.cleo.get(page_url(item)).context["page"]


def test_the_list_has_what_people_differ_on_by_lowest_agreement(house: House) -> None:
    """In c1 both decisive fields differ; in c2 the support alone, since both call its coverage unsupported."""
    house.differ()
    judge(house.ada, house.claim_url("c2"), "partially_supports", "A part.", coverage="unsupported")
    judge(house.ben, house.claim_url("c2"), "does_not_support", "Nothing.")
    lines = house.cleo.get(reverse("adjudications")).context["page"].lines
    assert [(line.agreement, line.ordinal, line.differs) for line in lines] == [
        (0, 1, "coverage, support of 1 citation"),
        (50, 2, "support of 1 citation"),
    ]
    assert lines[0].claim == "Rule 1: a refund is paid within 1 days."


def test_the_list_goes_on_where_a_page_ended(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.pages.adjudications.PAGE", 1)
    for claim in ("c2", "c1"):
        judge(house.ada, house.claim_url(claim), "supports", WHY_ADA)
        judge(house.ben, house.claim_url(claim), "does_not_support", WHY_BEN)
    first = house.cleo.get(reverse("adjudications")).context["page"]
    second = house.cleo.get(first.next_url).context["page"]
    assert [line.ordinal for page in (first, second) for line in page.lines] == [2, 1]
    assert (first.total, second.next_url) == (2, "")


@pytest.mark.parametrize("query", ["?after=x", "?after=%00", "?after=" + "0" * 32])
def test_addresses_that_name_nothing_do_no_harm(house: House, query: str) -> None:
    assert house.cleo.get(reverse("adjudications") + query).status_code == 200


def test_nobody_is_named_on_the_page_and_times_tell_nothing(house: House) -> None:
    item = house.differ()
    html = house.cleo.get(page_url(item)).content.decode()
    main = html[html.index("<main") :]
    assert "Ada" not in main and "Ben" not in main
    actors = opinions.Verdict.objects.values_list("reviewer", flat=True)
    assert not [actor for actor in actors if actor in html]
    form = main[main.index('id="settle"') : main.index("</form>")]
    assert "<time" not in form
    hidden = re.findall(r'type="hidden" name="(\w+)"', form)
    assert sorted(hidden) == ["csrfmiddlewaretoken", "idempotency_key", "seen"], "no id of a verdict is sent along"


def test_the_order_is_by_chance_and_always_the_same_for_an_item_and_a_person() -> None:
    said = [Said(name, number, b"", {}) for number, name in enumerate(("ada", "ben", "lea"))]
    first = [in_order(f"item-{number}", "cleo", said)[0].reviewer for number in range(60)]
    assert set(first) == {"ada", "ben", "lea"}
    assert in_order("item-1", "cleo", said) == in_order("item-1", "cleo", said[::-1])
    other = [in_order(f"item-{number}", "dora", said)[0].reviewer for number in range(60)]
    assert first != other, "another adjudicator has another order"


def test_a_correction_keeps_its_place_among_the_cards() -> None:
    said = [Said("ada", 1, b"", {}), Said("ben", 2, b"", {})]
    corrected = [Said("ada", 9, b"", {}), said[1]]
    order = [one.reviewer for one in in_order("item", "cleo", said)]
    assert [one.reviewer for one in in_order("item", "cleo", corrected)] == order


def test_only_decisive_differences_stand_on_the_cards_and_the_others_beneath(house: House) -> None:
    judge(house.ada, house.claim_url(), "supports", WHY_ADA, support_class="direct_support")
    judge(house.ben, house.claim_url(), "supports", WHY_BEN, coverage="unsupported", support_class="insufficiency")
    page = shown(house, house.item())
    assert {line.name for card in page.cards for line in card.differing} == {"Coverage"}
    assert {line.value for card in page.cards for line in card.differing} == {"supported", "not supported"}
    beneath = {row.name: set(row.values) for row in page.beside}
    assert beneath["Kind of support"] == {"direct support", "insufficiency"}
    assert ("[1], this passage alone", "supports") in page.shared


def test_the_cited_words_stand_beside_the_cards_with_their_neighbours(house: House) -> None:
    html = house.cleo.get(page_url(house.differ())).content.decode()
    assert html.index('id="matter-evidence"') < html.index('id="settle"')
    assert re.search(r"<mark[^>]*hl-here[^>]*>Rule 1: a refund is paid within 1 days\.</mark>", html)
    assert "Rule 2: a refund is paid within 2 days." in html


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"adopt": ""}, "adopt"),
        ({"adopt": "C"}, "adopt"),
        ({"error_kind": "whim"}, "error_kind"),
        ({"sentence": ""}, "sentence"),
        ({"sentence": "5"}, "sentence"),
        ({"sentence": "\u0661"}, "sentence"),
        ({"reason": " "}, "reason"),
        ({"reason": "x" * 20_001}, "reason"),
        ({"adopt": "neither"}, "pair-x1"),
        ({"adopt": "neither", "pair-x1": "supports"}, "coverage"),
        ({"adopt": "neither", "pair-x1": "supports", "coverage": "supported", "origin": "x"}, "origin"),
        ({"idempotency_key": "\u0661" * 12}, "form"),
        ({"seen": "sha256:0"}, "form"),
    ],
)
def test_what_is_missing_is_said_beside_its_field_and_words_are_kept(
    house: House, changed: dict[str, str], field: str
) -> None:
    item = house.differ()
    form = ruling(house.cleo, item, **changed)
    before = count_rows()
    response = house.cleo.post(settle_url(item), form)
    assert response.status_code == 422 and field in response.context["page"].form.errors
    assert form["reason"].strip() in response.content.decode()
    assert count_rows() == before


def test_a_flag_or_a_gap_stands_for_a_sentence_that_is_not_there(house: House) -> None:
    item = house.differ()
    settled = settle(house.cleo, item, sentence="", error_kind="guideline_gap", guideline_flag="on")
    assert (settled.sentence, settled.guideline_flag) == (None, True)


def test_a_verdict_that_came_meanwhile_is_a_conflict_that_keeps_the_words(house: House) -> None:
    item = house.differ()
    form = ruling(house.cleo, item)
    judge(house.ben, house.claim_url(), "contradicts", "I looked again.")
    response = house.cleo.post(settle_url(item), form, headers={"HX-Request": "true", "HX-Target": "settle"})
    html = response.content.decode()
    assert response.status_code == 409 and REASON in html and "I looked again." in html
    assert response["HX-Retarget"] == "#matter" and 'id="matter-evidence"' in html
    assert not opinions.Adjudication.objects.exists()
    fresh = re.search(r'name="seen" value="([^"]*)"', html)
    assert fresh is not None and fresh[1] != form["seen"]


def test_after_settling_the_next_disagreement_comes_and_then_the_list(house: House) -> None:
    first, second = house.differ("c1"), house.differ("c2")
    response = house.cleo.post(settle_url(first), ruling(house.cleo, first))
    assert (response.status_code, response["Location"]) == (303, page_url(second))
    response = house.cleo.post(settle_url(second), ruling(house.cleo, second), headers={"HX-Request": "true"})
    assert (response.status_code, response["HX-Redirect"]) == (204, reverse("adjudications"))
    assert "Nothing to settle here" in house.cleo.get(page_url(first)).content.decode()


def test_where_the_guideline_changed_since_the_page_says_why_there_is_nothing_to_settle(house: House) -> None:
    item = house.differ()
    house.add("pia", Role.POLICY_ADMIN)
    publish_as("pia", house.tenant, PolicyKind.GUIDELINE, {"sentences": ["Judge each passage alone."]})
    html = house.cleo.get(page_url(item)).content.decode()
    assert "Nothing to settle here" in html and "their verdicts count no more" in html


def test_who_may_not_read_the_words_meets_neither_them_nor_the_reasons(db: None) -> None:
    house = House(labels=["board"])
    item = house.differ()
    blank = house.add("dora", Role.ADJUDICATOR)
    for response in (blank.get(page_url(item)), blank.post(settle_url(item), dict(RULING))):
        html = response.content.decode()
        assert response.status_code == 403 and "Leave the claim to an adjudicator who may" in html
        assert WHY_ADA not in html and "Rules of refund" not in html
    assert house.cleo.get(page_url(item)).status_code == 200


def test_who_is_no_adjudicator_is_refused_and_told_who_is(house: House) -> None:
    item = house.differ()
    iris = house.add("iris", Role.RESPONDER)
    for address in (reverse("adjudications"), page_url(item)):
        response = iris.get(address)
        assert response.status_code == 403 and "adjudicator" in response.content.decode()


def test_pages_take_the_same_statements_however_much_there_is(house: House) -> None:
    item = house.differ()
    counted: dict[str, list[int]] = {}
    for more in range(2):
        if more:
            import_bundle(house.tenant, simple_bundle("more", claims=9))
            house.differ("c2")
        for address in (reverse("adjudications"), page_url(item)):
            with CaptureQueriesContext(connection) as statements:
                assert house.cleo.get(address).status_code == 200
            counted.setdefault(address, []).append(len(statements))
    assert all(len(set(numbers)) == 1 and numbers[0] <= MOST_STATEMENTS for numbers in counted.values()), counted
