"""The steps by which copies of a version's words are struck out: each a short transaction under the source's lock."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from lineage.bulk import in_parts, write, write_contents
from lineage.copies import Copy
from lineage.evidence.life import ELSEWHERE
from lineage.evidence.reach import Carrier, Reached, Treatment
from lineage.evidence.striking import Traces
from lineage.evidence.vocabulary import SourceEventKind
from lineage.ingest import lock_contents
from lineage.lifecycle_asking import hold_still
from lineage.lifecycle_reading import find_held
from lineage.models import rows
from lineage.models.coding import encode_record
from lineage.models.content import Packed, pack
from lineage.reaching import find_owners

LARGEST_LOOKUP = 500
OTHERWISE = (SourceEventKind.PURGE_DECLINED.value, SourceEventKind.TOMBSTONED.value)


class Stopped(Exception):
    """A legal hold stands, or somebody decided otherwise; the message says on which version."""


class Job(NamedTuple):
    """What is erased, for which `decision`. `since`: as `last_word` was when it was found to be due."""

    version: rows.SourceVersion
    artifacts: Collection[int]
    decision: rows.SourceEvent
    since: int
    at: datetime


@dataclass(slots=True)
class Erased:
    """What became of it: contents by what they were, and what was kept with who owns it too."""

    erased: dict[str, int] = field(default_factory=dict)
    redacted: dict[str, int] = field(default_factory=dict)
    kept: list[Reached] = field(default_factory=list)
    answers: int = 0

    def count(self, copy: Copy) -> None:
        counts = self.erased if copy.remains is None else self.redacted
        counts[copy.carrier.value] = counts.get(copy.carrier.value, 0) + 1


def last_word(version: rows.SourceVersion) -> int:
    """The id of the newest event by which an erasure was declined, or put off to another day; 0 for none."""
    events = rows.SourceEvent.objects.filter(version_id=version.pk, event__in=OTHERWISE).exclude(actor=ELSEWHERE)
    return events.order_by("-id").values_list("id", flat=True).first() or 0


@contextmanager
def erasing_step(job: Job) -> Iterator[None]:
    """A short transaction in which nobody decides otherwise, and nobody gives the bytes another owner."""
    version = job.version
    with transaction.atomic():
        hold_still(version)
        lock_contents(version.tenant_id)
        held = find_held([version.source_id])
        if held:
            raise Stopped(f"A legal hold stands on version {held[version.source_id]} of {version.source.key}.")
        if last_word(version) > job.since:
            raise Stopped(f"Somebody decided otherwise on version {version.version} of {version.source.key}.")
        yield


def strike(job: Job, copied: Sequence[Copy], done: Erased) -> None:
    """Puts what remains beside each copy, and erases the copy."""
    version = job.version
    with erasing_step(job):
        owners = find_owners(version, job.artifacts, [copy.content for copy in copied])
        # Another job may have come first: what it erased has its remains.
        here = rows.Content.objects.filter(pk__in=[copy.content for copy in copied], body__isnull=False)
        left = set(here.values_list("pk", flat=True))
        gone = [copy for copy in copied if copy.content in left and copy.content not in owners]
        packed = {c.content: pack(c.remains, encode_record) for c in gone if c.remains is not None}
        ids = write_contents(version.tenant_id, packed.values()) if packed else {}
        _write_redactions(job, gone, packed, ids)
        rows.Content.objects.filter(pk__in=[copy.content for copy in gone]).erase(job.at)
    for copy in gone:
        done.count(copy)
    kept = [copy for copy in copied if copy.content in owners]
    done.kept += [Reached(c.content, c.carrier, Treatment.KEEP, owners[c.content]) for c in kept]


def _write_redactions(
    job: Job, gone: Sequence[Copy], packed: Mapping[int, Packed], ids: Mapping[bytes, int]
) -> None:
    left = [copy.content for copy in gone if copy.carrier is Carrier.REMAINS]
    # What an earlier erasure left is left by this one with less: readers ask by the content that was erased first.
    first = dict(rows.Redaction.objects.filter(remains_id__in=left).values_list("remains_id", "erased_id"))
    write(
        rows.Redaction,
        [
            {
                "tenant_id": job.version.tenant_id,
                "erased_id": first.get(content, content),
                "remains_id": ids[one.sha256],
                "event_id": job.decision.pk,
            }
            for content, one in packed.items()
        ],
    )


def struck_answers(version: rows.SourceVersion) -> set[int]:
    """Answers of which something was struck out, also by an attempt before this one, whatever was decided since."""
    struck = rows.Redaction.objects.filter(event__version=version).values("erased")
    found: set[int] = set()
    for model, path, name in (
        (rows.Answer, "pk", "record"),
        (rows.JudgeResult, "claim__answer_id", "record"),
        (rows.Inspection, "answer_id", "report"),
    ):
        found.update(model.objects.filter(**{f"{name}__in": struck}).values_list(path, flat=True))
    return found


def clean_messages(job: Job, traces: Traces) -> None:
    """What workers wrote of it: these rows are no records."""
    for model, name in ((rows.WorkItem, "message"), (rows.Run, "reason")):
        said = model.objects.filter(tenant_id=job.version.tenant_id).exclude(**{name: ""})
        with erasing_step(job):
            marked = [id for id, words in said.values_list("pk", name) if traces.are_in(words)]
        # Outside of the step: a worker that holds its item may be waiting for the locks of one.
        for part in in_parts(marked, LARGEST_LOOKUP):
            model.objects.filter(pk__in=part).update(**{name: ""})
