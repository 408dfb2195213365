"""What counts as a rating among verdicts, and what is left out under which reason."""

from __future__ import annotations

import pytest

from inspector.agreeing.measuring import read_ratings
from inspector.agreeing.patterns import Tabulated
from inspector.agreeing.scopes import Scope
from inspector.agreeing.verdict_ratings import QUEUE, SOURCE, hides_any, read_divided, read_patterns, read_units
from inspector.models import rows as opinions
from lineage.access import NotAllowed, NotVisible
from lineage.bulk import write_content
from lineage.evidence.vocabulary import Exclusion, PairSupport, PolicyKind, Role, SlotState
from lineage.models import rows
from lineage.models.content import pack
from lineage.policies import newest_policy
from tests.inspector.making import import_bundle, simple_bundle
from tests.inspector.people_agreeing import NO, OTHER_WORDS, YES, Judged
from tests.inspector.queues import make_reader
from tests.inspector.queues_by_hand import give

pytestmark = pytest.mark.django_db


@pytest.fixture
def judged() -> Judged:
    return Judged()


def read(judged: Judged, **asked: object) -> Tabulated:
    return read_ratings(judged.cleo, Scope()._replace(**asked))


def test_two_people_on_the_same_items_are_two_raters_of_as_many_units(judged: Judged) -> None:
    judged.say_all("ssu.", "sus.")
    found = read(judged)
    assert found.units == 3 and not found.excluded and not found.left_out
    assert set(found.ratings.raters) == {judged.ada.actor, judged.ben.actor}


def test_of_one_person_the_newest_verdict_counts(judged: Judged) -> None:
    judged.say_all("s", "s")
    judged.say(judged.ben, 0, NO)
    (pattern,) = read_patterns(judged.cleo, Scope())
    assert dict(pattern.said) == {judged.ada.actor: YES, judged.ben.actor: NO}


def test_what_was_taken_back_says_nothing_and_is_no_rating(judged: Judged) -> None:
    judged.say_all("s", "s")
    judged.say(judged.ben, 0, withdrawn=True)
    found = read(judged)
    assert found.excluded == {Exclusion.ONE_RATER: 1} and not found.left_out


def test_a_verdict_on_earlier_evidence_is_left_out_as_that(judged: Judged) -> None:
    judged.say_all("s", ".")
    judged.say(judged.ben, 0, evidence_digest=OTHER_WORDS)
    found = read(judged)
    assert found.excluded == found.left_out == {Exclusion.STALE: 1}


def test_a_verdict_of_before_the_matter_was_opened_again_is_put_aside(judged: Judged) -> None:
    judged.say_all("s", "s")
    after = opinions.Verdict.objects.order_by("pk").last()
    reason = write_content(judged.house.tenant.pk, pack(b"Look again."))
    about = {"tenant": judged.house.tenant, "item": judged.items[0], "actor": judged.cleo.actor}
    opinions.Reopening.objects.create(**about, after=after, reason_id=reason)
    judged.say(judged.ada, 0, NO)
    found = read(judged)
    assert found.left_out == {Exclusion.PUT_ASIDE: 1} and found.excluded == {Exclusion.PUT_ASIDE: 1}


def test_a_field_that_was_left_open_is_no_value(judged: Judged) -> None:
    judged.say_all("s", ".")
    judged.say(judged.ben, 0, None)
    assert read(judged).excluded == {Exclusion.NO_VALUE: 1}


def test_what_nobody_can_read_is_left_out_as_that(judged: Judged) -> None:
    judged.say_all("s", "s")
    opinions.ItemState.objects.filter(item=judged.items[0]).update(has_text=False)
    assert read(judged).left_out == {Exclusion.NO_TEXT: 2}


def test_verdicts_in_view_of_others_are_left_out_where_only_blind_ones_are_asked_for(judged: Judged) -> None:
    judged.say_all("s", "s")
    judged.say(judged.ben, 0, blind=False)
    assert read(judged).excluded == {}
    assert read(judged, blind=True).excluded == {Exclusion.NOT_BLIND: 1}


def test_an_adjudication_is_no_rating(judged: Judged) -> None:
    judged.say_all("s", "u")
    last = opinions.Verdict.objects.order_by("pk").last()
    tenant, content = judged.house.tenant.pk, write_content(judged.house.tenant.pk, pack(b"{}"))
    opinions.Adjudication.objects.create(
        tenant_id=tenant,
        item=judged.items[0],
        claim=judged.items[0].claim,
        adjudicator=judged.cleo.actor,
        policy=newest_policy(tenant, PolicyKind.ADJUDICATION),
        guideline=newest_policy(tenant, PolicyKind.GUIDELINE),
        evidence_digest=OTHER_WORDS,
        last_verdict=last,
        coverage=YES,
        error_kind="other",
        reason_id=content,
        disagreement_id=content,
        chain_id=content,
        chain_digest=OTHER_WORDS,
        idempotency_key="k",
        body_digest=OTHER_WORDS,
    )
    assert set(read(judged).ratings.raters) == {judged.ada.actor, judged.ben.actor}


def test_support_is_rated_citation_by_citation(judged: Judged) -> None:
    judged.support(judged.ada, 0, PairSupport.SUPPORTS)
    judged.support(judged.ben, 0, PairSupport.CONTRADICTS)
    (unit,) = read_units(judged.cleo, Scope(field="support"))
    assert unit.citation == judged.items[0].claim.citations.get().pk
    assert dict(unit.pattern.said) == {judged.ada.actor: "supports", judged.ben.actor: "contradicts"}


def test_items_come_in_the_order_in_which_they_came_into_their_queue(judged: Judged) -> None:
    judged.say_all("ssss", "uuuu")
    assert [unit.item for unit in read_units(judged.cleo, Scope())] == [item.pk for item in judged.items]


def test_a_queue_a_source_and_a_pair_narrow_what_is_read(judged: Judged) -> None:
    judged.say_all("ss", "us")
    judged.say(judged.eve, 0, NO)
    import_bundle(judged.house.tenant, simple_bundle("other"))
    other = judged.house.queue(0, name="Other")
    assert read(judged, queue=judged.queue.public_id).units == 2
    assert read(judged, queue=other.public_id).units == 0
    assert read(judged, source="refund-source").units == 2 and read(judged, source="other-source").units == 0
    pair = read(judged, pair=(judged.ben.actor, judged.eve.actor))
    assert pair.units == 2 and pair.excluded == {Exclusion.ONE_RATER: 1}


def test_items_are_divided_by_queue_and_by_source(judged: Judged) -> None:
    judged.say_all("ss", "us")
    source = rows.Source.objects.get(key="refund-source").pk
    assert {one.group for one in read_divided(judged.cleo, Scope(), QUEUE).parts} == {judged.queue.pk}
    for field in ("coverage", "support"):
        judged.support(judged.ada, 1, PairSupport.SUPPORTS)
        whole, parts = read_divided(judged.cleo, Scope(field=field), SOURCE)
        assert {one.group for one in parts} == {source}
        assert sorted(whole) == sorted(read_patterns(judged.cleo, Scope(field=field))) and whole


def test_another_tenant_sees_nothing_and_a_foreign_queue_is_none(judged: Judged) -> None:
    judged.say_all("ss", "us")
    dora = make_reader(rows.Tenant.objects.get(key="halcyon"), "dora", Role.ADJUDICATOR)
    assert read_ratings(dora, Scope()).units == 0
    with pytest.raises(NotVisible):
        read_ratings(dora, Scope(queue=judged.queue.public_id))


def test_who_only_judges_reads_no_figures(judged: Judged) -> None:
    with pytest.raises(NotAllowed):
        read_ratings(judged.ada, Scope())


def test_what_a_reader_is_to_judge_blind_is_in_no_number(judged: Judged) -> None:
    """Blind means blind: the figures of who holds an open place are the same, whatever colleagues say."""
    both = make_reader(judged.house.tenant, "bea", Role.RESPONDER, Role.LABELER)
    opinions.Queue.objects.filter(pk=judged.queue.pk).update(blind=True)
    judged.say_all("ss", "us")
    assert read_ratings(both, Scope()).units == 0 and hides_any(both)
    done = opinions.Membership.objects.get(actor=both.actor).user
    give(judged.items[0], done, SlotState.DONE, ordinal=9)
    judged.say(both, 0, YES)
    assert read_ratings(both, Scope()).units == 1
    assert hides_any(both)
    assert [unit.item for unit in read_units(both, Scope())] == [judged.items[0].pk]
