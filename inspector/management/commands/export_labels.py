"""`manage.py export_labels KEY > labels.jsonl`: a revision of a label set, as it is imported again elsewhere."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from inspector.calibrating.exporting import export
from inspector.labels.jsonl import write_jsonl
from inspector.labels.sheet import write_csv
from inspector.management.run_commands import find_tenant, reader_for, refuse
from inspector.models import rows as opinions
from lineage.access_log import Taken, record_access

WRITERS = {"jsonl": write_jsonl, "csv": write_csv}


class Command(BaseCommand):
    help = "Writes a revision of a label set to standard output. Ends with 2 where there is no such set or revision."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("set", metavar="KEY", help="the key of the set")
        parser.add_argument("--revision", type=int, metavar="NUMBER", help="else the newest one")
        parser.add_argument("--format", default="jsonl", choices=tuple(WRITERS))
        parser.add_argument("--tenant", metavar="KEY", help="may be left out where there is only one")

    def handle(self, *args: Any, **options: Any) -> None:
        reader = reader_for(find_tenant(options["tenant"]))
        found = opinions.SetRevision.objects.visible_to(reader).filter(set__key=options["set"])
        if options["revision"] is not None:
            found = found.filter(number=options["revision"])
        revision = found.order_by("-number").first()
        if revision is None:
            raise refuse(f"there is no revision of a set {options['set']} here; {self._known(reader)}")
        exported = export(reader, revision)
        record_access(reader, Taken.EXPORTED, f"setrevision:{revision.public_id}")
        for line in WRITERS[options["format"]](exported.label_set):
            self.stdout.write(line.decode(), ending="")
        if exported.masked:
            self.stderr.write(f"{exported.masked} items without their words, which nobody may read now")

    def _known(self, reader: Any) -> str:
        sets = opinions.CalibrationSet.objects.visible_to(reader).order_by("key").values_list("key", flat=True)
        return f"sets here: {', '.join(sets[:20]) or 'none yet'}"
