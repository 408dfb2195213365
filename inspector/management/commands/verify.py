"""manage.py verify: is everything still as it was recorded?"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from inspector import item_states
from lineage import guards, ledger, projections
from lineage.models import rows
from lineage.models.content import ContentDamaged

SHOWN = 20


class Command(BaseCommand):
    help = (
        "Checks guards, the ledger's chain, stored bytes against their digests, and projections against records. "
        "Exit code 0 when all stands, 1 when not; each problem says what to do."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tenant", help="the key of one tenant; default: all")

    def handle(self, *args: Any, tenant: str | None = None, **options: Any) -> None:
        tenants = rows.Tenant.objects.order_by("key")
        if tenant is not None:
            tenants = tenants.filter(key=tenant)
            if not tenants:
                raise CommandError(f"There is no tenant {tenant}.")
        faults = self.report("guards", find_guard_problems())
        for each in tenants:
            faults += self.report(f"{each.key}: ledger", find_ledger_problems(each))
            faults += self.report(f"{each.key}: contents", find_content_problems(each))
            faults += self.report(f"{each.key}: states of answers", find_projection_problems(each))
            faults += self.report(f"{each.key}: states of items", find_item_problems(each))
        if faults:
            raise CommandError(f"{faults} problems found.", returncode=1)
        self.stdout.write("Everything is as it was recorded. Tail truncation shows only against a saved checkpoint.")

    def report(self, subject: str, problems: Iterator[str]) -> int:
        """Prints the first problems of a subject and says how many there are."""
        count = 0
        for count, problem in enumerate(problems, start=1):
            if count <= SHOWN:
                self.stdout.write(f"{subject}: {problem}")
        if count > SHOWN:
            self.stdout.write(f"{subject}: and {count - SHOWN} more")
        elif not count:
            self.stdout.write(f"{subject}: ok")
        return count


def find_guard_problems() -> Iterator[str]:
    for name in guards.find_missing(connection):
        yield f"{name} is missing or altered. Run manage.py migrate, then find out who removed it."


def find_ledger_problems(tenant: rows.Tenant) -> Iterator[str]:
    for problem in ledger.verify(tenant):
        yield f"event {problem.seq}: {problem.message}. Compare with a backup or a saved checkpoint; change nothing."


def find_content_problems(tenant: rows.Tenant) -> Iterator[str]:
    for content in rows.Content.objects.filter(tenant=tenant, body__isnull=False).order_by("id").iterator(100):
        try:
            content.get_bytes()
        except ContentDamaged as damage:
            yield f"{damage}. Restore row {content.pk} from a backup."


def find_projection_problems(tenant: rows.Tenant) -> Iterator[str]:
    for answer in projections.find_differences(tenant.pk):
        yield f"that of answer {answer} is not what its records say. Run manage.py rebuild."


def find_item_problems(tenant: rows.Tenant) -> Iterator[str]:
    for item in item_states.find_differences(tenant.pk):
        yield f"that of item {item} is not what its verdicts say. Run manage.py rebuild."
