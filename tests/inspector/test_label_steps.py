"""What a labeller does beside labelling: skip, put at the end, take back, pause."""

from __future__ import annotations

import pytest

from inspector.models import rows as opinions
from lineage.evidence.vocabulary import SlotState
from lineage.ledger import verify
from tests.inspector.queues import House, make_house
from tests.inspector.test_label import SCRIPT, address, begin, claims_on, form_of, label_queue, read, states
from tests.inspector.working import browser


@pytest.fixture
def house(db: None) -> House:
    return make_house(claims=4)


def held(house: House) -> list[opinions.Slot]:
    slots = opinions.Slot.objects.filter(reviewer=house.ada.actor, state=SlotState.HELD.value)
    return list(slots.select_related("item__claim").order_by("changed_at", "id"))


def test_a_skipped_claim_is_not_offered_again_and_one_for_later_comes_last(house: House) -> None:
    queue = label_queue(house)
    ada = begin(house, queue)
    seen = []
    for step in ("skip", "later", "skip", "skip"):
        (slot,) = held(house)
        seen += claims_on(read(ada, address(queue)))
        answer = ada.post(address(queue, "step/"), {"item": slot.item.public_id, "step": step})
        assert (answer.status_code, answer["Location"]) == (303, address(queue))
    assert seen == ["Rule 1", "Rule 2", "Rule 3", "Rule 4"]
    assert claims_on(read(ada, address(queue))) == ["Rule 2"]
    assert verify(house.tenant) == []


def test_a_label_taken_back_is_before_its_person_again_with_what_they_chose(house: House) -> None:
    queue = label_queue(house)
    ada = begin(house, queue)
    form = form_of(read(ada, address(queue)), rationale="It says so.")
    ada.post(address(queue, "verdict/"), form)
    undo = {"step": "undo", "item": form["item"], "claim": form["claim"], "key": form["idempotency_key"]}
    answer = ada.post(address(queue, "step/"), undo)
    assert answer.status_code == 303 and answer["Location"] == f"{address(queue)}?item={form['item']}"
    html = read(ada, answer["Location"])
    assert claims_on(html) == ["Rule 1"] and 'value="supports" checked' in html and "It says so." in html
    assert '<span class="n" data-own="today">0</span>' in html
    assert ada.post(address(queue, "verdict/"), form_of(html)).status_code == 303
    assert opinions.Verdict.objects.filter(withdrawn=True).count() == 1


def test_the_script_is_given_the_claim_that_was_taken_back_or_skipped(house: House) -> None:
    queue = label_queue(house)
    ada = begin(house, queue)
    form = form_of(read(ada, address(queue)))
    ada.post(address(queue, "step/"), {"item": form["item"], "step": "skip"}, headers=SCRIPT)
    answer = ada.post(address(queue, "step/"), {"item": form["item"], "step": "undo"}, headers=SCRIPT)
    assert answer.status_code == 200 and claims_on(answer.content.decode()) == ["Rule 1"]
    assert not opinions.SetAside.objects.exists()


def test_a_pause_keeps_what_the_script_names_and_gives_back_the_rest(house: House) -> None:
    queue = label_queue(house)
    ada = begin(house, queue)
    ada.post(address(queue, "next/"), {}, headers=SCRIPT)
    first, *_ = held(house)
    # As it is sent while the window closes: without a header.
    answer = ada.post(address(queue, "step/"), {"step": "pause", "item": first.item.public_id, "script": "1"})
    assert answer.status_code == 204 and [slot.pk for slot in held(house)] == [first.pk]
    answer = ada.post(address(queue, "step/"), {"step": "pause", "item": ""})
    assert (answer.status_code, answer["Location"]) == (303, "/label/") and held(house) == []


def test_in_a_blind_queue_what_is_given_back_stays_its_person_s_own(house: House) -> None:
    queue = label_queue(house, blind=True, reviewers=(house.ada.actor,))
    ada = begin(house, queue)
    ada.post(address(queue, "next/"), {}, headers=SCRIPT)
    ada.post(address(queue, "step/"), {"step": "pause"})
    assert states(house) == [SlotState.DEALT] * 4


def test_what_cannot_be_done_is_said_and_what_is_of_others_is_missing(house: House) -> None:
    queue, other = label_queue(house, 2), label_queue(house, 2, name="Others")
    ada = begin(house, queue)
    item = held(house)[0].item.public_id
    assert ada.post(address(queue, "step/"), {"item": item, "step": "dance"}).status_code == 409
    assert ada.post(address(other, "step/"), {"item": item, "step": "skip"}).status_code == 404
    assert ada.post(address(other, "step/"), {"item": item, "step": "undo"}).status_code == 404
    assert browser(house.ben).post(address(queue, "step/"), {"item": item, "step": "skip"}).status_code == 404
    for hostile in ("\0", "x" * 10_000, "'\"><script>"):
        for step in ("skip", "undo", "later", "pause"):
            sent = {"item": hostile, "claim": hostile, "key": hostile, "step": step}
            assert ada.post(address(queue, "step/"), sent).status_code in (303, 404, 409)


def test_a_label_judged_again_since_is_not_taken_back(house: House) -> None:
    queue = label_queue(house)
    ada = begin(house, queue)
    form = form_of(read(ada, address(queue)))
    ada.post(address(queue, "verdict/"), form, headers=SCRIPT)
    undo = {"step": "undo", "item": form["item"], "claim": form["claim"], "key": form["idempotency_key"]}
    assert ada.post(address(queue, "step/"), undo, headers=SCRIPT).status_code == 200
    html = read(ada, f"{address(queue)}?item={form['item']}")
    ada.post(address(queue, "verdict/"), form_of(html), headers=SCRIPT)
    assert ada.post(address(queue, "step/"), undo, headers=SCRIPT).status_code in (404, 409)
