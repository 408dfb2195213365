"""Answers with what they rest on -> rows. One answer is all or nothing; a file is written in short batches (DESIGN 9).

The same answer again changes nothing. The same response version with other content is refused by name. A bad answer
leaves nothing of itself and does not stop the others. Running a file again finishes it.
"""

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db import connection, transaction

from lineage import ledger
from lineage.answer_preparing import Prepared, answer_digest, dump_record, prepare, stage_answer
from lineage.answer_rows import write_answers
from lineage.bulk import in_parts
from lineage.dossiers import known_sources
from lineage.evidence.bundle import Answer, Artifact, Source, Transformation, case_key, response_version
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.dossier import Dossier, merge
from lineage.evidence.inspection import inspect
from lineage.evidence.native import Collected
from lineage.evidence.policy import GatePolicy
from lineage.evidence.reading import Problem
from lineage.evidence.vocabulary import PolicyKind
from lineage.formats.unsupported_bullets import set_aside
from lineage.graph import Existing, Graph, find_conflict, find_existing, ignored_changes
from lineage.graph_rows import Shelf, stage_contents, write_graph
from lineage.models import rows
from lineage.policies import ensure_policies, newest_policy, read_gate

# A batch of this size holds the write lock for about a quarter of a second; a commit costs as much as ten answers.
BATCH = 250
GRAPH_BATCH = 500
IMPORT_LOCK = 0x45494C
IMPORTED = "answers_imported"
RECORDED = "sources_recorded"


@dataclass(slots=True)
class Report:
    """What became of an import. `imported` are public ids of answers, new in this run.

    `problems` were refused; `notes` are what had no effect, though nothing is wrong with it.
    """

    imported: list[str] = field(default_factory=list)
    unchanged: int = 0
    checked: int = 0
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)
    dry_run: bool = False

    @property
    def refused(self) -> int:
        return len({problem.place for problem in self.problems})


@dataclass(frozen=True, slots=True)
class Gate:
    """The policy under which answers are inspected, and its row."""

    policy: GatePolicy
    row_id: int


def find_gate(tenant_id: int) -> Gate:
    """The newest gate policy of a tenant, the shipped one written where there is none."""
    with transaction.atomic():
        ensure_policies(tenant_id)
    row = newest_policy(tenant_id, PolicyKind.GATE)
    return Gate(read_gate(row), row.pk)


def ingest(
    tenant: rows.Tenant,
    collected: Collected,
    *,
    actor: str,
    as_of: datetime,
    dry_run: bool = False,
    all_or_nothing: bool = False,
) -> Report:
    """Write everything that can be written. `as_of` is the moment of inspection and of recording.

    With `all_or_nothing` nothing is written where anything is wrong: the whole is checked first.
    """
    report = Report(problems=list(collected.problems), notes=set_aside(collected), dry_run=dry_run)
    if dry_run or all_or_nothing:
        found = _check(tenant.pk, collected, report)
        if dry_run or found:
            return report
    gate = find_gate(tenant.pk)
    _ingest_shared(tenant.pk, collected, report, actor)
    for part in in_parts(collected.answers, BATCH):
        with _without_garbage_collection():
            _ingest_batch(Batch(tenant.pk, [_assemble(collected, *item) for item in part]), gate, report, actor, as_of)
    return report


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """The values of a batch form no cycles; to look for cycles among them takes a sixth of its time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@dataclass(frozen=True, slots=True)
class Assembled:
    """One answer of a file with its dossier, as the file has it; `record` and `digest` are those of its rows."""

    place: str
    answer: Answer
    dossier: Dossier
    shared: tuple[Source, ...]
    record: bytes
    digest: bytes

    @property
    def sources(self) -> tuple[Source, ...]:
        return (*self.shared, *self.answer.sources)

    @property
    def key(self) -> tuple[str, str]:
        return case_key(self.answer.case), response_version(self.answer)


def _assemble(collected: Collected, place: str, answer: Answer) -> Assembled:
    dossier = collected.dossier(answer)
    shared = tuple(collected.sources[key] for key in dossier.sources if key in collected.sources)
    record = dump_record(answer, dossier)
    return Assembled(place, answer, dossier, shared, record, answer_digest(answer, record))


class Batch:
    """A few answers, what is kept here of them, and which of them may be written.

    `before` is the batch before in a file that is only checked: what it would have written counts as kept.
    """

    def __init__(self, tenant_id: int, items: Sequence[Assembled], before: "Batch | None" = None) -> None:
        self.tenant_id = tenant_id
        self.items = items
        self.graph = before.graph if before else Graph()
        self.known: dict[tuple[str, str], bytes] = before.known if before else {}
        self.kept: list[Assembled] = []
        self.problems: list[Problem] = []
        self.unchanged = 0

    def sift(self) -> Existing:
        """Look up what is kept here, and refuse by name what contradicts it. Fixed number of statements."""
        wanted = Graph()
        for item in self.items:
            wanted.add(item.sources, item.dossier.artifacts.values(), item.dossier.transformations)
        existing = find_existing(self.tenant_id, wanted)
        self.known |= self._find_answers()
        for item in self.items:
            if self.known.get(item.key, item.digest) != item.digest:
                self._refuse_version(item)
                continue
            resting = item.dossier.artifacts.values(), item.dossier.transformations
            conflict = find_conflict(existing, item.sources, *resting) or self.graph.find_conflict(*resting)
            if conflict is not None:
                self.problems.append(Problem(item.place, "", conflict))
            elif item.key in self.known:
                self.unchanged += 1
            else:
                self.known[item.key] = item.digest
                self.kept.append(item)
                self.graph.add(item.sources, *resting)
        return existing

    def _refuse_version(self, item: Assembled) -> None:
        case, version = item.key
        message = (
            f"answer {version} of case {case} is kept here with other content; another answer needs another version"
        )
        self.problems.append(Problem(item.place, "/response_version", message))

    def _find_answers(self) -> dict[tuple[str, str], bytes]:
        found = rows.Answer.objects.filter(tenant_id=self.tenant_id, case__key__in={item.key[0] for item in self.items})
        return {
            (case, version): bytes(d)
            for case, version, d in found.values_list("case__key", "response_version", "digest")
        }


def _check(tenant_id: int, collected: Collected, report: Report) -> bool:
    """Whether anything contradicts what is kept here, or itself; nothing is written."""
    for wanted in _shared_parts(collected):
        _without_conflicts(wanted, find_existing(tenant_id, wanted), report)
    batch = None
    for part in in_parts(collected.answers, BATCH):
        batch = Batch(tenant_id, [_assemble(collected, *item) for item in part], batch)
        batch.sift()
        report.problems += batch.problems
        report.unchanged += batch.unchanged
        report.checked += len(batch.kept)
    return bool(report.problems)


def _ingest_batch(batch: Batch, gate: Gate, report: Report, actor: str, as_of: datetime) -> None:
    known = known_sources(batch.tenant_id, {key for item in batch.items for key in item.dossier.sources})
    changes = [
        Problem(i.place, "", m) for i in batch.items for s in i.sources for m in ignored_changes(s, known.get(s.key))
    ]
    report.notes += [change for change in dict.fromkeys(changes) if change not in report.notes]
    prepared = {id(item): _prepare(item, known, gate.policy, as_of) for item in batch.items}
    with transaction.atomic():
        lock_contents(batch.tenant_id)
        existing = batch.sift()
        new = [prepared[id(item)] for item in batch.kept]
        if new:
            _write(batch, new, existing, gate, actor, as_of)
    report.problems += batch.problems
    report.unchanged += batch.unchanged
    report.imported += [found.public_id for found in new]


def _prepare(item: Assembled, known: Mapping[str, Source], policy: GatePolicy, as_of: datetime) -> Prepared:
    """Inspect with the versions that are known here too, not only with those in the file (DESIGN 2)."""
    dossier = item.dossier
    if any(key in known for key in dossier.sources):
        sources = {key: merge(source, known.get(key)) for key, source in dossier.sources.items()}
        dossier = replace(dossier, sources=sources)
    return prepare(item.place, item.answer, dossier, inspect(dossier, policy, as_of), item.record, item.digest)


def _write(batch: Batch, new: list[Prepared], existing: Existing, gate: Gate, actor: str, as_of: datetime) -> None:
    shelf = Shelf(batch.tenant_id)
    stage_contents(shelf, batch.graph, existing)
    for found in new:
        stage_answer(shelf, found)
    shelf.write_contents()
    write_graph(shelf, batch.graph, existing, actor)
    cases = dict(
        rows.Case.objects.filter(tenant_id=batch.tenant_id, key__in={f.case_key for f in new}).values_list("key", "id")
    )
    for found in new:
        found.case_id = cases.get(found.case_key, 0)
    write_answers(shelf, new, gate.row_id, as_of)
    answers = {found.public_id: digest_from_raw(found.digest) for found in new}
    ledger.record(batch.tenant_id, IMPORTED, actor, f"answers:{len(new)}", {"answers": answers})


def _ingest_shared(tenant_id: int, collected: Collected, report: Report, actor: str) -> None:
    """Records that several answers share, also those that no answer of this file needs: nothing given is lost."""
    ended = [source for source in collected.sources.values() if any(v.events for v in source.versions)]
    known = known_sources(tenant_id, {source.key for source in ended}) if ended else {}
    left_out = [Problem("", "", m) for s in ended for m in ignored_changes(s, known.get(s.key))]
    said = {note.message for note in report.notes}
    report.notes += [note for note in left_out if note.message not in said]
    for wanted in _shared_parts(collected):
        _write_shared(tenant_id, wanted, report, actor)


def _shared_parts(collected: Collected) -> Iterator[Graph]:
    """The shared records in graphs that are small enough for one transaction, each with what it refers to."""
    artifacts = list(collected.artifacts.values())
    parts: list[tuple[Sequence[Artifact], Sequence[Transformation]]] = []
    parts += [(part, ()) for part in in_parts(artifacts, GRAPH_BATCH)]
    if not artifacts and collected.sources:
        parts.append(((), ()))
    parts += [((), part) for part in in_parts(list(collected.transformations.values()), GRAPH_BATCH)]
    for some, transformations in parts:
        ends = {end for t in transformations for d in t.derivations for end in (d.input, d.output)}
        graph = Graph()
        graph.add(
            collected.sources.values(),
            [*some, *(collected.artifacts[end] for end in sorted(ends))],
            transformations,
        )
        yield graph


def _write_shared(tenant_id: int, wanted: Graph, report: Report, actor: str) -> None:
    with transaction.atomic():
        lock_contents(tenant_id)
        existing = find_existing(tenant_id, wanted)
        graph = _without_conflicts(wanted, existing, report)
        shelf = Shelf(tenant_id)
        stage_contents(shelf, graph, existing)
        shelf.write_contents()
        new = existing.count_new(graph) | write_graph(shelf, graph, existing, actor)
        if any(new.values()):
            ledger.record(tenant_id, RECORDED, actor, "graph", new)


def _without_conflicts(wanted: Graph, existing: Existing, report: Report) -> Graph:
    """What may stand beside the rows that exist; what may not is a problem, and so is what rests on it."""
    faults = {key: find_conflict(existing, [source], []) for key, source in wanted.sources.items()}
    sources = [source for key, source in wanted.sources.items() if faults[key] is None]
    unusable = {key: find_conflict(existing, [], [artifact]) for key, artifact in wanted.artifacts.items()}
    artifacts = [
        a for key, a in wanted.artifacts.items() if unusable[key] is None and faults.get(a.source or "") is None
    ]
    broken = {key: find_conflict(existing, [], [], [made]) for key, made in wanted.transformations.items()}
    messages = [m for m in (*faults.values(), *unusable.values(), *broken.values()) if m is not None]
    known = {problem.message for problem in report.problems}
    report.problems += [Problem("shared records", "", m) for m in dict.fromkeys(messages) if m not in known]
    graph = Graph()
    kept = {artifact.key for artifact in artifacts}
    whole = [
        made
        for key, made in wanted.transformations.items()
        if broken[key] is None and all({d.input, d.output} <= kept for d in made.derivations)
    ]
    graph.add(sources, artifacts, whole)
    return graph


def lock_contents(tenant_id: int) -> None:
    """Inside a transaction: one import at a time in a tenant, since two of them would both find a key missing; and
    nobody erases bytes that are just given another owner. SQLite has one writer anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [IMPORT_LOCK, tenant_id])
