"""What is shown when something goes wrong."""

import errno
import sqlite3
from typing import Any

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, ProgrammingError, connection
from django.test import Client, RequestFactory

from inspector.http import WRONG, wrong
from inspector.pages.errors import is_storage_full
from lineage import guards
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.golden import CASES, load_case
from tests.inspector.making import claim_url, import_bundle, make_member, make_tenant, signed_in


@pytest.mark.parametrize("status", WRONG)
def test_every_error_page_says_what_happened_and_what_to_do(status: int) -> None:
    request = RequestFactory().get("/")
    request.reader = None
    answer = wrong(request, status)
    html = answer.content.decode()
    assert answer.status_code == status
    assert WRONG[status].title in html and html.count("<h1") == 1


@pytest.mark.parametrize("status", WRONG)
def test_for_htmx_an_error_is_a_notice_and_the_page_stays(status: int) -> None:
    request = RequestFactory().get("/", headers={"HX-Request": "true"})
    request.reader = None
    answer = wrong(request, status)
    assert answer["HX-Retarget"] == "#notice"
    assert "still on this page" in answer.content.decode()


def test_a_missing_page_is_told_to_a_stranger_without_a_menu(db: Any) -> None:
    answer = Client().get("/nothing/")
    assert answer.status_code == 404 and 'href="/cases/"' not in answer.content.decode()


def test_a_form_without_its_token_is_refused_in_words(db: Any) -> None:
    user = make_member(make_tenant("meridian"), "ada", Role.REVIEWER)
    answer = signed_in(user, enforce_csrf_checks=True).post("/sign-out/")
    assert answer.status_code == 403 and "load the page again" in answer.content.decode().lower()


def test_a_method_that_a_page_does_not_take_is_refused_in_words(db: Any) -> None:
    user = make_member(make_tenant("meridian"), "ada", Role.REVIEWER)
    answer = signed_in(user).post("/cases/")
    assert answer.status_code == 405 and answer["Allow"] and "<h1" in answer.content.decode()


def test_a_text_with_a_flipped_bit_is_refused_in_words_and_recorded(db: Any) -> None:
    tenant = make_tenant("meridian")
    case = load_case(CASES / "support/reading-room.json")
    import_bundle(tenant, case.bundle, case.as_of)
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    address = claim_url(tenant, "reading-room")
    assert ada.get(address).status_code == 200
    extract = rows.Artifact.objects.filter(tenant=tenant, content__isnull=False).order_by("id").first()
    guards.drop(connection)
    with connection.cursor() as cursor:
        body = bytearray(extract.content.body)
        body[len(body) // 2] ^= 1
        cursor.execute("UPDATE lineage_content SET body = %s WHERE id = %s", [bytes(body), extract.content_id])
    answer = ada.get(address)
    assert answer.status_code == 500 and "its digest differs" in answer.content.decode()
    assert rows.AccessEvent.objects.filter(tenant=tenant, verb="integrity_failure").count() == 1


@pytest.mark.parametrize("trouble", [OperationalError, InterfaceError])
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_while_the_database_fails_every_page_says_so_and_when_to_try_again(
    db: Any, trouble: type[Exception], headers: dict[str, str]
) -> None:
    """F13. What fails first is the look-up of the session, before any view."""
    client = signed_in(make_member(make_tenant("meridian"), "ada", Role.REVIEWER))

    def fail(*arguments: Any) -> None:
        raise trouble("connection to server at 10.1.2.3 failed: hunter2")

    with connection.execute_wrapper(fail):
        answer = client.get("/cases/", headers=headers)
    html = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert WRONG[503].title in html and "hunter2" not in html
    assert ("HX-Retarget" in answer) == bool(headers) and ("<h1" in html) != bool(headers)


def full_sqlite() -> Exception:
    """What SQLite says where a database may have no more pages, as on a disk that is full."""
    own = sqlite3.connect(":memory:")
    own.execute("CREATE TABLE kept (words)")
    own.execute("PRAGMA max_page_count = 2")
    with pytest.raises(sqlite3.OperationalError) as full:
        own.execute("INSERT INTO kept VALUES (zeroblob(1000000))")
    return full.value


@pytest.mark.parametrize("cause", [full_sqlite(), psycopg.errors.DiskFull("no space left on device")])
def test_a_database_without_room_is_told_from_one_that_is_away(db: Any, cause: Exception) -> None:
    """F17."""
    client = signed_in(make_member(make_tenant("meridian"), "ada", Role.REVIEWER))

    def fail(execute: Any, statement: str, *arguments: Any) -> Any:
        if "lineage_answerstate" in statement:
            raise OperationalError("no room") from cause
        return execute(statement, *arguments)

    with connection.execute_wrapper(fail):
        answer = client.get("/cases/")
    assert answer.status_code == 507 and WRONG[507].happened in answer.content.decode()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_a_disk_without_room_is_a_storage_that_is_full_and_other_trouble_is_not(number: int) -> None:
    assert is_storage_full(OSError(number, "no room"))
    assert not is_storage_full(OSError(errno.EIO, "broken")) and not is_storage_full(OperationalError("away"))


def test_a_fault_of_ours_is_not_blamed_on_the_database(db: Any) -> None:
    client = signed_in(make_member(make_tenant("meridian"), "ada", Role.REVIEWER))

    def fail(execute: Any, statement: str, *arguments: Any) -> Any:
        if "lineage_" in statement:
            raise ProgrammingError("no such column")
        return execute(statement, *arguments)

    with connection.execute_wrapper(fail):
        answer = client.get("/cases/")
    assert answer.status_code == 500 and "Retry-After" not in answer
