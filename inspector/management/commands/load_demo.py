"""`manage.py load_demo`: the fictional tenants, people and answers. Running it again changes nothing."""

from typing import Any

from django.core.management.base import BaseCommand

from inspector.demo.loading import load


class Command(BaseCommand):
    help = "Load the demonstration: two fictional tenants, nine people without passwords, and the golden cases."

    def handle(self, *args: Any, **options: Any) -> None:
        loaded = load()
        for problem in loaded.problems:
            self.stderr.write(str(problem))
        if loaded.problems and not loaded.unchanged and not loaded.imported:
            self.stderr.write("The answers of an earlier version are kept; `make demo VAR=another-folder` starts anew.")
        self.stdout.write(f"{loaded.people} people, {loaded.imported} answers new, {loaded.unchanged} there already.")
