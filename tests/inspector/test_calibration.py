"""The pages of label sets: who reads them, what a revision says of itself, and how a set is made and changed."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from inspector.models import rows as opinions
from inspector.pages.calibration_addresses import items_url, revision_url, set_url
from lineage.evidence.vocabulary import Comparability, Role
from tests.inspector.calibration_pages import browser, imported, keeper, keys_on, someone, words_of
from tests.inspector.label_sets import FIELD, adjudicated, item, label_set

pytestmark = pytest.mark.django_db
READERS = (Role.RESPONDER, Role.ADJUDICATOR, Role.POLICY_ADMIN, Role.AUDITOR, Role.ADMINISTRATOR)


def pages_of(revision: opinions.SetRevision) -> list[str]:
    one = revision.members.first().item
    return [
        reverse("calibration"),
        set_url(revision.set.public_id),
        revision_url(revision.public_id),
        items_url(revision.public_id),
        reverse("calibration_item", args=[one.public_id]),
    ]


@pytest.mark.parametrize("role", READERS)
def test_whoever_reads_figures_reads_sets(role: Role) -> None:
    revision = imported(keeper())
    client = someone(role)
    assert [client.get(url).status_code for url in pages_of(revision)] == [200] * 5


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.LABELER])
def test_whoever_only_judges_reads_none(role: Role) -> None:
    """Labels that others gave would tell them what to say."""
    revision = imported(keeper())
    client = someone(role)
    assert [client.get(url).status_code for url in pages_of(revision)] == [403] * 5


def test_another_tenants_sets_are_not_there() -> None:
    revision = imported(keeper())
    client = someone(Role.ADMINISTRATOR, tenant="halcyon")
    assert [client.get(url).status_code for url in pages_of(revision)[1:]] == [404] * 4
    assert "A trial" not in client.get(reverse("calibration")).content.decode()


def test_only_who_keeps_sets_is_offered_to_change_them_and_may() -> None:
    revision = imported(keeper())
    client, found = someone(Role.AUDITOR), revision.set
    posts = [
        reverse("calibration_new"),
        reverse("calibration_import"),
        reverse("calibration_freeze", args=[found.public_id]),
        set_url(found.public_id),
        reverse("calibration_item", args=[revision.members.first().item.public_id]),
    ]
    assert [client.post(url, {"name": "Mine", "reason": "so"}).status_code for url in posts] == [403] * 5
    pages = "".join(client.get(url).content.decode() for url in pages_of(revision))
    assert "freeze/" not in pages and "Import a set" not in pages and "Mark as not comparable" not in pages


@pytest.mark.parametrize(("role", "offered"), [(Role.AUDITOR, True), (Role.POLICY_ADMIN, False)])
def test_a_revision_is_taken_away_by_who_may_export(role: Role, offered: bool) -> None:
    revision = imported(keeper())
    client = someone(role)
    for form in ("jsonl", "csv"):
        address = reverse(f"calibration_{form}", args=[revision.public_id])
        taken = client.get(address)
        assert taken.status_code == (200 if offered else 403)
        assert (address in client.get(revision_url(revision.public_id)).content.decode()) is offered
        if offered:
            assert b"evidence-inspector-labels/1" in taken.getvalue()
            assert taken["Content-Disposition"].endswith(f'.{form}"')


def test_a_revision_counts_what_is_expected_and_what_raters_said_with_links_to_just_these() -> None:
    reader = keeper()
    items = (item(1), item(2, "no", "yes"), adjudicated(3), item(4, expected={}, expected_by=None))
    revision = imported(reader, label_set(*items))
    client = browser(reader)
    page = client.get(revision_url(revision.public_id))
    [panel] = page.context["page"].panels
    assert [(line.value, line.expected.number, line.said.number) for line in panel.values] == [
        ("yes", 1, 4),
        ("no", 2, 2),
        ("maybe", 0, 0),
    ]
    assert (panel.open.number, panel.raters, panel.adjudicators, panel.labels) == (1, 2, 1, 8)
    for line in panel.values:
        for count in (line.expected, line.said):
            assert len(keys_on(client.get(count.url))) == count.number
    assert len(keys_on(client.get(panel.open.url))) == 1
    assert "no “maybe” examples" in words_of(page)
    assert re.findall(r'data-label="(\w+)".*?data-name="count" value="(\d+)"', page.content.decode(), re.S) == [
        ("yes", "1"),
        ("no", "2"),
        ("maybe", "0"),
    ]


def test_strata_and_comparability_are_counted_with_links_to_just_these() -> None:
    reader = keeper()
    apart = item(3, comparability=Comparability.NON_COMPARABLE, comparability_reason="no footnotes")
    revision = imported(reader, label_set(item(1), item(2), apart))
    client = browser(reader)
    page = client.get(revision_url(revision.public_id)).context["page"]
    counted = [(one.label, one.number) for one in page.comparability]
    assert counted == [("comparable", 2), ("not comparable: no footnotes", 1)]
    [(name, more, values)] = page.strata
    assert (name, more, [(one.label, one.number) for one in values]) == ("split", 0, [("dev", 2), ("test", 1)])
    for one in (*page.comparability, *values):
        assert len(keys_on(client.get(one.url))) == one.number


def test_another_revision_says_what_changed_against_the_one_before() -> None:
    reader = keeper()
    imported(reader, label_set(item(1), item(2), item(3)))
    revision = imported(reader, label_set(item(1), item(2, "no", "no"), item(4)))
    page = browser(reader).get(revision_url(revision.public_id))
    changes = {one.label: one.number for one in page.context["page"].changes}
    assert changes == {"new": 1, "with another the expected label": 1, "left out": 1}
    assert "Against revision 1" in words_of(page)


def test_an_earlier_revision_says_so_and_leads_to_the_newest() -> None:
    reader = keeper()
    first = imported(reader, label_set(item(1)))
    second = imported(reader, label_set(item(1), item(2)))
    client = browser(reader)
    page = client.get(revision_url(first.public_id))
    assert "an earlier revision" in words_of(page) and revision_url(second.public_id) in page.content.decode()
    assert "an earlier revision" not in words_of(client.get(revision_url(second.public_id)))
    lines = client.get(set_url(first.set.public_id)).context["page"].lines
    assert [(line.number, line.items, line.is_newest) for line in lines] == [(2, 2, True), (1, 1, False)]


def test_a_set_is_made_once_named_and_changed() -> None:
    reader = keeper()
    client = browser(reader)
    assert client.post(reverse("calibration_new"), {"name": " "}).status_code == 422
    made = client.post(reverse("calibration_new"), {"name": "Refunds", "purpose": "to test a judge"})
    found = opinions.CalibrationSet.objects.get()
    assert (made.status_code, made["Location"]) == (303, set_url(found.public_id))
    assert "Nothing is frozen yet." in words_of(client.get(made["Location"]))
    changed = client.post(set_url(found.public_id), {"name": "Refunds of 2026", "shows_gold": "yes"})
    assert changed.status_code == 303
    found.refresh_from_db()
    assert (found.name, found.purpose, found.shows_gold) == ("Refunds of 2026", "", True)
    refused = client.post(set_url(found.public_id), {"name": "", "purpose": "kept words"})
    assert refused.status_code == 422 and "kept words" in refused.content.decode()


def test_before_there_is_a_set_the_page_says_how_one_comes_to_be() -> None:
    assert "There is no set yet." in words_of(browser(keeper()).get(reverse("calibration")))
    assert "ask one of them" in words_of(someone(Role.AUDITOR).get(reverse("calibration")))


def test_numbers_of_statements_do_not_grow_with_what_is_there() -> None:
    reader = keeper()
    for number in range(3):
        revision = imported(reader, label_set(*(item(n) for n in range(10 * number + 1)), key=f"set-{number}"))
    client = browser(reader)
    pages = (reverse("calibration"), set_url(revision.set.public_id), revision_url(revision.public_id))
    for url, most in zip(pages, (6, 12, 18), strict=True):
        with CaptureQueriesContext(connection) as statements:
            client.get(url)
        assert len(statements) <= most, url


def test_what_a_set_calls_its_values_is_no_markup() -> None:
    reader, sign = keeper(), "<i>&"
    one = item(1, sign, sign, strata={sign: sign})
    field = FIELD._replace(values=(sign,), positive=())
    revision = imported(reader, label_set(one, fields=(field,), name=sign, origin=sign))
    client = browser(reader)
    for url in pages_of(revision):
        assert "<i>&" not in client.get(url).content.decode(), url
