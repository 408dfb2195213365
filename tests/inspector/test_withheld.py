"""Six reasons why words are not there and one why they do not carry the claim: each its own panel (M-96, S0-86)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from inspector.pages.claim_withheld import withheld_of
from inspector.pages.withheld import Named, panel_of, words_of
from inspector.pages.withheld_reading import BY_LABEL, gravest
from inspector.readers import as_reader
from lineage.evidence.vocabulary import AuditRetention, Role, Withheld
from lineage.evidence.withholding import Withholding
from lineage.lifecycle import tombstone, withdraw
from lineage.models import rows
from tests.inspector.making import (
    claim_url,
    filled_form,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
    simple_bundle,
    source_url,
)
from tests.inspector.reading import reading_of
from tests.inspector.reading import words_of as shown

DAY = datetime(2026, 11, 1, tzinfo=UTC)
NAMED = Named(source="rules", version="7", url="/sources/x/")


def test_each_reason_has_a_label_a_meaning_and_an_advice_of_its_own() -> None:
    panels = [panel_of(Withholding(kind, DAY, True), NAMED, "claim c1") for kind in Withheld]
    panels.append(panel_of(BY_LABEL, NAMED, "claim c1"))
    for part in ("kind", "meaning", "advice"):
        assert len({getattr(panel, part) for panel in panels}) == len(panels)
    assert all("2026-11-01" in panel.said.word for panel in panels[:-1])


def test_what_can_be_brought_back_or_opened_comes_with_words_to_ask_for_it() -> None:
    asked = {kind: panel_of(Withholding(kind, None, True), NAMED, "claim c1 of case refund").ask for kind in Withheld}
    assert asked[Withheld.ARCHIVED] == (
        "Please bring source rules, version 7 back from the archive, for claim c1 of case refund."
    )
    assert asked[Withheld.BLOCKED] and asked[Withheld.NOT_RETAINED]
    assert not asked[Withheld.DELETED] and not asked[Withheld.WITHDRAWN]


def test_of_a_version_with_a_label_that_one_lacks_nothing_is_named() -> None:
    panel = panel_of(BY_LABEL, NAMED, "claim c1")
    assert (panel.known, panel.url, panel.ask) == ((), "", "")


def test_what_cannot_be_undone_outweighs_what_can_and_a_missing_label_comes_last() -> None:
    reasons = [BY_LABEL, Withholding(Withheld.WITHDRAWN, DAY, True), Withholding(Withheld.DELETED, DAY, True)]
    assert gravest(reasons).kind is Withheld.DELETED
    assert gravest(reasons[:2]).kind is Withheld.WITHDRAWN
    assert words_of(reasons[1]) == "This source was withdrawn on 2026-11-01. Its words are not shown."


@pytest.fixture
def tenant(db: None) -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def ada(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "ada", Role.REVIEWER))


def reader_of(tenant: rows.Tenant, role: Role) -> Any:
    user = make_member(tenant, f"the-{role.value}", role)
    return as_reader(user.memberships.select_related("tenant").get())


def take(tenant: rows.Tenant, how: str) -> None:
    version = rows.SourceVersion.objects.get(tenant=tenant)
    if how == "withdrawn":
        withdraw(reader_of(tenant, Role.RESPONDER), version, "a reason")
    if how == "deleted":
        tombstone(reader_of(tenant, Role.ADMINISTRATOR), version, "a reason", retention=AuditRetention.NONE)


@pytest.mark.parametrize(
    ("how", "version", "said"),
    [
        ("withdrawn", {}, ("withdrawn on 20", "may be restored")),
        ("deleted", {}, ("deleted on 20", "do not come back")),
        ("", {"availability": "access_blocked"}, ("blocked for you", "Please give me access to source refund-source")),
        ("", {"availability": "archived"}, ("Cold storage: ask for the version to be brought back", "Please bring")),
        ("", {"labels": ["board"]}, ("access label that you do not hold", "Ask the owner of the case")),
    ],
    ids=["withdrawn", "deleted", "blocked", "archived", "label"],
)
def test_the_claim_page_says_which_of_them_it_is_and_shows_no_words(
    tenant: rows.Tenant, ada: Client, how: str, version: dict[str, Any], said: tuple[str, ...]
) -> None:
    import_bundle(tenant, simple_bundle(**version))
    take(tenant, how)
    html = ada.get(claim_url(tenant, "refund")).content.decode()
    middle = html.partition('id="evidence"')[2].partition('id="decide"')[0]
    assert all(words in shown(middle) for words in said)
    assert "a refund is paid" not in middle
    assert html.count('<aside class="withheld') == 1


@pytest.mark.parametrize(("how", "word"), [("withdrawn", "withdrawn"), ("deleted", "deleted")])
def test_what_was_decided_before_a_source_was_taken_away_is_not_left_standing_alone(
    tenant: rows.Tenant, ada: Client, how: str, word: str
) -> None:
    """The decision stays as it was inspected; that the source has no standing today is said beside it."""
    import_bundle(tenant, simple_bundle())
    before = shown(ada.get(claim_url(tenant, "refund")).content.decode())
    assert "since then" not in before and "version current" in before
    take(tenant, how)
    said = shown(ada.get(claim_url(tenant, "refund")).content.decode())
    assert f"since then: source {word} on 20" in said
    assert f"version {word} since" in said and "version current" not in said
    assert "failed by code, today" in said


def test_a_text_that_nobody_kept_says_so_and_hides_nothing(tenant: rows.Tenant, ada: Client) -> None:
    bundle = simple_bundle(availability="not_retained")
    del bundle["answers"][0]["artifacts"][0]["text"]
    import_bundle(tenant, bundle)
    said = shown(ada.get(claim_url(tenant, "refund")).content.decode())
    assert "not retained" in said and "Please send the text of source refund-source" in said
    assert "Rules of refund" in said


def test_the_title_of_an_archived_version_may_be_read(tenant: rows.Tenant, ada: Client) -> None:
    import_bundle(tenant, simple_bundle(availability="archived"))
    assert "Rules of refund" in ada.get(source_url(tenant, "refund-source")).content.decode()
    assert "Rules of refund" in ada.get(claim_url(tenant, "refund")).content.decode()


def test_a_verdict_on_words_that_were_taken_away_is_refused_and_says_why(tenant: rows.Tenant, ada: Client) -> None:
    import_bundle(tenant, simple_bundle())
    url = claim_url(tenant, "refund")
    form = filled_form(ada, url)
    take(tenant, "withdrawn")
    response = ada.post(f"{url}verdicts/", form)
    assert response.status_code == 403 and "This source was withdrawn on" in response.content.decode()


def test_an_old_verdict_says_since_when_its_source_is_withdrawn(tenant: rows.Tenant, ada: Client) -> None:
    import_bundle(tenant, simple_bundle())
    url = claim_url(tenant, "refund")
    assert ada.post(f"{url}verdicts/", filled_form(ada, url) | {"rationale": "It says so."}).status_code == 303
    take(tenant, "withdrawn")
    history = ada.get(url).content.decode().partition('id="history-title"')[2]
    assert "source withdrawn on 20" in history and "It says so." not in history


def test_the_digest_of_what_was_taken_away_is_for_auditors_alone(tenant: rows.Tenant, ada: Client) -> None:
    import_bundle(tenant, simple_bundle(raw_text="Rule 1."))
    take(tenant, "deleted")
    url = source_url(tenant, "refund-source")
    digest = rows.SourceVersion.objects.get(tenant=tenant).raw.sha256.hex()
    assert digest not in ada.get(url).content.decode()
    assert digest in signed_in(make_member(tenant, "otto", Role.AUDITOR)).get(url).content.decode()


def test_that_another_version_of_its_source_was_withdrawn_changes_nothing_of_an_answer(
    tenant: rows.Tenant, ada: Client
) -> None:
    bundle = simple_bundle()
    gone = {"version": "0", "title": "Older rules", "events": [{"event": "withdrawn", "at": "2026-10-01T00:00:00Z"}]}
    bundle["answers"][0]["sources"][0]["versions"].append(gone)
    import_bundle(tenant, bundle)
    html = ada.get(claim_url(tenant, "refund")).content.decode()
    assert "a refund is paid within 1 days" in html and '<aside class="withheld' not in html
    answer = rows.Answer.objects.get(tenant=tenant).public_id
    iris = signed_in(make_member(tenant, "iris", Role.RESPONDER))
    assert iris.get(reverse("answer_report", args=[answer])).status_code == 200
    assert iris.get(reverse("case_file", args=[answer])).status_code == 403, "a case would hold the older title"


def test_evidence_that_is_there_and_does_not_support_has_a_panel_of_its_own_beside_its_words() -> None:
    reading = reading_of("coverage/bread-delivery", "c1")
    assert reading.selected is not None and reading.resolution is not None
    panel = withheld_of(reading, reading.selected, reading.resolution)
    assert panel is not None and panel.said.code == "not_supporting" and panel.is_read
