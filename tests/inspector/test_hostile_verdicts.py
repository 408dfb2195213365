"""Verdict forms that lie, are late, or come twice: one verdict, the sender's own, or a refusal that keeps the words."""

from __future__ import annotations

import re
import threading
from collections import Counter
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from inspector.demo.judging import claims_of
from inspector.item_states import find_differences
from inspector.judged_evidence import judged_evidence
from inspector.models import rows as opinions
from inspector.readers import as_reader
from inspector.reviewing import EvidenceChanged, record_read
from inspector.verdict_fields import VerdictFields
from lineage.bulk import write_contents
from lineage.dossiers import read_dossier
from lineage.evidence.digests import canonical_json
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import (
    Answerability,
    CoverageVerdict,
    PairSupport,
    PolicyKind,
    Role,
    SupportClass,
)
from lineage.formats.stored_report import read_report
from lineage.models import rows
from lineage.models.content import pack
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

RACES = 50


@pytest.fixture
def tenant(db: None) -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle())
    return tenant


@pytest.fixture
def ada(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "ada", Role.REVIEWER))


def verdicts() -> list[Any]:
    return list(opinions.Verdict.objects.order_by("id"))


def test_fields_that_are_not_of_the_form_change_nothing_of_the_verdict(tenant: rows.Tenant, ada: Client) -> None:
    other = make_tenant("halcyon")
    ben = make_member(tenant, "ben", Role.REVIEWER).memberships.get()
    url = claim_url(tenant, "refund")
    extra = {
        "tenant": other.pk, "tenant_id": other.pk, "reviewer": ben.actor, "actor": ben.actor, "seq": 1, "id": 99,
        "claim": 99, "claim_id": 99, "recorded_at": "1999-01-01", "blind": "1", "supersedes": 1, "judge_seen": "1",
        "is_superseded": "1", "pair-x2": "contradicts", "guideline": 99,
    }  # fmt: skip
    assert ada.post(f"{url}verdicts/", filled_form(ada, url) | extra).status_code == 303
    (verdict,) = verdicts()
    me = opinions.Membership.objects.get(user__username="ada")
    assert (verdict.tenant_id, verdict.reviewer, verdict.claim.key) == (tenant.pk, me.actor, "c1")
    assert (verdict.supersedes_id, verdict.blind, verdict.judge_seen, verdict.origin) == (None, False, False, None)
    assert verdict.recorded_at.year > 2000
    assert [pair.citation.key for pair in verdict.pairs.all()] == ["x1"]


BAD_FIELDS = {
    "no pair": {"pair-x1": ""},
    "an unknown pair value": {"pair-x1": "probably"},
    "an unknown coverage": {"coverage": "\0"},
    "an unknown class": {"support_class": "direct_support "},
    "no reason where one is needed": {"pair-x1": "contradicts"},
    "a reason of blanks": {"pair-x1": "contradicts", "rationale": " \n\t "},
    "a reason without end": {"rationale": "x" * 50_000},
    "no digest": {"evidence_digest": ""},
    "half a digest": {"evidence_digest": "sha256:12"},
    "NUL in a digest": {"evidence_digest": "sha256:" + "\0" * 64},
    "no key": {"idempotency_key": ""},
    "a short key": {"idempotency_key": "a"},
    "a long key": {"idempotency_key": "a" * 101},
    "NUL in a key": {"idempotency_key": "aaaaaaaa\0"},
}


@pytest.mark.parametrize("wrong", BAD_FIELDS)
def test_a_form_with_a_wrong_field_is_drawn_again_with_what_is_wrong_and_records_nothing(
    tenant: rows.Tenant, ada: Client, wrong: str
) -> None:
    url = claim_url(tenant, "refund")
    before = count_rows()
    sent = {"rationale": "Words to keep."} if "reason" not in wrong else {}
    response = ada.post(f"{url}verdicts/", filled_form(ada, url) | sent | BAD_FIELDS[wrong])
    assert response.status_code == 422
    assert "Nothing was recorded yet" in response.content.decode()
    assert not sent or "Words to keep." in response.content.decode()
    assert count_rows() == before


@pytest.mark.parametrize(
    "contest", ["a\0:origin", "x1:origin\0", "x9:origin", "origin", ":", "x1:", "😀:origin", "x1:truth"], ids=ascii
)
def test_a_contested_fact_that_was_not_offered_is_not_recorded(tenant: rows.Tenant, ada: Client, contest: str) -> None:
    url = claim_url(tenant, "refund")
    sent = filled_form(ada, url) | {"contest": [contest] * 3, "rationale": "It is otherwise."}
    assert ada.post(f"{url}verdicts/", sent).status_code == 303
    (verdict,) = verdicts()
    assert verdict.contested == []


def test_a_reason_with_any_code_point_is_kept_and_drawn_as_text(tenant: rows.Tenant, ada: Client) -> None:
    url = claim_url(tenant, "refund")
    words = "a\0b \u202e 😀 <button hx-post=/sign-out/ hx-trigger=load> \u0301"
    assert ada.post(f"{url}verdicts/", filled_form(ada, url) | {"rationale": words}).status_code == 303
    (verdict,) = verdicts()
    assert verdict.rationale.get_text() == words
    html = ada.get(url)
    assert html.status_code == 200
    assert b"<button hx-post=/sign-out" not in html.content


def test_the_same_form_twice_is_one_verdict_and_the_same_key_with_other_words_is_refused(
    tenant: rows.Tenant, ada: Client
) -> None:
    url = claim_url(tenant, "refund")
    form = filled_form(ada, url)
    first, again = (ada.post(f"{url}verdicts/", form) for _ in range(2))
    assert (first.status_code, first["Location"]) == (again.status_code, again["Location"])
    before = count_rows()
    other = ada.post(f"{url}verdicts/", form | {"rationale": "I thought again."})
    assert other.status_code == 422
    assert "I thought again." in other.content.decode()
    assert "sent before with other content" in other.content.decode()
    second = claim_url(tenant, "refund", "c2")
    elsewhere = filled_form(ada, second) | {"idempotency_key": form["idempotency_key"]}
    assert ada.post(f"{second}verdicts/", elsewhere).status_code == 422
    assert count_rows() == before
    assert len(verdicts()) == 1


def test_a_key_that_a_colleague_used_is_ones_own(tenant: rows.Tenant, ada: Client) -> None:
    ben = signed_in(make_member(tenant, "ben", Role.REVIEWER))
    url = claim_url(tenant, "refund")
    form = filled_form(ada, url)
    for client in (ada, ben):
        assert client.post(f"{url}verdicts/", form).status_code == 303
    assert len({verdict.reviewer for verdict in verdicts()}) == 2


def publish_guideline(tenant: rows.Tenant) -> None:
    """A new revision of the guideline: what a verdict is given on is other evidence from now on (DESIGN 6)."""
    packed = pack(canonical_json({"sentences": ["Read the passage twice."]}))
    with transaction.atomic():
        body = write_contents(tenant.pk, [packed])[packed.sha256]
    named = {"kind": PolicyKind.GUIDELINE, "name": "default", "revision": 2, "author": "petra"}
    rows.Policy.objects.create(tenant=tenant, body_id=body, digest=packed.sha256, **named)


@pytest.mark.parametrize("htmx", [{}, {"HX-Request": "true", "HX-Target": "verdict"}], ids=["page", "fragment"])
def test_evidence_that_changed_since_the_page_was_drawn_is_409_with_both_texts_and_the_words_kept(
    tenant: rows.Tenant, ada: Client, htmx: dict[str, str]
) -> None:
    url = claim_url(tenant, "refund")
    form = filled_form(ada, url) | {"rationale": "Words to keep.", "evidence_text": "Rule 1: refunds took 99 days."}
    publish_guideline(tenant)
    before = count_rows()
    response = ada.post(f"{url}verdicts/", form, headers=htmx)
    html = response.content.decode()
    assert response.status_code == 409
    assert "Words to keep." in html
    before_and_now = html.partition('role="alert"')[2].partition("</figcaption>")[2].partition("</figure>")[0]
    assert "Rule 1: refunds took 99 days." in without("ins", before_and_now)
    assert "Rule 1: a refund is paid within 1 days." in without("del", before_and_now)
    assert "the evidence when you opened this page" in html and "the evidence now" in html
    assert 'value="supports" checked' in html
    assert count_rows() == before


def without(element: str, markup: str) -> str:
    """The words of a drawn difference but for those in one kind of element."""
    return re.sub("<[^>]+>", "", re.sub(f"<{element}>.*?</{element}>", "", markup, flags=re.S))


def test_a_form_that_was_recorded_is_answered_alike_after_the_evidence_changed(
    tenant: rows.Tenant, ada: Client
) -> None:
    url = claim_url(tenant, "refund")
    form = filled_form(ada, url)
    assert ada.post(f"{url}verdicts/", form).status_code == 303
    publish_guideline(tenant)
    assert ada.post(f"{url}verdicts/", form).status_code == 303
    assert len(verdicts()) == 1


def test_a_guideline_that_is_published_between_reading_and_recording_is_other_evidence(
    tenant: rows.Tenant, ada: Client
) -> None:
    claim = claims_of(tenant, "refund")["c1"]
    reader = as_reader(opinions.Membership.objects.select_related("tenant").get(user__username="ada"))
    given = read_evidence(claim)
    fields = VerdictFields(
        pairs={"x1": PairSupport.SUPPORTS},
        coverage=CoverageVerdict.SUPPORTED,
        answerability=Answerability.SUPPORTED,
        support_class=SupportClass.DIRECT_SUPPORT,
        rationale="",
        contested=(),
        evidence_digest=given,
        idempotency_key="between reading and recording",
    )
    publish_guideline(tenant)
    with pytest.raises(EvidenceChanged, match="default@2"):
        record_read(reader, claim, fields, given, guideline="default@1")
    assert verdicts() == []


def read_evidence(claim: Any) -> Any:
    """The digest of a claim's evidence under the guideline that every tenant begins with."""
    dossier = read_dossier(claim.answer)
    inspection = read_report(load_json(claim.answer.state.inspection.report.get_bytes()), dossier)
    return judged_evidence(dossier, inspection, dossier.claims[claim.key], "default@1").digest


def test_two_browsers_that_send_one_form_at_once_record_one_verdict(committed_db: Any) -> None:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle())
    user = make_member(tenant, "ada", Role.REVIEWER)
    clients = [signed_in(user), signed_in(user)]
    url = claim_url(tenant, "refund")
    statuses: Counter[int] = Counter()
    for race in range(1, RACES + 1):
        form = filled_form(clients[0], url)
        statuses.update(at_once(clients, f"{url}verdicts/", [form, form]))
        assert opinions.Verdict.objects.count() == race
    assert statuses == {303: 2 * RACES}
    assert rows.AuditEvent.objects.filter(verb="record_verdict").count() == RACES


def test_two_browsers_that_send_one_key_with_other_words_record_one_verdict_and_refuse_the_other(
    committed_db: Any,
) -> None:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle())
    user = make_member(tenant, "ada", Role.REVIEWER)
    clients = [signed_in(user), signed_in(user)]
    url = claim_url(tenant, "refund")
    for race in range(1, 11):
        form = filled_form(clients[0], url)
        statuses = at_once(clients, f"{url}verdicts/", [form, form | {"rationale": "Other words."}])
        assert sorted(statuses) == [303, 422]
        assert opinions.Verdict.objects.count() == race


def at_once(clients: list[Client], address: str, forms: list[dict[str, str]]) -> list[int]:
    """The statuses of posts that were let go at the same moment, each from its own thread and connection."""
    start = threading.Barrier(len(clients))
    statuses: list[int] = []

    def send(client: Client, form: dict[str, str]) -> None:
        start.wait()
        try:
            statuses.append(client.post(address, form).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=send, args=pair) for pair in zip(clients, forms, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses


def test_verdicts_that_arrive_at_once_are_all_counted_and_supersede_one_another_in_a_line(committed_db: Any) -> None:
    """Ada sends two forms from two windows while Ben sends his: the item's state is what the verdicts say."""
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle(claims=10))
    ada, ben = (make_member(tenant, name, Role.REVIEWER) for name in ("ada", "ben"))
    clients = [signed_in(ada), signed_in(ada), signed_in(ben)]
    for number in range(1, 11):
        url = claim_url(tenant, "refund", f"c{number}")
        forms = [filled_form(client, url) for client in clients]
        assert at_once(clients, f"{url}verdicts/", forms) == [303, 303, 303]
        of_claim = opinions.Verdict.objects.filter(claim__tenant=tenant, claim__key=f"c{number}")
        superseded = [verdict.supersedes_id for verdict in of_claim if verdict.supersedes_id]
        assert (of_claim.count(), len(superseded)) == (3, 1)
    assert not list(find_differences(tenant.pk))
