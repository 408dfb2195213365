"""A labeller's workplace without its script: one claim, a few keys, the next one; and what it never tells."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from inspector.models import rows as opinions
from lineage.evidence.vocabulary import PairSupport, QueueKind, Role, SlotState, SupportClass
from lineage.ledger import verify
from tests.inspector.labels_to_give import two_citations
from tests.inspector.making import import_bundle, make_member, signed_in
from tests.inspector.queues import House, make_house, run_out
from tests.inspector.test_hostile_verdicts import publish_guideline
from tests.inspector.working import asked, browser

SCRIPT = {"HX-Request": "true"}
MOST_STATEMENTS = 17

@pytest.fixture
def house(db: None) -> House:
    return make_house(claims=4)

def label_queue(house: House, claims: int | None = None, **fields: object) -> opinions.Queue:
    return house.queue(claims, **({"name": "Labels", "kind": QueueKind.CALIBRATION} | fields))

def address(queue: opinions.Queue, step: str = "") -> str:
    return f"/label/{queue.public_id}/{step}"

def begin(house: House, queue: opinions.Queue) -> Client:
    ada = browser(house.ada)
    assert ada.post(address(queue, "next/")).status_code == 303
    return ada

def read(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()

def form_of(html: str, **said: str) -> dict[str, str]:
    """The form of the first claim on a page, each passage said to support it."""
    form = html.split('class="label-form"', 1)[1].split("</form>", 1)[0]
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    pairs = dict.fromkeys(re.findall(r'type="radio" name="(pair-[^"]+)"', form), "supports")
    return {name: unescape(value) for name, value in hidden.items()} | pairs | said

def claims_on(html: str) -> list[str]:
    return re.findall(r"Claim: </span><span[^>]*>(Rule \d)", html)


def states(house: House) -> list[str]:
    return list(opinions.Slot.objects.filter(reviewer=house.ada.actor).order_by("id").values_list("state", flat=True))

def test_reading_takes_nothing_and_beginning_takes_one(house: House) -> None:
    queue = label_queue(house)
    ada = browser(house.ada)
    assert "Begin" in read(ada, address(queue)) and "Labels" in read(ada, "/label/")
    assert states(house) == []
    ada.post(address(queue, "next/"))
    assert states(house) == [SlotState.HELD]
    html = read(ada, address(queue))
    assert "Rule 1: a refund is paid within 1 days." in html
    assert html.count('type="radio"') == len(PairSupport)

def test_a_label_is_recorded_and_the_next_claim_is_held(house: House) -> None:
    queue = label_queue(house)
    ada = begin(house, queue)
    answer = ada.post(address(queue, "verdict/"), form_of(read(ada, address(queue))))
    assert (answer.status_code, answer["Location"]) == (303, address(queue))
    verdict = opinions.Verdict.objects.get()
    assert verdict.support_class == SupportClass.DIRECT_SUPPORT and verdict.seconds is not None
    assert verdict.item.queue == queue
    assert states(house) == [SlotState.DONE, SlotState.HELD]
    html = read(ada, address(queue))
    assert '<span class="n" data-own="today">1</span> today' in html
    assert claims_on(html) == ["Rule 2"]
    assert verify(house.tenant) == []

@pytest.mark.parametrize(
    ("said", "support_class"),
    [
        (PairSupport.CONTRADICTS, SupportClass.CONTRADICTION),
        (PairSupport.DOES_NOT_SUPPORT, SupportClass.INSUFFICIENCY),
        (PairSupport.PARTIALLY_SUPPORTS, SupportClass.INSUFFICIENCY),
        (PairSupport.CANNOT_ASSESS, SupportClass.CANNOT_TELL),
    ],
)
def test_a_label_needs_no_reason_whatever_it_says(house: House, said: PairSupport, support_class: SupportClass) -> None:
    queue = label_queue(house)
    ada = begin(house, queue)
    form = form_of(read(ada, address(queue)))
    pair = next(name for name in form if name.startswith("pair-"))
    assert ada.post(address(queue, "verdict/"), form | {pair: said.value}).status_code == 303
    assert opinions.Verdict.objects.get().support_class == support_class

def test_a_verdict_on_the_claim_page_still_needs_one(house: House) -> None:
    queue = label_queue(house)
    ada = begin(house, queue)
    claim = opinions.Slot.objects.get(reviewer=house.ada.actor).item.claim.public_id
    html = read(ada, f"/claims/{claim}/")
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html.split('id="verdict-form"')[1]))
    pair = re.search(r'name="(pair-[^"]+)"', html)
    assert pair is not None
    sent = {name: unescape(value) for name, value in hidden.items()} | {pair[1]: "contradicts"}
    answer = ada.post(f"/claims/{claim}/verdicts/", sent)
    assert answer.status_code == 422 and not opinions.Verdict.objects.exists()

def test_a_label_without_an_answer_is_asked_again_with_what_was_typed(house: House) -> None:
    queue = label_queue(house)
    ada = begin(house, queue)
    form = {name: value for name, value in form_of(read(ada, address(queue))).items() if not name.startswith("pair-")}
    answer = ada.post(address(queue, "verdict/"), form | {"rationale": "Words to keep."})
    html = answer.content.decode()
    assert answer.status_code == 422 and "Words to keep." in html
    assert "say what this passage alone does for the claim" in html
    assert not opinions.Verdict.objects.exists()

def test_the_script_holds_two_ahead_and_is_given_what_it_has_not(house: House) -> None:
    queue = label_queue(house)
    ada = begin(house, queue)
    here = form_of(read(ada, address(queue)))
    ahead = ada.post(address(queue, "next/"), {"has": here["item"]}, headers=SCRIPT)
    html = ahead.content.decode()
    assert html.count('class="label-item"') == 2 and "<!doctype" not in html
    assert claims_on(html) == ["Rule 2", "Rule 3"]
    assert states(house) == [SlotState.HELD] * 3
    every = list(opinions.Item.objects.filter(slots__reviewer=house.ada.actor).values_list("public_id", flat=True))
    again = ada.post(address(queue, "next/"), {"has": every}, headers=SCRIPT)
    assert again.status_code == 204 and states(house) == [SlotState.HELD] * 3

def test_the_script_gets_no_page_with_what_it_sends_and_takes_nothing_by_it(house: House) -> None:
    queue = label_queue(house)
    ada = begin(house, queue)
    answer = ada.post(address(queue, "verdict/"), form_of(read(ada, address(queue)), seconds="0"), headers=SCRIPT)
    assert answer.status_code == 204 and states(house) == [SlotState.DONE]
    assert opinions.Verdict.objects.get().seconds == 0

def test_the_time_that_the_page_says_is_never_more_than_it_was_open(house: House) -> None:
    queue = label_queue(house)
    ada = begin(house, queue)
    ada.post(address(queue, "verdict/"), form_of(read(ada, address(queue)), seconds="99999"), headers=SCRIPT)
    assert (opinions.Verdict.objects.get().seconds or 0) < 60

def test_the_same_label_again_is_one_verdict(house: House) -> None:
    queue = label_queue(house)
    ada = begin(house, queue)
    form = form_of(read(ada, address(queue)))
    answers = [ada.post(address(queue, "verdict/"), form, headers=SCRIPT) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [204, 204]
    assert opinions.Verdict.objects.count() == 1

def test_evidence_that_changed_brings_the_claim_back_with_what_was_chosen(house: House) -> None:
    queue = label_queue(house)
    ada = begin(house, queue)
    form = form_of(read(ada, address(queue)), rationale="Kept.")
    publish_guideline(house.tenant)
    answer = ada.post(address(queue, "verdict/"), form, headers=SCRIPT)
    html = answer.content.decode()
    assert answer.status_code == 409 and "The evidence changed" in html
    assert "Kept." in html and 'value="supports" checked' in html
    assert ada.post(address(queue, "verdict/"), form_of(html), headers=SCRIPT).status_code == 204

def test_a_claim_that_somebody_else_took_is_lost_in_words(house: House) -> None:
    queue = label_queue(house, 1)
    ada = begin(house, queue)
    form = form_of(read(ada, address(queue)))
    run_out(opinions.Slot.objects.get(reviewer=house.ada.actor))
    browser(house.ben).post(address(queue, "next/"))
    answer = ada.post(address(queue, "verdict/"), form)
    assert answer.status_code in (404, 409) and not opinions.Verdict.objects.exists()

def test_a_queue_of_another_kind_or_tenant_is_missing_and_who_only_reads_is_refused(house: House) -> None:
    other, queue = house.queue(), label_queue(house)
    assert browser(house.ada).get(address(other)).status_code == 404
    assert browser(house.drew).get(address(queue)).status_code == 404
    assert browser(house.cleo).get(address(queue)).status_code == 403
    auditor = signed_in(make_member(house.tenant, "iris", Role.AUDITOR))
    for url in ("/label/", address(queue)):
        assert auditor.get(url).status_code == 403
    for step in ("next/", "verdict/", "step/"):
        assert auditor.post(address(queue, step)).status_code == 403
        assert browser(house.drew).post(address(queue, step)).status_code == 404

def test_the_page_is_read_in_a_few_statements(house: House) -> None:
    queue = label_queue(house)
    ada = begin(house, queue)
    answer, statements = asked(lambda: ada.get(address(queue)))
    assert answer.status_code == 200 and len(statements) <= MOST_STATEMENTS, "\n".join(s[:150] for s in statements)



def test_labels_under_way_count_no_more_among_what_is_held(house: House) -> None:
    queue = label_queue(house)
    ada = begin(house, queue)
    here = form_of(read(ada, address(queue)))["item"]
    assert ada.post(address(queue, "next/"), {"sent": here}, headers=SCRIPT).content.count(b'class="label-item"') == 3
    assert states(house) == [SlotState.HELD] * 4


def test_a_kind_that_asks_more_leads_to_the_full_form_and_is_counted(db: None) -> None:
    house = make_house(claims=0)
    import_bundle(house.tenant, two_citations("depots", 2, kind="synthesis"))
    queue = label_queue(house)
    ada = begin(house, queue)
    html = read(ada, address(queue))
    assert "A claim of this kind is also asked whether the passages carry it together." in html
    assert "This claim needs the full form" in html and 'class="label-form"' not in html
    assert "<span class=\"n\">2</span> of them need the full form" in html
    slot = opinions.Slot.objects.get(reviewer=house.ada.actor)
    sent = {"item": slot.item.public_id, "claim": slot.item.claim.public_id, "evidence_token": "", "slot_token": ""}
    assert ada.post(address(queue, "verdict/"), sent, headers=SCRIPT).status_code == 409
    assert not opinions.Verdict.objects.exists()


def test_a_claim_whose_words_one_may_not_read_is_skipped_and_never_labelled(db: None) -> None:
    house = make_house(claims=2, labels=["secret"])
    queue = label_queue(house)
    ada = begin(house, queue)
    html = read(ada, address(queue))
    assert "a refund is paid" not in html and 'class="label-form"' not in html and "Skip" in html
    item = re.search(r'data-item="(\w+)"', html)
    assert item is not None
    assert ada.post(address(queue, "verdict/"), {"item": item[1]}, headers=SCRIPT).status_code == 403
    assert ada.post(address(queue, "step/"), {"item": item[1], "step": "skip"}).status_code == 303
    assert item[1] not in read(ada, address(queue))


def test_nothing_of_a_judge_or_of_others_is_on_the_page(db: None) -> None:
    house = make_house(claims=0)
    bundle = two_citations("judged", 1)
    said = {"claim": "c1", "citation": "x1-1", "evaluator": "oracle-judge", "scope": "cited_passage"}
    told = {"status": "completed", "score": 1, "verdict": "supported", "reason": "The oracle says so."}
    bundle["answers"][0]["judge_results"] = [said | told]
    import_bundle(house.tenant, bundle)
    queue = label_queue(house, judgements=2)
    ben = browser(house.ben)
    ben.post(address(queue, "next/"))
    form = form_of(read(ben, address(queue)), rationale="Ben thinks so.")
    assert ben.post(address(queue, "verdict/"), form).status_code == 303
    html = read(begin(house, queue), address(queue))
    assert "Claim: " in html
    for word in ("oracle", "supported", "Ben thinks so."):
        assert word not in html
