"""Parameters, uploads and forms as an attacker or an accident sends them: a clear answer, nothing half-written, no 500."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from inspector.models import rows as opinions
from lineage.bulk import write_contents
from lineage.evidence.digests import canonical_json
from lineage.evidence.vocabulary import PolicyKind, Role
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
    source_url,
)

RACES = 50
NUMBERS = ("0", "-1", "1e9", "9" * 30, "9" * 6_000, "0x10", "٣", "1.5", "NaN", "true", "\0", "1\0", "", " ", "null", "[]")
TEXTS = ("\0", "a\0b", "%", "_", "\\", "'", '"', "';--", "😀" * 3_000, "İ" * 500, "\u202e", "\ud7ff", "<script>", "{{x}}")
MOMENTS = ("", "now", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2026-11-02", "2026-11-02T10:00:00", "\0")


@pytest.fixture
def tenant(db: None) -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle())
    return tenant


@pytest.fixture
def ada(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "ada", Role.REVIEWER))


@pytest.fixture
def iris(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "iris", Role.RESPONDER))


def lookup_paths(model: Any, depth: int) -> Iterator[str]:
    """Every path of `__` that the ORM would follow from a model to a column."""
    for field in model._meta.get_fields():
        name = field.name
        if field.is_relation and field.related_model is not None and depth > 1:
            yield from (f"{name}__{path}" for path in lookup_paths(field.related_model, depth - 1))
        elif getattr(field, "column", None):
            yield name


def test_a_filter_that_is_none_of_ours_changes_neither_the_page_nor_its_statements(ada: Client) -> None:
    """G5: no path of the model graph is a filter, whatever its lookup."""
    plain, statements = listed(ada, {})
    paths = sorted({path for name in ("AnswerState", "Verdict") for path in lookup_paths(find_model(name), 3)})
    assert "answer__case__key" in paths and len(paths) > 300
    for lookup in ("exact", "regex", "startswith", "gt"):
        query = {f"{path}__{lookup}": "^a" for path in paths}
        assert listed(ada, query) == (plain, statements)
    for name in ("tenant", "tenant_id", "answer__tenant__key", "search__regex", "order_by", "page", "limit", "fields"):
        assert listed(ada, {name: "1"}) == (plain, statements)


def find_model(name: str) -> Any:
    return next(model for model in apps.get_models() if model.__name__ == name)


def listed(client: Client, query: dict[str, Any]) -> tuple[str, list[str]]:
    """The list itself and the statements that made it, but for what belongs to the session."""
    with CaptureQueriesContext(connection) as captured:
        response = client.get("/cases/", query)
    assert response.status_code == 200
    html = response.content.decode()
    made = [query["sql"] for query in captured if "django_session" not in query["sql"]]
    return html.partition("<main")[2].partition("</main>")[0], made


@pytest.mark.parametrize("name", ["decision", "rule", "owner"])
@pytest.mark.parametrize("value", [*TEXTS, "released' OR 1=1", "RELEASED", "0"], ids=lambda value: ascii(value[:9]))
def test_a_filter_value_that_is_none_of_ours_filters_nothing(ada: Client, name: str, value: str) -> None:
    response = ada.get("/cases/", {name: value})
    assert response.status_code == 200
    assert b"When is a refund paid?" in response.content


@pytest.mark.parametrize("value", TEXTS, ids=lambda value: ascii(value[:9]))
def test_any_search_is_a_page_that_finds_what_is_written_and_nothing_by_wildcards(ada: Client, value: str) -> None:
    response = ada.get("/cases/", {"search": value})
    assert response.status_code == 200
    found = b"When is a refund paid?" in response.content
    assert found == (value == "\0"), "only NUL alone is no search at all"
    assert b"<script>" not in response.content.replace(b"<script src", b"")


@pytest.mark.parametrize("before", MOMENTS, ids=ascii)
@pytest.mark.parametrize("answer", ["", "-1", "9" * 30, "\0", "0" * 32, "٣", "x" * 5_000], ids=lambda v: ascii(v[:9]))
def test_a_place_in_the_list_that_is_none_is_the_first_page_or_an_empty_one(
    ada: Client, before: str, answer: str
) -> None:
    assert ada.get("/cases/", {"before": before, "answer": answer}).status_code == 200


@pytest.mark.parametrize("value", [*NUMBERS, *TEXTS], ids=lambda value: ascii(value[:9]))
def test_parameters_of_the_claim_and_source_page_that_name_nothing_show_the_page_itself(
    tenant: rows.Tenant, ada: Client, value: str
) -> None:
    claim, source = claim_url(tenant, "refund"), source_url(tenant, "refund-source")
    for name in ("span", "stage", "wider"):
        assert ada.get(claim, {name: value}).status_code == 200
    for name in ("at", "artifact", "span"):
        assert ada.get(source, {name: value}).status_code == 200
    for header in ("HX-Target", "HX-Current-URL"):
        assert ada.get(claim, headers={"HX-Request": "true", header: ascii(value)}).status_code == 200


def test_repeated_parameters_are_a_page(tenant: rows.Tenant, ada: Client) -> None:
    many = {"decision": ["blocked", "released"] * 50, "search": ["a", "refund"], "rule": ["", ""]}
    assert ada.get("/cases/", many).status_code == 200
    assert ada.get(claim_url(tenant, "refund"), {"span": ["x1", "x2"], "stage": ["1", "2"]}).status_code == 200


@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "\0"])
def test_a_next_address_of_another_site_leads_nowhere_but_home(ada: Client, address: str) -> None:
    assert ada.post(reverse("density"), {"density": "compact", "next": address})["Location"] == "/"
    html = Client().get("/sign-in/", {"next": address}).content.decode()
    assert '<input type="hidden" name="next" value="/">' in html


JUNK = {
    "empty": b"",
    "binary": bytes(range(256)) * 40,
    "truncated": json.dumps(simple_bundle("new")).encode()[:-7],
    "deep": b"[" * 100_000,
    "duplicate keys": b'{"schema": "evidence-inspector/1", "schema": "evidence-inspector/1"}',
    "nan": b'{"schema": "evidence-inspector/1", "answers": NaN}',
    "surrogate": b'{"schema": "evidence-inspector/1", "answers": [{"text": "\\ud800"}], "x": 1}',
    "huge number": b'{"schema": "evidence-inspector/1", "answers": [' + b"9" * 10_000 + b"]}",
    "bom and utf-16": '{"schema": "evidence-inspector/1"}'.encode("utf-16"),
    "html": b"<html><button hx-post=/sign-out/ hx-trigger=load></html>",
    "zip": b"PK\x03\x04" + bytes(200),
    "a number": b"7",
    "null": b"null",
}


def upload(name: str, data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


@pytest.mark.parametrize("kind", JUNK)
def test_a_file_that_is_no_bundle_is_refused_in_words_and_leaves_no_answer(iris: Client, kind: str) -> None:
    before = count_rows()
    response = iris.post(reverse("imports"), {"files": upload("a.json", JUNK[kind])})
    assert response.status_code == 422
    assert b"1 problem" in response.content or b"problems." in response.content
    assert b"<button hx-post" not in response.content
    assert count_rows()["lineage.Answer"] == before["lineage.Answer"]


def test_a_bundle_in_the_wrong_format_and_an_unknown_format_are_refused(iris: Client) -> None:
    before = count_rows()
    for form in ("ragas", "anthropic", "../../etc/passwd", "\0", "AUTO", ""):
        sent = {"files": upload("a.json", json.dumps(simple_bundle("new")).encode()), "format": form}
        assert iris.post(reverse("imports"), sent).status_code == 422, form
    assert iris.post(reverse("imports"), {}).status_code == 422
    assert iris.post(reverse("imports"), {"files": "text, not a file"}).status_code == 422
    assert count_rows() == before


def test_a_bad_file_does_not_stop_the_good_one_beside_it(iris: Client) -> None:
    good = upload("good.json", json.dumps(simple_bundle("new")).encode())
    response = iris.post(reverse("imports"), {"files": [upload("bad.json", b"{"), good]})
    assert response.status_code == 422
    assert rows.Answer.objects.filter(case__key="new").count() == 1


def test_a_request_that_is_too_large_is_answered_413_before_it_is_read(iris: Client, settings: Any) -> None:
    settings.REQUEST_MAX_BYTES = 4_096
    before = count_rows()
    response = iris.post(reverse("imports"), {"files": upload("a.json", bytes(10_000))})
    assert response.status_code == 413
    assert b"4096 bytes" in response.content
    assert count_rows() == before


def test_a_form_that_is_too_large_or_has_too_many_fields_or_files_is_refused(
    tenant: rows.Tenant, ada: Client, iris: Client
) -> None:
    before = count_rows()
    address = f"{claim_url(tenant, 'refund')}verdicts/"
    assert ada.post(address, {"rationale": "x" * 2_000_000}).status_code == 413
    assert ada.post(address, {f"field-{number}": "1" for number in range(3_000)}).status_code == 400
    files = [upload(f"{number}.json", b"{}") for number in range(2_000)]
    assert iris.post(reverse("imports"), {"files": files}).status_code == 400
    assert count_rows() == before


@pytest.mark.parametrize("length", ["-1", "x", "٣", "1" * 30])
def test_a_length_that_is_no_number_or_too_great_is_refused(iris: Client, length: str) -> None:
    response = iris.post(reverse("imports"), {}, CONTENT_LENGTH=length)
    assert response.status_code in (400, 413)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\secret\\a.json", "a.json"),
        ("a\r\nSet-Cookie: x=1.json", None),
        ("x\u202egpj.json", None),
        ("<script>alert(1)</script>.json", None),
        ("файл-😀.json", "файл-😀.json"),
        ("n" * 5_000 + ".json", None),
        ("..", None),
        ("a\0b.json", None),
    ],
    ids=lambda value: ascii(value)[:14],
)
def test_a_file_name_is_shown_as_text_without_its_path_and_never_opened(
    iris: Client, name: str, shown: str | None
) -> None:
    body = (
        b'--b\r\nContent-Disposition: form-data; name="files"; filename="'
        + name.replace("\\", "\\\\").encode()
        + b'"\r\nContent-Type: application/json\r\n\r\n{\r\n--b--\r\n'
    )
    response = iris.post(reverse("imports"), body, content_type="multipart/form-data; boundary=b")
    assert response.status_code in (400, 422)
    html = response.content.decode()
    for raw in ("<script>alert", "etc/", "secret", "\0", "\u202e"):
        assert raw not in html
    assert "x=1" not in response.headers.get("Set-Cookie", "")
    if shown is not None:
        assert f"<h2>{shown}</h2>" in html


@pytest.mark.parametrize("body", [b"", b"--b", b"\xff\xfe", b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--"])
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=b", "multipart/form-data", "application/json", "x/\0", ""])
def test_a_body_that_cannot_be_read_is_refused(iris: Client, body: bytes, kind: str) -> None:
    assert iris.generic("POST", reverse("imports"), body, content_type=kind).status_code in (400, 422)


def verdicts() -> list[Any]:
    return list(opinions.Verdict.objects.order_by("id"))


def test_fields_that_are_not_of_the_form_change_nothing_of_the_verdict(tenant: rows.Tenant, ada: Client) -> None:
    other = make_tenant("halcyon")
    ben = make_member(tenant, "ben", Role.REVIEWER).memberships.get()
    url = claim_url(tenant, "refund")
    extra = {
        "tenant": other.pk, "tenant_id": other.pk, "reviewer": ben.actor, "actor": ben.actor, "seq": 1, "id": 99,
        "claim": 99, "claim_id": 99, "recorded_at": "1999-01-01", "blind": "1", "supersedes": 1, "judge_seen": "1",
        "origin": "generated", "is_superseded": "1", "pair-x2": "contradicts", "guideline": 99,
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
    rows.Policy.objects.create(
        tenant=tenant, kind=PolicyKind.GUIDELINE, name="default", revision=2, body_id=body, digest=packed.sha256, author="petra"
    )  # fmt: skip


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
    assert "99 days" in "".join(html.split("<del>")) or "99" in html
    assert "the evidence when you opened this page" in html and "the evidence now" in html
    assert 'value="supports" checked' in html
    assert count_rows() == before


def test_a_form_that_was_recorded_is_answered_alike_after_the_evidence_changed(
    tenant: rows.Tenant, ada: Client
) -> None:
    url = claim_url(tenant, "refund")
    form = filled_form(ada, url)
    assert ada.post(f"{url}verdicts/", form).status_code == 303
    publish_guideline(tenant)
    assert ada.post(f"{url}verdicts/", form).status_code == 303
    assert len(verdicts()) == 1


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
