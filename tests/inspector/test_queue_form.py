"""The form of a queue: made, changed, closed; how many claims match is said before anything is written."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from inspector.figures.sampling import Stratum, Unit, read_rule
from inspector.models import rows as opinions
from inspector.pages.queue_people import handle_of
from lineage.evidence.vocabulary import ClaimKind, QueueKind, Role, SlotState
from lineage.models import rows
from lineage.policies import ensure_policies
from tests.inspector.making import count_rows, import_bundle, make_member, make_tenant, signed_in, simple_bundle
from tests.inspector.queues_by_hand import actor_of, claims_of, give, make_queue, put
from tests.inspector.reading import words_of

pytestmark = pytest.mark.django_db

WHOLE = {
    "name": "Second look",
    "kind": "calibration",
    "judgements": "2",
    "lease_minutes": "45",
    "priority": "3",
    "filled": "hand",
    "unit": "claim",
    "percent": "100",
}


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = make_tenant("meridian")
    ensure_policies(tenant.pk)
    return tenant


@pytest.fixture
def ada(tenant: rows.Tenant) -> Any:
    return make_member(tenant, "ada", Role.REVIEWER)


@pytest.fixture
def cleo(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "cleo", Role.ADJUDICATOR))


def send(client: Client, route: str = "queue_new", *ids: str, **fields: Any) -> Any:
    return client.post(reverse(route, args=ids), WHOLE | fields)


def test_a_queue_is_made_as_the_form_says_it(cleo: Client, ada: Any) -> None:
    make_member(rows.Tenant.objects.get(), "ben", Role.REVIEWER)
    fields = {"blind": "yes", "judgements": "1", "seed": "7", "reviewers": [handle_of(actor_of(ada))]}
    response = send(cleo, **fields)
    queue = opinions.Queue.objects.get()
    assert (response.status_code, response["Location"]) == (303, reverse("queue", args=[queue.public_id]))
    assert (queue.name, queue.kind, queue.judgements, queue.blind) == ("Second look", QueueKind.CALIBRATION, 1, True)
    assert (queue.lease_minutes, queue.priority, queue.seed, queue.rule) == (45, 3, 7, {})
    assert queue.reviewers == [actor_of(ada)]


def test_a_rule_is_kept_with_all_that_was_ticked(cleo: Client) -> None:
    fields = {
        "filled": "rule",
        "decisions": ["blocked", "hold_for_review"],
        "kinds": ["quotation"],
        "rules": "origin/quote-mismatch\nidentity/unknown-id",
        "score_from": "0.2",
        "score_to": "0,9",
        "stratum": "kind",
        "unit": "answer",
        "percent": "12.5",
    }
    known = {"rules": "origin/quote-mismatch"}
    assert send(cleo, **fields | known).status_code == 303
    rule = read_rule(opinions.Queue.objects.get().rule)
    assert rule is not None
    assert (set(rule.decisions), rule.kinds) == ({"blocked", "hold_for_review"}, (ClaimKind.QUOTATION,))
    assert (rule.rules, rule.score_from, rule.score_to) == (("origin/quote-mismatch",), 0.2, 0.9)
    assert (rule.stratum, rule.unit, rule.rate) == (Stratum.KIND, Unit.ANSWER, 0.125)


def test_a_preview_says_how_many_match_and_writes_nothing(tenant: rows.Tenant, cleo: Client) -> None:
    """Of four claims a quarter is one."""
    import_bundle(tenant, simple_bundle(claims=4))
    before = count_rows()
    response = send(cleo, filled="rule", percent="25", deed="preview")
    words = words_of(response.content.decode())
    assert response.status_code == 200 and "4 claims match today; about 1 would come in." in words
    assert 'value="Second look"' in response.content.decode()
    assert count_rows() == before


def test_who_is_to_judge_blind_is_not_told_how_many_match(tenant: rows.Tenant) -> None:
    """A rule may ask for what a judge said: its number would tell."""
    user = make_member(tenant, "max", Role.REVIEWER, Role.ADMINISTRATOR)
    (item,) = put(make_queue(tenant, blind=True), claims_of(tenant, 1))
    give(item, user, SlotState.DEALT)
    response = send(signed_in(user), filled="rule", decisions=["blocked"], deed="preview")
    words = words_of(response.content.decode())
    assert response.status_code == 422 and "hidden while you have claims to judge blind" in words
    assert "match today" not in words


@pytest.mark.parametrize(
    ("field", "written", "message"),
    [
        ("name", "", "Give it a name"),
        ("kind", "party", "Choose what the queue is for"),
        ("judgements", "6", "Write a whole number from 1 to 5"),
        ("judgements", "two", "Write a whole number from 1 to 5"),
        ("lease_minutes", "0", "Write a whole number from 1 to 1440"),
        ("priority", "9999999", "Write a whole number from -1000 to 1000"),
        ("seed", "-1", "Write a whole number from 0"),
        ("seed", "9" * 30, "Write a whole number from 0"),
        ("percent", "0", "Write a number from 0.0001 to 100"),
        ("percent", "0.00001", "Write a number from 0.0001 to 100"),
        ("percent", "101", "Write a number from 0 to 100"),
        ("score_from", "nan", "Write a number from 0 to 1"),
        ("rules", "no/such-rule", "No rule has the code no/such-rule"),
    ],
)
def test_what_does_not_fit_is_said_at_its_field_and_what_was_written_stays(
    cleo: Client, field: str, written: str, message: str
) -> None:
    before = count_rows()
    response = send(cleo, **{"filled": "rule", field: written})
    assert response.status_code == 422 and message in words_of(response.content.decode())
    assert field in ("name", "kind") or written in response.content.decode()
    assert count_rows() == before


def test_more_judgements_than_people_are_refused_for_a_blind_queue(cleo: Client, ada: Any) -> None:
    response = send(cleo, blind="yes")
    assert response.status_code == 422
    assert "2 judgements need as many people, and there are 1 to deal to." in words_of(response.content.decode())


def test_the_form_of_a_queue_says_what_the_queue_is_and_sends_it_back_unchanged(cleo: Client, ada: Any) -> None:
    send(cleo, filled="rule", percent="12.5", kinds=["quotation"], reviewers=[handle_of(actor_of(ada))])
    queue = opinions.Queue.objects.values().get()
    html = cleo.get(reverse("queue_change", args=[queue["public_id"]])).content.decode()
    assert 'value="Second look"' in html and 'name="percent" inputmode="decimal" value="12.5"' in html
    assert f'value="{handle_of(actor_of(ada))}" checked' in html and 'value="quotation" checked' in html
    again = {"filled": "rule", "percent": "12.5", "kinds": ["quotation"], "reviewers": [handle_of(actor_of(ada))]}
    response = send(cleo, "queue_change", queue["public_id"], **again, seed=str(queue["seed"]))
    assert response.status_code == 303
    assert opinions.Queue.objects.values().get() == queue


def test_what_would_change_the_meaning_of_verdicts_stays_once_claims_are_in(tenant: rows.Tenant, cleo: Client) -> None:
    queue = make_queue(tenant, kind=QueueKind.CALIBRATION)
    put(queue, claims_of(tenant, 1))
    html = cleo.get(reverse("queue_change", args=[queue.public_id])).content.decode()
    assert "It has claims in it, so this stays as it is." in html and 'value="escalated"' not in html
    response = send(cleo, "queue_change", queue.public_id, kind="escalated")
    assert response.status_code == 422 and "keeps its kind" in words_of(response.content.decode())
    assert send(cleo, "queue_change", queue.public_id, seed="0").status_code == 303
    queue.refresh_from_db()
    assert queue.name == "Second look"


def test_a_closed_queue_is_changed_no_more(tenant: rows.Tenant, cleo: Client) -> None:
    queue = make_queue(tenant)
    assert cleo.post(reverse("queue_close", args=[queue.public_id])).status_code == 303
    html = cleo.get(reverse("queue_change", args=[queue.public_id])).content.decode()
    assert "This queue is closed" in html and "<button" not in html.partition("<main")[2].partition("</main>")[0]
    assert send(cleo, "queue_change", queue.public_id).status_code == 422


def test_every_answer_that_was_chosen_gives_all_its_claims(tenant: rows.Tenant, cleo: Client) -> None:
    import_bundle(tenant, simple_bundle())
    import_bundle(tenant, simple_bundle("other", 3))
    queue = make_queue(tenant)
    ids = list(rows.Answer.objects.order_by("pk").values_list("public_id", flat=True))
    address = reverse("queue_add")
    shown = words_of(cleo.get(address, {"answer": ids}).content.decode())
    assert "Every claim of these 2 answers: 5 claims." in shown and "Second Look calibration" not in shown
    refused = cleo.post(address, {"answer": ids})
    assert refused.status_code == 422 and "Choose the queue" in words_of(refused.content.decode())
    response = cleo.post(address, {"answer": ids, "queue": queue.public_id, "reason": "An audit."}, follow=True)
    assert "5 claims came into this queue." in words_of(response.content.decode())
    assert opinions.Item.objects.filter(queue=queue).count() == 5
    response = cleo.post(address, {"answer": ids, "queue": queue.public_id}, follow=True)
    assert "All of these claims were in this queue already." in words_of(response.content.decode())


def test_answers_of_others_are_missing_ones_and_none_chosen_says_where_to_choose(
    tenant: rows.Tenant, cleo: Client
) -> None:
    halcyon = make_tenant("halcyon")
    import_bundle(halcyon, simple_bundle("museum"))
    foreign = rows.Answer.objects.get().public_id
    assert cleo.get(reverse("queue_add"), {"answer": foreign}).status_code == 404
    queue = make_queue(tenant)
    assert cleo.post(reverse("queue_add"), {"answer": foreign, "queue": queue.public_id}).status_code == 404
    assert "No answer was chosen." in words_of(cleo.get(reverse("queue_add")).content.decode())
