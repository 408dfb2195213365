"""`manage.py reprocess SOURCE [FILE]`: a new version of a source, or its version searched again, for every citation."""

from argparse import ArgumentParser
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Exists, OuterRef

from inspector.management.run_commands import ACTOR, CHANGED, find_tenant, reader_for, refuse, wait_for
from lineage.evidence.vocabulary import RunState, RunTrigger
from lineage.models import rows
from lineage.pipeline.run import SHIPPED, Pipeline
from lineage.reprocessing import NotAccepted, add_version, start
from lineage.source_standing import find_current

KEYS_LOOKED_AT = 10_000
CHUNKING = {"chunk_size": "size", "overlap": "overlap", "chunk_by": "by"}
KEYS_NAMED = 5


class Command(BaseCommand):
    help = (
        "Finds every citation of a source again: with FILE in a new version of it, without in the version that holds. "
        "Ends with 0 where nothing needs a person, with 1 where something does, with 2 where it was refused; "
        "without --wait with 0 once the work is asked for."
    )

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> Any:
        # --version is ours here: the version of the source, and not Django's.
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **options)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", nargs="?", metavar="SOURCE", help="the source's key")
        parser.add_argument("file", nargs="?", metavar="FILE", type=Path, help="a new version, of the same kind")
        parser.add_argument("--version", metavar="NAME", help="with FILE its name; without, the version to search")
        parser.add_argument("--title", default="", help="with FILE: the title of the new version")
        parser.add_argument("--tenant", metavar="KEY", help="may be left out where there is only one")
        parser.add_argument("--all", action="store_true", help="every source that is cited, without SOURCE")
        parser.add_argument("--because", choices=[trigger.value for trigger in RunTrigger], help="without FILE")
        parser.add_argument("--chunk-size", type=int, metavar="N", help="without FILE: cut anew, N characters a chunk")
        parser.add_argument("--overlap", type=int, metavar="N", help="characters that two chunks share")
        parser.add_argument("--chunk-by", choices=("size", "section"))
        parser.add_argument("--wait", action="store_true", help="work on it here as well, and print what came of it")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = find_tenant(options["tenant"])
        require_sense(options)
        pipeline = find_pipeline(options)
        runs = self._start(tenant, options, pipeline)
        if not options["wait"]:
            return
        states = [wait_for(run, self.stdout, self.stderr) for run in runs]
        if any(state != RunState.COMPLETED_CLEAN for state in states):
            raise CommandError("not everything is as it was; the page of the run lists what it is", returncode=CHANGED)

    def _start(self, tenant: rows.Tenant, options: dict[str, Any], pipeline: Pipeline | None) -> list[rows.Run]:
        if options["file"] is not None:
            runs = [add(tenant, find_source(tenant, options["source"]), options)]
        elif options["all"]:
            runs = [run for source in cited_sources(tenant) for run in self._again(source, options, pipeline)]
        else:
            source = find_source(tenant, options["source"])
            runs = [start_again(source, find_version(source, options["version"]), options, pipeline)]
        for run in runs:
            self.stdout.write(f"run {run.public_id}: {run.source.key}, version {run.version.version}")
        if not runs:
            self.stdout.write("no source is cited, so there is nothing to look for")
        return runs

    def _again(self, source: rows.Source, options: dict[str, Any], pipeline: Pipeline | None) -> list[rows.Run]:
        """Of --all: a source without a version that holds is said, and is no reason to leave out the others."""
        version = find_current(source.pk)
        if version is None:
            self.stderr.write(f"{source.key}: left out, since no version of it holds today")
            return []
        return [start_again(source, version, options, pipeline)]


def require_sense(options: dict[str, Any]) -> None:
    """Raises CommandError for options that do not go together."""
    if options["all"] == (options["source"] is not None):
        raise refuse("name one source, or say --all")
    if options["all"] and options["version"]:
        raise refuse("--version names a version of one source, so it does not go with --all")
    if options["file"] is not None and any(options[name] is not None for name in ("because", *CHUNKING)):
        raise refuse("a new version is cut as shipped and is its own reason: no --because, no chunk options with FILE")
    if options["file"] is None and options["title"]:
        raise refuse("--title is that of a new version: name its file")


def find_pipeline(options: dict[str, Any]) -> Pipeline | None:
    """The shipped pipeline with another chunker, None where none is asked for."""
    changes = {field: options[name] for name, field in CHUNKING.items() if options[name] is not None}
    if not changes:
        return None
    shipped = SHIPPED.chunking
    if "size" in changes:
        # As large a part of a chunk as the shipped overlap is.
        changes = {"overlap": changes["size"] * shipped.overlap // shipped.size} | changes
    try:
        return Pipeline(SHIPPED.normalization, replace(shipped, **changes))
    except ValueError as error:
        raise refuse(f"{error}; look at --chunk-size and --overlap") from None


def find_source(tenant: rows.Tenant, key: str) -> rows.Source:
    sources = rows.Source.objects.filter(tenant=tenant)
    found: rows.Source | None = sources.filter(key=key).first()
    if found is not None:
        return found
    known = list(sources.order_by("key").values_list("key", flat=True)[:KEYS_LOOKED_AT])
    near = get_close_matches(key, known, KEYS_NAMED)
    there = f"nearest keys: {', '.join(near)}" if near else f"keys there: {', '.join(known[:KEYS_NAMED]) or 'none yet'}"
    raise refuse(f"{tenant.key} has no source {key}; {there}")


def find_version(source: rows.Source, name: str | None) -> rows.SourceVersion:
    """The version of this name, without one that which holds today."""
    if not name:
        current = find_current(source.pk)
        if current is None:
            raise refuse(f"no version of {source.key} holds today: name one with --version")
        return current
    versions = rows.SourceVersion.objects.filter(source=source)
    found: rows.SourceVersion | None = versions.filter(version=name).first()
    if found is None:
        known = list(versions.order_by("-id").values_list("version", flat=True)[:20])
        raise refuse(f"{source.key} has no version {name}; it has: {', '.join(known)}")
    return found


def cited_sources(tenant: rows.Tenant) -> list[rows.Source]:
    """Those of which any answer cites a text; what was made from them names its source as well."""
    cited = rows.Resolution.objects.filter(artifact__source=OuterRef("pk"))
    return list(rows.Source.objects.filter(Exists(cited), tenant=tenant).order_by("key"))


def start_again(
    source: rows.Source, version: rows.SourceVersion, options: dict[str, Any], pipeline: Pipeline | None
) -> rows.Run:
    trigger = RunTrigger(options["because"] or (RunTrigger.NEW_CHUNKER if pipeline is not None else RunTrigger.MANUAL))
    told = pipeline.to_json() if pipeline is not None else None
    return start(None, source, version, trigger=trigger, pipeline=told, actor=ACTOR)


def add(tenant: rows.Tenant, source: rows.Source, options: dict[str, Any]) -> rows.Run:
    """The file as a new version."""
    path: Path = options["file"]
    try:
        named = {"version": options["version"], "title": options["title"]}
        # Nobody's membership asks for it, so there are no rights to look at while it is worked on.
        run = add_version(reader_for(tenant), source, path.read_bytes(), recheck=False, **named)
    except OSError as error:
        raise refuse(f"{path}: cannot be read: {error.strerror}") from None
    except NotAccepted as error:
        raise refuse(f"{path}: {error}") from None
    return run
