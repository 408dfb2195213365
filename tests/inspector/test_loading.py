"""The demonstration."""

from io import StringIO
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from inspector.demo.loading import load
from inspector.demo.people import PEOPLE
from inspector.models import rows as opinions
from lineage.ledger import verify
from lineage.models import rows
from tests.golden import load_cases

DEMO = [case for case in load_cases() if case.demo]


def test_loading_twice_gives_the_same_people_and_answers_as_once(db: Any) -> None:
    first, second = load(), load()
    assert first.problems == second.problems == []
    assert (first.imported, second.imported, second.unchanged) == (len(DEMO) + 1, 0, len(DEMO) + 1)
    assert opinions.Membership.objects.count() == len(PEOPLE)
    assert [problem for tenant in rows.Tenant.objects.all() for problem in verify(tenant)] == []


def test_nobody_of_the_demonstration_has_a_password(db: Any) -> None:
    load()
    assert [user for user in get_user_model().objects.all() if user.has_usable_password()] == []


def test_every_person_reads_every_source_of_their_tenant(db: Any) -> None:
    load()
    labels = {person.tenant: set(person.labels) for person in PEOPLE}
    for label in rows.SourceLabel.objects.select_related("tenant"):
        assert label.label in labels[label.tenant.key]


def test_the_links_are_printed_for_everybody_and_open_on_the_port_of_the_server(db: Any, settings: Any) -> None:
    settings.INSECURE_LOOPBACK = True
    load()
    printed = StringIO()
    call_command("sign_in_links", port=8123, stdout=printed)
    lines = printed.getvalue().splitlines()
    assert [line.split()[0] for line in lines[:-1]] == ["Ada", "Ben", "Cleo", "Iris", "Drew"]
    assert all("http://127.0.0.1:8123/sign-in/link/" in line for line in lines[:-1])


def test_no_link_is_printed_for_a_server_that_others_reach(db: Any) -> None:
    load()
    with pytest.raises(CommandError, match="this machine alone"):
        call_command("sign_in_links", stdout=StringIO())
