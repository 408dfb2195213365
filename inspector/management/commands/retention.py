"""manage.py retention: what is due to be erased, what a hold keeps, what will be due when."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from lineage import retention
from lineage.erasing import Erased
from lineage.erasure_lists import list_erased, write_line
from lineage.models import rows
from lineage.retention import Awaited

ACTOR = "command line"


class Command(BaseCommand):
    help = (
        "Erases what is due: deleted versions on which two people agreed, or whose date has come, and on whose source "
        "no legal hold stands. With --dry-run says so and changes nothing; a worker does the same every ten minutes. "
        "With --erased prints what was erased, a JSON object a line: keep that apart from backups, for apply_erasures."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tenant", help="the key of one tenant; default: all")
        parser.add_argument("--dry-run", action="store_true", help="say what would go, what is held, what is due when")
        parser.add_argument("--erased", action="store_true", help="list what was erased")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant_id = find_tenant(options["tenant"])
        if options["erased"]:
            for entry in list_erased(tenant_id):
                self.stdout.write(write_line(entry))
            return
        if options["dry_run"]:
            self.report(tenant_id)
            return
        count = 0
        for awaited, erased in retention.erase_due(tenant_id, actor=ACTOR):
            count += erased is not None
            self.stdout.write(f"{name_of(awaited)}: {said_of(erased)}")
        self.stdout.write(f"{count} erased")

    def report(self, tenant_id: int | None) -> None:
        now, due, held = timezone.now(), 0, 0
        for awaited in retention.list_awaited(tenant_id, now):
            due += awaited.is_due(now)
            held += awaited.held_by is not None
            self.stdout.write(f"{name_of(awaited)}: {outlook(awaited, awaited.is_due(now))}")
        self.stdout.write(f"{due} would be erased, {held} held; nothing was changed")


def find_tenant(key: str | None) -> int | None:
    if key is None:
        return None
    found: int | None = rows.Tenant.objects.filter(key=key).values_list("pk", flat=True).first()
    if found is None:
        raise CommandError(f"There is no tenant {key}.")
    return found


def name_of(awaited: Awaited) -> str:
    """By keys: neither title nor address."""
    version = awaited.version
    return f"{version.tenant.key}: {version.source.key}, version {version.version}"


def outlook(awaited: Awaited, is_due: bool) -> str:
    keeps = f"audit keeps {awaited.retention.label}"
    if awaited.held_by is not None:
        return f"held by a legal hold on version {awaited.held_by}; {awaited.why}; {keeps}"
    if is_due:
        return f"would be erased, since {awaited.why}; {keeps}"
    when = f"due on {awaited.due:%Y-%m-%d %H:%M} UTC" if awaited.due else awaited.why
    return f"stays for now: {when}; {keeps}"


def said_of(erased: Erased | None) -> str:
    if erased is None:
        return "not erased: a hold stands, somebody decided otherwise meanwhile, or it failed and the log says how"
    gone, left = sum(erased.erased.values()), sum(erased.redacted.values())
    words = f"erased {gone} contents, struck words out of {left}, inspected {erased.answers} answers anew"
    owners = ", ".join(sorted({found.because for found in erased.kept}))
    return f"{words}; kept {len(erased.kept)}, which belong to {owners} too" if owners else words
