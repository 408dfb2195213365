"""No number without a way to its items: whoever follows a count of items reads the same count above the list."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import resolve, reverse
from selectolax.lexbor import LexborHTMLParser

from inspector.labels.label_set import JudgeSaid
from inspector.members import ensure_tenant
from inspector.models.judging import JudgeBatch
from lineage.evidence.vocabulary import JudgeStatus, Role
from tests.inspector.disputing import House, judge
from tests.inspector.figure_pages import send_files
from tests.inspector.labelled_sets import judge_file, labelled, labels_file
from tests.inspector.making import make_member, signed_in
from tests.inspector.test_adjudicators_never_agree import label_set

# How often something was said, which may be several times of one item.
SAID = {"ratings", "n_ratings"}


@pytest.fixture
def grace(db: None) -> Client:
    return signed_in(make_member(ensure_tenant("meridian", "Meridian"), "grace", Role.POLICY_ADMIN))


def links_of(html: str) -> Iterator[tuple[int, str]]:
    """Each number that is the text of a link to items, and where the link leads."""
    for link in LexborHTMLParser(html).css("main a[href*='/items/']"):
        figure = link.css_first("data")
        if figure is not None and figure.attributes.get("data-name") in SAID:
            continue
        found = re.match(r"\s*([\d,]+)(?![\d.])", link.text())
        if found:
            yield int(found[1].replace(",", "")), str(link.attributes["href"])


def follow(client: Client, address: str, **asked: str) -> int:
    """How many different links were followed, each of which leads to as many items as it says."""
    response = client.get(address, asked)
    assert response.status_code == 200
    links = set(links_of(response.content.decode()))
    for number, href in sorted(links, key=lambda link: link[1]):
        answer = client.get(href)
        assert answer.status_code == 200, href
        total = LexborHTMLParser(answer.content).css_first("data[data-name=total]")
        assert total is not None, href
        assert int(total.attributes["value"] or "-1") == number, f"{href} says {number} and leads to another number"
    return len(links)


def bring_in(client: Client, data: bytes) -> str:
    response = send_files(client, reverse("calibration_import"), [("labels.jsonl", data)])
    assert response.status_code == 303
    return str(resolve(response["Location"]).kwargs["public_id"])


def test_counts_on_the_pages_of_a_revision_are_those_of_their_lists(grace: Client) -> None:
    revision = bring_in(grace, labels_file(label_set("settled", settles=True)))
    # Used; five cells of the pair with items; four expected labels; cells of two raters against the expected.
    assert follow(grace, reverse("calibration_agreement", args=[revision]), field="support") > 12
    assert follow(grace, reverse("calibration_revision", args=[revision])) > 4


def test_counts_of_a_judges_results_are_those_of_their_lists(grace: Client) -> None:
    """Ten items: two found, one missed, one false alarm, three rightly refused, a strange word, a failure, none."""
    expected = ("yes", "yes", "yes", "no", "no", "no", "no", "yes", "no", "yes")
    revision = bring_in(grace, labels_file(labelled(expected=expected)))
    words = ("yes", "yes", "no", "yes", "no", "no", "no", "perhaps")
    said = [JudgeSaid(f"item-{place}", label=word) for place, word in enumerate(words)]
    said.append(JudgeSaid("item-8", JudgeStatus.TIMEOUT, message="no answer"))
    said.append(JudgeSaid("nowhere", label="yes"))
    send_files(grace, f"{reverse('judge_import')}?revision={revision}", [("judge.jsonl", judge_file(said))])
    batch = JudgeBatch.objects.get()
    address = reverse("judge_batch", args=[batch.public_id])
    assert follow(grace, address) > 8
    html = LexborHTMLParser(grace.get(address).content)
    shown = {name: html.css_first(f"[data-figures=judge] [data-name={name}]") for name in ("tp", "fp", "fn", "tn")}
    found = {name: node.attributes["value"] for name, node in shown.items() if node is not None}
    assert found == {"tp": "2", "fp": "1", "fn": "1", "tn": "3"}


def test_counts_over_verdicts_are_those_of_their_lists(db: None) -> None:
    house = House()
    grace = house.add("grace", Role.POLICY_ADMIN)
    house.differ("c1")
    judge(house.ada, house.claim_url("c2"), "supports", "Yes.")
    for field in ("coverage", "support"):
        assert follow(grace, reverse("agreement"), field=field) >= 3
