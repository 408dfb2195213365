"""One rig a test, on the database and the broker that its mark names; the times are shown at the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker

from tests.databases import (
    ENGINES,
    Databases,
    PostgresqlEngine,
    SqliteEngine,
    environment_for,
    manage,
    new_connection,
    use,
)
from tests.faults.brokers import private_broker
from tests.faults.rig import Rig
from tests.servers import private_postgresql

LONGEST = ("f16_an_item_hangs", "f11", "f15", "f05", "f08")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What waits longest goes first, so that nothing is left over for one process at the end."""
    items.sort(key=lambda item: not any(name in item.name for name in LONGEST))


SHARED = pytest.StashKey[dict[str, str]]()
CLOSING = pytest.StashKey[ExitStack]()


def pytest_configure(config: pytest.Config) -> None:
    """One database server and one migrated database of each engine, copied by all processes of the session."""
    if hasattr(config, "workerinput"):
        config.stash[SHARED] = config.workerinput["shared"]
        return
    config.stash[CLOSING] = stack = ExitStack()
    if config.option.collectonly:
        return
    folder = Path(stack.enter_context(TemporaryDirectory(prefix="evidence-inspector-faults-")))
    server = stack.enter_context(private_postgresql())
    made = {"sqlite": SqliteEngine(folder).create(), "postgresql": PostgresqlEngine(server).create()}
    for url in made.values():
        manage(environment_for(url), "migrate")
    config.stash[SHARED] = made | {"server": server}


def pytest_configure_node(node: Any) -> None:
    node.workerinput["shared"] = node.config.stash[SHARED]


def pytest_unconfigure(config: pytest.Config) -> None:
    if CLOSING in config.stash:
        config.stash[CLOSING].close()


@pytest.fixture(scope="session")
def databases(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Databases]:
    shared = request.config.stash[SHARED]
    with ExitStack() as stack:
        built = Databases(tmp_path_factory.mktemp("databases"), stack)
        built.postgresql = PostgresqlEngine(shared["server"])
        built.templates = {(engine, "migrated"): shared[engine] for engine in ENGINES}
        yield built
        connections.close_all()


@pytest.fixture
def rig(
    request: pytest.FixtureRequest,
    databases: Databases,
    django_test_environment: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path: Path,
) -> Iterator[Rig]:
    """`indirect`: "engine, broker", such as "postgresql, redis"."""
    engine, broker_kind = request.param.split(", ")
    with (
        databases.copy(engine, databases.migrated(engine)) as url,
        private_broker(broker_kind) as broker,
        django_db_blocker.unblock(),
    ):
        use(new_connection(url))
        built = Rig(url, broker, environment_for(url), tmp_path)
        try:
            yield built
        finally:
            built.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.section("how long it took until all was well")
    reports = [report for name in ("passed", "failed") for report in terminalreporter.stats.get(name, [])]
    for report in sorted(reports, key=lambda report: report.nodeid):
        for what, took in report.user_properties:
            terminalreporter.write_line(f"{took:>9}  {report.nodeid.partition('::')[2]}: {what}")
