"""Importing files on a page."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.making import make_member, make_tenant, signed_in, simple_bundle


@pytest.fixture
def iris(db: Any) -> Any:
    return signed_in(make_member(make_tenant("meridian"), "iris", Role.RESPONDER))


def upload(*contents: bytes | dict[str, Any]) -> list[SimpleUploadedFile]:
    data = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in contents]
    return [SimpleUploadedFile(f"{number}.json", one) for number, one in enumerate(data)]


def half_broken() -> dict[str, Any]:
    bundle = simple_bundle()
    return bundle | {"answers": [*bundle["answers"], {"text": 5}]}


def answers() -> int:
    return rows.Answer.objects.count()


def test_a_file_is_imported_and_leads_to_its_claims(iris: Any) -> None:
    answer = iris.post("/imports/", {"files": upload(simple_bundle())})
    (report,) = answer.context["page"].reports
    assert (answer.status_code, report.imported, report.problems) == (200, 1, ())
    assert iris.get(report.lines[0].url).status_code == 200


def test_the_same_file_again_changes_nothing(iris: Any) -> None:
    iris.post("/imports/", {"files": upload(simple_bundle())})
    (report,) = iris.post("/imports/", {"files": upload(simple_bundle())}).context["page"].reports
    assert (report.imported, report.unchanged, answers()) == (0, 1, 1)


def test_a_dry_run_writes_nothing_and_says_what_stands_in_the_way(iris: Any) -> None:
    answer = iris.post("/imports/", {"files": upload(half_broken()), "dry_run": "on"})
    assert answer.status_code == 422 and answers() == 0
    assert "nothing was written" in answer.content.decode()


def test_a_problem_has_its_pointer_and_does_not_stop_the_other_answers(iris: Any) -> None:
    answer = iris.post("/imports/", {"files": upload(half_broken())})
    (report,) = answer.context["page"].reports
    assert report.imported == 1 and answers() == 1
    assert [problem.pointer for problem in report.problems] == ["/answers/1/text"]
    assert "/answers/1/text" in answer.content.decode()


def test_all_or_nothing_writes_no_answer_where_one_is_wrong(iris: Any) -> None:
    iris.post("/imports/", {"files": upload(half_broken()), "whole": "on"})
    assert answers() == 0


@pytest.mark.parametrize("content", [b"", b"\0\xff", b"{", b"[]", b"null", b'{"a": NaN}', b"[" * 5000])
def test_what_cannot_be_read_is_a_problem_and_never_an_error_of_ours(iris: Any, content: bytes) -> None:
    files = upload(content) if content else [SimpleUploadedFile("empty.json", b" ")]
    answer = iris.post("/imports/", {"files": files})
    assert answer.status_code == 422 and answer.context["page"].reports[0].problems
    assert answers() == 0


def test_a_form_without_a_file_says_so(iris: Any) -> None:
    assert "choose at least one file" in iris.post("/imports/", {}).content.decode()


def test_a_format_that_nobody_knows_is_said(iris: Any) -> None:
    answer = iris.post("/imports/", {"files": upload(simple_bundle()), "format": "word"})
    assert answer.status_code == 422 and answers() == 0


def test_markup_in_a_file_name_or_a_problem_stays_text(iris: Any) -> None:
    files = [SimpleUploadedFile("<script>.json", b'{"schema": "evidence-inspector/1", "<b>": 1}')]
    html = iris.post("/imports/", {"files": files}).content.decode()
    assert "<script>.json" not in html and "<b>" not in html


@pytest.mark.parametrize("role", [role for role in Role if role not in (Role.RESPONDER, Role.ADMINISTRATOR)])
def test_importing_is_for_responders_and_administrators(db: Any, role: Role) -> None:
    client = signed_in(make_member(make_tenant("meridian"), "somebody", role))
    assert client.get("/imports/").status_code == 403
    assert client.post("/imports/", {"files": upload(simple_bundle())}).status_code == 403
    assert answers() == 0
