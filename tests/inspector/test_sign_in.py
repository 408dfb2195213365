"""Signing in, by password and by link, and out."""

from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from inspector.signing import LIFETIME, find_username, make_token
from lineage.evidence.vocabulary import Role
from tests.inspector.making import make_member, make_tenant, signed_in

PASSWORD = "correct horse battery staple"


@pytest.fixture
def ada(db: Any) -> Any:
    user = make_member(make_tenant("meridian"), "ada", Role.REVIEWER)
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def loopback(settings: Any) -> None:
    settings.INSECURE_LOOPBACK = True


def link(name: str) -> str:
    return f"/sign-in/link/{make_token(name)}/"


def is_signed_in(client: Client) -> bool:
    return client.get("/cases/").status_code == 200


def test_name_and_password_open_the_page_that_was_asked_for(ada: Any) -> None:
    client = Client()
    asked = client.get("/help/")
    answer = client.post("/sign-in/", {"username": "ada", "password": PASSWORD, "next": "/help/"})
    assert asked["Location"] == "/sign-in/?next=%2Fhelp%2F"
    assert (answer.status_code, answer["Location"]) == (302, "/help/")


def test_the_message_does_not_say_which_was_wrong(ada: Any) -> None:
    pages = [
        Client().post("/sign-in/", {"username": name, "password": "wrong"}).content.decode()
        for name in ("ada", "nobody")
    ]
    messages = {page.partition('role="alert">')[2].partition("</div>")[0] for page in pages}
    assert len(messages) == 1 and messages != {""}


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "\\\\evil.example"]
)
def test_nobody_is_sent_to_another_site_after_signing_in(ada: Any, target: str) -> None:
    answer = Client().post("/sign-in/", {"username": "ada", "password": PASSWORD, "next": target})
    assert answer["Location"] == "/"


def test_opening_a_link_shows_one_button_and_signs_nobody_in(ada: Any, loopback: None) -> None:
    client = Client()
    assert "Sign in as Ada" in client.get(link("ada")).content.decode()
    assert not is_signed_in(client)


def test_the_button_of_a_link_signs_in(ada: Any, loopback: None) -> None:
    client = Client()
    assert client.post(link("ada")).status_code == 302
    assert is_signed_in(client)


def test_a_link_holds_for_fifteen_minutes(ada: Any) -> None:
    token = make_token("ada")
    now = datetime.now(UTC).timestamp()
    with patch("django.core.signing.time.time", return_value=now + LIFETIME.total_seconds() - 2):
        assert find_username(token) == "ada"
    with patch("django.core.signing.time.time", return_value=now + LIFETIME.total_seconds() + 2):
        assert find_username(token) is None


@pytest.mark.parametrize("token", ["ada", "ada:x:y", "x" * 500])
def test_a_link_that_is_not_ours_opens_nothing(ada: Any, loopback: None, token: str) -> None:
    assert Client().post(f"/sign-in/link/{token}/").status_code == 404


def test_a_link_opens_nothing_from_another_machine(ada: Any, loopback: None) -> None:
    assert Client(REMOTE_ADDR="192.0.2.7").post(link("ada")).status_code == 404


def test_a_link_opens_nothing_on_a_server_that_is_not_for_this_machine_alone(ada: Any) -> None:
    assert Client().post(link("ada")).status_code == 404


def test_a_link_for_somebody_who_was_shut_out_opens_nothing(ada: Any, loopback: None) -> None:
    get_user_model().objects.filter(pk=ada.pk).update(is_active=False)
    assert Client().post(link("ada")).status_code == 404


def test_signing_out_is_a_form_and_ends_the_session(ada: Any) -> None:
    client = signed_in(ada)
    assert client.get("/sign-out/").status_code == 405
    client.post("/sign-out/")
    assert not is_signed_in(client)


def test_a_user_without_a_part_in_any_tenant_reads_nothing(db: Any) -> None:
    client = signed_in(get_user_model().objects.create(username="nobody"))
    assert client.get("/cases/").status_code == 302


def test_a_fragment_asked_for_without_a_session_leads_to_the_sign_in_page(db: Any) -> None:
    answer = Client().get("/cases/", headers={"HX-Request": "true", "HX-Current-URL": "http://testserver/cases/"})
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["HX-Redirect"].startswith("/sign-in/?next=")


def test_the_density_is_kept_in_a_cookie_and_nothing_else_is_taken(ada: Any) -> None:
    client = signed_in(ada)
    client.post("/preferences/density/", {"density": "compact", "next": "/help/"})
    assert 'data-density="compact"' in client.get("/help/").content.decode()
    assert "density" not in signed_in(ada).post("/preferences/density/", {"density": "<b>"}).cookies
