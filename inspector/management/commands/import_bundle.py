"""`manage.py import_bundle FILE...`: bundles and payloads into the database; every problem with its place."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from lineage.formats.registry import FORMAT_NAMES, read_payload
from lineage.ingest import Report, ingest
from lineage.models import rows

ACTOR = "command line"
UNUSABLE = 2


class Command(BaseCommand):
    help = "Import bundles or payloads. Running a file again finishes it; what is there already is left as it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
        parser.add_argument("--format", default="auto", choices=("auto", *FORMAT_NAMES))
        parser.add_argument("--tenant", help="the tenant's key; may be left out where there is only one")
        parser.add_argument("--dry-run", action="store_true", help="check everything, write nothing")
        parser.add_argument("--all-or-nothing", action="store_true", help="write nothing of a file with a problem")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = self._find_tenant(options["tenant"])
        problems = 0
        for path in options["files"]:
            report = self._import(tenant, path, options)
            problems += len(report.problems)
            for problem in report.problems:
                self.stderr.write(f"{path}: {problem}")
            for note in report.notes:
                self.stderr.write(f"{path}: note: {note}")
            self.stdout.write(f"{path}: {_summary(report)}")
        if problems:
            raise CommandError(f"{problems} problems, listed above", returncode=UNUSABLE)

    def _import(self, tenant: rows.Tenant, path: Path, options: dict[str, Any]) -> Report:
        try:
            data = path.read_bytes()
        except OSError as error:
            raise CommandError(f"{path}: cannot be read: {error.strerror}", returncode=UNUSABLE) from None
        return ingest(
            tenant,
            read_payload(data, options["format"]),
            actor=ACTOR,
            as_of=timezone.now(),
            dry_run=options["dry_run"],
            all_or_nothing=options["all_or_nothing"],
        )

    def _find_tenant(self, key: str | None) -> rows.Tenant:
        found = list(rows.Tenant.objects.filter(key=key) if key else rows.Tenant.objects.all()[:2])
        if len(found) == 1:
            return found[0]
        known = ", ".join(rows.Tenant.objects.order_by("key").values_list("key", flat=True)[:20]) or "none yet"
        raise CommandError(f"name the tenant with --tenant; tenants here: {known}", returncode=UNUSABLE)


def _summary(report: Report) -> str:
    if report.dry_run:
        return f"dry run: {_answers(report.checked)} could be imported, {report.unchanged} there already"
    return f"{_answers(len(report.imported))} imported, {report.unchanged} there already"


def _answers(count: int) -> str:
    return f"{count} answer{'' if count == 1 else 's'}"
