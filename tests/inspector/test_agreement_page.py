"""The page of agreement in verdicts: figures that lead to what they count, and nothing of what is sealed."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from inspector.agreeing.computing import compute_waiting
from inspector.agreeing.jobs import request
from inspector.agreeing.scopes import Scope
from inspector.models import rows as opinions
from lineage.evidence.vocabulary import PairSupport, Role
from lineage.models import rows
from tests.inspector.blind_house import BlindHouse
from tests.inspector.making import make_member, signed_in
from tests.inspector.people_agreeing import NO, OTHER_WORDS, YES, Judged

pytestmark = pytest.mark.django_db
DATA = re.compile(r'<data class="figure" data-name="(\w+)" value="([^"]+)">')
AGREEMENT, ITEMS = "/agreement/", "/agreement/items/"


@pytest.fixture
def judged() -> Judged:
    judged = Judged(6)
    judged.say_all("ssuusu", "ssuuu.")
    return judged


def browser(judged: Judged, name: str = "cleo") -> Client:
    return signed_in(opinions.Membership.objects.get(tenant=judged.house.tenant, user__username=name).user)


def get(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return str(response.content.decode())


def part(html: str, named: str) -> str:
    """From the element with this attribute to the end of its section, or of its row."""
    start = html.index(named)
    tag = "</tr>" if html[html.rindex("<", 0, start + 1) :].startswith("<tr") else "</section>"
    return html[start : html.index(tag, start)]


def figures(html: str, named: str) -> dict[str, str]:
    return dict(DATA.findall(part(html, named)))


def links(html: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'href="([^"#]+)', html)]


def test_figures_stand_there_exact_and_are_those_computed_by_hand(judged: Judged) -> None:
    """Five items with two ratings, four alike; of ten ratings five are each: alpha = 1 - 9 * 2 / (2 * 5 * 5)."""
    html = get(browser(judged), AGREEMENT)
    found = figures(html, 'data-figures="overall"')
    assert float(found["percent"]) == pytest.approx(4 / 5, abs=1e-12)
    assert float(found["alpha_nominal"]) == pytest.approx(1 - 9 * 2 / 50, abs=1e-12)
    counted = figures(html, 'data-figures="counted"')
    assert counted == {"units": "6", "used": "5", "alike": "4", "differ": "1", "one_rater": "1", "n_ratings": "10"}


def test_every_number_leads_to_as_many_items(judged: Judged) -> None:
    judged.say(judged.eve, 0, NO)
    judged.say(judged.eve, 1, evidence_digest=OTHER_WORDS)
    client = browser(judged)
    html = get(client, AGREEMENT)
    shown = re.findall(r'<a href="([^"]+)"><?(?:data[^>]*value="(\d+)"|(?<=>)(\d+)<)', html)
    counted = [(unescape(link), int(number or plain)) for link, number, plain in shown if link.startswith(ITEMS)]
    assert len(counted) > 12
    for link, number in counted:
        if "said=" in link:
            continue
        total = dict(DATA.findall(get(client, link)))["total"]
        assert int(total) == number, link


def test_a_label_leads_to_the_items_of_which_somebody_said_it(judged: Judged) -> None:
    html = get(browser(judged), f"{ITEMS}?show=used&said=unsupported")
    assert dict(DATA.findall(html))["total"] == "3"


def test_the_page_of_a_pair_speaks_of_these_two_alone(judged: Judged) -> None:
    for place in range(4):
        judged.say(judged.eve, place, NO)
    client = browser(judged)
    html = get(client, AGREEMENT)
    pairs = [link for link in links(html) if link.startswith(f"{AGREEMENT}?") and "pair=" in link]
    assert len(pairs) == 3
    for pair in pairs:
        narrow = get(client, pair)
        assert narrow.count('data-figures="pair"') == 1 and "cohen_kappa" in figures(narrow, 'data-figures="overall"')
    assert judged.ada.actor not in html, "an actor stands on no page"


def test_what_is_undefined_has_no_value_and_says_why(judged: Judged) -> None:
    judged.say(judged.eve, 0)
    html = get(browser(judged), AGREEMENT)
    overall = part(html, 'data-figures="overall"')
    assert re.search(r'absent-words" data-name="cohen_kappa">undefined</span> <span class="figure-why">\S+', overall)
    assert "cohen_kappa" not in figures(html, 'data-figures="overall"')


def test_one_value_alone_is_no_full_agreement() -> None:
    judged = Judged()
    judged.say_all("ssss", "ssss")
    found = figures(get(browser(judged), AGREEMENT), 'data-figures="overall"')
    assert found == {"percent": "1.0"}


def test_the_caution_is_given_where_nearly_all_is_alike() -> None:
    """Forty items, of which thirty-eight are alike in one value: kappa and alpha near 0, AC1 near 0.95."""
    judged = Judged(40)
    judged.say_all("s" * 39 + "u", "s" * 38 + "us")
    assert "read AC1 beside them" in get(browser(judged), AGREEMENT)


def test_a_house_without_verdicts_says_what_is_needed() -> None:
    assert "make a queue with two judgements, blind" in get(browser(Judged()), AGREEMENT)


def test_support_counts_citations(judged: Judged) -> None:
    judged.support(judged.ada, 0, PairSupport.SUPPORTS)
    judged.support(judged.ben, 0, PairSupport.CONTRADICTS)
    html = get(browser(judged), f"{AGREEMENT}?field=support")
    assert figures(html, 'data-figures="counted"')["used"] == "1" and "citations in all" in html


def test_queues_and_sources_have_figures_of_their_own(judged: Judged) -> None:
    client = browser(judged)
    for by, address in (("queue", AGREEMENT), ("source", f"{AGREEMENT}?by=source")):
        row = part(get(client, address), f'<tr data-figures="{by}"')
        assert dict(DATA.findall(row))["used"] == "5"
        (narrow,) = links(row)
        assert figures(get(client, narrow), 'data-figures="counted"')["used"] == "5"


def test_intervals_are_asked_for_computed_and_shown_with_their_seed(judged: Judged) -> None:
    client = browser(judged)
    answer = client.post(reverse("agreement_intervals"))
    assert (answer.status_code, answer["Location"]) == (303, f"{AGREEMENT}#intervals")
    job = opinions.FigureJob.objects.get()
    waiting = get(client, AGREEMENT)
    assert 'hx-trigger="every 1s"' in waiting and reverse("figure_job", args=[job.public_id]) in waiting
    compute_waiting(60.0)
    shown = get(client, AGREEMENT)
    assert f"<code>{job.seed}</code>" in shown and 'data-name="alpha_nominal_low"' in shown
    judged.say(judged.eve, 0, YES)
    assert "outdated" in get(client, AGREEMENT)


def test_the_part_that_is_polled_ends_with_what_shows_the_figures(judged: Judged) -> None:
    job, client = request(judged.cleo, Scope()), browser(judged)
    address = reverse("figure_job", args=[job.public_id])
    asked = {"HX-Request": "true", "HX-Target": "intervals"}
    assert b"every 1s" in client.get(address, headers=asked).content
    compute_waiting(60.0)
    ended = client.get(address, headers=asked).content.decode()
    assert "every 1s" not in ended and 'hx-target="#figures"' in ended
    assert "<html" in get(client, address), "without a script it is a page"
    figures_alone = client.get(AGREEMENT, headers={"HX-Request": "true", "HX-Target": "figures"}).content
    assert figures_alone.lstrip().startswith(b'<div id="figures"')


def test_who_only_judges_is_refused_and_others_tenants_see_none_of_it(judged: Judged) -> None:
    job = request(judged.cleo, Scope())
    addresses = (AGREEMENT, ITEMS, reverse("figure_job", args=[job.public_id]))
    for address in addresses:
        assert browser(judged, "ada").get(address).status_code == 403
    dora = signed_in(make_member(rows.Tenant.objects.get(key="halcyon"), "dora", Role.AUDITOR))
    assert [dora.get(address).status_code for address in addresses] == [200, 200, 404]
    assert dora.get(f"{AGREEMENT}?queue={judged.queue.public_id}").status_code == 404


@pytest.mark.parametrize("roles", [tuple(Role), (Role.LABELER, Role.RESPONDER)], ids=["every role", "two"])
def test_the_blind_are_answered_the_same_before_and_after_others_judged(roles: tuple[Role, ...]) -> None:
    house = BlindHouse(*roles)
    queries = ("", "?field=support", "?by=source", "?field=support_class")
    starts = [ITEMS, *(f"{AGREEMENT}{query}" for query in queries)]

    def met() -> dict[str, Any]:
        client, seen, waiting = signed_in(house.ben), dict[str, Any](), list(starts)
        while waiting and len(seen) < 60:
            address = waiting.pop(0)
            if address not in seen:
                seen[address] = house.met(client.get(address))
                waiting += [link for link in links(seen[address].body) if link.startswith(AGREEMENT)]
        return seen

    before = met()
    house.colleagues_judge()
    house.cleo_settles()
    assert met() == before and all(one.status == 200 for one in before.values())
