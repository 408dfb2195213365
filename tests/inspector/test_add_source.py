"""Sources are added on a page: one file or several, each kept or said not to be, and errors stand at their fields."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.making import count_rows, make_member, make_tenant, signed_in
from tests.inspector.reading import words_of
from tests.lineage.pdfs import make_pdf

pytestmark = pytest.mark.django_db
PDF = make_pdf(["A refund is paid within 14 days."])
WORDS = b"A refund is paid within 14 days.\n"


@pytest.fixture
def meridian() -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def iris(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "iris", Role.RESPONDER, labels=("board",)))


def send(client: Any, *files: tuple[str, bytes], **fields: Any) -> Any:
    body = {"file": [SimpleUploadedFile(name, data) for name, data in files], **fields}
    return client.post(reverse("add_source"), body)


def test_a_file_becomes_a_source_and_leads_to_the_run_that_reads_it(iris: Any) -> None:
    response = send(iris, ("Refund rules.pdf", PDF))
    run = rows.Run.objects.get()
    assert (response.status_code, response["Location"]) == (303, reverse("run", args=[run.public_id]))
    assert (run.source.key, run.source.kind, run.version.title) == ("refund-rules", "pdf", "Refund rules")
    page = iris.get(response["Location"])
    assert reverse("source", args=[run.version.public_id]) in page.content.decode()


def test_what_was_written_in_the_form_is_kept(iris: Any) -> None:
    said = {"title": "The rules", "key": "rules", "owner": "Desk", "language": "en", "uri": "https://desk.example/"}
    assert send(iris, ("a.txt", WORDS), kind="markdown", labels=["board"], version="1", **said).status_code == 303
    version = rows.SourceVersion.objects.select_related("source").get()
    assert (version.title, version.source.key, version.source.owner, version.uri) == (
        "The rules",
        "rules",
        "Desk",
        "https://desk.example/",
    )
    assert version.source.kind == "markdown" and list(version.labels.values_list("label", flat=True)) == ["board"]


def test_several_files_become_a_source_and_a_run_each(iris: Any) -> None:
    response = send(iris, ("a.txt", b"One."), ("b.md", b"Two."), ("c.pdf", PDF))
    assert (response.status_code, response["Location"]) == (303, reverse("runs"))
    assert list(rows.Source.objects.order_by("key").values_list("key", "kind")) == [
        ("a", "text"),
        ("b", "markdown"),
        ("c", "pdf"),
    ]
    assert rows.Run.objects.count() == 3


def test_what_became_of_each_of_several_files_is_listed(iris: Any) -> None:
    response = send(iris, ("a.txt", b"One."), ("<b>.png", b"\x89PNG\r\n\x1a\n"), ("empty.txt", b""))
    html = response.content.decode()
    assert response.status_code == 422 and rows.Source.objects.count() == 1
    words = words_of(html)
    assert "a.txt : added, see it being read" in words
    assert ".png : not added. The file is a PNG picture" in words and "&lt;b&gt;.png" in html
    assert "empty.txt : not added. The file is empty" in words
    assert reverse("run", args=[rows.Run.objects.get().public_id]) in html


def test_bytes_that_are_kept_already_lead_to_the_source_that_has_them(iris: Any) -> None:
    send(iris, ("a.txt", WORDS))
    before = count_rows()
    response = send(iris, ("copy.txt", WORDS), title="A copy")
    version = rows.SourceVersion.objects.get()
    html = response.content.decode()
    assert response.status_code == 422 and count_rows() == before
    assert "kept already" in html and reverse("source", args=[version.public_id]) in html
    assert 'value="A copy"' in html


def test_of_bytes_that_others_keep_nothing_is_told(meridian: rows.Tenant, iris: Any) -> None:
    send(iris, ("board.txt", WORDS), labels=["board"])
    ivan = signed_in(make_member(meridian, "ivan", Role.RESPONDER))
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.RESPONDER))
    assert send(ivan, ("mine.txt", WORDS)).status_code == 303
    assert send(drew, ("mine.txt", WORDS)).status_code == 303


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("title", {"title": "x" * 301}),
        ("key", {"key": "x" * 501}),
        ("key", {"key": "taken"}),
        ("version", {"version": "a\0b"}),
        ("owner", {"owner": "a\nb"}),
        ("language", {"language": "a\0"}),
        ("jurisdiction", {"jurisdiction": "x" * 3_000}),
        ("uri", {"uri": "a\nb"}),
        ("kind", {"kind": "no kind"}),
        ("kind", {"kind": "email"}),
        ("labels", {"labels": ["staff"]}),
        ("file", {"kind": "pdf"}),
    ],
)
def test_an_error_stands_at_its_field_and_nothing_is_added(iris: Any, field: str, said: dict[str, Any]) -> None:
    send(iris, ("taken.txt", b"Other words."), key="taken")
    before = count_rows()
    response = send(iris, ("a.txt", WORDS), **said)
    form = response.context["form"]
    assert response.status_code == 422 and list(form.errors) == [field] and count_rows() == before
    html = response.content.decode()
    assert f'id="{field}-error"' in html
    assert form.shows_more == (field in ("key", "version", "owner", "language", "jurisdiction", "uri", "labels"))


def test_what_is_said_of_one_file_is_not_said_of_several(iris: Any) -> None:
    before = count_rows()
    response = send(iris, ("a.txt", b"One."), ("b.txt", b"Two."), title="Both", key="both", owner="Desk")
    assert response.status_code == 422 and count_rows() == before
    assert list(response.context["form"].errors) == ["title", "key"]


def test_a_form_without_a_file_is_refused_in_words(iris: Any) -> None:
    for body in ({}, {"file": "no file"}, {"title": "Rules"}):
        response = iris.post(reverse("add_source"), body)
        assert response.status_code == 422 and "choose a file" in response.content.decode()
    assert not rows.Source.objects.exists()


@pytest.mark.parametrize("name", ["../../etc/passwd", "a\0b.txt", "x" * 5_000, "\u202egnp.txt", "..", "", "\r\nX-Y: z"])
def test_a_hostile_file_name_ends_nowhere(iris: Any, name: str) -> None:
    head = f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = head.encode() + WORDS + b"\r\n--x--\r\n"
    response = iris.generic("POST", reverse("add_source"), body, "multipart/form-data; boundary=x")
    # A head of a part that is longer than Django reads is no form.
    assert response.status_code in (303, 400, 422)
    for source, version in rows.SourceVersion.objects.values_list("source__key", "title"):
        assert not {"/", "\\", "\0", "\n", "\u202e"} & set(source + version)


def test_labels_that_one_holds_are_offered_and_no_others(meridian: rows.Tenant, iris: Any) -> None:
    send(iris, ("a.txt", WORDS), labels=["board"])
    ivan = signed_in(make_member(meridian, "ivan", Role.RESPONDER))
    assert 'value="board"' in iris.get(reverse("add_source")).content.decode()
    assert "board" not in ivan.get(reverse("add_source")).content.decode()


def test_who_only_reads_finds_no_form(meridian: rows.Tenant) -> None:
    ada = signed_in(make_member(meridian, "ada", Role.REVIEWER))
    before = count_rows()
    assert ada.get(reverse("add_source")).status_code == 403
    assert send(ada, ("a.txt", WORDS)).status_code == 403
    assert count_rows() == before
