"""A new version of a source over the API: kept as it came, whole or not at all, and every citation looked for in it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.api_calls import Answer, call, token_of
from tests.inspector.making import count_rows, import_bundle, make_member, make_tenant, simple_bundle

pytestmark = pytest.mark.django_db
TEXT = b"Rule 1: a refund is paid within 1 days. Rule 2: a refund is paid within 3 days.\n"
MISSING = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def meridian() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle("museum"))
    return tenant


@pytest.fixture
def iris(meridian: rows.Tenant) -> Any:
    return make_member(meridian, "iris", Role.RESPONDER)


@pytest.fixture
def token(iris: Any) -> str:
    return token_of(iris)


def address(source: str = "museum-source", query: str = "") -> str:
    return reverse("api:versions", args=[source]) + query


def send(
    token: str | None, source: str = "museum-source", query: str = "", data: bytes = TEXT, kind: str = "text/plain"
) -> Answer:
    return call(token, "POST", address(source, query), data, kind)


def upload(token: str | None, data: bytes = TEXT, **fields: Any) -> Answer:
    file = SimpleUploadedFile("rules of the museum.txt", data, "text/plain")
    return call(token, "POST", address(), {"file": file} | fields)


def refused(answer: Answer, status: int, code: str, place: str = "") -> str:
    assert (answer.status, answer.error) == (status, (code, place))
    return str(answer.body["error"]["message"])


def test_a_version_as_a_file_is_kept_as_it_came_and_starts_a_run(meridian: rows.Tenant, iris: Any, token: str) -> None:
    answer = upload(token, version="2", title="Rules, second edition")
    assert answer.status == 202
    version = rows.SourceVersion.objects.select_related("raw").get(source__key="museum-source", version="2")
    assert (version.raw.get_bytes(), version.title, version.supersedes) == (TEXT, "Rules, second edition", "1")
    run = rows.Run.objects.get()
    assert answer.headers["Location"] == f"/api/v1/runs/{run.public_id}" == answer.body["url"]
    assert answer.body["version"] == {"id": version.public_id, "source": "museum-source", "version": "2"}
    assert (answer.body["state"], answer.body["trigger"], answer.body["total"]) == ("requested", "new_version", None)
    assert run.requested_by == iris.memberships.get().actor
    assert call(token, "GET", answer.headers["Location"]).body == answer.body


@pytest.mark.parametrize(
    "kind", ["text/plain", "text/markdown", "application/octet-stream", "text/plain; charset=UTF-8"]
)
def test_a_version_as_the_body_itself_is_kept_as_it_came(meridian: rows.Tenant, token: str, kind: str) -> None:
    answer = send(token, query="?version=2&title=Second", kind=kind)
    assert answer.status == 202
    version = rows.SourceVersion.objects.select_related("raw").get(source__key="museum-source", version="2")
    assert (version.raw.get_bytes(), version.title) == (TEXT, "Second")


def test_a_body_larger_than_a_form_may_be_is_taken(meridian: rows.Tenant, token: str, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 65_536
    data = b"A line of a long text.\n" * 10_000
    assert send(token, query="?version=2", data=data).status == 202
    assert upload(token, data + b"The end.\n", version="3").status == 202


def test_a_source_is_named_by_its_key_or_by_the_id_of_a_version(meridian: rows.Tenant, token: str) -> None:
    version = rows.SourceVersion.objects.get(source__key="museum-source")
    assert send(token, version.public_id, "?version=2").status == 202
    bundle = simple_bundle("slashed")
    text = json.dumps(bundle).replace("slashed-source", "desk/rules of 2026")
    import_bundle(meridian, json.loads(text))
    answer = send(token, "desk/rules of 2026", "?version=2")
    assert answer.status == 202 and answer.body["version"]["source"] == "desk/rules of 2026"


def test_the_same_version_sent_again_is_answered_with_the_same_run_and_writes_nothing(
    meridian: rows.Tenant, token: str
) -> None:
    first = send(token, query="?version=2")
    before = count_rows()
    again = send(token, query="?version=2")
    assert (again.status, again.body["id"]) == (202, first.body["id"])
    assert count_rows() == before


def test_bytes_that_hold_already_and_a_name_that_is_taken_are_refused_in_words(
    meridian: rows.Tenant, token: str
) -> None:
    assert send(token, query="?version=2").status == 202
    before = count_rows()
    assert "version 2" in refused(send(token, query="?version=3"), 409, "unchanged")
    assert "other bytes" in refused(send(token, query="?version=2", data=TEXT + b"!"), 409, "version_taken", "version")
    assert count_rows() == before


OTHER_FILES = {
    "empty": (b"", "empty", "The file is empty"),
    "a PDF": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", "wrong_kind", "The file is a PDF"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "wrong_kind", "The file is a PNG picture"),
}


@pytest.mark.parametrize("what", OTHER_FILES)
def test_a_file_that_is_plainly_no_text_is_refused_with_what_it_is(
    meridian: rows.Tenant, token: str, what: str
) -> None:
    before = count_rows()
    data, code, words = OTHER_FILES[what]
    for answer in (send(token, query="?version=2", data=data), upload(token, data, version="2")):
        assert words in refused(answer, 422, code)
    assert count_rows() == before


@pytest.mark.parametrize("data", [b"Caf\xe9 au lait", "é".encode()[:1], b"\xed\xa0\x80", "Rule 1".encode("utf-16")])
def test_bytes_in_another_encoding_are_kept_as_they_came(meridian: rows.Tenant, token: str, data: bytes) -> None:
    answer = send(token, query="?version=2", data=data, kind="text/plain; charset=iso-8859-1")
    assert answer.status == 202
    version = rows.SourceVersion.objects.select_related("raw").get(version="2")
    assert (version.raw.get_bytes(), version.media_type) == (data, "text/plain; charset=iso-8859-1")


def test_a_source_of_another_kind_is_refused_with_what_to_do(meridian: rows.Tenant, token: str) -> None:
    for key, kind in (("scan", "pdf"), ("letter", "email")):
        bundle = simple_bundle(key)
        bundle["answers"][0]["sources"][0]["kind"] = kind
        import_bundle(meridian, bundle)
    assert "The file is a text" in refused(send(token, "scan-source"), 422, "wrong_kind")
    assert "Import a bundle" in refused(send(token, "letter-source"), 422, "wrong_kind", "kind")


@pytest.mark.parametrize("name", ["\0", "a\0b", "x" * 5_000])
@pytest.mark.parametrize("field", ["version", "title"])
def test_a_name_that_cannot_be_kept_is_refused_and_leaves_nothing(
    meridian: rows.Tenant, token: str, field: str, name: str
) -> None:
    before = count_rows()
    refused(upload(token, **{field: name}), 422, "name", field)
    assert count_rows() == before


def test_a_field_that_is_none_of_ours_or_comes_twice_is_refused_by_its_name(meridian: rows.Tenant, token: str) -> None:
    before = count_rows()
    refused(send(token, query="?verison=2"), 422, "invalid", "verison")
    refused(send(token, query="?version=2&version=3"), 422, "invalid", "version")
    refused(upload(token, verison="2"), 422, "invalid", "verison")
    refused(upload(token, version=["2", "3"]), 422, "invalid", "version")
    refused(upload(token, other=SimpleUploadedFile("b.txt", b"b")), 422, "invalid", "other")
    refused(call(token, "POST", address(), {"version": "2"}), 422, "invalid", "file")
    file = SimpleUploadedFile("a", b"a")
    refused(call(token, "POST", address(query="?version=2"), {"file": file}), 422, "invalid", "version")
    assert count_rows() == before


OTHERS = ("", "application/json", "application/x-www-form-urlencoded", "image/png", "text/xml; charset=utf-16", "x")


@pytest.mark.parametrize("kind", OTHERS)
def test_another_media_type_is_refused_with_those_that_are_taken(meridian: rows.Tenant, token: str, kind: str) -> None:
    before = count_rows()
    assert "multipart/form-data" in refused(send(token, kind=kind), 415, "unsupported_media_type", "Content-Type")
    assert count_rows() == before


def test_a_body_in_chunks_is_refused_instead_of_being_taken_for_an_empty_one(meridian: rows.Tenant, token: str) -> None:
    answer = call(token, "POST", address(), b"", "text/plain", **{"transfer-encoding": "chunked"})
    assert "Content-Length" in refused(answer, 411, "length_required", "Content-Length")


BROKEN_FORMS = {
    "no boundary": ("multipart/form-data", b"--x\r\n\r\n--x--"),
    "other boundary": ("multipart/form-data; boundary=x", b"--y\r\n\r\n--y--"),
    "cut": ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="fi'),
    "long boundary": (f"multipart/form-data; boundary={'x' * 500}", b""),
    "a thousand fields": (
        "multipart/form-data; boundary=x",
        b"".join(b'--x\r\nContent-Disposition: form-data; name="a%d"\r\n\r\n1\r\n' % n for n in range(3_000))
        + b"--x--",
    ),
    "many files": (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n1\r\n' * 30 + b"--x--",
    ),
}


@pytest.mark.parametrize("what", BROKEN_FORMS)
def test_a_form_that_cannot_be_read_is_refused_and_leaves_nothing(meridian: rows.Tenant, token: str, what: str) -> None:
    before = count_rows()
    kind, data = BROKEN_FORMS[what]
    answer = send(token, data=data, kind=kind)
    assert answer.status in (400, 422) and answer.error
    assert count_rows() == before


def test_a_source_that_is_missing_anothers_or_closed_is_answered_alike(meridian: rows.Tenant, token: str) -> None:
    halcyon = make_tenant("halcyon")
    import_bundle(halcyon, simple_bundle("theatre"))
    import_bundle(meridian, simple_bundle("board", labels=["board"]))
    foreign = rows.SourceVersion.objects.get(tenant=halcyon).public_id
    closed = rows.SourceVersion.objects.get(tenant=meridian, source__key="board-source").public_id
    before = count_rows()
    theirs = ("theatre-source", foreign, "board-source", closed)
    answers = [send(token, name) for name in (MISSING, "nothing", *theirs, "a\0b", "😀", "..", "x" * 3_000)]
    assert {(answer.status, str(answer.body)) for answer in answers} == {(404, str(answers[0].body))}
    assert count_rows() == before


def test_who_may_not_change_sources_may_not_by_a_token_either(meridian: rows.Tenant, iris: Any, token: str) -> None:
    reading = token_of(iris, "read")
    before = count_rows()
    assert "sources_write" in refused(send(reading), 403, "scope")
    refused(send(None), 401, "not_authenticated")
    refused(send("ei_" + "A" * 43), 401, "not_authenticated")
    iris.memberships.update(roles=["reviewer"])
    assert "change sources is for" in refused(send(token), 403, "not_allowed")
    assert count_rows() == before


def test_without_a_name_a_version_is_called_after_the_moment(meridian: rows.Tenant, token: str) -> None:
    name = send(token).body["version"]["version"]
    assert name.startswith("20") and rows.SourceVersion.objects.filter(version=name).exists()


def test_sending_a_version_is_in_the_ledger_and_the_token_is_not(meridian: rows.Tenant, token: str) -> None:
    send(token, query="?version=2")
    verbs = list(rows.AuditEvent.objects.filter(tenant=meridian).order_by("seq").values_list("verb", flat=True))
    assert verbs[-2:] == ["run_requested", "version_added"]
    for event in rows.AuditEvent.objects.filter(tenant=meridian).select_related("payload"):
        assert token.encode()[3:] not in event.payload.get_bytes()
