"""What the tables of people and verdicts refuse and keep."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from inspector.models import rows as review
from lineage.models.record import AppendOnly
from tests.lineage.making import Made, make_answer, make_policy, make_tenant

pytestmark = pytest.mark.django_db
DIGEST = b"\x01" * 32


@pytest.fixture
def made() -> Made:
    return make_answer(make_tenant())


def make_verdict(made: Made, **values: Any) -> review.Verdict:
    given: dict[str, Any] = {
        "tenant": made.tenant,
        "claim": made.claim,
        "reviewer": "ada",
        "evidence_digest": DIGEST,
        "body_digest": DIGEST,
        "idempotency_key": "first",
        "coverage": "supported",
    }
    if "guideline" not in values:
        given["guideline"] = make_policy(made.tenant, "guideline")
    return review.Verdict.objects.create(**given | values)


def test_a_verdict_answers_each_citation_once(made: Made) -> None:
    verdict = make_verdict(made)
    pair = {"tenant": made.tenant, "verdict": verdict, "citation": made.citation}
    review.PairVerdict.objects.create(**pair, support="partially_supports")
    with pytest.raises(IntegrityError), transaction.atomic():
        review.PairVerdict.objects.create(**pair, support="supports")
    with pytest.raises(IntegrityError), transaction.atomic():
        review.PairVerdict.objects.create(
            **pair | {"verdict": make_verdict(made, idempotency_key="2", guideline=verdict.guideline)}, support="maybe"
        )


def test_a_form_sent_twice_is_one_verdict(made: Made) -> None:
    first = make_verdict(made)
    with pytest.raises(IntegrityError), transaction.atomic():
        make_verdict(made, guideline=first.guideline, coverage="unsupported")
    make_verdict(made, guideline=first.guideline, reviewer="ben")


def test_fields_hold_their_values_and_what_was_left_open_is_absent(made: Made) -> None:
    verdict = make_verdict(made)
    assert verdict.answerability is None
    with pytest.raises(IntegrityError), transaction.atomic():
        make_verdict(made, guideline=verdict.guideline, idempotency_key="2", coverage="mostly")


def test_a_verdict_is_not_changed_but_superseded(made: Made) -> None:
    first = make_verdict(made)
    first.coverage = "unsupported"
    with pytest.raises(AppendOnly):
        first.save()
    second = make_verdict(made, guideline=first.guideline, idempotency_key="2", supersedes=first, tags=["scope"])
    assert review.Verdict.objects.get(pk=second.pk).tags == ["scope"]


def test_a_person_has_one_part_in_a_tenant_and_a_pseudonym_for_each(made: Made, django_user_model: Any) -> None:
    ada = django_user_model.objects.create(username="ada")
    here = review.Membership.objects.create(user=ada, tenant=made.tenant, roles=["reviewer"])
    there = review.Membership.objects.create(user=ada, tenant=make_tenant("island"))
    assert here.actor != there.actor and "ada" not in here.actor
    with pytest.raises(IntegrityError), transaction.atomic():
        review.Membership.objects.create(user=ada, tenant=made.tenant)


def test_roles_and_labels_are_lists_of_what_they_may_be(made: Made, django_user_model: Any) -> None:
    ada = django_user_model.objects.create(username="ada")
    review.Membership(user=ada, tenant=made.tenant, roles=["reviewer"], labels=["legal"]).full_clean()
    for wrong in ({"roles": ["owner"]}, {"roles": "reviewer"}, {"labels": [""]}, {"labels": ["a\0"]}, {"labels": [1]}):
        with pytest.raises(ValidationError):
            review.Membership(**{"user": ada, "tenant": made.tenant, "roles": ["reviewer"]} | wrong).full_clean()


def test_a_deleted_user_leaves_the_records_under_the_pseudonym(made: Made, django_user_model: Any) -> None:
    ada = django_user_model.objects.create(username="ada")
    actor = review.Membership.objects.create(user=ada, tenant=made.tenant, roles=["reviewer"]).actor
    make_verdict(made, reviewer=actor)
    ada.delete()
    assert not review.Membership.objects.exists()
    assert review.Verdict.objects.get().reviewer == actor


def test_a_claim_stands_in_a_queue_once_and_an_item_with_verdicts_stays(made: Made) -> None:
    queue = review.Queue.objects.create(tenant=made.tenant, key="daily", judgements=2)
    item = review.Item.objects.create(tenant=made.tenant, queue=queue, claim=made.claim)
    with pytest.raises(IntegrityError), transaction.atomic():
        review.Item.objects.create(tenant=made.tenant, queue=queue, claim=made.claim)
    with pytest.raises(IntegrityError), transaction.atomic():
        review.Queue.objects.create(tenant=made.tenant, key="none", judgements=0)
    make_verdict(made, item=item)
    with pytest.raises(IntegrityError), transaction.atomic():
        item.delete()
