"""Which part of a system had a text before it, from what was captured and from nothing else (S0-22, S0-23).

Yes, no, or None: not recorded. A search that did not find a text says nothing of its index, and so do views that were
captured of other texts; what was captured whole (the reranker's input, the request, the cards) says no for the rest.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lineage.evidence.bundle import Artifact
from lineage.evidence.capture import GeneratorRequest
from lineage.evidence.dossier import Dossier
from lineage.evidence.generator_view import aids_in_request
from lineage.evidence.supplied import carried_by
from lineage.evidence.vocabulary import RangeOrigin, Surface

DENSE, LEXICAL = ("dense", "vector", "embed", "semantic"), ("sparse", "lexical", "bm25", "keyword", "fulltext")
VIEWS = {"embedding": Surface.EMBEDDING, "lexical": Surface.LEXICAL_INDEX, "returned_fields": Surface.RETURNED_FIELDS}
# A shorter text stands in a long one by chance.
SHORTEST = 12
Supplied = dict[str, list[str | None]]
ABOUT_A_PASSAGE = (RangeOrigin.LABEL, RangeOrigin.INSTRUCTION, RangeOrigin.USER_QUERY)


@dataclass(slots=True)
class Shown:
    """What one surface was shown: the texts that are named, its words, and whether all of it was captured."""

    named: set[str]
    words: str = ""
    is_whole: bool = False

    def has(self, key: str, texts: Iterable[str | None]) -> bool | None:
        if key in self.named:
            return True
        known = [text for text in texts if text and len(text.strip()) >= SHORTEST]
        if any(text in self.words for text in known):
            return True
        return False if self.is_whole and (known or not self.words) else None


def exposures(dossier: Dossier) -> Mapping[str, Mapping[Surface, bool | None]]:
    """For each text that the answer reaches or names in its capture, what had it: itself, or its words by code alone.

    Of retrieval aids the generator's column is `aids_in_request`.
    """
    supplied = _supplied(dossier)
    shown = {
        **_searched(dossier),
        Surface.RERANKER: _reranked(dossier),
        Surface.GENERATOR: _requested(dossier, dossier.answer.capture.request, supplied),
        Surface.PAGE: _rendered(dossier, supplied),
    }
    aids = {aid.artifact: is_there for aid, is_there in aids_in_request(dossier)}
    found: dict[str, Mapping[Surface, bool | None]] = {}
    for key in sorted({*dossier.artifacts, *supplied, *aids, *(name for one in shown.values() for name in one.named)}):
        texts = (dossier.find_text(key), *supplied.get(key, ()))
        had = {surface: shown[surface].has(key, texts) for surface in Surface}
        found[key] = had | {Surface.GENERATOR: aids[key]} if key in aids else had
    return found


def _searched(dossier: Dossier) -> dict[Surface, Shown]:
    """By the hits of each path, and by the views that were captured of what was embedded, indexed or given back."""
    capture = dossier.answer.capture
    hits = [hit for run in capture.retrieval or () for hit in run.hits or ()]
    found = {
        Surface.EMBEDDING: Shown({hit.artifact for hit in hits if _is_path(hit.path, DENSE)}),
        Surface.LEXICAL_INDEX: Shown({hit.artifact for hit in hits if _is_path(hit.path, LEXICAL)}),
        Surface.RETURNED_FIELDS: Shown({hit.artifact for hit in hits if hit.payload is not None}),
    }
    for surface, shown in found.items():
        views = [view for view in capture.views or () if VIEWS.get(view.kind) is surface]
        shown.named |= {view.artifact for view in views}
        shown.words = "\0".join(view.text or "" for view in views)
    return found


def _is_path(path: str, names: tuple[str, ...]) -> bool:
    return any(name in path.casefold() for name in names)


def _reranked(dossier: Dossier) -> Shown:
    runs = dossier.answer.capture.retrieval or ()
    handed = {key for run in runs if run.rerank for key in run.rerank.handed or ()}
    scored = {c.artifact for run in runs for c in run.candidates or () if c.rerank_score is not None}
    is_whole = bool(runs) and all(run.rerank is not None and run.rerank.handed is not None for run in runs)
    return Shown(handed | scored, is_whole=is_whole)


def _requested(dossier: Dossier, request: GeneratorRequest | None, supplied: Supplied) -> Shown:
    """By the captured request alone: a manifest is what somebody says was supplied (S0-23)."""
    if request is None:
        return Shown(set())
    found = Shown(set(), request.text or "", request.text is not None)
    for marked in request.ranges or ():
        block = marked.block if marked.origin not in ABOUT_A_PASSAGE else None
        found.named.update({marked.artifact} if marked.artifact else ())
        found.named.update(entry.artifact for entry in dossier.entries.get(block or "", ()))
    texts = {key: (artifact.text, *supplied.get(key, ())) for key, artifact in dossier.artifacts.items()}
    found.named.update([key for key in texts if found.has(key, texts[key])])
    found.named.update([carried for key in found.named for carried in carried_by(dossier, key)])
    return found


def _rendered(dossier: Dossier, supplied: Supplied) -> Shown:
    answer, cards = dossier.answer, dossier.answer.capture.cards
    named: set[str] = set()
    for card in cards or ():
        entries = dossier.entries.get(dossier.footnotes.get(card.target, card.target), ())
        named.update((card.target, *(entry.artifact for entry in entries)))
    return Shown(named & {*dossier.artifacts, *supplied}, answer.rendered or "", cards is not None)


def _supplied(dossier: Dossier) -> Supplied:
    """The texts of the manifest, by key, with the words of each that were supplied where only a range was."""
    found: Supplied = {}
    for entry in dossier.answer.manifest or ():
        artifact = dossier.artifacts.get(entry.artifact)
        words = found.setdefault(entry.artifact, [])
        if entry.supplied is not None and artifact is not None:
            words.append(_slice(artifact, entry.supplied.start, entry.supplied.end))
        for part in entry.parts:
            found.setdefault(part.artifact, [])
    return found


def _slice(artifact: Artifact, start: int, end: int) -> str | None:
    return artifact.text[start:end] if artifact.text is not None else None
