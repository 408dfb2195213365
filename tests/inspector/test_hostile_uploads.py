"""Files and bodies as an attacker or an accident sends them: a clear answer, nothing half-written, no 500."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.making import (
    claim_url,
    count_rows,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
    simple_bundle,
)


@pytest.fixture
def tenant(db: None) -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle())
    return tenant


@pytest.fixture
def iris(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "iris", Role.RESPONDER))


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


def test_a_form_that_is_too_large_or_has_too_many_fields_or_files_is_refused(tenant: rows.Tenant, iris: Client) -> None:
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
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
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=b", "multipart/form-data", "application/json", "x/\0"])
def test_a_body_that_cannot_be_read_is_refused(iris: Client, body: bytes, kind: str) -> None:
    assert iris.generic("POST", reverse("imports"), body, content_type=kind).status_code in (400, 422)
