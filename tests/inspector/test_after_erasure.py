"""After a source was erased: what people wrote of it holds none of its words, and every page of it still opens."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client

from inspector import item_states
from inspector.after_erasure import drop_messages
from inspector.models import rows as opinions
from lineage.erasing import purge
from lineage.evidence.vocabulary import AuditRetention, Role
from lineage.lifecycle import tombstone
from lineage.models import rows
from tests.inspector.making import (
    answer_url,
    claim_url,
    crawl,
    filled_form,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
    simple_bundle,
    source_url,
)
from tests.lineage import canaries
from tests.lineage.canaries import protocol, reader

pytestmark = pytest.mark.django_db
RATIONALE = f"I read '{canaries.QUOTE}', and so it is."


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = make_tenant("harbour")
    import_bundle(tenant, canaries.records() | {"answers": [canaries.answer()]})
    return tenant


def judge(tenant: rows.Tenant) -> Client:
    """Ada judges the claim, and quotes the source in her rationale."""
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    url = claim_url(tenant, "lamps")
    form: dict[str, Any] = filled_form(ada, url) | {"coverage": "supported", "rationale": RATIONALE}
    form |= {name: "supports" for name in form if name.startswith("pair")}
    assert ada.post(f"{url}verdicts/" if url.endswith("/") else f"{url}/verdicts/", form).status_code in (200, 302, 303)
    return ada


def erase(tenant: rows.Tenant) -> None:
    tombstone(reader(tenant), protocol(tenant), "must go", retention=AuditRetention.NONE)
    purge(protocol(tenant))


def test_a_rationale_that_quotes_keeps_its_own_words_only(tenant: rows.Tenant) -> None:
    judge(tenant)
    assert opinions.Verdict.objects.get().rationale.get_text() == RATIONALE
    erase(tenant)
    assert list(canaries.hits()) == []
    (left,) = rows.Redaction.objects.filter(erased_id=opinions.Verdict.objects.get().rationale_id)
    assert left.remains.get_text() == "I read '[erased]', and so it is."


def test_a_draft_that_may_quote_is_gone_and_one_on_another_answer_stays(tenant: rows.Tenant) -> None:
    import_bundle(tenant, simple_bundle("other"))
    for case in ("lamps", "other"):
        claim = rows.Claim.objects.filter(tenant=tenant, answer__case__key=case).first()
        body = json.dumps({"fields": {"rationale": [RATIONALE if case == "lamps" else "mine"]}}).encode()
        opinions.Draft.objects.create(tenant=tenant, claim=claim, reviewer="ada", body=body)
    erase(tenant)
    assert [draft.claim.answer.case.key for draft in opinions.Draft.objects.all()] == ["other"]


def test_the_states_of_its_claims_are_what_the_records_say(tenant: rows.Tenant) -> None:
    judge(tenant)
    erase(tenant)
    assert opinions.ItemState.objects.count() == 1
    assert list(item_states.find_differences(tenant.pk)) == []


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.AUDITOR, Role.ADMINISTRATOR])
def test_every_page_of_it_opens_and_shows_none_of_its_words(tenant: rows.Tenant, role: Role) -> None:
    judge(tenant)
    erase(tenant)
    client = signed_in(make_member(tenant, f"reader-{role.value}", role))
    starts = claim_url(tenant, "lamps"), answer_url(tenant, "lamps"), source_url(tenant, "protocol")
    for url in starts:
        assert client.get(url).status_code == 200
    for address, answered in crawl(client, *starts).items():
        assert canaries.CANARY not in str(answered).lower(), address


def test_messages_that_wait_in_a_session_are_dropped() -> None:
    store = SessionStore()
    store.update({"_messages": "[]", "kept": 1})
    store.save()
    assert drop_messages() == 1
    left = SessionStore(session_key=store.session_key)
    assert ("_messages" in left, left["kept"]) == (False, 1)
    assert drop_messages() == 0
