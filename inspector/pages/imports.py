"""Importing files: what was read, what was written, and every problem with its place. Nothing is written by halves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from inspector.blindness import told
from inspector.importing import Imported, import_file
from inspector.pages.evidence_view import Said
from inspector.pages.untold import said_of_decision
from inspector.readers import reader_of
from lineage.access import Action, Reader, require
from lineage.formats.registry import FORMAT_NAMES
from lineage.models import rows

MAXIMUM_LISTED = 100
FORMATS = ("auto", *FORMAT_NAMES)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedLine:
    heading: str
    url: str
    decided: Said


@dataclass(frozen=True, slots=True, kw_only=True)
class FileReport:
    """What became of one file. `checked` answers of a dry run would be written; nothing was."""

    name: str
    dry_run: bool
    imported: int
    unchanged: int
    problems: tuple[Any, ...]
    notes: tuple[Any, ...]
    lines: tuple[ImportedLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportsPage:
    formats: tuple[tuple[str, bool], ...]
    reports: tuple[FileReport, ...]
    error: str
    dry_run: bool
    whole: bool


def read_report(reader: Reader, imported: Imported) -> FileReport:
    """The report of a file with links to what it brought, the first hundred."""
    return FileReport(
        name=imported.name,
        dry_run=imported.report.dry_run,
        imported=len(imported.report.imported),
        unchanged=imported.report.unchanged,
        problems=tuple(imported.report.problems),
        notes=tuple(imported.report.notes),
        lines=_lines(reader, imported.report.imported[:MAXIMUM_LISTED]),
    )


def _lines(reader: Reader, public_ids: Sequence[str]) -> tuple[ImportedLine, ...]:
    if not public_ids:
        return ()
    states = rows.AnswerState.objects.visible_to(reader).filter(answer__public_id__in=public_ids)
    # Blind people are told no decision here either: a file may bring what judges said of an answer that is known.
    states = states.annotate(told=told(reader, "answer_id", "decision"))
    found = list(states.order_by("answer_id").values("answer_id", "heading", "told"))
    claims = rows.Claim.objects.filter(answer_id__in=[row["answer_id"] for row in found]).order_by("-ordinal")
    first = dict(claims.values_list("answer_id", "public_id"))
    return tuple(
        ImportedLine(
            heading=row["heading"],
            url=reverse("claim", args=[first[row["answer_id"]]]) if row["answer_id"] in first else "",
            decided=said_of_decision(row["told"]),
        )
        for row in found
    )


@require_http_methods(["GET", "HEAD", "POST"])
def imports(request: HttpRequest) -> HttpResponse:
    reader = reader_of(request)
    require(reader, Action.IMPORT_ANSWERS)
    chosen = request.POST.get("format", "auto")
    dry_run, whole = "dry_run" in request.POST, "whole" in request.POST
    error, reports = "", []
    if request.method == "POST":
        files = request.FILES.getlist("files")
        if chosen not in FORMATS:
            error = "choose one of the formats of the list"
        elif not files:
            error = "choose at least one file"
        else:
            now = timezone.now()
            done = [
                import_file(reader, file.name or "file", file.read(), chosen, now, dry_run, whole) for file in files
            ]
            reports = [read_report(reader, imported) for imported in done]
    problems = error or any(report.problems for report in reports)
    page = ImportsPage(
        formats=tuple((name, name == chosen) for name in FORMATS),
        reports=tuple(reports),
        error=error,
        dry_run=dry_run,
        whole=whole,
    )
    return render(request, "inspector/imports.html", {"page": page, "here": "imports"}, status=422 if problems else 200)
