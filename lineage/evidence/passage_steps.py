"""What each recorded step did with one passage: kept it, lost it, or nobody recorded it (M-05, S4-13..S4-17).

`lost` needs a record that could have named the passage and does not; a step without such a record is `not_recorded`.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from lineage.evidence.bundle import ManifestEntry
from lineage.evidence.capture import Candidate, Hit, RequestRange, Rerank
from lineage.evidence.dossier import Dossier
from lineage.evidence.retrieval_ranks import RetrievalIndex, Retrieved
from lineage.evidence.vocabulary import Addition, PassageStep

State = Literal["kept", "lost", "not_recorded", "not_reached"]
# The words in which pipelines say that a passage was one too many.
DUPLICATE_WORDS = ("duplicate", "dedup", "same ", "identical", "redundant")
PACKING_WORDS = ("budget", "token", "context", "pack", "room", "length", "fit")
NOT_RECORDED = "not recorded"


class Station(NamedTuple):
    """One step and what it did. `rank` is the place in that step's own order, as it was recorded."""

    step: PassageStep
    state: State
    rank: int | None
    note: str


@dataclass(frozen=True, slots=True)
class Followed:
    """One passage on its way, with what is looked up for every step: entries and request ranges that carry it."""

    dossier: Dossier
    index: RetrievalIndex
    key: str
    retrieved: Retrieved
    entries: tuple[ManifestEntry, ...]
    written: tuple[RequestRange, ...]
    cited_by: tuple[str, ...]

    @property
    def names(self) -> frozenset[str]:
        return frozenset((self.key, *self.retrieved.keys))


def query_station(passage: Followed) -> Station:
    """A rewrite makes a query, never an identity: nothing is won or lost here (S4-13)."""
    queries = [run.query for run in passage.index.runs if run.query is not None]
    if not queries:
        return Station(PassageStep.QUERY, "not_recorded", None, NOT_RECORDED)
    rewrites = sum(len(run.rewrites) for run in passage.index.runs)
    words = f"{len(queries)} queries" if len(queries) > 1 else "the query"
    return Station(PassageStep.QUERY, "kept", None, f"{words}, rewritten {_times(rewrites)}" if rewrites else words)


def retrieval_station(passage: Followed) -> Station:
    step, found = PassageStep.RETRIEVAL, passage.retrieved
    if found.hits:
        return Station(step, "kept", found.best_hit, _through(passage, _ranked(found.hits)))
    if found.handles:
        note = "found through " + ", ".join(_handle(name, found.handle_hits) for name in found.handles)
        return Station(step, "kept", None, note)
    recall = [c for c in found.candidates if c.layer == "recall"]
    if recall:
        return Station(step, "kept", None, _through(passage, "a candidate of the recall layer"))
    if found.candidates or not passage.index.has_hits:
        return Station(step, "not_recorded", None, NOT_RECORDED)
    return Station(step, "lost", None, "it was not among the hits of any path")


def fusion_station(passage: Followed) -> Station:
    step, found = PassageStep.FUSION, passage.retrieved
    if found.fused is not None:
        return Station(step, "kept", found.fused, f"fused rank {found.fused}")
    if found.candidates or not passage.index.has_candidates:
        return Station(step, "not_recorded", None, NOT_RECORDED)
    return Station(step, "lost", None, "it was not among the candidates after fusion")


def rerank_station(passage: Followed) -> Station:
    step, found = PassageStep.RERANK, passage.retrieved
    reranks = [run.rerank for run in passage.index.runs if run.rerank is not None]
    for rerank in reranks:
        place = _returned_at(rerank, passage.names)
        if place is not None:
            return Station(step, "kept", place, f"returned at rank {place}")
    if any(rerank.handed is not None and passage.names & set(rerank.handed) for rerank in reranks):
        if any(rerank.returned is not None for rerank in reranks):
            return Station(step, "lost", None, "it was handed to the reranker, which did not give it back")
    elif reranks and all(rerank.handed is not None for rerank in reranks):
        return Station(step, "lost", None, "it was not handed to the reranker")
    if _blames(found, step):
        return Station(step, "lost", None, f"left out: “{found.excluded}”")
    if found.final is not None:
        return Station(step, "kept", found.final, f"final rank {found.final}")
    scored = next((c.rerank_score for c in found.candidates if c.rerank_score is not None), None)
    if scored is not None:
        return Station(step, "kept", None, f"scored {scored:g}")
    return Station(step, "not_recorded", None, NOT_RECORDED)


def deduplication_station(passage: Followed) -> Station:
    step, found = PassageStep.DEDUPLICATION, passage.retrieved
    recorded = [run.deduplicated for run in passage.index.runs if run.deduplicated is not None]
    for dropped in recorded:
        kept = next((dropped[name] for name in sorted(passage.names) if name in dropped), None)
        if kept is not None:
            return Station(step, "lost", None, f"it was dropped, and {kept} was kept in its place")
    if _blames(found, step):
        return Station(step, "lost", None, f"left out: “{found.excluded}”")
    if recorded and found.is_found:
        return Station(step, "kept", None, "it was not dropped as a duplicate")
    return Station(step, "not_recorded", None, NOT_RECORDED)


def packing_station(passage: Followed) -> Station:
    step, manifest = PassageStep.PACKING, passage.dossier.answer.manifest
    if manifest is None:
        return Station(step, "not_recorded", None, NOT_RECORDED)
    if not passage.entries:
        reason = passage.retrieved.excluded
        return Station(step, "lost", None, f"left out: “{reason}”" if reason else "it was not supplied")
    entry = passage.entries[0]
    return Station(step, "kept", _place_of(entry, manifest), _packed_as(passage.key, entry))


def request_station(passage: Followed) -> Station:
    step, request = PassageStep.REQUEST, passage.dossier.answer.capture.request
    if request is None or not any(is_named(marked) for marked in request.ranges or ()):
        return Station(step, "not_recorded", None, NOT_RECORDED)
    if not passage.written:
        return Station(step, "lost", None, "no range of the request names it")
    place = passage.written[0].span
    return Station(step, "kept", None, f"characters {place.start} to {place.end} of the request")


def is_named(marked: RequestRange) -> bool:
    """Whether a range says which passage it holds; a label or an instruction does not."""
    return marked.artifact is not None or marked.block is not None


def citation_station(passage: Followed) -> Station:
    if passage.cited_by:
        return Station(PassageStep.CITATION, "kept", None, f"cited by {', '.join(passage.cited_by)}")
    return Station(PassageStep.CITATION, "lost", None, "no citation points to it")


STATIONS = (
    query_station,
    retrieval_station,
    fusion_station,
    rerank_station,
    deduplication_station,
    packing_station,
    request_station,
    citation_station,
)


def blamed_step(candidate: Candidate) -> PassageStep | None:
    """The step that a candidate's `excluded_reason` speaks of; None where there is none."""
    if not candidate.excluded_reason:
        return None
    words = candidate.excluded_reason.casefold()
    if any(word in words for word in DUPLICATE_WORDS):
        return PassageStep.DEDUPLICATION
    if candidate.final_rank is not None or any(word in words for word in PACKING_WORDS):
        return PassageStep.PACKING
    return PassageStep.RERANK


def _blames(found: Retrieved, step: PassageStep) -> bool:
    return bool(found.candidates) and all(blamed_step(candidate) is step for candidate in found.candidates)


def _returned_at(rerank: Rerank, names: frozenset[str]) -> int | None:
    return next((place for place, key in enumerate(rerank.returned or (), start=1) if key in names), None)


def _ranked(hits: tuple[Hit, ...]) -> str:
    return ", ".join(
        f"{hit.path or 'path not recorded'} rank {hit.rank if hit.rank is not None else 'not recorded'}" for hit in hits
    )


def _handle(name: str, hits: tuple[Hit, ...]) -> str:
    ranks = _ranked(tuple(hit for hit in hits if hit.artifact == name))
    return f"{name} ({ranks})" if ranks else name


def _through(passage: Followed, note: str) -> str:
    others = [key for key in passage.retrieved.keys if key != passage.key]
    return f"as {', '.join(others)}: {note}" if others else note


def _place_of(entry: ManifestEntry, manifest: tuple[ManifestEntry, ...]) -> int:
    return next(place for place, found in enumerate(manifest, start=1) if found is entry)


def _packed_as(key: str, entry: ManifestEntry) -> str:
    part = next((part for part in entry.parts if part.artifact == key), None)
    if entry.artifact == key:
        return f"supplied as {entry.label}"
    if part is None:
        return f"words of it were supplied in {entry.label}"
    as_what = " as a neighbour" if part.addition is Addition.NEIGHBOR_EXPANSION else ""
    return f"supplied as a part of {entry.label}{as_what}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
