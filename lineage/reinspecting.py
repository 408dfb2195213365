"""An answer is inspected anew after words that it rests on were erased: a new inspection beside the old ones."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from lineage.answer_preparing import Prepared
from lineage.bulk import next_ids, write
from lineage.dossiers import ANSWER_TEXTS, read_dossier
from lineage.evidence.bundle import SourceEvent
from lineage.evidence.digests import canonical_json
from lineage.evidence.dossier import Dossier
from lineage.evidence.inspection import inspect
from lineage.formats.report import answer_report
from lineage.graph_rows import Shelf
from lineage.ingest import Gate
from lineage.inspection_rows import finding_rows, inspection_row, resolution_rows, state_of
from lineage.models import rows
from lineage.models.coding import encode_record
from lineage.models.content import ContentAbsent, ContentDamaged
from lineage.projections import write_states


def inspect_again(
    answer_ids: Sequence[int], gate: Gate, as_of: datetime, about: tuple[str, str], event: SourceEvent
) -> int:
    """Inspections of these answers as if `event` had happened to the version (source, version) `about`; how many.

    One transaction an answer. The event is recorded afterwards, with the same moment and reason: then what was
    inspected is what the rows say.
    """
    found = rows.Answer.objects.filter(pk__in=answer_ids).select_related("case", *ANSWER_TEXTS).order_by("id")
    count = 0
    for answer in found:
        try:
            dossier = _with_event(read_dossier(answer), about, event)
        except (ContentAbsent, ContentDamaged):
            # Its own records are lost: its pages say so, and no erasure waits for it.
            continue
        made = _prepare(answer, dossier, gate, as_of)
        with transaction.atomic():
            _write(answer, made, gate)
        count += 1
    return count


def _with_event(dossier: Dossier, about: tuple[str, str], event: SourceEvent) -> Dossier:
    source = dossier.sources.get(about[0])
    if source is None:
        return dossier
    versions = tuple(
        replace(v, events=(*v.events, event)) if v.version == about[1] and event not in v.events else v
        for v in source.versions
    )
    return replace(dossier, sources={**dossier.sources, about[0]: replace(source, versions=versions)})


def _prepare(answer: rows.Answer, dossier: Dossier, gate: Gate, as_of: datetime) -> Prepared:
    inspection = inspect(dossier, gate.policy, as_of)
    report = canonical_json(answer_report(dossier.answer, inspection))
    made = Prepared("", dossier.answer, dossier, inspection, b"", report, b"")
    made.case_id, made.answer_id, made.public_id = answer.case_id, answer.pk, answer.public_id
    return made


def _write(answer: rows.Answer, made: Prepared, gate: Gate) -> None:
    shelf = Shelf(answer.tenant_id)
    shelf.keep(made.report, encode_record)
    shelf.write_contents()
    named = {resolution.artifact for resolution in made.inspection.resolutions if resolution.artifact}
    artifacts = rows.Artifact.objects.filter(tenant_id=answer.tenant_id, key__in=named)
    shelf.artifacts = dict(artifacts.values_list("key", "id"))
    claims = dict(rows.Claim.objects.filter(answer=answer).values_list("key", "id"))
    citations = dict(rows.Citation.objects.filter(answer=answer).values_list("key", "id"))
    (id,) = next_ids(rows.Inspection, 1)
    write(rows.Inspection, [inspection_row(shelf, made, id, gate.row_id)])
    write(rows.Resolution, resolution_rows(shelf, made, id, citations))
    write(rows.Finding, finding_rows(shelf, made, id, claims, citations))
    write_states([state_of(shelf, made, id, answer.recorded_at)])
