"""Filling by rule: what matches, what is drawn of it, and that nothing is looked at twice or missed (S4-50)."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command

from inspector.claim_kinds import give_kind
from inspector.figures.sampling import SamplingRule, Stratum, Unit, dump_rule
from inspector.models import rows as opinions
from inspector.queue_filling import count_matching, fill
from inspector.queue_keeping import close_queue, ensure_queue
from inspector.queue_places import ensure_slots
from inspector.queue_rounds import fill_all
from lineage.access import NotAllowed
from lineage.evidence.vocabulary import ClaimKind, Decision, Diagnosis, Environment, Owner, QueueKind
from lineage.models import rows
from tests.inspector.making import import_bundle, simple_bundle
from tests.inspector.queues import House, make_house, say, slots_of, states_in

SAME, OTHER = "sha256:" + "a" * 64, "sha256:" + "b" * 64


@pytest.fixture
def house(db: None) -> House:
    return make_house(claims=0)


def answers(number: int, start: int = 0, claims: int = 1) -> dict[str, Any]:
    """So many answers, each with its own case."""
    bundles = [simple_bundle(f"case-{place}", claims) for place in range(start, start + number)]
    return bundles[0] | {"answers": [answer for bundle in bundles for answer in bundle["answers"]]}


def judged(claim: str, verdict: str, attempt: int, **more: Any) -> dict[str, Any]:
    about = {"evaluator": "judge", "version": "1", "scope": "cited_passage", "status": "completed"}
    return about | {"claim": claim, "verdict": verdict, "attempt": attempt, "input_digest": SAME, **more}


def cases_in(queue: opinions.Queue) -> list[str]:
    items = opinions.Item.objects.filter(queue=queue).order_by("claim")
    return list(items.values_list("claim__answer__case__key", flat=True))


def keys_in(queue: opinions.Queue) -> list[str]:
    return list(opinions.Item.objects.filter(queue=queue).order_by("claim").values_list("claim__key", flat=True))


def filled(house: House, rule: SamplingRule, kind: QueueKind = QueueKind.SAMPLED, **fields: Any) -> opinions.Queue:
    queue = house.queue(0, kind=kind, rule=rule, seed=7, name=f"queue {opinions.Queue.objects.count()}", **fields)
    fill(queue)
    return queue


def test_a_tenth_of_a_hundred_answers_with_seed_7_is_the_same_ten_each_time(house: House) -> None:
    """The acceptance of S4-50; the probability stands with each."""
    import_bundle(house.tenant, answers(100))
    rule = SamplingRule(rate=0.1, unit=Unit.ANSWER)
    first, second = filled(house, rule), filled(house, rule)
    assert len(cases_in(first)) == 10 and cases_in(first) == cases_in(second)
    items = opinions.Item.objects.filter(queue=first)
    assert set(items.values_list("inclusion", "reason")) == {(0.1, "drawn at random, 0.1 of the answers that match")}
    assert fill(first) == 0
    event = rows.AuditEvent.objects.get(verb="queue_filled", subject=f"queue:{first.public_id}")
    assert event.actor == "filling"


def test_what_comes_later_is_drawn_apart_and_what_was_not_drawn_stays_out(house: House) -> None:
    import_bundle(house.tenant, answers(20))
    queue = filled(house, SamplingRule(rate=0.5))
    before = cases_in(queue)
    import_bundle(house.tenant, answers(10, start=20))
    assert fill(queue) == 5
    assert [case for case in cases_in(queue) if int(case[5:]) < 20] == before
    assert len(before) == 10


def test_strata_are_drawn_apart_and_kept(house: House) -> None:
    bundle = simple_bundle(claims=20)
    for claim in bundle["answers"][0]["claims"][:4]:
        claim["kind"] = "paraphrase"
    import_bundle(house.tenant, bundle)
    queue = filled(house, SamplingRule(rate=0.5, stratum=Stratum.KIND))
    strata = list(opinions.Item.objects.filter(queue=queue).values_list("stratum", flat=True))
    assert (strata.count("paraphrase"), strata.count("quotation")) == (2, 8)


def test_all_that_matches_comes_in_also_what_comes_to_match_later(house: House) -> None:
    bundle = simple_bundle(claims=2)
    del bundle["answers"][0]["claims"][0]["kind"]
    import_bundle(house.tenant, bundle)
    queue = filled(house, SamplingRule(kinds=(ClaimKind.PARAPHRASE,)))
    assert keys_in(queue) == []
    give_kind(house.ada, rows.Claim.objects.get(key="c1"), ClaimKind.PARAPHRASE)
    assert fill(queue) == 1 and fill(queue) == 0
    assert keys_in(queue) == ["c1"]


def test_items_come_with_places_and_states(house: House) -> None:
    import_bundle(house.tenant, answers(3))
    queue = filled(house, SamplingRule(), judgements=2)
    assert states_in(queue) == {"free": 6}
    fill_all(60)
    states = opinions.ItemState.objects.filter(queue=queue)
    assert list(states.values_list("state", "has_text")) == [("needs_review", True)] * 3


def test_in_a_blind_queue_they_are_dealt_at_once(house: House) -> None:
    import_bundle(house.tenant, answers(6))
    queue = filled(house, SamplingRule(), judgements=2, blind=True)
    assert states_in(queue) == {"dealt": 12}
    shares = [opinions.Slot.objects.filter(queue=queue, reviewer=one.actor).count() for one in house[1:4]]
    assert shares == [4, 4, 4]


def test_rules_owners_decisions_environments_and_diagnoses_select(house: House) -> None:
    wrong = simple_bundle("wrong")
    wrong["answers"][0]["citations"][0]["cited"] = "E9"
    wrong["answers"][0]["case"]["environment"] = "test"
    import_bundle(house.tenant, wrong)
    import_bundle(house.tenant, simple_bundle("right"))
    finding = rows.Finding.objects.get(rule="identity/unresolved-id")
    state = rows.AnswerState.objects.get(answer__case__key="wrong")
    of_claim = (SamplingRule(rules=("identity/unresolved-id",)), SamplingRule(diagnoses=(Diagnosis.WRONG_MAPPING,)))
    for rule in (*of_claim, SamplingRule(rules=("identity/unresolved-id",), owners=(Owner(finding.owner),))):
        queue = filled(house, rule)
        assert (cases_in(queue), keys_in(queue)) == (["wrong"], ["c1"])
    for rule in (SamplingRule(decisions=(Decision(state.decision),)), SamplingRule(environments=(Environment.TEST,))):
        assert cases_in(filled(house, rule)) == ["wrong", "wrong"]
    other = next(owner for owner in Owner if owner != finding.owner)
    assert cases_in(filled(house, SamplingRule(rules=("identity/unresolved-id",), owners=(other,)))) == []
    by_owner = filled(house, SamplingRule(rate=1, stratum=Stratum.OWNER))
    strata = dict(opinions.Item.objects.filter(queue=by_owner).values_list("claim__answer__case__key", "stratum"))
    assert strata["right"] == "none"


def test_scores_select_and_are_bands(house: House) -> None:
    bundle = simple_bundle(claims=3)
    bundle["answers"][0]["judge_results"] = [
        judged("c1", "supported", 1, score=0.95),
        judged("c2", "unsupported", 1, score=0.45),
        judged("c2", "supported", 2, score=0.9),
    ]
    import_bundle(house.tenant, bundle)
    queue = filled(house, SamplingRule(score_from=0.4, score_to=0.6, stratum=Stratum.SCORE))
    assert (keys_in(queue), opinions.Item.objects.get(queue=queue).stratum) == (["c2"], "0.4 to 0.6")
    assert keys_in(filled(house, SamplingRule(score_from=0.9))) == ["c1", "c2"]
    assert keys_in(filled(house, SamplingRule(score_to=0.5))) == ["c2"]


def test_a_judge_that_contradicts_itself_on_equal_input_feeds_its_queue(house: House) -> None:
    bundle = simple_bundle(claims=4)
    bundle["answers"][0]["judge_results"] = [
        judged("c1", "supported", 1),
        judged("c1", "unsupported", 2),
        judged("c2", "supported", 1),
        judged("c2", "supported", 2),
        judged("c3", "supported", 1),
        judged("c3", "unsupported", 2, input_digest=OTHER),
        judged("c4", "supported", 1),
        judged("c4", "unsupported", 1, evaluator="another"),
    ]
    import_bundle(house.tenant, bundle)
    queue = ensure_queue(house.tenant.pk, QueueKind.JUDGE_UNSTABLE)
    fill(queue)
    assert keys_in(queue) == ["c1"]


def test_claims_without_a_kind_feed_their_queue_until_they_have_one(house: House) -> None:
    bundle = simple_bundle(claims=3)
    for claim in bundle["answers"][0]["claims"][:2]:
        del claim["kind"]
    import_bundle(house.tenant, bundle)
    give_kind(house.ada, rows.Claim.objects.get(key="c1"), ClaimKind.PARAPHRASE)
    queue = ensure_queue(house.tenant.pk, QueueKind.NEEDS_CLAIM_KIND)
    fill(queue)
    assert keys_in(queue) == ["c2"]


def test_claims_whose_evidence_changed_feed_the_re_review_queue(house: House) -> None:
    import_bundle(house.tenant, answers(2))
    judged_in = house.queue(name="First")
    item = opinions.Item.objects.filter(queue=judged_in).order_by("pk")[0]
    opinions.ItemState.objects.filter(item=item).update(stale=True)
    queue = ensure_queue(house.tenant.pk, QueueKind.REREVIEW)
    fill(queue)
    assert list(opinions.Item.objects.filter(queue=queue).values_list("claim", flat=True)) == [item.claim_id]


def test_nothing_comes_into_a_closed_queue_or_into_one_that_is_filled_by_hand(house: House) -> None:
    import_bundle(house.tenant, answers(2))
    by_hand = house.queue(0)
    closed = house.queue(0, rule=SamplingRule(), name="Closed")
    close_queue(house.cleo, closed)
    assert (fill(by_hand), fill(closed)) == (0, 0)


def test_another_tenants_claims_stay_there(house: House) -> None:
    import_bundle(rows.Tenant.objects.get(key="halcyon"), answers(2))
    import_bundle(house.tenant, answers(1))
    for rule in (SamplingRule(), SamplingRule(rate=0.99), SamplingRule(diagnoses=tuple(Diagnosis))):
        claims = opinions.Item.objects.filter(queue=filled(house, rule)).values_list("claim__tenant", flat=True)
        assert set(claims) <= {house.tenant.pk}


def test_a_form_says_beforehand_how_many_match(house: House) -> None:
    import_bundle(house.tenant, answers(10))
    found = count_matching(house.cleo, QueueKind.SAMPLED, SamplingRule(rate=0.25))
    assert (found.claims, found.about, found.is_all_known) == (10, 2, True)
    assert not count_matching(house.cleo, QueueKind.SAMPLED, SamplingRule(diagnoses=(Diagnosis.HEALTHY,))).is_all_known
    with pytest.raises(NotAllowed):
        count_matching(house.ada, QueueKind.SAMPLED, SamplingRule())


def test_a_round_fills_every_queue_and_one_that_cannot_be_read_stops_none(house: House) -> None:
    import_bundle(house.tenant, answers(3))
    broken, good = house.queue(0, rule=SamplingRule(), name="a"), house.queue(0, rule=SamplingRule(), name="b")
    opinions.Queue.objects.filter(pk=broken.pk).update(rule={"colour": "blue"})
    assert fill_all(60) == 3
    assert len(cases_in(good)) == 3 and fill_all(0) == 0


def test_items_without_places_get_them_and_who_judged_has_one_that_is_done(house: House) -> None:
    """As in a house that had no slots yet: what was judged then is judged."""
    import_bundle(house.tenant, answers(3))
    queue = house.queue(2, judgements=2)
    first, second = opinions.Item.objects.filter(queue=queue).order_by("pk")
    opinions.Slot.objects.all().delete()
    say(house.ada, first)
    say(house.ben, second)
    say(house.ben, second, withdrawn=True)
    assert ensure_slots(queue) == 4 and ensure_slots(queue) == 0
    assert slots_of(first) == [("done", house.ada.actor), ("free", None)]
    assert slots_of(second) == [("free", None)] * 2


def test_the_command_says_what_came_in(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    import_bundle(house.tenant, answers(3))
    queue = house.queue(0, rule=SamplingRule())
    assert dump_rule(SamplingRule()) == queue.rule
    call_command("fill_queues", "--tenant", "meridian")
    assert capsys.readouterr().out == "meridian: 3 new items in 1 open queues\n"
    assert opinions.ItemState.objects.filter(queue=queue).count() == 3
