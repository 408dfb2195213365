"""Both engines for every test that touches the database, in one run.

`db` (and what rests on it: `client` with a user, `django_db`) runs in a transaction that is rolled back; `committed_db`
gives a fresh copy of the migrated template to tests that commit, start threads or processes. Nothing is ever flushed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import hypothesis
import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker

from tests.databases import ENGINES, Databases, environment_for, manage, new_connection, use

COMMITTING = {"committed_db"}
# Side by side, what takes longest goes first: else one file with a browser is left over at the end.
LONGEST_FIRST = ("tests/journeys/test_every_page", "tests/journeys", "tests/inspector", "tests/lineage", "tests/house")
FLUSHING = {"transactional_db", "live_server", "django_db_reset_sequences"}

# Times belong to `make bench`; on CI the same examples are drawn every time. Who changes what a property is about draws
# more of them: PROPERTY_EXAMPLES=2000.
hypothesis.settings.register_profile(
    "house",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    max_examples=int(os.environ.get("PROPERTY_EXAMPLES", "50")),
)
hypothesis.settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--engine", choices=ENGINES, action="append", help="only this database engine; default: both")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    marked = metafunc.definition.get_closest_marker("django_db") is not None
    if marked or {"db", *COMMITTING} & set(metafunc.fixturenames):
        asked = metafunc.config.getoption("engine") or ENGINES
        only = metafunc.definition.get_closest_marker("only_on")
        metafunc.parametrize("engine", [name for name in asked if only is None or name in only.args], indirect=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: [not item.nodeid.startswith(folder) for folder in LONGEST_FIRST])
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        marker = item.get_closest_marker("django_db")
        if names & FLUSHING or (marker and (marker.args or marker.kwargs)):
            raise pytest.UsageError(f"{item.nodeid} would flush the database, which guards refuse: use committed_db.")
        if names & COMMITTING and ("db" in names or marker):
            raise pytest.UsageError(f"{item.nodeid} uses committed_db inside the transaction of db: use one of them.")


@pytest.fixture(scope="session")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Databases]:
    """The session's databases; stops the private PostgreSQL at its end."""
    with ExitStack() as stack:
        yield Databases(tmp_path_factory.mktemp("databases"), stack)
        connections.close_all()


@pytest.fixture(autouse=True)
def engine(request: pytest.FixtureRequest) -> str | None:
    """The name of the engine under test, "sqlite" or "postgresql"; None where a test touches no database."""
    return getattr(request, "param", None)


@pytest.fixture
def django_db_setup(
    engine: str, databases: Databases, django_test_environment: None, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock():
        databases.use_working_copy(engine)


@dataclass(frozen=True)
class CommittedDatabase:
    """A migrated database of this test's own."""

    engine: str
    url: str

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a product process on this database; each call makes another secret key."""
        return environment_for(self.url)

    def manage(self, *arguments: str) -> str:
        """What `manage.py arguments...` prints in a process of its own; raises RuntimeError if it fails."""
        return manage(self.environment, *arguments)


@pytest.fixture
def committed_db(
    engine: str, databases: Databases, django_test_environment: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[CommittedDatabase]:
    """A fresh migrated database, default in this thread and in new ones; commits are real, and it is dropped after."""
    with databases.copy(engine, databases.migrated(engine)) as url, django_db_blocker.unblock():
        use(new_connection(url))
        yield CommittedDatabase(engine, url)
        connections.close_all()
