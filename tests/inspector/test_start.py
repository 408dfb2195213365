"""Where each role lands: what it comes for, every number with its list, nothing written (M-109, S3-85)."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from inspector.models import rows as opinions
from inspector.pages.start_house import KEPT
from inspector.pages.start_view import Auditing, Deciding, Judging, Members, Policies, Responding
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.policy import DEFAULT_POLICY, level_of
from lineage.evidence.rules.registry import RULES
from lineage.evidence.vocabulary import PolicyKind, Role
from lineage.models import rows
from lineage.policies import SHIPPED, Revision, ensure_policies, save_policy
from tests.golden import CASES, load_case
from tests.inspector.making import (
    claim_url,
    count_rows,
    filled_form,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
    simple_bundle,
)
from tests.inspector.queues_by_hand import make_queue, put

BLOCKED = "identity/damaged-item-window"
HELD = "freshness/staff-bicycle"


@pytest.fixture
def tenant(db: Any) -> rows.Tenant:
    tenant = make_tenant("meridian")
    ensure_policies(tenant.pk)
    for name in (BLOCKED, HELD, "coverage/uncited-claim"):
        case = load_case(CASES / f"{name}.json")
        import_bundle(tenant, case.bundle, case.as_of)
    import_bundle(tenant, simple_bundle())
    return tenant


def land(client: Client) -> Any:
    response = client.get(reverse("start"))
    assert response.status_code == 200
    return response


def part_of(response: Any, kind: type) -> Any:
    (found,) = [part for part in response.context["page"].parts if isinstance(part, kind)]
    return found


def number_at(client: Client, url: str) -> int:
    """How many answers the list at an address has."""
    total: int = client.get(url).context["page"].total
    return total


@pytest.mark.parametrize(
    ("role", "kinds"),
    [
        (Role.REVIEWER, [Judging]),
        (Role.LABELER, [Judging]),
        (Role.ADJUDICATOR, [Deciding]),
        (Role.RESPONDER, [Responding]),
        (Role.AUDITOR, [Auditing]),
        (Role.POLICY_ADMIN, [Policies]),
        (Role.ADMINISTRATOR, [Members]),
    ],
)
def test_each_role_lands_on_its_own_page_and_sees_nothing_of_the_others(
    tenant: rows.Tenant, role: Role, kinds: list[type]
) -> None:
    response = land(signed_in(make_member(tenant, "ada", role)))
    assert [type(part) for part in response.context["page"].parts] == kinds
    assert role.label in response.content.decode()


def test_who_has_several_roles_has_their_parts_in_the_order_of_the_roles(tenant: rows.Tenant) -> None:
    response = land(
        signed_in(make_member(tenant, "ada", Role.ADMINISTRATOR, Role.LABELER, Role.REVIEWER, Role.AUDITOR))
    )
    assert [type(part) for part in response.context["page"].parts] == [Judging, Auditing, Members]


def test_who_has_no_role_is_told_so_and_may_try(tenant: rows.Tenant) -> None:
    page = land(signed_in(make_member(tenant, "noor"))).content.decode()
    assert "no role yet" in page and reverse("try_it") in page and reverse("cases") + "?" not in page


@pytest.mark.parametrize("roles", [[role] for role in Role] + [list(Role)], ids=lambda roles: "-".join(roles)[:20])
def test_it_takes_few_statements_however_much_there_is(tenant: rows.Tenant, roles: list[Role]) -> None:
    """Twelve for one role, eighteen for all of them at once."""
    client = signed_in(make_member(tenant, "ada", *roles))
    put(make_queue(tenant), rows.Claim.objects.filter(answer__case__key="refund"))
    counted = []
    for more in ("", "one", "two"):
        if more:
            import_bundle(tenant, simple_bundle(more, claims=5))
        with CaptureQueriesContext(connection) as statements:
            land(client)
        counted.append(len(statements))
    assert len(set(counted)) == 1 and counted[0] <= (12 if len(roles) == 1 else 18), counted


def test_reading_it_writes_nothing(tenant: rows.Tenant) -> None:
    client = signed_in(make_member(tenant, "ada", *Role))
    before = count_rows()
    land(client)
    assert count_rows() == before


def test_another_tenants_work_is_neither_listed_nor_counted(tenant: rows.Tenant) -> None:
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", *Role))
    response = land(drew)
    page = response.content.decode()
    for heading in rows.AnswerState.objects.values_list("heading", flat=True):
        assert heading not in unescape(page)
    assert [tally.number for tally in part_of(response, Auditing).kept][:-2] == [0] * (len(KEPT) - 2)
    assert response.context["page"].is_empty_house


def test_an_empty_house_teaches_the_import(db: Any) -> None:
    house = make_tenant("new")
    page = land(signed_in(make_member(house, "iris", Role.RESPONDER))).content.decode()
    assert "No answer was imported yet" in page and f'href="{reverse("imports")}"' in page
    page = land(signed_in(make_member(house, "ada", Role.REVIEWER))).content.decode()
    assert "Importing is for responders and administrators" in page and reverse("imports") not in page


def test_a_reviewer_finds_what_waits_and_each_line_opens_at_the_first_claim_not_judged(tenant: rows.Tenant) -> None:
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    part = part_of(land(ada), Judging)
    decisions = set(rows.AnswerState.objects.exclude(decision="released").values_list("answer__case__key", flat=True))
    assert len(part.waiting) == len(decisions) == 3
    moments = [line.answered_at for line in part.waiting]
    assert moments == sorted(moments, reverse=True)
    for tally in part.counts:
        assert number_at(ada, tally.url) == tally.number
    assert part.mine == ()


def test_a_judged_claim_no_longer_waits_and_is_where_the_reviewer_was(tenant: rows.Tenant) -> None:
    ada, ben = (signed_in(make_member(tenant, name, Role.REVIEWER)) for name in ("ada", "ben"))
    case = "uncited-claim"
    first, second = claim_url(tenant, case, "c1"), claim_url(tenant, case, "c2")
    assert first in [line.url for line in part_of(land(ada), Judging).waiting]
    judge(ada, first)
    part = part_of(land(ada), Judging)
    assert second in [line.url for line in part.waiting]
    assert [(line.url, line.ordinal) for line in part.mine] == [(first, 1)]
    assert first in [line.url for line in part_of(land(ben), Judging).waiting], "Ben has judged nothing"
    judge(ada, second)
    assert not {first, second} & {line.url for line in part_of(land(ada), Judging).waiting}


def judge(client: Client, url: str, **changed: str) -> None:
    form = filled_form(client, url) | {"rationale": "It says so.", "coverage": "supported"} | changed
    response = client.post(f"{url}verdicts/", form)
    assert response.status_code == 303, re.findall(
        "Please look[^<]*|class=.error[^<]*<[^<]*", response.content.decode()
    )


def test_an_adjudicator_finds_claims_on_which_two_people_differ_by_their_last_word(tenant: rows.Tenant) -> None:
    ada, ben = (signed_in(make_member(tenant, name, Role.REVIEWER)) for name in ("ada", "ben"))
    cleo = signed_in(make_member(tenant, "cleo", Role.ADJUDICATOR))
    url = claim_url(tenant, "refund", "c1")
    judge(ada, url)
    judge(ada, url, coverage="unsupported")
    assert part_of(land(cleo), Deciding).disputed == (), "one person does not differ from herself"
    judge(ben, url)
    (line,) = part_of(land(cleo), Deciding).disputed
    item = opinions.Item.objects.get(claim__key="c1", claim__answer__case__key="refund")
    assert (line.url, line.people, line.agreement) == (reverse("adjudication", args=[item.public_id]), 2, 50)
    judge(ada, url)
    assert part_of(land(cleo), Deciding).disputed == ()


def test_an_adjudicator_finds_no_claim_that_they_judged_themselves(tenant: rows.Tenant) -> None:
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    cleo = signed_in(make_member(tenant, "cleo", Role.REVIEWER, Role.ADJUDICATOR))
    url = claim_url(tenant, "refund", "c1")
    judge(ada, url)
    judge(cleo, url, coverage="unsupported")
    assert part_of(land(cleo), Deciding).disputed == ()


def test_a_responder_finds_what_is_blocked_and_every_number_is_that_of_its_list(tenant: rows.Tenant) -> None:
    iris = signed_in(make_member(tenant, "iris", Role.RESPONDER))
    response = land(iris)
    part = part_of(response, Responding)
    assert part.blocked.number == 2 and part.owners and part.rules
    for tally in (part.blocked, *part.owners, *part.rules):
        assert number_at(iris, tally.url) == tally.number, tally
    newest = list(rows.Answer.objects.order_by("-pk").values_list("public_id", flat=True))
    assert [line.url for line in part.newest] == [reverse("answer", args=[id]) for id in newest]
    for route in ("imports", "try_it"):
        assert f'href="{reverse(route)}"' in response.content.decode()


def test_an_auditor_finds_how_much_is_kept_and_where_the_ledger_ends(tenant: rows.Tenant) -> None:
    otto = signed_in(make_member(tenant, "otto", Role.AUDITOR))
    part = part_of(land(otto), Auditing)
    for tally, (_, model, _) in zip(part.kept, KEPT, strict=True):
        assert tally.number == model.objects.filter(tenant=tenant).count(), tally
    head = rows.LedgerHead.objects.get(tenant=tenant)
    assert (part.seq, part.head) == (head.seq, digest_from_raw(bytes(head.hash)))
    assert part.checkpoint_size is None
    for tally in part.decisions:
        assert number_at(otto, tally.url) == tally.number


def test_a_policy_administrator_finds_the_newest_revisions_and_the_level_of_every_rule(tenant: rows.Tenant) -> None:
    pia = signed_in(make_member(tenant, "pia", Role.POLICY_ADMIN))
    part = part_of(land(pia), Policies)
    assert {line.kind for line in part.lines} == {shipped.kind.label for shipped in SHIPPED}
    assert [(line.rule, line.level) for line in part.levels] == [
        (rule.code, level_of(DEFAULT_POLICY, rule.code, "", None).label) for rule in RULES
    ]
    body = (
        b'{"name": "strict", "revision": 2, "levels": {"lineage/span-ambiguity": "block", '
        b'"lineage/span-ambiguity:several_places": "warn"}, "tiers": {"high": {"freshness/superseded": "block"}}}'
    )
    save_policy(tenant.pk, Revision(PolicyKind.GATE, "strict", 2, body))
    part = part_of(land(pia), Policies)
    lines = {line.rule: line for line in part.levels}
    assert (part.gate, lines["lineage/span-ambiguity"].level) == ("strict@2", "block")
    assert lines["lineage/span-ambiguity"].except_for == ("several_places: warning",)
    assert lines["freshness/superseded"].except_for == ("high risk: block",)


def test_an_administrator_finds_the_members_and_the_command_that_adds_one(tenant: rows.Tenant) -> None:
    make_member(tenant, "ada", Role.REVIEWER, labels=("internal",))
    make_member(make_tenant("halcyon"), "drew", Role.REVIEWER)
    response = land(signed_in(make_member(tenant, "max", Role.ADMINISTRATOR)))
    found = [(line.name, line.roles, line.labels) for line in part_of(response, Members).lines]
    assert found == [("Ada", ("reviewer",), ("internal",)), ("Max", ("administrator",), ())]
    assert "manage.py add_member NAME --tenant meridian" in response.content.decode()
    assert not any(
        actor in response.content.decode() for actor in opinions.Membership.objects.values_list("actor", flat=True)
    )


def test_hostile_query_strings_change_nothing(tenant: rows.Tenant) -> None:
    client = signed_in(make_member(tenant, "ada", *Role))
    for query in ("?role=administrator", "?decision=%00", "?x=" + "y" * 5_000):
        assert client.get(reverse("start") + query).status_code == 200
