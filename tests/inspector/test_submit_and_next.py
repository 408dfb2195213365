"""One request records the verdict, takes the next item of the queue and answers with its page."""

from __future__ import annotations

import pytest

from inspector.models import rows as opinions
from inspector.queue_taking import take_next
from lineage.evidence.vocabulary import QueueKind, SlotState
from lineage.ledger import verify
from lineage.models import rows
from tests.inspector.queues import House, make_house, run_out
from tests.inspector.test_hostile_verdicts import publish_guideline
from tests.inspector.working import HTMX, WORDS, asked, begin, browser, page_of, work_form

MOST_STATEMENTS = 30


@pytest.fixture
def house(db: None) -> House:
    return make_house(claims=4)


def my_slots(house: House) -> list[str]:
    return list(opinions.Slot.objects.filter(reviewer=house.ada.actor).order_by("id").values_list("state", flat=True))


def test_the_answer_is_the_page_of_the_next_claim_which_is_held_already(house: House) -> None:
    queue = house.queue()
    ada, slot, url = begin(house.ada, queue)
    answer = ada.post(f"{url}verdicts/", work_form(ada, url), headers=HTMX)
    held = opinions.Slot.objects.get(reviewer=house.ada.actor, state=SlotState.HELD.value)
    assert answer.status_code == 200 and held.pk != slot.pk
    assert answer["HX-Push-Url"] == page_of(held.item)
    assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#work", "outerHTML show:window:top")
    html = answer.content.decode()
    assert f'name="slot_token" value="{held.token}"' in html
    assert "<title>Claim" in html and "<!doctype" not in html
    assert my_slots(house) == [SlotState.DONE, SlotState.HELD]


def test_it_takes_at_most_thirty_statements_with_reasons_and_a_draft(house: House) -> None:
    ada, _, url = begin(house.ada, house.queue())
    # The first verdict of a process reads what later ones know.
    ada.post(f"{url}verdicts/", work_form(ada, url), headers=HTMX)
    held = opinions.Slot.objects.select_related("item__claim").get(
        reviewer=house.ada.actor, state=SlotState.HELD.value
    )
    form = work_form(ada, page_of(held.item), rationale=WORDS)
    ada.post(f"{page_of(held.item)}draft/", form)
    answer, statements = asked(lambda: ada.post(f"{page_of(held.item)}verdicts/", form, headers=HTMX))
    assert answer.status_code == 200
    assert opinions.Verdict.objects.count() == 2 and not opinions.Draft.objects.exists()
    assert len(statements) <= MOST_STATEMENTS, "\n".join(sql[:150] for sql in statements)


def test_without_javascript_the_same_leads_there_by_a_redirect(house: House) -> None:
    ada, _, url = begin(house.ada, house.queue())
    answer = ada.post(f"{url}verdicts/", work_form(ada, url))
    held = opinions.Slot.objects.get(reviewer=house.ada.actor, state=SlotState.HELD.value)
    assert (answer.status_code, answer["Location"]) == (303, page_of(held.item))


def test_after_the_last_item_the_queue_says_that_nothing_is_left(house: House) -> None:
    queue = house.queue(1)
    ada, _, url = begin(house.ada, queue)
    answer = ada.post(f"{url}verdicts/", work_form(ada, url), headers=HTMX)
    assert (answer.status_code, answer["HX-Redirect"]) == (204, f"/queues/{queue.public_id}/")
    assert "Nothing is left for you" in ada.get(answer["HX-Redirect"]).content.decode()


def test_the_same_form_again_is_one_verdict_and_leads_to_the_same_claim(house: House) -> None:
    ada, _, url = begin(house.ada, house.queue())
    form = work_form(ada, url)
    first, again = (ada.post(f"{url}verdicts/", form) for _ in range(2))
    assert first["Location"] == again["Location"]
    assert opinions.Verdict.objects.count() == 1
    assert my_slots(house) == [SlotState.DONE, SlotState.HELD]


def test_a_slot_that_somebody_else_took_is_409_and_the_words_are_kept_as_a_draft(house: House) -> None:
    queue = house.queue(1)
    ada, slot, url = begin(house.ada, queue)
    form = work_form(ada, url, rationale="Half a page of thoughts.")
    run_out(slot)
    assert take_next(house.ben, queue) is not None
    answer = ada.post(f"{url}verdicts/", form, headers=HTMX)
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "somebody else has taken it" in html and "Half a page of thoughts." in html
    assert not opinions.Verdict.objects.exists()
    assert "Half a page of thoughts." in ada.get(url).content.decode()


def test_a_lease_that_is_over_is_no_loss_while_nobody_took_the_slot(house: House) -> None:
    ada, slot, url = begin(house.ada, house.queue())
    form = work_form(ada, url)
    run_out(slot)
    assert ada.post(f"{url}verdicts/", form).status_code == 303
    assert opinions.Verdict.objects.get().item == slot.item


def test_evidence_that_changed_keeps_words_and_slot(house: House) -> None:
    ada, slot, url = begin(house.ada, house.queue())
    form = work_form(ada, url, rationale="Words to keep.")
    publish_guideline(house.tenant)
    answer = ada.post(f"{url}verdicts/", form, headers=HTMX)
    assert answer.status_code == 409 and "Words to keep." in answer.content.decode()
    slot.refresh_from_db()
    assert slot.state == SlotState.HELD and not opinions.Verdict.objects.exists()
    again = work_form(ada, url)
    assert ada.post(f"{url}verdicts/", again).status_code == 303


def test_a_claim_judged_outside_of_any_queue_is_an_item_of_the_compliance_queue(house: House) -> None:
    ada = browser(house.ada)
    url = f"/claims/{house.claims()[0]}/"
    for _ in range(2):
        assert ada.post(f"{url}verdicts/", work_form(ada, url)).status_code == 303
    first, second = opinions.Verdict.objects.order_by("id")
    assert first.item == second.item and first.item.queue.key == "compliance"
    assert second.supersedes == first
    assert my_slots(house) == [SlotState.DONE]
    assert first.item.state.state == "agreed" and first.item.state.verdicts == 1


def test_a_verdict_says_whether_it_was_blind_what_its_reviewer_saw_and_how_long_it_took(house: House) -> None:
    queue = house.queue(1, name="Blind", blind=True, judgements=2, kind=QueueKind.CALIBRATION)
    for reader in (house.ada, house.ben):
        slot = take_next(reader, queue)
        if slot is not None:
            client, url = browser(reader), page_of(slot.item)
            assert client.post(f"{url}verdicts/", work_form(client, url)).status_code == 303
    verdicts = list(opinions.Verdict.objects.all())
    assert verdicts and all(verdict.blind and not verdict.judge_seen for verdict in verdicts)
    assert all(verdict.seconds is not None for verdict in verdicts)


def test_the_ledger_names_the_verdict_its_item_and_the_next_one(house: House) -> None:
    ada, slot, url = begin(house.ada, house.queue())
    ada.post(f"{url}verdicts/", work_form(ada, url))
    event = rows.AuditEvent.objects.get(verb="record_verdict")
    payload = event.payload.get_bytes().decode(errors="replace")
    following = opinions.Slot.objects.get(reviewer=house.ada.actor, state=SlotState.HELD.value).item
    assert slot.item.public_id in payload and following.public_id in payload
    assert verify(house.tenant) == []


def test_another_token_than_that_of_the_lease_is_fine_while_the_slot_is_ones_own(house: House) -> None:
    ada, slot, url = begin(house.ada, house.queue())
    form = work_form(ada, url) | {"slot_token": "0" * 32}
    assert ada.post(f"{url}verdicts/", form).status_code == 303
    assert opinions.Verdict.objects.get().item == slot.item
