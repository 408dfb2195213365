"""What adjudicators found wanting in the guideline is listed for whoever writes the next revision, and nobody else."""

from __future__ import annotations

import pytest
from django.urls import reverse

from inspector.models import rows as opinions
from lineage.evidence.vocabulary import PolicyKind, Role
from tests.inspector.disputing import REASON, RULING, House, settle
from tests.inspector.policies import form_url, in_force, policy_url, publish_as

pytestmark = pytest.mark.django_db
WANTING = "Where adjudicators found it wanting"


def test_a_flag_leads_from_the_guideline_to_the_adjudication_without_its_reason() -> None:
    house = House()
    settled = settle(house.cleo, house.differ(), **(RULING | {"guideline_flag": "on", "error_kind": "guideline_gap"}))
    pia, first = house.add("pia", Role.POLICY_ADMIN), in_force(house.tenant)
    for address in (policy_url(first), form_url(first)):
        html = pia.get(address).content.decode()
        assert WANTING in html and reverse("settlement", args=[settled.public_id]) in html
        assert "sentence 2</a>" in html and "the guideline does not say" in html and REASON not in html
    assert WANTING not in house.ada.get(policy_url(first)).content.decode()


def test_a_flag_stays_with_the_revision_that_it_is_about_and_others_are_not_listed() -> None:
    house = House()
    settle(house.cleo, house.differ(), **(RULING | {"guideline_flag": "on"}))
    settle(house.cleo, house.differ("c2"), **RULING)
    pia, first = house.add("pia", Role.POLICY_ADMIN), in_force(house.tenant)
    assert pia.get(policy_url(first)).content.decode().count("sentence 2</a>") == 1
    second = publish_as("pia", house.tenant, PolicyKind.GUIDELINE, {"sentences": ["Judge."]})
    assert WANTING not in pia.get(policy_url(second)).content.decode()
    assert WANTING in pia.get(policy_url(first)).content.decode()
    assert opinions.Adjudication.objects.count() == 2
