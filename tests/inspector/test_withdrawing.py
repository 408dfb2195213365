"""A verdict is taken back by a record that supersedes it: the words come back, the slot is held again."""

from __future__ import annotations

import pytest

from inspector.item_states import find_differences
from inspector.models import rows as opinions
from inspector.withdrawing import NotWithdrawn, withdraw_verdict
from lineage.access import NotVisible
from lineage.evidence.vocabulary import SlotState
from lineage.ledger import verify
from lineage.models import rows
from tests.inspector.queues import House, make_house
from tests.inspector.working import WORDS, begin, browser, work_form


@pytest.fixture
def house(db: None) -> House:
    return make_house(claims=2)


def judged(house: House) -> tuple[opinions.Verdict, str]:
    """A verdict of Ada's in a queue, and the address of its claim."""
    ada, _, url = begin(house.ada, house.queue())
    form = work_form(ada, url) | {"pair-x1": "does_not_support", "rationale": WORDS, "contest": "x1:origin"}
    assert ada.post(f"{url}verdicts/", form).status_code == 303
    return opinions.Verdict.objects.get(), url


def test_it_stays_in_the_history_its_words_come_back_and_its_slot_is_held(house: House) -> None:
    verdict, url = judged(house)
    ada = browser(house.ada)
    answer = ada.post(f"{url}undo/", {"key": verdict.idempotency_key})
    assert (answer.status_code, answer["Location"]) == (303, url)
    first, second = opinions.Verdict.objects.order_by("id")
    assert (second.withdrawn, second.supersedes, second.coverage) == (True, first, None)
    slot = opinions.Slot.objects.get(item=verdict.item)
    assert (slot.state, slot.reviewer) == (SlotState.HELD, house.ada.actor)
    html = ada.get(url).content.decode()
    assert html.count(WORDS) >= 2 and 'value="does_not_support" checked' in html
    assert 'value="x1:origin"' in html and "was taken back; it counts no more" in html
    state = opinions.ItemState.objects.get(item=verdict.item)
    assert (state.state, state.verdicts) == ("needs_review", 0)
    assert not list(find_differences(house.tenant.pk)) and verify(house.tenant) == []


def test_it_can_be_judged_anew_and_then_only_the_new_verdict_counts(house: House) -> None:
    verdict, url = judged(house)
    withdraw_verdict(house.ada, url.split("/")[2], verdict.idempotency_key)
    ada = browser(house.ada)
    assert ada.post(f"{url}verdicts/", work_form(ada, url)).status_code == 303
    _, taken, again = opinions.Verdict.objects.order_by("id")
    assert (again.supersedes, again.withdrawn) == (taken, False)
    state = opinions.ItemState.objects.get(item=verdict.item)
    assert (state.state, state.verdicts) == ("agreed", 1)
    assert not list(find_differences(house.tenant.pk))


def test_twice_is_once(house: House) -> None:
    verdict, url = judged(house)
    claim, key = url.split("/")[2], verdict.idempotency_key
    assert withdraw_verdict(house.ada, claim, key) == withdraw_verdict(house.ada, claim, key)
    assert opinions.Verdict.objects.count() == 2
    assert rows.AuditEvent.objects.filter(verb="withdraw_verdict").count() == 1


def test_only_the_newest_one_is_taken_back(house: House) -> None:
    verdict, url = judged(house)
    ada = browser(house.ada)
    ada.post(f"{url}verdicts/", work_form(ada, url))
    with pytest.raises(NotWithdrawn):
        withdraw_verdict(house.ada, url.split("/")[2], verdict.idempotency_key)
    assert ada.post(f"{url}undo/", {"key": verdict.idempotency_key}).status_code == 409


def test_nobody_takes_back_what_a_colleague_said(house: House) -> None:
    verdict, url = judged(house)
    for reader in (house.ben, house.drew):
        for key in (verdict.idempotency_key, "", "\0"):
            with pytest.raises(NotVisible):
                withdraw_verdict(reader, url.split("/")[2], key)
    assert browser(house.ben).post(f"{url}undo/", {"key": verdict.idempotency_key}).status_code == 404
    assert browser(house.cleo).post(f"{url}undo/", {"key": verdict.idempotency_key}).status_code == 403


def test_newer_words_are_not_written_over(house: House) -> None:
    verdict, url = judged(house)
    ada = browser(house.ada)
    ada.post(f"{url}draft/", work_form(ada, url) | {"rationale": "Typed since.", "draft_version": "0"})
    ada.post(f"{url}undo/", {"key": verdict.idempotency_key})
    assert "Typed since." in ada.get(url).content.decode()


def test_the_page_offers_to_take_back_ones_own_last_verdict_wherever_it_was(house: House) -> None:
    _, url = judged(house)
    other = next(f"/claims/{claim}/" for claim in house.claims() if claim not in url)
    assert f'action="{url}undo/"' in browser(house.ada).get(other).content.decode()
    assert "/undo/" not in browser(house.ben).get(other).content.decode()


def test_no_key_of_a_form_stands_in_the_way(house: House) -> None:
    verdict, url = judged(house)
    ada = browser(house.ada)
    other = next(f"/claims/{claim}/" for claim in house.claims() if claim not in url)
    for key in (f"withdraws{verdict.pk}", f"withdraws:{verdict.pk}"):
        ada.post(f"{other}verdicts/", work_form(ada, other) | {"idempotency_key": key})
    assert ada.post(f"{url}undo/", {"key": verdict.idempotency_key}).status_code == 303
    assert opinions.Verdict.objects.filter(withdrawn=True, supersedes=verdict).exists()


def test_the_same_form_sent_again_after_it_was_taken_back_is_not_called_recorded(house: House) -> None:
    ada, _, url = begin(house.ada, house.queue())
    form = work_form(ada, url)
    assert ada.post(f"{url}verdicts/", form).status_code == 303
    ada.post(f"{url}undo/", {"key": form["idempotency_key"]})
    again = ada.post(f"{url}verdicts/", form)
    assert again.status_code == 422 and "you took that verdict back" in again.content.decode()
    assert ada.post(f"{url}verdicts/", work_form(ada, url)).status_code == 303
    assert opinions.Verdict.objects.filter(withdrawn=False).count() == 2


def test_it_is_taken_back_where_the_state_is_from_before_it_knew_the_evidence(house: House) -> None:
    verdict, url = judged(house)
    opinions.ItemState.objects.filter(item=verdict.item).update(given=None, today=None, guideline=None)
    assert browser(house.ada).post(f"{url}undo/", {"key": verdict.idempotency_key}).status_code == 303
    assert not list(find_differences(house.tenant.pk))
