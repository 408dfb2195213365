"""Five failures lock the pair of user name and address, for a while, and nobody else."""

from __future__ import annotations

from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.test import RequestFactory

from inspector.client_address import get_client_address

HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"
PASSWORD = "a long word of Ada's own"


def request_from(address: str, **headers: str) -> HttpRequest:
    return RequestFactory().post("/sign-in", REMOTE_ADDR=address, headers=headers)


def try_to_sign_in(address: str, password: str, name: str = "ada", **headers: str) -> bool:
    try:
        return authenticate(request_from(address, **headers), username=name, password=password) is not None
    except PermissionDenied:
        return False


def test_after_five_failures_the_right_password_is_refused_from_there_and_accepted_from_elsewhere(db: None) -> None:
    User.objects.create_user("ada", password=PASSWORD)
    User.objects.create_user("ben", password=PASSWORD)
    for _ in range(4):
        assert not try_to_sign_in(HERE, "wrong")
    assert try_to_sign_in(HERE, PASSWORD)
    for _ in range(5):
        assert not try_to_sign_in(HERE, "wrong")
    assert not try_to_sign_in(HERE, PASSWORD)
    assert try_to_sign_in(ELSEWHERE, PASSWORD)
    assert try_to_sign_in(HERE, PASSWORD, name="ben")


def test_an_invented_forwarding_header_does_not_open_the_lock(db: None) -> None:
    User.objects.create_user("ada", password=PASSWORD)
    for number in range(5):
        assert not try_to_sign_in(HERE, "wrong", x_forwarded_for=f"203.0.113.{number}")
    assert not try_to_sign_in(HERE, PASSWORD, x_forwarded_for=ELSEWHERE)


def test_a_name_that_nobody_has_is_locked_just_the_same(db: None) -> None:
    for _ in range(5):
        assert not try_to_sign_in(HERE, "wrong", name="nobody")
    User.objects.create_user("nobody", password=PASSWORD)
    assert not try_to_sign_in(HERE, PASSWORD, name="nobody")


def test_the_address_is_what_the_outermost_of_our_proxies_saw(settings: object) -> None:
    invented = request_from("10.0.0.1", x_forwarded_for="198.51.100.9, 192.0.2.7, 10.0.0.2")
    for proxies, address in ((0, "10.0.0.1"), (1, "10.0.0.2"), (2, "192.0.2.7")):
        settings.PROXY_COUNT = proxies  # type: ignore[attr-defined]
        assert get_client_address(invented) == address
    assert get_client_address(request_from("10.0.0.1")) == "10.0.0.1"
