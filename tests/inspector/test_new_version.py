"""A new version is sent on the page of a source, and the citations are looked for again."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from lineage.evidence.vocabulary import RelocationOutcome, Role
from lineage.models import rows
from tests.inspector.making import count_rows, import_bundle, make_member, make_tenant, signed_in, source_url
from tests.inspector.reading import words_of
from tests.inspector.runs_by_hand import CLAIMS, NEW, OLD, archive_bundle, four_changes, make_run, relocate_by_hand


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    tenant = make_tenant("meridian")
    bundle = archive_bundle()
    (answer,) = bundle["answers"]
    answer["sources"][0]["versions"] = [{"version": "1", "title": "Rules of the archive", "raw_text": OLD}]
    answer["artifacts"] = answer["artifacts"][:1]
    import_bundle(tenant, bundle)
    return tenant


@pytest.fixture
def iris(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "iris", Role.RESPONDER))


def send(client: Any, tenant: rows.Tenant, data: bytes, name: str = "rules.txt", **fields: str) -> Any:
    version = rows.SourceVersion.objects.filter(tenant=tenant, source__key="archive").order_by("id")[0]
    body = {"file": SimpleUploadedFile(name, data), **fields}
    return client.post(reverse("new_version", args=[version.public_id]), body)


def test_a_file_becomes_the_next_version_and_leads_to_its_run(meridian: rows.Tenant, iris: Any) -> None:
    response = send(iris, meridian, NEW.encode(), version="2")
    run = rows.Run.objects.get()
    assert (response.status_code, response["Location"]) == (303, reverse("run", args=[run.public_id]))
    assert (run.trigger, run.version.version, run.version.supersedes) == ("new_version", "2", "1")
    assert run.version.raw.get_text() == NEW
    assert run.requested_by == rows.AuditEvent.objects.filter(verb="run_requested").get().actor
    page = iris.get(response["Location"])
    assert page.status_code == 200 and "waiting for a worker" in page.content.decode()


def test_left_without_a_name_the_version_is_named_after_the_moment(meridian: rows.Tenant, iris: Any) -> None:
    assert send(iris, meridian, NEW.encode(), version="  ").status_code == 303
    assert rows.Run.objects.get().version.version.startswith("20")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"%PDF-1.7\n", "The file is a PDF"),
        (b"\x89PNG\r\n\x1a\n", "The file is a PNG picture"),
        (OLD.encode(), "nothing has changed"),
    ],
)
def test_a_file_that_cannot_be_the_next_version_is_named_with_what_it_is_and_nothing_is_written(
    meridian: rows.Tenant, iris: Any, data: bytes, words: str
) -> None:
    before = count_rows()
    response = send(iris, meridian, data, name="rules of <b>.txt", version="2")
    html = response.content.decode()
    assert response.status_code == 422 and count_rows() == before
    assert words in response.context["page"].processing.form.errors["file"]
    assert "rules of &lt;b&gt;.txt: " in html
    assert 'aria-invalid="true"' in html and 'value="2"' in html and '<details class="new-version" open>' in html


def test_a_name_that_is_taken_by_other_bytes_or_too_long_is_said_beside_the_name(
    meridian: rows.Tenant, iris: Any
) -> None:
    before = count_rows()
    for name in ("1", "x" * 501):
        response = send(iris, meridian, NEW.encode(), version=name)
        assert response.status_code == 422
        assert list(response.context["page"].processing.form.errors) == ["version"]
    assert count_rows() == before


def test_a_form_without_a_file_is_refused_in_words(meridian: rows.Tenant, iris: Any) -> None:
    version = rows.SourceVersion.objects.get(tenant=meridian)
    address = reverse("new_version", args=[version.public_id])
    for body in ({}, {"file": "no file"}, {"version": "2"}):
        response = iris.post(address, body)
        assert response.status_code == 422 and "choose a file" in response.content.decode()


@pytest.mark.parametrize("name", ["../../etc/passwd", "a\0b.txt", "x" * 5_000, "\u202egnp.txt", "..", "", "\r\nX-Y: z"])
def test_a_hostile_file_name_ends_nowhere(meridian: rows.Tenant, iris: Any, name: str) -> None:
    version = rows.SourceVersion.objects.get(tenant=meridian)
    head = f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = head.encode() + NEW.encode() + b"\r\n--x--\r\n"
    response = iris.generic(
        "POST", reverse("new_version", args=[version.public_id]), body, "multipart/form-data; boundary=x"
    )
    # A head of a part that is longer than Django reads is no form.
    assert response.status_code in (303, 400, 422)
    assert {one.version for one in rows.SourceVersion.objects.all()} & {"passwd", "..", name} == set()


@pytest.mark.parametrize("version", ["a\0b", "\u202e", "<script>", "2\n3"])
def test_a_hostile_version_name_is_refused_or_shown_as_text(meridian: rows.Tenant, iris: Any, version: str) -> None:
    response = send(iris, meridian, NEW.encode(), version=version)
    assert response.status_code in (303, 422)
    if response.status_code == 303:
        assert "<script>" not in iris.get(response["Location"]).content.decode().replace("<script src", "")


def test_the_same_upload_twice_is_one_version_and_one_run(meridian: rows.Tenant, iris: Any) -> None:
    first, second = (send(iris, meridian, NEW.encode(), version="2") for _ in range(2))
    assert first["Location"] == second["Location"]
    assert rows.SourceVersion.objects.count() == 2 and rows.Run.objects.count() == 1


def test_a_new_version_has_the_labels_of_the_one_it_replaces(db: Any) -> None:
    tenant = make_tenant("meridian")
    bundle = archive_bundle(labels=("board",))
    bundle["answers"][0]["sources"][0]["versions"].pop()
    bundle["answers"][0]["artifacts"].pop()
    import_bundle(tenant, bundle)
    iris = signed_in(make_member(tenant, "iris", Role.RESPONDER, labels=("board",)))
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    address = send(iris, tenant, NEW.encode(), version="2")["Location"]
    assert iris.get(address).status_code == 200
    assert ada.get(address).status_code == 404


def test_a_source_of_any_kind_that_is_read_here_takes_a_file_of_that_kind_alone(db: Any) -> None:
    tenant = make_tenant("meridian")
    bundle = archive_bundle(kind="pdf")
    bundle["answers"][0]["sources"][0]["versions"].pop()
    bundle["answers"][0]["artifacts"].pop()
    import_bundle(tenant, bundle)
    iris = signed_in(make_member(tenant, "iris", Role.RESPONDER))
    html = iris.get(source_url(tenant, "archive")).content.decode()
    assert 'accept=".pdf,application/pdf"' in html and "File with the whole document (PDF)" in html
    refused = send(iris, tenant, NEW.encode())
    assert "The file is a text" in refused.context["page"].processing.form.errors["file"]
    data = b"%PDF-1.7\nbroken off"
    assert send(iris, tenant, data, name="rules.pdf", version="2").status_code == 303
    version = rows.SourceVersion.objects.get(version="2")
    assert (version.raw.get_bytes(), version.media_type) == (data, "application/pdf")


def test_a_text_in_another_encoding_is_kept_as_it_came(meridian: rows.Tenant, iris: Any) -> None:
    data = NEW.encode("utf-16")
    assert send(iris, meridian, data, version="2").status_code == 303
    assert rows.SourceVersion.objects.get(version="2").raw.get_bytes() == data


def test_a_source_of_a_kind_that_is_read_from_no_file_here_offers_no_upload_and_refuses_one(db: Any) -> None:
    tenant = make_tenant("meridian")
    bundle = archive_bundle(kind="email")
    bundle["answers"][0]["sources"][0]["versions"].pop()
    bundle["answers"][0]["artifacts"].pop()
    import_bundle(tenant, bundle)
    iris = signed_in(make_member(tenant, "iris", Role.RESPONDER))
    html = iris.get(source_url(tenant, "archive")).content.decode()
    assert 'type="file"' not in html and "source of the kind email" in html
    before = count_rows()
    assert send(iris, tenant, NEW.encode()).status_code == 422
    assert count_rows() == before


def test_who_only_reads_sees_the_runs_and_no_form(meridian: rows.Tenant, iris: Any) -> None:
    send(iris, meridian, NEW.encode(), version="2")
    ada = signed_in(make_member(meridian, "ada", Role.REVIEWER))
    version = rows.SourceVersion.objects.filter(tenant=meridian).order_by("id")[0]
    html = ada.get(reverse("source", args=[version.public_id])).content.decode()
    assert 'type="file"' not in html and "Find the citations again" not in html
    assert "version 2, new version" in html
    before = count_rows()
    for route in ("new_version", "find_again"):
        assert ada.post(reverse(route, args=[version.public_id]), {"idempotency_key": "a" * 32}).status_code == 403
    assert count_rows() == before


def test_a_source_of_another_tenant_takes_nothing(meridian: rows.Tenant) -> None:
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.RESPONDER))
    before = count_rows()
    assert send(drew, meridian, NEW.encode()).status_code == 404
    version = rows.SourceVersion.objects.get(tenant=meridian)
    assert drew.post(reverse("find_again", args=[version.public_id]), {"idempotency_key": "a" * 32}).status_code == 404
    assert count_rows() == before


def test_the_citations_are_looked_for_again_on_request_and_one_form_starts_one_run(
    meridian: rows.Tenant, iris: Any
) -> None:
    version = rows.SourceVersion.objects.get(tenant=meridian)
    form = iris.get(reverse("source", args=[version.public_id])).context["page"].processing.form
    for _ in range(2):
        assert iris.post(form.again, {"idempotency_key": form.key}).status_code == 303
    run = rows.Run.objects.get()
    assert (run.trigger, run.version_id) == ("manual", version.pk)
    for key in ("", "x", "a" * 65, "é" * 20, "a b" * 10):
        assert iris.post(form.again, {"idempotency_key": key}).status_code == 422
    assert rows.Run.objects.count() == 1


def test_each_cited_span_says_what_became_of_it_and_in_which_version(db: Any) -> None:
    tenant = make_tenant("meridian")
    import_bundle(tenant, archive_bundle())
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    version = rows.SourceVersion.objects.get(tenant=tenant, version="1")
    address = reverse("source", args=[version.public_id])
    assert [cite.standing for cite in ada.get(address).context["page"].citing] == [None] * 4
    first = make_run(tenant)
    four_changes(first)
    second = make_run(tenant)
    relocate_by_hand(second, "x4", RelocationOutcome.LOST)
    found = [(cite.standing.said.word, cite.standing.version) for cite in ada.get(address).context["page"].citing]
    outcomes = ("words changed", "moved, same words", "a place is proposed", "not found")
    assert found == [(outcome, "2") for outcome in outcomes]
    words = words_of(ada.get(address).content.decode())
    assert "quoted words match · claim a4 of How is the archive kept? · locator in version 2: not found" in words


def test_what_became_of_a_span_in_a_version_that_the_reader_may_not_read_is_not_told(db: Any) -> None:
    tenant = make_tenant("meridian")
    import_bundle(tenant, archive_bundle(new_labels=("board",)))
    four_changes(make_run(tenant))
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    version = rows.SourceVersion.objects.get(tenant=tenant, version="1")
    page = ada.get(reverse("source", args=[version.public_id])).context["page"]
    assert [cite.standing for cite in page.citing] == [None] * 4
    assert page.processing.runs == ()


def test_the_texts_of_these_tests_differ_in_what_the_claims_cite() -> None:
    assert [words in NEW for words in CLAIMS] == [False, True, False, False]
