"""One item: some of a run's citations, looked for in the texts of its version; what became of each is a row."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from lineage.anchoring_policies import read_anchoring
from lineage.bulk import in_parts, write, write_contents
from lineage.evidence.digests import canonical_json, raw_digest
from lineage.evidence.relocation import CitedSpan, Moved, Stripped, join, not_replayable, relocate, taken_away
from lineage.evidence.vocabulary import SourceEventKind
from lineage.failpoints import failpoint
from lineage.leases import effects
from lineage.models import rows
from lineage.models.coding import encode_record
from lineage.models.content import ContentAbsent, Packed, pack
from lineage.run_ending import CHANGED
from lineage.source_standing import find_taken_away
from lineage.targets import INDEXES, Without, find_stripped, find_targets, read_words
from lineage.text.anchoring import AnchoringPolicy, TextIndex
from lineage.text.span import Span
from lineage.tracing import Cited, Text, trace

LARGEST_LOOKUP = 500


@dataclass(slots=True)
class Found:
    """What became of the spans of one citation, each with the text of the source in which it stood."""

    moves: list[Moved] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)


def perform(run: rows.Run, item: rows.WorkItem) -> None:
    """Everything is read and computed before the transaction in which it is written.

    Raises Fenced where the lease was lost, ContentDamaged, ContentAbsent where a text cannot be read.
    """
    failpoint("during_item", item.subject)
    cited = read_cited(item.subject)
    targets = find_targets(run.version_id)
    found = find_all(run, cited, targets)
    details = {citation: dump_details(one, targets) for citation, one in found.items()}
    packed = {citation: pack(data, encode_record) for citation, data in details.items() if data}
    moved = {citation: join(one.moves) for citation, one in found.items()}
    counts = Counter(move.outcome.value for move in moved.values())
    counts[CHANGED] = sum(move.changed is not None for move in moved.values())
    restate = find_restate()
    with effects(item, +counts):
        ids = write_contents(run.tenant_id, packed.values())
        write(
            rows.Relocation,
            [
                relocation_row(run, moved[citation], one, targets, packed.get(citation), ids)
                for citation, one in found.items()
            ],
        )
        if restate is not None:
            restate(run.tenant_id, list(found))


def find_restate() -> Any:
    """What is to be done with the citations of an item in its transaction; None where nothing is."""
    path = getattr(settings, "AFTER_RELOCATION", "")
    return import_string(path) if path else None


def read_cited(resolutions: Sequence[int]) -> dict[int, Cited | None]:
    """By citation, the place that it names, None where it names none; in the order given."""
    places: dict[int, tuple[int, Cited | None]] = {}
    columns = ("id", "citation_id", "artifact_id", "start", "end")
    for part in in_parts(resolutions, LARGEST_LOOKUP):
        for id, citation, artifact, start, end in rows.Resolution.objects.filter(pk__in=part).values_list(*columns):
            named = artifact is not None and start is not None
            places[id] = citation, Cited(citation, artifact, Span(start, end)) if named else None
    return dict(places[id] for id in resolutions)


def find_all(run: rows.Run, cited: Mapping[int, Cited | None], targets: Sequence[Text]) -> dict[int, Found]:
    """By citation, what became of each of its spans; every citation has at least one answer."""
    found: dict[int, Found] = {citation: Found() for citation in cited}
    traced = trace([place for place in cited.values() if place is not None], run.source_id)
    gone = find_taken_away([run.version_id, *(text.version for text, _ in traced.values() if text.version)])
    kept: list[Text] = []
    for text, places in traced.values():
        kind = gone.get(text.version or 0) or gone.get(run.version_id)
        if kind is None:
            kept.append(text)
            continue
        say = not_replayable if kind == SourceEventKind.PURGED else taken_away
        for citation, span in places:
            add(found, text, say(citation, span))
    if kept:
        search(run, kept, traced, targets, found)
    for citation, one in found.items():
        if not one.moves:
            one.moves.append(not_replayable(citation))
    return found


def search(
    run: rows.Run,
    texts: Sequence[Text],
    traced: Mapping[int, tuple[Text, list[tuple[int, Span]]]],
    targets: Sequence[Text],
    found: dict[int, Found],
) -> None:
    policy = read_anchoring(run.normalization)
    stripped = find_stripped([*targets, *texts])
    words = read_words([*targets, *texts, *(without.text for without in stripped.values())])
    indexes, stripped_new = index_targets(targets, stripped, words, policy)
    for text in texts:
        old = words[text.id]
        places = traced[text.id][1]
        if old is None:
            moves = tuple(not_replayable(citation, span) for citation, span in places)
        else:
            moves = relocate(
                [CitedSpan(*place) for place in places],
                old[1],
                indexes,
                policy,
                stripped_old=stripped_of(stripped.get(text.id), old[1], words, policy),
                stripped_new=stripped_new,
            )
        for move in moves:
            add(found, text, move)


def index_targets(
    targets: Sequence[Text], stripped: Mapping[int, Without], words: Mapping[int, Any], policy: AnchoringPolicy
) -> tuple[list[TextIndex], dict[int, Stripped]]:
    """Raises ContentAbsent where a text that is to be searched was erased since the run began."""
    given = [words[target.id] for target in targets]
    if not given or None in given:
        raise ContentAbsent("a text of the version in which citations are looked for is not kept any more")
    without = {
        number: stripped[target.id]
        for number, target in enumerate(targets)
        if target.id in stripped and is_of(stripped[target.id], given[number][1], words)
    }
    extra = [one.text for one in without.values()]
    indexes = INDEXES.of([*targets, *extra], [*given, *(words[text.id] for text in extra)], policy)
    found = zip(without.items(), indexes[len(targets) :], strict=True)
    return indexes[: len(targets)], {number: Stripped(index, one.map) for (number, one), index in found}


def stripped_of(
    without: Without | None, whole: str, words: Mapping[int, Any], policy: AnchoringPolicy
) -> Stripped | None:
    if without is None or not is_of(without, whole, words):
        return None
    return Stripped(TextIndex(words[without.text.id][1], policy), without.map)


def is_of(without: Without, whole: str, words: Mapping[int, Any]) -> bool:
    """Whether the text without headers is still kept, and every word of it stands where its map says."""
    kept, spans = words[without.text.id], without.map
    if kept is None or (spans.output_length, spans.input_length) != (len(kept[1]), len(whole)):
        return False
    return not spans.verify(kept[1], whole)


def add(found: dict[int, Found], text: Text, move: Moved) -> None:
    found[move.citation].moves.append(move)
    found[move.citation].texts.append(text)


def relocation_row(
    run: rows.Run,
    moved: Moved,
    found: Found,
    targets: Sequence[Text],
    details: Packed | None,
    contents: Mapping[bytes, int],
) -> dict[str, Any]:
    """`was` is the place that the outcome speaks of: of several, the worst."""
    place = next((n for n, move in enumerate(found.moves) if move.outcome == moved.outcome), 0)
    was = found.texts[place] if found.texts else None
    old = found.moves[place].old if was is not None else None
    new = moved.new if moved.target is not None else None
    return {
        "tenant_id": run.tenant_id,
        "run_id": run.pk,
        "citation_id": moved.citation,
        "outcome": moved.outcome.value,
        "method": moved.method.value if moved.method else None,
        "was_id": was.id if was else None,
        "start": old.start if old else None,
        "end": old.end if old else None,
        "now_id": targets[moved.target].id if new is not None and moved.target is not None else None,
        "now_start": new.start if new else None,
        "now_end": new.end if new else None,
        "changes": " ".join(moved.changes),
        "drifted": moved.drifted,
        "changed": raw_digest(moved.changed) if moved.changed else None,
        "details_id": contents[details.sha256] if details else None,
    }


def dump_details(found: Found, targets: Sequence[Text]) -> bytes:
    """What the columns of a relocation have no place for, as canonical JSON; empty where there is nothing.

    `candidates`: the places that a person may choose of the span that the row names, best first. `spans`, where the
    citation has several: each with its outcome, its place then and now, and its changes. Texts are named by their keys.
    """
    moved = join(found.moves)
    said: dict[str, Any] = {}
    if moved.candidates:
        said["candidates"] = [
            {"artifact": targets[place.target].key, **ends(place.span), "distance": place.distance}
            for place in moved.candidates
        ]
    if moved.context_changed:
        said["context_changed"] = True
    if len(found.moves) > 1:
        said["spans"] = [
            describe(move, text, targets) for move, text in zip(found.moves, found.texts, strict=True)
        ]
    return canonical_json(said) if said else b""


def describe(move: Moved, text: Text, targets: Sequence[Text]) -> dict[str, Any]:
    said: dict[str, Any] = {"outcome": move.outcome.value, "artifact": text.key}
    if move.old is not None:
        said |= ends(move.old)
    if move.new is not None and move.target is not None:
        said["now"] = {"artifact": targets[move.target].key, **ends(move.new)}
    if move.changes:
        said["changes"] = [change.value for change in move.changes]
    return said


def ends(span: Span) -> dict[str, int]:
    return {"start": span.start, "end": span.end}
