"""Results of a judge come in: from a file, or from what imported answers say a judge said."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from inspector.judging.configurations import NotConfigured
from inspector.judging.importing import ImportedBatch, import_results
from inspector.judging.mapping import NotMapped, read_mapping
from inspector.judging.matching import NotImportable, field_of
from inspector.judging.traces import SUGGESTED, collect, read_traced
from inspector.labels.judge_file import read_judge_file
from inspector.labels.label_set import NotALabelSet
from inspector.models import rows as opinions
from inspector.pages.calibration_reading import open_revision
from inspector.pages.judge_view import FieldChoice, JudgeImportPage, RevisionChoice, TracedLine
from inspector.readers import reader_of
from lineage.access import Action, Reader, require
from lineage.evidence.digests import digest_from_raw

MOST_REVISIONS = 100
REFUSED = (NotALabelSet, NotConfigured, NotImportable, NotMapped)
NO_FILE = "Choose a file."
NO_REVISION = "Choose the set that the judge was run on."


@require_http_methods(["GET", "HEAD", "POST"])
def judge_import(request: HttpRequest) -> HttpResponse:
    """303 to the results; 422 with what is wrong, and nothing written."""
    reader = reader_of(request)
    require(reader, Action.KEEP_SETS)
    if request.method != "POST":
        return _draw(request, read_import_page(reader, request.GET.get("revision", "")))
    sent = {name: request.POST.get(name, "")[:20_000] for name in ("revision", "field", "mapping", "traced")}
    sent["mapping"] = sent["mapping"].replace("\r\n", "\n").replace("\0", "")
    try:
        imported = _import(reader, sent, request.FILES.get("file"))
    except REFUSED as refused:
        page = read_import_page(reader, sent["revision"], sent["mapping"], str(refused), sent["field"])
        return _draw(request, page, 422)
    if imported.said:
        messages.warning(request, imported.said)
    response = redirect("judge_batch", imported.batch.public_id)
    response.status_code = 303
    return response


def _import(reader: Reader, sent: Mapping[str, str], file: Any) -> ImportedBatch:
    if not sent["revision"]:
        raise NotImportable(NO_REVISION)
    revision = open_revision(reader, sent["revision"])
    if sent["traced"]:
        values = field_of(revision, sent["field"])["values"]
        return collect(reader, revision, sent["field"], sent["traced"], read_mapping(sent["mapping"], values))
    if file is None:
        raise NotImportable(NO_FILE)
    name = file.name or "file"
    came = read_judge_file(file.read(), name)
    values = field_of(revision, came.results.field)["values"]
    # What is written here goes before what the file says of itself.
    mapping = {**came.labels, **read_mapping(sent["mapping"], values)}
    (imported,) = import_results(reader, revision, [came.results], mapping, file_name=name)
    return imported


def read_import_page(
    reader: Reader, revision_id: str, mapping: str = "", error: str = "", field: str = ""
) -> JudgeImportPage:
    """The newest revisions of every set; of the one that is chosen also what was traced. Raises NotVisible."""
    found = opinions.SetRevision.objects.visible_to(reader).select_related("set").order_by("-pk")
    revisions = list(found[:MOST_REVISIONS])
    chosen = _choose(reader, revisions, revision_id)
    traced = read_traced(reader, chosen) if chosen is not None else []
    return JudgeImportPage(
        revisions=tuple(
            RevisionChoice(one.public_id, f"{one.set}, revision {one.number}", one == chosen) for one in revisions
        ),
        fields=tuple(_field(one, field) for one in (chosen.fields if chosen is not None else ())),
        traced=tuple(
            TracedLine(
                one.key,
                one.evaluator,
                one.version,
                digest_from_raw(one.digest) if one.digest else None,
                one.results,
                one.claims,
            )
            for one in traced
        ),
        mapping=mapping,
        chosen=chosen.public_id if chosen is not None else "",
        error=error,
    )


def _choose(reader: Reader, revisions: Sequence[Any], public_id: str) -> Any:
    """The one that is named, which may be older than those that are offered; None where none is."""
    if not public_id:
        return None
    return next((one for one in revisions if one.public_id == public_id), None) or open_revision(reader, public_id)


def _field(field: Mapping[str, Any], chosen: str) -> FieldChoice:
    values = tuple(field["values"])
    suggested = "\n".join(f"{word} = {label}" for word, label in SUGGESTED.items() if label in values)
    return FieldChoice(field["name"], values, suggested, field["name"] == chosen)


def _draw(request: HttpRequest, page: JudgeImportPage, status: int = 200) -> HttpResponse:
    return render(request, "inspector/judge_import.html", {"page": page, "here": "figures"}, status=status)
