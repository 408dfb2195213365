"""`manage.py add_source FILE...`: files become sources, each kept as it came and read by a run."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from inspector.management.run_commands import CHANGED, find_tenant, reader_for, refuse, wait_for
from lineage.accepting import CHOICES
from lineage.evidence.vocabulary import RunState, SourceKind
from lineage.models import rows
from lineage.new_sources import NotAccepted, add_source

OF_ONE = ("key", "title", "uri", "version")
SAID = (*OF_ONE, "owner", "language", "jurisdiction")


class Command(BaseCommand):
    help = (
        "Adds files as sources: PDF, HTML, DOCX, CSV, Markdown, text. Ends with 0 where all were added, or with --wait "
        "read; with 1 where one could not be read, with 2 where one was refused: those before it are added."
    )

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> Any:
        # --version is ours here: that of the source, and not Django's.
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **options)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
        parser.add_argument("--key", default="", help="of one file: the key of the source, else made from its name")
        parser.add_argument("--title", default="", help="of one file: its title, else its name")
        parser.add_argument("--uri", default="", help="of one file: where it came from")
        parser.add_argument("--version", default="", metavar="NAME", help="of one file: the name of its first version")
        parser.add_argument("--owner", default="", help="who is answerable for it")
        parser.add_argument("--language", default="", help="such as en or de-CH")
        parser.add_argument("--jurisdiction", default="", help="where it holds")
        parser.add_argument("--label", action="append", default=[], help="an access label; may be given more than once")
        parser.add_argument("--kind", choices=[kind.value for kind in CHOICES], help="else found from bytes and name")
        parser.add_argument("--tenant", metavar="KEY", help="may be left out where there is only one")
        parser.add_argument("--wait", action="store_true", help="read it here as well, and print what came of it")

    def handle(self, *args: Any, **options: Any) -> None:
        named = [name for name in OF_ONE if options[name]]
        if len(options["files"]) > 1 and named:
            raise refuse(f"--{named[0]} speaks of one file: add the files one by one")
        tenant = find_tenant(options["tenant"])
        runs = [self._add(tenant, path, options) for path in options["files"]]
        if not options["wait"]:
            return
        states = [wait_for(run, self.stdout, self.stderr) for run in runs]
        if any(state != RunState.COMPLETED_CLEAN for state in states):
            raise CommandError("not every file was read; the page of its run says why", returncode=CHANGED)

    def _add(self, tenant: rows.Tenant, path: Path, options: dict[str, Any]) -> rows.Run:
        said = {name: options[name] for name in SAID}
        kind = SourceKind(options["kind"]) if options["kind"] else None
        try:
            # Nobody's membership asks for it, so there are no rights to look at while it is worked on.
            run = add_source(
                reader_for(tenant),
                path.read_bytes(),
                name=path.name,
                kind=kind,
                labels=options["label"],
                recheck=False,
                **said,
            )
        except OSError as error:
            raise refuse(f"{path}: cannot be read: {error.strerror}") from None
        except NotAccepted as error:
            raise refuse(f"{path}: {error}") from None
        self.stdout.write(f"run {run.public_id}: {run.source.key}, version {run.version.version}")
        return run
