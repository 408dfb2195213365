"""Tenants, people and the golden cases marked "demo", through the same import as any other file."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings

from inspector.demo.calibrating import have_sets, make_sets
from inspector.demo.desk import read_desk
from inspector.demo.lives import have_lived, live_on, read_lives
from inspector.demo.people import HALCYON, MERIDIAN, PEOPLE, TENANTS
from inspector.demo.replacing import replace_handbook
from inspector.demo.reviewing import have_queues, make_queues, read_pairs
from inspector.demo.sent_files import send_schedule
from inspector.members import add_member, ensure_tenant
from lineage.evidence.reading import Problem
from lineage.formats.registry import read_payload
from lineage.ingest import ingest
from lineage.models import rows

CASES = "tests/cases"
ACTOR = "demonstration"
OTHER_TENANTS_CASE = Path(__file__).with_name("halcyon.json")


@dataclass(slots=True)
class Loaded:
    people: int = 0
    imported: int = 0
    unchanged: int = 0
    problems: list[Problem] = field(default_factory=list)


def load() -> Loaded:
    """Everything that is not there yet; what is there stays as it is."""
    loaded = Loaded()
    tenants = load_people(loaded)
    for path, case in read_cases(settings.BASE_DIR / CASES):
        _import(loaded, tenants[MERIDIAN.key], path.stem, case)
    replace_handbook(tenants[MERIDIAN.key])
    load_sources(loaded, tenants[MERIDIAN.key])
    load_queues(loaded, tenants[MERIDIAN.key])
    _import(loaded, tenants[HALCYON.key], OTHER_TENANTS_CASE.stem, json.loads(OTHER_TENANTS_CASE.read_text()))
    return loaded


def load_people(loaded: Loaded) -> dict[str, rows.Tenant]:
    """The tenants by key, and the people in them."""
    tenants = {tenant.key: ensure_tenant(tenant.key, tenant.name) for tenant in TENANTS}
    for person in PEOPLE:
        tenant = tenants[person.tenant]
        add_member(tenant, person.username, person.first_name, person.roles, person.labels, ACTOR)
        loaded.people += 1
    return tenants


def load_sources(loaded: Loaded, tenant: rows.Tenant) -> None:
    """The file that was sent, and the sources that were taken away; neither is brought a second time."""
    about_schedule = send_schedule(tenant)
    if about_schedule is not None:
        _import(loaded, tenant, "schedule", about_schedule)
    if not have_lived(tenant):
        _import(loaded, tenant, "lives", read_lives())
        live_on(tenant)


def load_queues(loaded: Loaded, tenant: rows.Tenant) -> None:
    """Queues with what people said in them, label sets and judges; none is brought a second time."""
    if not have_queues(tenant):
        _import(loaded, tenant, "pairs", read_pairs())
        make_queues(tenant)
    if not have_sets(tenant):
        _import(loaded, tenant, "desk", read_desk())
        make_sets(tenant)


def read_cases(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The golden cases that are marked for the demonstration, in the order of their paths."""
    for path in sorted(folder.glob("**/*.json")):
        case = json.loads(path.read_text())
        if case.get("demo"):
            yield path, case


def _import(loaded: Loaded, tenant: rows.Tenant, name: str, case: dict[str, Any]) -> None:
    collected = read_payload(json.dumps(case["bundle"]).encode(), "native")
    as_of = datetime.fromisoformat(case["as_of"]).astimezone(UTC)
    report = ingest(tenant, collected, actor=ACTOR, as_of=as_of)
    loaded.imported += len(report.imported)
    loaded.unchanged += report.unchanged
    loaded.problems += [problem._replace(place=f"{name} {problem.place}".strip()) for problem in report.problems]
