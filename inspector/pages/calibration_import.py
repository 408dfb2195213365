"""Importing a label set: what it is made of is said, and where a file is none, the place and what is wrong there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from inspector.calibrating.importing import LONGEST_REASON, Imported, import_label_set
from inspector.calibrating.keeping import NotASet
from inspector.calibrating.reading import finished_sets
from inspector.judging.configurations import NotConfigured
from inspector.judging.importing import import_results
from inspector.judging.matching import NotImportable
from inspector.labels.label_set import NotALabelSet
from inspector.labels.reading import FORMATS, read_label_set
from inspector.pages.calibration_addresses import revision_url
from inspector.readers import reader_of
from lineage.access import Action, Reader, require
from lineage.evidence.digests import digest_bytes

AUTO = "auto"
NO_FILE = "Choose the files of one set."
SAME_NAME = "Two of the files have the same name: a set's files are told apart by their names."


class FormatLine(NamedTuple):
    """A format that is understood; `files` says which files it takes."""

    name: str
    label: str
    about: str
    files: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportForm:
    """`sets` are those of which it may become another revision: key, name, whether it is chosen."""

    formats: tuple[tuple[str, str, bool], ...]
    known: tuple[FormatLine, ...]
    sets: tuple[tuple[str, str, bool], ...]
    reason: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)


def draw_form(reader: Reader, sent: Any, errors: Mapping[str, str] | None = None) -> ImportForm:
    """One statement. No browser keeps the choice of files."""
    form, key = sent.get("format", AUTO), sent.get("set", "")
    every = finished_sets(reader).order_by("name", "pk").values_list("key", "name")
    return ImportForm(
        formats=((AUTO, "find out", form == AUTO), *((one.name, one.label, one.name == form) for one in _known())),
        known=_known(),
        sets=tuple((one, name or one, one == key) for one, name in every),
        reason=sent.get("reason", "")[:LONGEST_REASON],
        errors=errors or {},
    )


def _known() -> tuple[FormatLine, ...]:
    return tuple(FormatLine(name, one.label, one.about, one.files) for name, one in FORMATS.items())


@require_http_methods(["GET", "HEAD", "POST"])
def calibration_import(request: HttpRequest) -> HttpResponse:
    """303 to the revision; 422 with the place in the file and what is wrong there, and nothing is written."""
    reader = reader_of(request)
    require(reader, Action.KEEP_SETS)
    if request.method != "POST":
        return _show(request, draw_form(reader, request.GET))
    files = request.FILES.getlist("files")
    if not files:
        return _show(request, draw_form(reader, request.POST, {"files": NO_FILE}), 422)
    named = {(file.name or "file"): file for file in files}
    if len(named) < len(files):
        return _show(request, draw_form(reader, request.POST, {"files": SAME_NAME}), 422)
    try:
        imported = _import(reader, request.POST, {name: file.read() for name, file in named.items()})
    except NotALabelSet as problem:
        return _show(request, draw_form(reader, request.POST, {"files": str(problem)}), 422)
    except NotASet as refused:
        return _show(request, draw_form(reader, request.POST, {refused.field or "set": str(refused)}), 422)
    messages.success(request, _said(imported))
    for said in _import_judges(reader, imported):
        messages.info(request, said)
    response = redirect(revision_url(imported.revision.public_id))
    response.status_code = 303
    return response


def _import(reader: Reader, sent: Any, files: Mapping[str, bytes]) -> Imported:
    form = sent.get("format", AUTO)
    if form != AUTO and form not in FORMATS:
        raise NotASet("Choose a format of the list.", "format")
    key = sent.get("set", "").replace("\0", "")
    if key and not finished_sets(reader).filter(key=key).exists():
        raise NotASet("Choose a set of the list.", "set")
    label_set = read_label_set(files, form)
    made_from = {"files": {name: digest_bytes(data) for name, data in files.items()}, "format": form}
    return import_label_set(
        reader,
        label_set,
        key=key,
        reason=sent.get("reason", "").replace("\0", "").strip()[:LONGEST_REASON],
        made_from=made_from,
    )


def _said(imported: Imported) -> str:
    if not imported.is_new:
        return "Nothing was written: this revision is here already, item by item."
    return f"Imported as revision {imported.revision.number}, with {imported.new_versions} new items or versions."


def _import_judges(reader: Reader, imported: Imported) -> Iterator[str]:
    """Each judge for itself: one that cannot be taken over leaves the labels and the others as they are."""
    names = []
    for results in imported.judges:
        name = f"{results.configuration.evaluator} on {results.field}"
        try:
            [batch] = import_results(reader, imported.revision, [results])
        except (NotImportable, NotConfigured) as refused:
            yield f"Results of the judge {name} were not imported: {refused}"
        else:
            names += [name] if batch.is_new else []
            if batch.said:
                yield batch.said
    if names:
        yield f"Results of judges came with the set and were imported: {', '.join(names)}."


def _show(request: HttpRequest, form: ImportForm, status: int = 200) -> HttpResponse:
    return render(request, "inspector/calibration_import.html", {"form": form, "here": "figures"}, status=status)
