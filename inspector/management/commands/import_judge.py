"""`manage.py import_judge FILE`: what a judge said of a frozen set, from a file of the judge's results."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from inspector.judging.configurations import NotConfigured
from inspector.judging.importing import import_results
from inspector.judging.matching import NotImportable
from inspector.labels.judge_file import read_judge_file
from inspector.labels.label_set import NotALabelSet
from inspector.management.run_commands import find_tenant, reader_for, refuse
from inspector.models import rows as opinions
from lineage.access import Reader


class Command(BaseCommand):
    help = (
        "Imports the results of a judge on a revision of a set; the same file again changes nothing. Ends with 2 where "
        "they cannot be such; the message says in which line."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--set", required=True, metavar="KEY", help="the set that the judge was run on")
        parser.add_argument("--revision", type=int, metavar="N", help="its revision, else the newest")
        parser.add_argument("--tenant", metavar="KEY", help="may be left out where there is only one")

    def handle(self, *args: Any, **options: Any) -> None:
        reader = reader_for(find_tenant(options["tenant"]))
        revision = _find_revision(reader, options["set"], options["revision"])
        path = options["file"]
        try:
            came = read_judge_file(path.read_bytes(), path.name)
            (imported,) = import_results(
                reader, revision, [came.results], came.labels, file_name=path.name
            )
        except OSError as error:
            raise refuse(f"{path}: cannot be read: {error.strerror}") from None
        except (NotALabelSet, NotConfigured, NotImportable) as error:
            raise refuse(str(error)) from None
        batch, counts = imported.batch, imported.batch.counts
        known = "" if imported.is_new else ", there already"
        self.stdout.write(
            f"{came.results.configuration.evaluator} on {revision}, {batch.field}: {counts['completed']} of "
            f"{counts['matched']} completed, {counts['no_label']} with a word that is no label, {counts['unmatched']} "
            f"naming no item{known}"
        )
        if imported.said:
            self.stdout.write(imported.said)


def _find_revision(reader: Reader, key: str, number: int | None) -> opinions.SetRevision:
    found = opinions.SetRevision.objects.visible_to(reader).filter(set__key=key).select_related("set")
    asked = found.filter(number=number) if number is not None else found
    revision: opinions.SetRevision | None = asked.order_by("-number").first()
    if revision is None:
        keys = opinions.CalibrationSet.objects.visible_to(reader).order_by("key").values_list("key", flat=True)
        raise refuse(f"no such revision; sets here: {', '.join(keys[:20]) or 'none yet'}")
    return revision
