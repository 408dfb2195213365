"""The first item of a run: the texts of its version are made where they are missing, and its work is cut into items:
its citations are listed, and then the pages that are to be drawn.

Nothing of it is split: what was made stays, under keys that the same bytes get again, so another attempt goes on there.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from lineage import images
from lineage.anchoring_policies import read_anchoring
from lineage.bell import ring
from lineage.bulk import in_parts, write
from lineage.citing import Citing, list_citing
from lineage.evidence.vocabulary import RunTrigger, WorkKind
from lineage.failing import Unpreparable
from lineage.failpoints import failpoint
from lineage.leases import effects, run_parallel
from lineage.models import rows
from lineage.source_standing import find_taken_away
from lineage.targets import KINDS_READ, MOST_TARGETS, find_targets
from lineage.text_making import is_half_made, make_texts

SLICE = 500
"""Citations of one item."""


class Planned(NamedTuple):
    """`has_pages`: whether there may be pages to be drawn."""

    citing: Sequence[Citing]
    pipeline: Mapping[str, Any]
    has_pages: bool


def perform(run: rows.Run, item: rows.WorkItem) -> None:
    """Raises Unpreparable, Fenced."""
    failpoint("during_item", item.subject)
    planned = plan(run, item)
    items = list(cut(run, [one.resolution for one in planned.citing]))
    if planned.has_pages:
        items += images.cut(run)
    with effects(item, {}):
        write(rows.WorkItem, items)
        rows.Run.objects.filter(pk=run.pk).update(total=len(planned.citing), pipeline=dict(planned.pipeline))
    # For the others: this worker goes on without being rung for.
    for _ in range(min(len(items), run_parallel()) - 1):
        ring(run.pk)


def plan(run: rows.Run, item: rows.WorkItem) -> Planned:
    """Of a version that was taken away its own citations, else those of the whole source."""
    require_policy(run)
    if run.version_id in find_taken_away([run.version_id]):
        return Planned(list_citing(run.tenant_id, run.source_id, run.version_id), run.pipeline, has_pages=False)
    pipeline = run.pipeline
    if needs_texts(run, item):
        pipeline = make_texts(run, item)
    require_targets(run.version)
    return Planned(list_citing(run.tenant_id, run.source_id), pipeline, has_pages=True)


def require_targets(version: rows.SourceVersion) -> None:
    targets = find_targets(version.pk)
    if not targets:
        raise Unpreparable(
            f"Version {version.version} has no text to look in: neither its text nor bytes that can be read are kept."
        )
    if len(targets) > MOST_TARGETS:
        raise Unpreparable(
            f"Version {version.version} is kept in more than {MOST_TARGETS} texts, which are not searched as one. "
            "Bring its whole text as one canonical extract."
        )


def needs_texts(run: rows.Run, item: rows.WorkItem) -> bool:
    """Whether texts can be made of the version's bytes, and are asked for, missing or left half made."""
    if run.version.raw_id is None or run.source.kind not in KINDS_READ:
        return False
    asked = bool(run.pipeline) or run.trigger == RunTrigger.NEW_EXTRACTION
    return asked or not find_targets(run.version_id) or is_half_made(run, item)


def require_policy(run: rows.Run) -> None:
    try:
        read_anchoring(run.normalization)
    except ValueError as fault:
        raise Unpreparable(str(fault)) from fault


def cut(run: rows.Run, resolutions: Sequence[int]) -> Iterator[dict[str, Any]]:
    for number, part in enumerate(in_parts(resolutions, SLICE)):
        yield {
            "tenant_id": run.tenant_id,
            "run_id": run.pk,
            "key": f"{number:06}",
            "kind": WorkKind.RELOCATE.value,
            "subject": list(part),
            "size": len(part),
        }
