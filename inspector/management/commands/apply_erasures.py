"""manage.py apply_erasures: after a backup was restored, what had been erased since is erased again."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from lineage.erasure_lists import Entry, NotAList, apply, list_erased, read_lines

LEFT, REFUSED = 1, 2


class Command(BaseCommand):
    help = (
        "Erases again what a list says was erased: FILE as `manage.py retention --erased` printed it before the backup "
        "was restored, or with --since what this database itself knows to have been erased since then. Ends with 0 "
        "when nothing of it is left, with 1 where a legal hold kept something, with 2 where the list cannot be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", metavar="FILE", type=Path, help="one JSON object a line")
        parser.add_argument("--since", metavar="DATE", help="such as 2026-11-01, or a moment with its zone")

    def handle(self, *args: Any, **options: Any) -> None:
        if (options["file"] is None) == (options["since"] is None):
            raise CommandError("Name a FILE, or say --since.", returncode=REFUSED)
        entries = read_file(options["file"]) if options["file"] else list(list_erased(since=moment(options["since"])))
        left = 0
        for applied in apply(entries):
            left += applied.outcome.startswith("not erased")
            entry = applied.entry
            self.stdout.write(f"{entry.tenant}: {entry.source}, version {entry.version}: {applied.outcome}")
        if left:
            raise CommandError(f"{left} of {len(entries)} are still here.", returncode=LEFT)
        self.stdout.write(f"{len(entries)} looked at; nothing of them is left.")


def read_file(path: Path) -> list[Entry]:
    try:
        return read_lines(path.read_text(encoding="utf-8").splitlines())
    except OSError as fault:
        raise CommandError(f"{path}: cannot be read: {fault.strerror}", returncode=REFUSED) from None
    except (NotAList, UnicodeDecodeError) as fault:
        raise CommandError(f"{path}: {fault}. Nothing was changed.", returncode=REFUSED) from None


def moment(written: str) -> datetime:
    """A day begins in this installation's zone."""
    try:
        found = datetime.fromisoformat(written)
    except ValueError:
        raise CommandError(f"{written} is no date: write it as 2026-11-01.", returncode=REFUSED) from None
    return found if timezone.is_aware(found) else timezone.make_aware(found)
