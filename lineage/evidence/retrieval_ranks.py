"""Where a passage stood in an answer's retrieval: hits by path, after fusion, after reranking (M-28, S4-15).

Retrieval is looked at by identity. A passage is also where the parts of its packed block and the texts that code made
it from are; never where equal words are.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from lineage.evidence.capture import Candidate, Hit, RetrievalRun
from lineage.evidence.dossier import Dossier
from lineage.evidence.supplied import carried_by


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What every run says of one passage. `keys` are the artifacts it was looked for as; `handles` led to it."""

    keys: tuple[str, ...]
    hits: tuple[Hit, ...]
    candidates: tuple[Candidate, ...]
    handles: tuple[str, ...]
    handle_hits: tuple[Hit, ...]

    @property
    def is_found(self) -> bool:
        return bool(self.hits or self.candidates)

    @property
    def best_hit(self) -> int | None:
        return _least(hit.rank for hit in self.hits)

    @property
    def fused(self) -> int | None:
        return _least(candidate.fused_rank for candidate in self.candidates)

    @property
    def final(self) -> int | None:
        return _least(candidate.final_rank for candidate in self.candidates)

    @property
    def rank(self) -> int | None:
        """The latest rank that was recorded: after reranking, else after fusion, else the best one of any path."""
        return next((rank for rank in (self.final, self.fused, self.best_hit) if rank is not None), None)

    @property
    def excluded(self) -> str:
        """Why it was left out, in the words that were recorded; empty where nobody said."""
        return next((c.excluded_reason for c in self.candidates if c.excluded_reason), "")


class RetrievalIndex:
    """An answer's retrieval runs by artifact, made once for all of its passages."""

    def __init__(self, dossier: Dossier) -> None:
        self._dossier = dossier
        self.runs: tuple[RetrievalRun, ...] = dossier.answer.capture.retrieval or ()
        self._hits: dict[str, list[Hit]] = {}
        self._candidates: dict[str, list[Candidate]] = {}
        for run in self.runs:
            for hit in run.hits or ():
                self._hits.setdefault(hit.artifact, []).append(hit)
            for candidate in run.candidates or ():
                self._candidates.setdefault(candidate.artifact, []).append(candidate)
        self.has_hits = any(run.hits is not None for run in self.runs)
        self.has_candidates = any(run.candidates is not None for run in self.runs)

    @property
    def artifacts(self) -> tuple[str, ...]:
        """Every artifact that a hit or a candidate names, hits first, each once."""
        return tuple(dict.fromkeys((*self._hits, *self._candidates)))

    def find_exactly(self, key: str) -> Retrieved:
        """What was recorded of this artifact itself."""
        return self._found((key,))

    def find(self, key: str) -> Retrieved:
        """What was recorded of a passage: itself, else the nearest text that it carries."""
        own = self._found((key,))
        if own.is_found:
            return own
        carried = tuple(name for name in carried_by(self._dossier, key)[1:] if self._is_known(name))
        return self._found(carried) if carried else own

    def _is_known(self, key: str) -> bool:
        return key in self._hits or key in self._candidates

    def _found(self, keys: tuple[str, ...]) -> Retrieved:
        candidates = tuple(found for key in keys for found in self._candidates.get(key, ()))
        handles = tuple(dict.fromkeys(c.matched_via for c in candidates if c.matched_via is not None))
        return Retrieved(
            keys=keys,
            hits=tuple(found for key in keys for found in self._hits.get(key, ())),
            candidates=candidates,
            handles=handles,
            handle_hits=tuple(found for key in handles for found in self._hits.get(key, ())),
        )


def _least(ranks: Iterable[int | None]) -> int | None:
    return min((rank for rank in ranks if rank is not None), default=None)
