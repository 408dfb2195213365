"""The pages of policies: what is in force, each frozen revision, two of them against each other."""

from __future__ import annotations

from itertools import product

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from inspector.models import rows as opinions
from inspector.pages.policy_words import OPERATIONS, ORDER, PURPOSES, RULES, lines_of
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.vocabulary import ExemptionRule, PolicyKind, Role
from lineage.models import rows
from lineage.policies import SHIPPED, Revision, save_policy
from lineage.text.operations import Operation
from tests.inspector.making import make_member, signed_in
from tests.inspector.policies import in_force, keeper, make_house, policy_url, publish_as

GUIDELINE = PolicyKind.GUIDELINE
NEW = {"sentences": ["Judge each citation from its passage alone, and the claim from its citations.", "Sleep on it."]}


@pytest.fixture
def tenant(db: None) -> rows.Tenant:
    return make_house()


def compare_url(old: rows.Policy, new: rows.Policy) -> str:
    return reverse("policy_compare", args=[old.public_id, new.public_id])


def test_the_list_shows_of_each_kind_what_is_in_force_and_who_published_it(tenant: rows.Tenant) -> None:
    client = keeper(tenant)
    publish_as("pia", tenant, GUIDELINE, NEW)
    html = signed_in(make_member(tenant, "ada", Role.REVIEWER)).get(reverse("policies")).content.decode()
    assert html.count("in force</span>") == len(SHIPPED) == 6
    assert "default@2" in html and "default@1" in html and ">Pia<" in html and "Evidence Inspector" in html
    assert "Publish another revision" not in html
    assert client.get(reverse("policies")).content.decode().count("Publish another revision") == len(SHIPPED) - 1


def test_a_pseudonym_never_stands_on_a_page_not_even_that_of_a_former_member(tenant: rows.Tenant) -> None:
    keeper(tenant)
    saved = publish_as("pia", tenant, GUIDELINE, NEW)
    opinions.Membership.objects.filter(actor=saved.author).delete()
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    for address in (reverse("policies"), policy_url(saved), compare_url(in_force(tenant), saved)):
        html = ada.get(address).content.decode()
        assert "a former member" in html and saved.author not in html, address


def test_a_frozen_revision_is_readable_with_numbers_to_point_at_and_its_digest(tenant: rows.Tenant) -> None:
    client, first = keeper(tenant), in_force(tenant)
    second = publish_as("pia", tenant, GUIDELINE, NEW)
    html = client.get(policy_url(second)).content.decode()
    assert '<li id="sentence-2"' in html and "Sleep on it." in html and ">you<" in html
    assert digest_from_raw(bytes(second.digest)).removeprefix("sha256:")[:8] in html
    earlier = client.get(policy_url(first)).content.decode()
    assert "an earlier revision" in earlier and "Sleep on it." not in earlier and compare_url(first, second) in earlier


@pytest.mark.parametrize("shipped", SHIPPED, ids=lambda one: f"{one.kind} {one.name}")
def test_every_shipped_policy_has_a_page_in_words(tenant: rows.Tenant, shipped: Revision) -> None:
    policy = rows.Policy.objects.get(tenant=tenant, kind=str(shipped.kind), name=shipped.name)
    answered = keeper(tenant).get(policy_url(policy))
    html = answered.content.decode()
    assert answered.status_code == 200 and "in force" in html and "as it is kept" in html
    if shipped.kind is PolicyKind.EXEMPTION:
        assert html.count(">named</span>") == len(ExemptionRule)
    if shipped.kind is PolicyKind.ADJUDICATION:
        assert html.count(">named</span>") == 2 and html.count(">not named</span>") == 5
    if shipped.kind is PolicyKind.GATE:
        assert "lineage/span-ambiguity" in html and "not built yet" in html


def test_a_revision_of_another_shape_is_shown_as_it_is_kept(tenant: rows.Tenant) -> None:
    odd = save_policy(tenant.pk, Revision(PolicyKind.NORMALIZATION, "quotation", 7, b'{"levels":{},"odd":"<b>"}'))
    client = keeper(tenant)
    assert "&quot;odd&quot;: &quot;&lt;b&gt;&quot;" in client.get(policy_url(odd)).content.decode()
    for address in (f"{policy_url(odd)}next/", compare_url(odd, odd), reverse("policies")):
        assert client.get(address).status_code == 200


def test_two_revisions_are_compared_and_numbers_of_sentences_are_followed(tenant: rows.Tenant) -> None:
    client, first = keeper(tenant), in_force(tenant)
    second = publish_as("pia", tenant, GUIDELINE, NEW)
    html = client.get(compare_url(first, second)).content.decode()
    assert "<ins>Sleep on it.</ins>" in html and "only in revision 1" in html
    assert "<del>Where you cannot tell, say so, and say what you would need to see.</del>" in html
    assert "Only in the older one: sentences 2, 3, 4." in html and "Only in the newer one: sentence 2." in html
    turned = client.get(compare_url(second, first)).content.decode()
    assert "Only in the newer one: sentence 2." in turned and "only in revision 2" in turned
    assert "Both say the same" in client.get(compare_url(first, first)).content.decode()


def test_policies_of_two_kinds_or_of_two_series_are_not_compared(tenant: rows.Tenant) -> None:
    client, first = keeper(tenant), in_force(tenant)
    quotation, printed = rows.Policy.objects.filter(tenant=tenant, kind="normalization").order_by("-name")
    for old, new in product((first, quotation), (printed, in_force(tenant, PolicyKind.EXEMPTION))):
        assert client.get(compare_url(old, new)).status_code == 404


def test_those_of_another_tenant_are_missing_and_who_has_no_role_sees_none(tenant: rows.Tenant) -> None:
    first, theirs = in_force(tenant), in_force(make_house("halcyon"))
    drew = signed_in(make_member(theirs.tenant, "drew", Role.REVIEWER))
    noor = signed_in(make_member(tenant, "noor"))
    for address in (policy_url(first), compare_url(first, first), compare_url(theirs, first)):
        assert drew.get(address).status_code == noor.get(address).status_code == 404, address
    assert noor.get(reverse("policies")).status_code == 404


def test_pages_take_as_many_statements_for_thirty_revisions_as_for_two(tenant: rows.Tenant) -> None:
    client = keeper(tenant)
    counts: list[list[int]] = []
    for number in (2, 30):
        while in_force(tenant).revision < number:
            publish_as("pia", tenant, GUIDELINE, {"sentences": [f"Sentence {in_force(tenant).revision}."]})
        newest = in_force(tenant)
        before = rows.Policy.objects.get(tenant=tenant, kind="guideline", revision=newest.revision - 1)
        counts.append([])
        for address in (reverse("policies"), policy_url(newest), compare_url(before, newest)):
            with CaptureQueriesContext(connection) as captured:
                assert client.get(address).status_code == 200
            counts[-1].append(len(captured))
    assert counts[0] == counts[1] and max(counts[0]) <= 8
    assert "And 20 earlier ones" in client.get(reverse("policies")).content.decode()


def test_every_kind_rule_and_operation_has_its_words() -> None:
    assert set(ORDER) == set(PURPOSES) == set(PolicyKind)
    assert set(RULES) == set(ExemptionRule) and set(OPERATIONS) == set(Operation)
    assert lines_of(PolicyKind.EXEMPTION, b'{"rules":[]}') == ("(nothing)",)
    assert lines_of(GUIDELINE, b'{"sentences":["One.","Two."]}') == ("One.", "Two.")
