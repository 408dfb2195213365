"""manage.py verify: is everything still as it was recorded?"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from inspector import item_states
from inspector.restating import count_outdated
from lineage import integrity
from lineage.integrity_extractions import find_extraction_faults
from lineage.integrity_maps import find_map_faults
from lineage.models import rows

SHOWN = 20


class Command(BaseCommand):
    help = (
        "Checks guards, the ledger's chain and checkpoints, stored bytes and maps against their digests, maps and "
        "places against the texts, and projections against records. Exit code 0 when all stands, 1 when not; each "
        "problem says what to do. Changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tenant", help="the key of one tenant; default: all")

    def handle(self, *args: Any, tenant: str | None = None, **options: Any) -> None:
        tenants = rows.Tenant.objects.order_by("key")
        if tenant is not None:
            tenants = tenants.filter(key=tenant)
            if not tenants:
                raise CommandError(f"There is no tenant {tenant}.")
        faults = self.report("guards", integrity.find_guard_faults())
        for each in tenants:
            faults += self.report(f"{each.key}: ledger", integrity.find_ledger_faults(each))
            faults += self.report(f"{each.key}: contents", integrity.find_content_faults(each))
            faults += self.report(f"{each.key}: maps", find_map_faults(each))
            faults += self.report(f"{each.key}: places", integrity.find_range_faults(each))
            faults += self.report(f"{each.key}: extractions", find_extraction_faults(each))
            faults += self.report(f"{each.key}: states of answers", integrity.find_projection_faults(each))
            faults += self.report(f"{each.key}: states of items", find_item_faults(each))
            self.say_waiting(each)
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

    def say_waiting(self, tenant: rows.Tenant) -> None:
        """What is behind by intention is no fault."""
        if waiting := count_outdated(tenant.pk):
            self.stdout.write(
                f"{tenant.key}: {waiting} states of items wait for a worker, since a guideline was published. Start "
                "one, or run manage.py rebuild."
            )


def find_item_faults(tenant: rows.Tenant) -> Iterator[str]:
    for item in item_states.find_differences(tenant.pk):
        yield f"that of item {item} is not what its verdicts say. Run manage.py rebuild."
