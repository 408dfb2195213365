"""Known items among those that somebody labels: nothing tells them, and a score only where the set allows it."""

from __future__ import annotations

import re

import pytest

from inspector.calibrating import gold
from inspector.calibrating.keeping import change_set
from inspector.models import rows as opinions
from inspector.queue_adding import add_claims
from lineage.evidence.vocabulary import QueueKind
from tests.inspector.queues import House
from tests.inspector.test_label import SCRIPT, address, form_of, read
from tests.inspector.test_queue_gold import gold_queue, house, known, new_claims
from tests.inspector.working import browser

__all__ = ["house", "known"]
OF_ONE_ITEM = re.compile(r'value="[^"]{8,}"|(data-item|data-claim|href|data-citation|name)="[^"]*"|\d+|\w+@\w+')


@pytest.fixture
def queue(house: House, known: opinions.CalibrationSet) -> opinions.Queue:
    found = gold_queue(house, known, share=0.5, kind=QueueKind.CALIBRATION, reviewers=(house.eve.actor,))
    add_claims(house.cleo, found, new_claims(house, 4), "")
    assert opinions.GoldItem.objects.filter(item__queue=found).count() == 2
    return found


def label_all(house: House, queue: opinions.Queue) -> list[str]:
    """What was drawn of each claim, by its person's page, in the order in which they came."""
    eve, drawn = browser(house.eve), []
    while (answer := eve.post(address(queue, "next/"), {}, headers=SCRIPT)).status_code == 200:
        html = answer.content.decode().split("</article>")[0]
        drawn.append(html)
        assert eve.post(address(queue, "verdict/"), form_of(html), headers=SCRIPT).status_code == 204
    return drawn


def without_its_own(html: str) -> str:
    """What of an item's markup would be the same of every other claim of these answers: all but its words."""
    without_passages = re.sub(r"<figure.*?</figure>", "", html, flags=re.DOTALL)
    return re.sub(r"refund|other|\s+", " ", OF_ONE_ITEM.sub("", without_passages))


def test_a_known_claim_is_drawn_as_every_other(house: House, queue: opinions.Queue) -> None:
    drawn = label_all(house, queue)
    assert len(drawn) == 6
    assert len({without_its_own(html) for html in drawn}) == 1


def test_how_often_one_said_what_was_known_stands_there_only_where_the_set_tells_it_and_of_ten_at_once(
    house: House, queue: opinions.Queue, known: opinions.CalibrationSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    label_all(house, queue)
    eve, ten = browser(house.eve), '<span class="n">2</span> of <span class="n">2</span> known ones'
    change_set(house.cleo, known, "Known refunds", shows_gold=True)
    assert "known ones" not in read(eve, address(queue)), "two are told, of which each label would move the number"
    # With steps of two, since ten known items are a large house.
    monkeypatch.setattr(gold.own_gold, "__defaults__", (2,))
    assert ten in read(eve, address(queue))
    change_set(house.cleo, known, "Known refunds", shows_gold=False)
    assert "known ones" not in read(eve, address(queue))
