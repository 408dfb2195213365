"""`manage.py import_labels FILE...`: a label set with what judges said of it, in any of the formats that are known."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from inspector.calibrating.importing import Imported, import_label_set
from inspector.calibrating.keeping import NotASet
from inspector.judging.configurations import NotConfigured
from inspector.judging.importing import import_results
from inspector.judging.matching import NotImportable
from inspector.labels.label_set import NotALabelSet
from inspector.labels.reading import FORMATS, read_label_set
from inspector.management.run_commands import find_tenant, reader_for, refuse
from lineage.evidence.digests import digest_bytes


class Command(BaseCommand):
    help = (
        "Imports the files of one label set as the next revision of its set. The same files again change nothing. Ends "
        "with 2 where they are no label set; the message says in which file and line."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", type=Path, help="all files of one set")
        parser.add_argument("--format", default="auto", choices=("auto", *FORMATS))
        parser.add_argument("--key", default="", help="of the set; else what the label set calls itself")
        parser.add_argument("--name", default="", help="of the set, where it is new")
        parser.add_argument("--tenant", metavar="KEY", help="may be left out where there is only one")

    def handle(self, *args: Any, **options: Any) -> None:
        reader = reader_for(find_tenant(options["tenant"]))
        try:
            files = {path.name: path.read_bytes() for path in options["files"]}
            label_set = read_label_set(files, options["format"])
            named = {name: digest_bytes(data) for name, data in files.items()}
            made_from = {"files": named, "format": options["format"]}
            done = import_label_set(
                reader, label_set, key=options["key"], name=options["name"], made_from=made_from
            )
            batches = import_results(reader, done.revision, done.judges)
        except OSError as error:
            raise refuse(f"{error.filename}: cannot be read: {error.strerror}") from None
        except (NotALabelSet, NotASet, NotConfigured, NotImportable) as error:
            raise refuse(str(error)) from None
        self.stdout.write(_said(done))
        for one in batches:
            known, batch = "" if one.is_new else ", there already", one.batch
            said = f" {one.said}" if one.said else ""
            self.stdout.write(
                f"{batch.configuration.evaluator.key} on {batch.field}: {batch.counts['results']}{known}{said}"
            )


def _said(done: Imported) -> str:
    counts = done.revision.counts
    held = f"{counts['items']} items, {counts['labels']} labels"
    if not done.is_new:
        return f"{done.set.key}: revision {done.revision.number} holds just this: {held}"
    return f"{done.set.key}: revision {done.revision.number}: {held}, {done.new_versions} new or changed"
