"""Publishing from a page: what follows is said first, what was written is kept, and nothing is published twice."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from inspector.models import rows as opinions
from lineage.evidence.vocabulary import PolicyKind, Role
from lineage.models import rows
from tests.inspector.making import import_bundle, make_member, signed_in, simple_bundle
from tests.inspector.policies import (
    fields_of,
    form_url,
    in_force,
    keeper,
    make_house,
    policy_url,
    publish_as,
)

pytestmark = pytest.mark.django_db
GUIDELINE, EXEMPTION = PolicyKind.GUIDELINE, PolicyKind.EXEMPTION
ADJUDICATION, NORMALIZATION = PolicyKind.ADJUDICATION, PolicyKind.NORMALIZATION
MINE, THEIRS = "Read the passage twice.\n\n  Then judge.  \n", ["Judge at once."]


@pytest.fixture
def tenant() -> rows.Tenant:
    return make_house()


def sent(policy: rows.Policy, **fields: Any) -> dict[str, Any]:
    return {"seen": policy.public_id} | fields


def test_a_guideline_is_published_a_sentence_a_line_and_leads_to_its_page(tenant: rows.Tenant) -> None:
    client, first = keeper(tenant), in_force(tenant)
    answered = client.post(form_url(first), sent(first, sentences=MINE))
    second = in_force(tenant)
    assert (answered.status_code, answered["Location"]) == (303, f"{policy_url(second)}?after=published")
    assert second.body.get_bytes() == b'{"sentences":["Read the passage twice.","Then judge."]}'
    assert "It is published, and in force from now on." in client.get(answered["Location"]).content.decode()


@pytest.mark.parametrize(
    ("kind", "fields", "body"),
    [
        (EXEMPTION, {"rules": ["explicit_refusal", "greeting"]}, b'{"rules":["greeting","explicit_refusal"]}'),
        (EXEMPTION, {}, b'{"rules":[]}'),
        (
            ADJUDICATION,
            {"decisive": ["quotation", "coverage"], "judgements": "3"},
            b'{"decisive":["coverage","quotation"],"judgements":3}',
        ),
        (
            NORMALIZATION,
            {"place-trim": "7", "place-unicode_nfc": "2", "place-case_fold": " "},
            b'{"operations":["unicode_nfc","trim"]}',
        ),
    ],
)
def test_every_other_kind_has_fields_of_its_own(
    tenant: rows.Tenant, kind: PolicyKind, fields: dict[str, Any], body: bytes
) -> None:
    client, first = keeper(tenant), in_force(tenant, kind)
    assert client.post(form_url(first), sent(first, **fields)).status_code == 303
    assert in_force(tenant, kind).body.get_bytes() == body
    assert in_force(tenant, kind).revision == 2


@pytest.mark.parametrize("kind", [GUIDELINE, EXEMPTION, ADJUDICATION, NORMALIZATION], ids=str)
def test_the_form_as_it_is_drawn_says_what_is_in_force_and_publishing_it_does_nothing(
    tenant: rows.Tenant, kind: PolicyKind
) -> None:
    client, first = keeper(tenant), in_force(tenant, kind)
    answered = client.post(form_url(first), fields_of(client.get(form_url(first)).content.decode()))
    assert (answered.status_code, answered["Location"]) == (303, f"{policy_url(first)}?after=unchanged")
    assert in_force(tenant, kind).pk == first.pk
    said = client.get(answered["Location"]).content.decode()
    assert "Nothing was published: this revision says the same already" in said


def test_looking_first_shows_the_difference_and_publishes_nothing(tenant: rows.Tenant) -> None:
    client, first = keeper(tenant), in_force(tenant)
    answered = client.post(form_url(first), sent(first, sentences=MINE, look="yes"))
    html = answered.content.decode()
    assert answered.status_code == 200 and "What would change" in html and "only in yours" in html
    assert "Read the passage twice." in html and in_force(tenant).pk == first.pk
    same = client.post(form_url(first), fields_of(client.get(form_url(first)).content.decode()) | {"look": "yes"})
    assert "publishing it would do nothing" in same.content.decode()


def test_who_is_overtaken_gets_both_texts_and_keeps_their_own(tenant: rows.Tenant) -> None:
    client, first = keeper(tenant), in_force(tenant)
    make_member(tenant, "paul", Role.POLICY_ADMIN)
    second = publish_as("paul", tenant, GUIDELINE, {"sentences": THEIRS})
    answered = client.post(form_url(first), sent(first, sentences=MINE))
    html = answered.content.decode()
    assert answered.status_code == 409
    assert "Revision 2 was published after you opened this page. Nothing of yours was published" in html
    assert "<del>Judge at once.</del>" in html and "Read the passage twice.\n\n  Then judge.  \n" in html
    assert in_force(tenant).pk == second.pk
    # Having read it, they publish behind it with the form that came back.
    assert f'name="seen" value="{second.public_id}"' in html
    assert client.post(form_url(first), fields_of(html)).status_code == 303
    assert in_force(tenant).revision == 3


def test_who_writes_the_very_words_that_overtook_them_is_told_that_they_are_in_force(tenant: rows.Tenant) -> None:
    client, first = keeper(tenant), in_force(tenant)
    make_member(tenant, "paul", Role.POLICY_ADMIN)
    second = publish_as("paul", tenant, GUIDELINE, {"sentences": THEIRS})
    answered = client.post(form_url(first), sent(first, sentences="Judge at once."))
    assert answered["Location"] == f"{policy_url(second)}?after=unchanged"


def test_the_form_of_an_earlier_revision_begins_with_its_words_and_follows_the_newest(tenant: rows.Tenant) -> None:
    client, first = keeper(tenant), in_force(tenant)
    second = publish_as("pia", tenant, GUIDELINE, {"sentences": THEIRS})
    html = client.get(form_url(first)).content.decode()
    assert "Publish revision 3" in html and "Words that the source did not write are no evidence" in html
    assert f'name="seen" value="{second.public_id}"' in html


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        (GUIDELINE, {"sentences": " \n \r\n\0"}, "Write at least one sentence"),
        (GUIDELINE, {"sentences": "a\nb\na"}, "Sentences 1 and 3 are the same."),
        (GUIDELINE, {"sentences": "é" * 1_001}, "Sentence 1 has 1,001 characters; at most 1,000 are kept."),
        (GUIDELINE, {"sentences": "\n".join(str(n) for n in range(101))}, "At most 100 sentences are kept"),
        (ADJUDICATION, {"judgements": "2"}, "Choose at least one field"),
        (ADJUDICATION, {"decisive": ["coverage", "mood"], "judgements": "²"}, "Write a whole number from 1 to 5."),
        (ADJUDICATION, {"decisive": ["coverage"], "judgements": "9" * 5_000}, "Write a whole number from 1 to 5."),
        (NORMALIZATION, {"place-trim": "1", "place-case_fold": "1"}, "Two operations have the place 1"),
        (NORMALIZATION, {"place-trim": "-1"}, "Write whole numbers from 1 to 99"),
        (NORMALIZATION, {"place-trim": "٣"}, "Write whole numbers from 1 to 99"),
        (NORMALIZATION, {"place-trim": "9" * 5_000}, "Write whole numbers from 1 to 99"),
    ],
)
def test_what_does_not_fit_is_said_at_its_field_and_kept(
    tenant: rows.Tenant, kind: PolicyKind, fields: dict[str, Any], said: str
) -> None:
    client, first = keeper(tenant), in_force(tenant, kind)
    answered = client.post(form_url(first), sent(first, **fields))
    assert answered.status_code == 422 and said in answered.content.decode()
    assert in_force(tenant, kind).pk == first.pk


def test_hostile_words_are_text_on_every_page(tenant: rows.Tenant) -> None:
    client, first = keeper(tenant), in_force(tenant)
    words = "</textarea><script>alert(1)</script> \u202eback {{ 7 }} \U0001f600"
    assert client.post(form_url(first), sent(first, sentences=words)).status_code == 303
    second = in_force(tenant)
    for address in (policy_url(second), form_url(second), f"{policy_url(first)}compare/{second.public_id}/"):
        html = client.get(address).content.decode()
        assert "<script>alert" not in html and "&lt;script&gt;alert" in html, address


@pytest.mark.parametrize("seen", ["", "0" * 32, "\0", "x" * 9_000])
def test_whatever_is_sent_as_seen_publishes_nothing_over_what_was_not_seen(tenant: rows.Tenant, seen: str) -> None:
    client, first = keeper(tenant), in_force(tenant)
    assert client.post(form_url(first), {"seen": seen, "sentences": MINE}).status_code == 409
    assert in_force(tenant).pk == first.pk


def test_a_gate_has_no_form_and_nobody_else_may_publish(tenant: rows.Tenant) -> None:
    client = keeper(tenant)
    assert client.get(form_url(in_force(tenant, PolicyKind.GATE))).status_code == 404
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER, Role.ADMINISTRATOR))
    first = in_force(tenant)
    assert ada.get(form_url(first)).status_code == ada.post(form_url(first), sent(first)).status_code == 403
    drew = keeper(make_house("halcyon"), "drew")
    assert drew.get(form_url(first)).status_code == drew.post(form_url(first), sent(first)).status_code == 404


def test_htmx_is_led_to_the_page_by_a_header_and_keeps_its_words_when_refused(tenant: rows.Tenant) -> None:
    client, first = keeper(tenant), in_force(tenant)
    by_htmx = {"HX-Request": "true", "HX-Target": "policy-form"}
    assert client.post(form_url(first), sent(first, sentences=" "), headers=by_htmx).status_code == 422
    answered = client.post(form_url(first), sent(first, sentences=MINE), headers=by_htmx)
    assert (answered.status_code, answered["HX-Redirect"]) == (204, f"{policy_url(in_force(tenant))}?after=published")


def test_the_form_takes_as_many_statements_for_a_long_guideline_as_for_a_short_one(tenant: rows.Tenant) -> None:
    client, first = keeper(tenant), in_force(tenant)
    import_bundle(tenant, simple_bundle())
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            assert client.get(form_url(first)).status_code == 200
        counts.append(len(captured))
        publish_as("pia", tenant, GUIDELINE, {"sentences": [f"Sentence {n}." for n in range(100)]})
    assert counts[0] == counts[1] <= 10
    assert client.get(form_url(in_force(tenant))).content.decode().count("\nSentence ") == 100
    assert not opinions.Verdict.objects.exists()
