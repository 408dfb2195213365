"""`manage.py write_docs`: the generated parts of the documentation, from the code and the golden cases."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from inspector.documentation.files import expected_files, find_leftovers


class Command(BaseCommand):
    help = "Write the generated files and blocks of docs/. Running it again changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail where a file is not as it would be"
        )

    def handle(self, *args: Any, check: bool = False, **options: Any) -> None:
        root = settings.BASE_DIR
        expected = expected_files(root)
        changed = [path for path, text in expected.items() if not path.exists() or path.read_text() != text]
        leftovers = find_leftovers(root, expected)
        for path in (*changed, *leftovers):
            self.stdout.write(str(path.relative_to(root)))
        if check and (changed or leftovers):
            raise CommandError("these files are not as `manage.py write_docs` would write them")
        for path in changed:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(expected[path])
        for path in leftovers:
            path.unlink()
        self.stdout.write(f"{len(expected)} files, {len(changed)} written, {len(leftovers)} removed")
