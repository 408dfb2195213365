"""A new source over the API, and what was read of a version: kept as it came, and told to who may know."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from lineage.evidence.vocabulary import Role
from lineage.models import rows
from lineage.working import work
from tests.inspector.api_calls import Answer, call, token_of
from tests.inspector.making import count_rows, import_bundle, make_member, make_tenant, simple_bundle
from tests.lineage.pdfs import make_pdf

pytestmark = pytest.mark.django_db
PDF = make_pdf(["A refund is paid within 14 days."], ["The second page."])
WORDS = b"A refund is paid within 14 days.\n"


@pytest.fixture
def meridian() -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def iris(meridian: rows.Tenant) -> Any:
    return make_member(meridian, "iris", Role.RESPONDER, labels=("board", "staff"))


@pytest.fixture
def token(iris: Any) -> str:
    return token_of(iris)


def upload(token: str | None, data: bytes = PDF, name: str = "Refund rules.pdf", **fields: Any) -> Answer:
    return call(token, "POST", reverse("api:sources"), {"file": SimpleUploadedFile(name, data)} | fields)


def send(token: str, query: str, data: bytes = WORDS, kind: str = "text/plain") -> Answer:
    return call(token, "POST", reverse("api:sources") + query, data, kind)


def refused(answer: Answer, status: int, code: str, place: str = "") -> str:
    assert (answer.status, answer.error) == (status, (code, place))
    return str(answer.body["error"]["message"])


def read(token: str, version: str) -> Answer:
    return call(token, "GET", reverse("api:extraction", args=[version]))


def work_off() -> None:
    for run in rows.Run.objects.all():
        while work(run.pk, seconds=60):
            pass


def test_a_file_in_a_form_becomes_a_source_and_starts_a_run(token: str) -> None:
    answer = upload(token, key="rules", owner="Desk", label=["board", "staff"])
    run = rows.Run.objects.select_related("version__raw").get()
    assert (answer.status, answer.headers["Location"]) == (202, f"/api/v1/runs/{run.public_id}")
    assert answer.body["version"] == {"id": run.version.public_id, "source": "rules", "version": run.version.version}
    assert (run.source.kind, run.source.owner, run.version.title) == ("pdf", "Desk", "Refund rules")
    assert run.version.raw.get_bytes() == PDF
    assert list(run.version.labels.values_list("label", flat=True)) == ["board", "staff"]


def test_a_file_as_the_body_itself_is_described_by_the_address(token: str) -> None:
    answer = send(token, "?name=rules.md&title=The+rules&label=board", kind="text/plain; charset=iso-8859-1")
    version = rows.SourceVersion.objects.select_related("source", "raw").get()
    assert answer.status == 202 and version.raw.get_bytes() == WORDS
    assert (version.source.key, version.source.kind, version.title) == ("rules", "markdown", "The rules")
    assert version.media_type == "text/plain; charset=iso-8859-1"


@pytest.mark.parametrize("charset", ["windows-1252", "utf-16"])
def test_the_declared_character_set_is_that_of_the_file_and_not_of_the_address(token: str, charset: str) -> None:
    answer = send(token, "?key=caf%C3%A9", WORDS.decode().encode(charset), f"text/plain; charset={charset}")
    assert (answer.status, answer.body["version"]["source"]) == (202, "café")


def test_the_same_key_with_the_same_bytes_is_answered_with_the_same_run(token: str) -> None:
    first = upload(token, key="rules")
    before = count_rows()
    assert (upload(token, key="rules").body["id"], count_rows()) == (first.body["id"], before)


def test_what_stands_in_the_way_is_said_with_its_place(token: str) -> None:
    upload(token, key="rules")
    before = count_rows()
    assert "source rules" in refused(upload(token, key="other"), 409, "kept_already")
    refused(upload(token, WORDS, "a.txt", key="rules"), 409, "key_taken", "key")
    refused(upload(token, b"", "a.txt"), 422, "empty")
    refused(upload(token, WORDS, "a.txt", kind="pdf"), 422, "wrong_kind")
    refused(upload(token, WORDS, "a.txt", kind="email"), 422, "wrong_kind", "kind")
    refused(upload(token, WORDS, "a.txt", kind="novel"), 422, "invalid", "kind")
    refused(upload(token, WORDS, "a.txt", label="cellar"), 422, "labels", "label")
    refused(upload(token, WORDS, "a.txt", uri="a\nb"), 422, "name", "uri")
    refused(upload(token, WORDS, "a.txt", nam="c"), 422, "invalid", "nam")
    refused(upload(token, WORDS, "a.txt", title=["a", "b"]), 422, "invalid", "title")
    refused(call(token, "POST", reverse("api:sources"), {"title": "a"}), 422, "invalid", "file")
    refused(send(token, "", kind="image/png"), 415, "unsupported_media_type", "Content-Type")
    assert count_rows() == before


def test_who_may_not_change_sources_adds_none(meridian: rows.Tenant, iris: Any) -> None:
    before_tokens = token_of(iris, "read")
    before = count_rows()
    refused(upload(before_tokens), 403, "scope")
    refused(upload(None), 401, "not_authenticated")
    assert count_rows() == before


def test_what_was_read_of_a_version_is_told(token: str) -> None:
    sent = upload(token).body["version"]["id"]
    assert (read(token, sent).status, read(token, sent).body["state"]) == (200, None)
    work_off()
    found = read(token, sent).body
    assert (found["state"], found["media_type"], found["pages"]) == ("read", "application/pdf", 2)
    assert (found["bytes_in"], found["reason"], found["withheld"]) == (len(PDF), "", None)
    assert found["characters_out"] >= len("A refund is paid within 14 days.The second page.")
    assert found["recorded_at"] and found["tool"] and found["tool_version"]


def test_why_nothing_was_read_is_told(token: str) -> None:
    sent = upload(token, b"%PDF-1.7\nbroken off").body
    work_off()
    found = read(token, sent["version"]["id"]).body
    assert found["state"] in ("corrupt", "no_text") and found["reason"] and found["pages"] is None
    run = call(token, "GET", sent["url"]).body
    assert run["state"] == "failed" and found["reason"] in run["reason"]


def test_of_a_version_that_was_taken_away_no_word_is_told(token: str) -> None:
    hidden = b"<!doctype html><html><body><p>Rules.</p><p hidden>canary words</p></body></html>"
    sent = upload(token, hidden, "rules.html").body["version"]["id"]
    work_off()
    assert "canary" in str(read(token, sent).body["skipped"])
    version = rows.SourceVersion.objects.get()
    rows.SourceEvent.objects.create(
        tenant=version.tenant, version=version, event="withdrawn", at=version.recorded_at
    )
    found = read(token, sent).body
    assert (found["withheld"], found["state"]) == ("withdrawn", "read")
    assert "canary" not in str(found) and found["skipped"]


def test_a_version_that_is_missing_anothers_or_closed_is_answered_alike(meridian: rows.Tenant, token: str) -> None:
    halcyon = make_tenant("halcyon")
    import_bundle(halcyon, simple_bundle("theatre"))
    import_bundle(meridian, simple_bundle("vault", labels=["vault"]))
    ids = list(rows.SourceVersion.objects.values_list("public_id", flat=True))
    answers = [read(token, id) for id in (*ids, "0" * 32, "nothing", "a\0b")]
    assert {(answer.status, str(answer.body)) for answer in answers} == {(404, str(answers[0].body))}
