"""The way of each passage from query to citation, and the first step that lost it (M-05, M-28, S4-13..S4-17)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lineage.evidence.bundle import Citation, ManifestEntry
from lineage.evidence.capture import RequestRange
from lineage.evidence.dossier import Dossier
from lineage.evidence.locating import Located, find_range_fault, locate
from lineage.evidence.lookup import Target, look_up
from lineage.evidence.passage_steps import STATIONS, Followed, Station
from lineage.evidence.retrieval_ranks import RetrievalIndex
from lineage.evidence.supplied import carried_by, primaries_of, supplied_as, written_as
from lineage.evidence.vocabulary import PassageStep
from lineage.text.normalization import DEFAULT
from lineage.text.span import Span

__all__ = ["PassageHistory", "PassageStep", "Station", "histories", "history_of"]


@dataclass(frozen=True, slots=True)
class PassageHistory:
    """One passage: where each step had it. `label` is its label in the manifest, `cited_by` are citation keys.

    A step before the first one that had the passage is `not_reached` (it joined later), and so are all after its loss.
    """

    artifact: str
    label: str | None
    cited_by: tuple[str, ...]
    stations: tuple[Station, ...]
    lost_at: PassageStep | None
    sentence: str


def histories(dossier: Dossier) -> tuple[PassageHistory, ...]:
    """Of every cited passage with what it was made from, every passage that a reference names, and every supplied one.

    Cited ones come first, in the answer's order; each passage once. Empty where nothing is cited, named or supplied.
    """
    context = _Context.of(dossier)
    return tuple(context.history(key) for key in _passages(dossier, context.targets))


def history_of(dossier: Dossier, artifact_key: str) -> PassageHistory | None:
    """The history of one artifact of the dossier, whether or not anybody cites it; None where it is not known."""
    if artifact_key not in dossier.artifacts:
        return None
    return _Context.of(dossier).history(artifact_key)


@dataclass(frozen=True, slots=True)
class _Context:
    dossier: Dossier
    index: RetrievalIndex
    supplied: Mapping[str, tuple[ManifestEntry, ...]]
    written: Mapping[str, tuple[RequestRange, ...]]
    targets: tuple[tuple[Citation, Target], ...]
    cited: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, dossier: Dossier) -> "_Context":
        found = ((citation, look_up(dossier, citation)) for citation in dossier.answer.citations)
        targets = tuple((citation, target) for citation, target in found if isinstance(target, Target))
        cited: dict[str, list[str]] = {}
        for citation, target in targets:
            for key in carried_by(dossier, target.artifact):
                cited.setdefault(key, []).append(citation.key)
        return cls(
            dossier=dossier,
            index=RetrievalIndex(dossier),
            supplied=supplied_as(dossier),
            written=written_as(dossier),
            targets=targets,
            cited={key: tuple(names) for key, names in cited.items()},
        )

    def history(self, key: str) -> PassageHistory:
        entries = self.supplied.get(key, ())
        passage = Followed(
            dossier=self.dossier,
            index=self.index,
            key=key,
            retrieved=self.index.find(key),
            entries=entries,
            written=self.written.get(key, ()),
            cited_by=self.cited.get(key, ()),
        )
        stations = _followed(tuple(station(passage) for station in STATIONS))
        lost = next((station for station in stations if station.state == "lost"), None)
        label = entries[0].label if entries else None
        return PassageHistory(
            artifact=key,
            label=label,
            cited_by=passage.cited_by,
            stations=stations,
            lost_at=lost.step if lost else None,
            sentence=_sentence(key, label, stations, lost),
        )


def _passages(dossier: Dossier, targets: tuple[tuple[Citation, Target], ...]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for citation, target in targets:
        found[target.artifact] = None
        found.update(dict.fromkeys(primaries_of(dossier, target.artifact, _cited_span(dossier, citation, target))))
    reference = dossier.answer.capture.reference
    named = (*reference.gold, *reference.acceptable) if reference is not None else ()
    found.update(dict.fromkeys(key for key in named if key in dossier.artifacts))
    found.update(dict.fromkeys(entry.artifact for entry in dossier.answer.manifest or ()))
    return tuple(key for key in found if key in dossier.artifacts)


def _cited_span(dossier: Dossier, citation: Citation, target: Target) -> Span | None:
    artifact = dossier.artifacts.get(target.artifact)
    if artifact is None or artifact.text is None or find_range_fault(citation, ()) is not None:
        return None
    located = locate(citation, target.entry, artifact, DEFAULT)
    return located.span if isinstance(located, Located) and not located.whole else None


def _followed(stations: tuple[Station, ...]) -> tuple[Station, ...]:
    """A step cannot have lost what a later one has: the passage joined after it. After a loss nothing is reached."""
    last_kept = max(
        (n for n, s in enumerate(stations) if s.state == "kept" and s.step is not PassageStep.QUERY), default=-1
    )
    return tuple(_in_order(stations, last_kept))


def _in_order(stations: tuple[Station, ...], last_kept: int) -> Iterator[Station]:
    is_lost = False
    for place, station in enumerate(stations):
        if is_lost:
            yield Station(station.step, "not_reached", None, "it was lost before")
        elif station.state == "lost" and place < last_kept:
            yield station._replace(state="not_reached", note=f"{station.note}; it joined later")
        else:
            is_lost = station.state == "lost"
            yield station


def _sentence(key: str, label: str | None, stations: tuple[Station, ...], lost: Station | None) -> str:
    name = f"{key} ({label})" if label is not None and label != key else key
    stood = [s for s in stations if s.state == "kept" and s.rank is not None and s.step is not PassageStep.PACKING]
    handle = next((s.note for s in stations if s.step is PassageStep.RETRIEVAL and s.note.startswith("found")), "")
    via = f" It was {handle}." if handle else ""
    if lost is not None:
        where = f" after it had stood at rank {stood[-1].rank}" if stood else ""
        return f"{name} was lost at {lost.step.label}{where}: {lost.note}.{via}"
    missing = [s.step.label for s in stations if s.state == "not_recorded"]
    if len(missing) >= len(stations) - 1:
        return f"Nobody recorded the way of {name}."
    joined = [s for s in stations if s.state == "not_reached"]
    kept = (
        f"{name} was not retrieved itself and joined later." if joined else f"{name} was kept at every recorded step."
    )
    return kept + via + (f" Not recorded: {', '.join(missing)}." if missing else "")
