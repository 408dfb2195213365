"""How far people agree in a frozen set: raters alone, beside what is expected, narrowed by strata, pair and label."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from inspector.agreeing.computing import compute_waiting
from inspector.calibrating.comparability import mark_non_comparable
from inspector.calibrating.freezing import freeze
from inspector.calibrating.importing import import_label_set
from inspector.labels.label_set import Field, Label, LabelItem, LabelSet, Words
from inspector.models import rows as opinions
from lineage.evidence.vocabulary import ExpectedBy, RaterRole, Role, Scale
from tests.inspector.making import make_member, make_tenant, signed_in
from tests.inspector.queues import House, make_house
from tests.inspector.test_agreement_page import DATA, figures, get, links, part

pytestmark = pytest.mark.django_db
SUPPORT = Field("support", Scale.NOMINAL, ("yes", "no"), ("yes",))
STARS = Field("stars", Scale.ORDINAL, ("1", "2", "3"))
# What a1, a2 and the adjudicator a3 said, and what is expected: a3 only where the two differ.
SAID = (("yes", "yes", None, "yes"), ("yes", "no", "yes", "yes"), ("no", "no", None, "no"), ("no", "yes", "no", "no"))


def label_set() -> LabelSet:
    items = []
    for number, (first, second, third, expected) in enumerate(SAID):
        said = [Label("support", "a1", first), Label("support", "a2", second)]
        said += [Label("support", "a3", third, RaterRole.ADJUDICATOR)] if third else []
        said += [Label("stars", "a1", str(1 + number % 3)), Label("stars", "a2", "3")]
        items.append(
            LabelItem(
                key=f"item-{number}",
                words=Words(claim=f"Refund {number} is paid."),
                labels=tuple(said),
                expected={"support": expected},
                expected_by=ExpectedBy.PUBLISHED,
                strata={"system": "one" if number < 2 else "two"},
            )
        )
    return LabelSet(key="refunds", name="Refunds", fields=(SUPPORT, STARS), items=tuple(items))


@pytest.fixture
def house() -> House:
    return make_house(0)


@pytest.fixture
def revision(house: House) -> Any:
    return import_label_set(house.cleo, label_set()).revision


@pytest.fixture
def cleo(house: House) -> Client:
    return signed_in(opinions.Membership.objects.get(actor=house.cleo.actor).user)


def address(revision: Any, query: str = "") -> str:
    return reverse("calibration_agreement", args=[revision.public_id]) + query


def test_raters_alone_agree_and_the_adjudicator_is_told_apart(cleo: Client, revision: Any) -> None:
    """Two of four alike, four of eight ratings each: alpha = 1 - 7 * 4 / 32; with a3, pairs of three weigh a half."""
    html = get(cleo, address(revision))
    found = figures(html, 'data-figures="overall"')
    assert float(found["percent"]) == 0.5
    assert float(found["alpha_nominal"]) == pytest.approx(1 - 7 * 4 / 32, abs=1e-12)
    # With a3: 10 ratings, 5 each; two items of three ratings with two unequal pairs each of three.
    other = figures(html, 'data-figures="with-adjudicators"')
    assert float(other["alpha_nominal"]) == pytest.approx(1 - 9 * 4 / 50, abs=1e-12)
    assert "not a figure of agreement" in html and html.count('data-figures="pair"') == 1


def test_each_rater_stands_against_what_is_expected(cleo: Client, revision: Any) -> None:
    """a1 says what is expected throughout; a2 of two in four, one of each label."""
    html = get(cleo, address(revision))
    first = figures(html, 'data-figures="against" data-rater="a1"')
    second = figures(html, 'data-figures="against" data-rater="a2"')
    assert (first["accuracy"], first["macro_f1"]) == ("1.0", "1.0")
    assert (float(second["accuracy"]), float(second["macro_f1"])) == (0.5, 0.5)
    assert 'data-rater="a3"' not in html


def test_the_majority_counts_all_votes_and_says_so(cleo: Client, revision: Any) -> None:
    html = get(cleo, address(revision))
    found = figures(html, 'data-figures="majority"')
    assert found == {"equal": "4", "tie": "0", "differs": "0"}
    assert "those of adjudicators too" in html


def test_expected_labels_are_counted_and_lead_to_their_items(cleo: Client, revision: Any) -> None:
    row = part(get(cleo, address(revision)), '<tr data-figures="count" data-label="yes"')
    (link,) = links(row)
    assert dict(DATA.findall(row)) == {"count": "2"}
    assert dict(DATA.findall(get(cleo, link)))["total"] == "2"


def test_numbers_have_means_by_stratum(cleo: Client, revision: Any) -> None:
    """Items of system one: (1+3)/2 and (2+3)/2; of two: (3+3)/2 and (1+3)/2."""
    html = get(cleo, address(revision, "?field=stars"))
    one = dict(DATA.findall(part(html, 'data-stratum="system" data-value="one"')))
    two = dict(DATA.findall(part(html, 'data-stratum="system" data-value="two"')))
    assert (float(one["mean"]), float(two["mean"])) == (2.25, 2.5)
    assert "alpha_ordinal" in figures(html, 'data-figures="overall"')


def test_a_stratum_a_label_and_a_pair_narrow_the_figures(cleo: Client, revision: Any) -> None:
    counted = figures(get(cleo, address(revision, "?stratum=system:one")), 'data-figures="counted"')
    assert (counted["units"], counted["used"]) == ("2", "2")
    one = get(cleo, address(revision, "?label=no"))
    assert 'data-label="yes"' not in part(one, 'id="labels-title"') and "against all others" in one
    assert figures(get(cleo, address(revision, "?pair=a1,a2")), 'data-figures="counted"')["used"] == "4"
    assert figures(get(cleo, address(revision, "?ratings=3")), 'data-figures="counted"')["units"] == "0"


def test_every_cell_leads_to_as_many_items(cleo: Client, revision: Any) -> None:
    html = get(cleo, address(revision))
    cells = re.findall(r'<td class="heat-[^"]+"><a href="([^"]+)">(\d+)</a>', html)
    assert len(cells) >= 8
    for link, number in cells:
        assert dict(DATA.findall(get(cleo, unescape(link))))["total"] == number


def test_items_that_are_not_comparable_are_counted_apart(house: House, cleo: Client, revision: Any) -> None:
    item = opinions.CalibrationItem.objects.get(set=revision.set, key="item-0")
    mark_non_comparable(house.cleo, item, "Its footnote map is missing.")
    newer = freeze(house.cleo, revision.set, [], "one item is not comparable")
    counted = figures(get(cleo, address(newer)), 'data-figures="counted"')
    assert (counted["units"], counted["used"], counted["not_comparable"]) == ("4", "3", "1")
    assert figures(get(cleo, address(revision)), 'data-figures="counted"')["used"] == "4", "what is frozen stays"


def test_intervals_of_a_frozen_set_never_become_outdated(cleo: Client, revision: Any) -> None:
    answer = cleo.post(reverse("calibration_intervals", args=[revision.public_id]) + "?field=support")
    assert answer.status_code == 303 and answer["Location"].startswith(address(revision))
    compute_waiting(60.0)
    html = get(cleo, address(revision))
    assert 'data-name="alpha_nominal_low"' in html and "outdated" not in html


def test_a_set_without_raters_says_that_nobody_is_named(cleo: Client, house: House) -> None:
    items = tuple(replace(one, labels=()) for one in label_set().items)
    revision = import_label_set(house.cleo, replace(label_set(), key="bare", items=items)).revision
    html = get(cleo, address(revision))
    assert "There is no item here that two people judged" in html
    assert dict(DATA.findall(part(html, '<tr data-figures="count" data-label="no"'))) == {"count": "2"}


def test_who_only_judges_is_refused_and_other_tenants_find_nothing(house: House, revision: Any) -> None:
    ada = signed_in(opinions.Membership.objects.get(actor=house.ada.actor).user)
    dora = signed_in(make_member(make_tenant("elsewhere"), "dora", Role.AUDITOR))
    for route in ("calibration_agreement", "calibration_intervals"):
        send = "get" if route == "calibration_agreement" else "post"
        target = reverse(route, args=[revision.public_id])
        assert getattr(ada, send)(target).status_code == 403
        assert getattr(dora, send)(target).status_code == 404


HOSTILE = ("?stratum=a", "?stratum=:", "?field=%00", "?pair=,,,", "?ratings=-1", "?ratings=" + "9" * 5_000, "?label=x")


@pytest.mark.parametrize("query", HOSTILE)
def test_what_is_none_of_ours_narrows_nothing_and_breaks_nothing(cleo: Client, revision: Any, query: str) -> None:
    get(cleo, address(revision, query))
