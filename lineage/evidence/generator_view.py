"""What the generator was shown, read from what was captured: ranges, gaps, and words that nobody returned (M-30).

Only a stored request shows exposure; a view, a setting or the name of a method does not (S0-03).
"""

from collections.abc import Iterator
from typing import NamedTuple

from lineage.evidence.bundle import Artifact
from lineage.evidence.capture import GeneratorRequest, RequestRange, RetrievalAid
from lineage.evidence.dossier import Dossier
from lineage.evidence.paths import MAXIMUM_DEPTH
from lineage.evidence.supplied import carried_by, entries_of
from lineage.evidence.view_fields import fields_of, missing_words
from lineage.evidence.vocabulary import Addition, ExposureBasis, Mediation, RangeOrigin
from lineage.text.span import Span

EMBEDDING, LANGUAGE_MODEL, RETURNED = "embedding", "language_model", "returned_fields"
WRITTEN = (RangeOrigin.ORIGINAL, RangeOrigin.GENERATED)
# A shorter value stands in a request by chance.
LEAST_FIELD = 12


class RequestPiece(NamedTuple):
    """A stretch of the assembled request; `author` is empty where nobody named one."""

    span: Span
    origin: RangeOrigin
    artifact: str | None
    block: str | None
    author: str


class Exposed(NamedTuple):
    """Words that one view has and another lacks. `what` is a field's name or an artifact's key.

    `span` is their place in the request, or in the embedding view; None where only their identity is known.
    """

    artifact: str
    what: str
    span: Span | None
    note: str


def request_pieces(request: GeneratorRequest) -> tuple[RequestPiece, ...]:
    """The whole request in order; what no range covers is `unmarked` (S0-27). () where no text was stored."""
    if request.text is None:
        return ()
    pieces: list[RequestPiece] = []
    position, end = 0, len(request.text)
    for marked in sorted(request.ranges or (), key=lambda found: found.span):
        start, stop = max(position, marked.span.start), min(marked.span.end, end)
        if start >= stop:
            continue
        if start > position:
            pieces.append(_gap(position, start))
        pieces.append(
            RequestPiece(Span(start, stop), marked.origin, marked.artifact, marked.block, marked.author or "")
        )
        position = stop
    if position < end:
        pieces.append(_gap(position, end))
    return tuple(pieces)


def _gap(start: int, end: int) -> RequestPiece:
    return RequestPiece(Span(start, end), RangeOrigin.UNMARKED, None, None, "")


def count_unmarked(request: GeneratorRequest) -> int:
    """Code points of the request that no range says the writer of."""
    return sum(piece.span.length for piece in request_pieces(request) if piece.origin is RangeOrigin.UNMARKED)


def basis_of(dossier: Dossier) -> ExposureBasis:
    """What this answer's exposure statements rest on: a stored request or its digest, a view's own word, or nothing."""
    request = dossier.answer.capture.request
    if request is not None and (request.text is not None or request.digest is not None):
        return ExposureBasis.CAPTURED_REQUEST
    claimed = any(view.basis == ExposureBasis.CONFIGURATION_CLAIM for view in dossier.answer.capture.views or ())
    return ExposureBasis.CONFIGURATION_CLAIM if claimed else ExposureBasis.UNKNOWN


def exposed_but_not_returned(dossier: Dossier) -> tuple[Exposed, ...] | None:
    """What the stored request holds and the returned-fields view lacks, texts first, then fields of returned texts.

    None where no request text or no returned-fields view was recorded (S0-23). A retrieved passage counts as returned
    where nobody recorded its fields.
    """
    request, views = dossier.answer.capture.request, dossier.answer.capture.views
    viewed = {view.artifact for view in views or () if view.kind == RETURNED}
    if request is None or request.text is None or not viewed:
        return None
    returned = viewed | _retrieved(dossier)
    found: dict[tuple[str, str], Exposed] = {}
    known: dict[str, tuple[str, ...] | None] = {}
    for marked in request.ranges or ():
        for key in _written_in(dossier, marked):
            for missing in _not_returned(dossier, key, returned, known):
                note = f"{missing} is in the request and among no returned fields"
                found.setdefault((missing, missing), Exposed(missing, missing, marked.span, note))
    for exposed in _exposed_fields(dossier, request.text):
        found.setdefault((exposed.artifact, exposed.what), exposed)
    return tuple(found.values())


def _retrieved(dossier: Dossier) -> set[str]:
    runs = dossier.answer.capture.retrieval or ()
    return {hit.artifact for run in runs for hit in run.hits or ()} | {
        candidate.artifact for run in runs for candidate in run.candidates or ()
    }


def _written_in(dossier: Dossier, marked: RequestRange) -> tuple[str, ...]:
    """The artifacts whose words a range holds: as it names them, else those of its block that fit its origin."""
    if marked.origin not in WRITTEN:
        return ()
    if marked.artifact is not None:
        return (marked.artifact,)
    entries = dossier.entries.get(marked.block or "", ())
    if marked.origin is RangeOrigin.ORIGINAL:
        return ()
    parts = [part for entry in entries for part in entry.parts]
    return tuple(part.artifact for part in parts if part.addition is Addition.GENERATED_ADDITION)


def _not_returned(
    dossier: Dossier, key: str, returned: set[str], known: dict[str, tuple[str, ...] | None], depth: int = 0
) -> tuple[str, ...]:
    """The texts in an artifact that were not returned: of a packed block its parts, else the artifact itself.

    `known` holds what was found of others, and None for those that are being looked at: a circle adds nothing.
    """
    if key in returned:
        return ()
    if (found := known.get(key)) is not None:
        return found
    known[key] = None
    below = [
        _not_returned(dossier, name, returned, known, depth + 1)
        for name in _inputs_of(dossier, key, depth)
        if known.get(name, ()) is not None
    ]
    # Where nothing below was returned either, the text itself is what a reader knows.
    is_part_returned = any(not missing for missing in below)
    missing = tuple(dict.fromkeys(name for missing in below for name in missing)) if is_part_returned else (key,)
    known[key] = missing
    return missing


def _inputs_of(dossier: Dossier, key: str, depth: int) -> tuple[str, ...]:
    if depth >= MAXIMUM_DEPTH:
        return ()
    parts = [part.artifact for entry in entries_of(dossier, key) for part in entry.parts if part.artifact != key]
    edges = [e for e in dossier.edges_into.get(key, ()) if e.transformation.mediation is Mediation.DETERMINISTIC]
    return tuple(dict.fromkeys(parts or [edge.derivation.input for edge in edges]))


def _exposed_fields(dossier: Dossier, request: str) -> Iterator[Exposed]:
    views = dossier.answer.capture.views or ()
    seen = {view.artifact: view.text for view in views if view.kind == LANGUAGE_MODEL and view.text is not None}
    for view in views:
        if view.kind != RETURNED or view.text is None:
            continue
        names = set(fields_of(view.text))
        known = _properties(dossier.artifacts.get(view.artifact)) | fields_of(seen.get(view.artifact, ""))
        for name, value in known.items():
            place = request.find(value)
            if name not in names and value not in view.text and len(value) >= LEAST_FIELD and place >= 0:
                span = Span(place, place + len(value))
                yield Exposed(view.artifact, name, span, f"{name} is in the request and was not returned")


def _properties(artifact: Artifact | None) -> dict[str, str]:
    if artifact is None:
        return {}
    return {name: value for name, value in artifact.metadata.items() if isinstance(value, str)}


def embedding_only(dossier: Dossier) -> tuple[Exposed, ...] | None:
    """The words of each embedding view that the language-model view of the same artifact lacks (S0-24).

    None where no artifact has both views with their texts.
    """
    views = dossier.answer.capture.views or ()
    seen = {view.artifact: view.text for view in views if view.kind == LANGUAGE_MODEL and view.text is not None}
    pairs = [view for view in views if view.kind == EMBEDDING and view.text is not None and view.artifact in seen]
    if not pairs:
        return None
    return tuple(
        Exposed(view.artifact, name or view.artifact, span, "embedded, and not in the language model's view")
        for view in pairs
        for name, span in missing_words(view.text or "", seen[view.artifact])
    )


def aids_in_request(dossier: Dossier) -> tuple[tuple[RetrievalAid, bool | None], ...]:
    """Each generated aid, and whether it is in the stored request; None where that cannot be told (S0-19)."""
    aids = [aid for run in dossier.answer.capture.retrieval or () for aid in run.aids or ()]
    if not aids:
        return ()
    request = dossier.answer.capture.request
    named = {key for marked in (request.ranges or () if request else ()) for key in _carried(dossier, marked)}
    return tuple((aid, True if aid.artifact in named else _stands_in(dossier, aid, request)) for aid in aids)


def _carried(dossier: Dossier, marked: RequestRange) -> tuple[str, ...]:
    keys = (marked.artifact,) if marked.artifact is not None else _written_in(dossier, marked)
    return tuple(name for key in keys for name in carried_by(dossier, key))


def _stands_in(dossier: Dossier, aid: RetrievalAid, request: GeneratorRequest | None) -> bool | None:
    """No range names the aid: its words decide where both texts are known, else a request without gaps does."""
    if request is None or request.text is None:
        return None
    words = (dossier.find_text(aid.artifact) or "").strip()
    if words:
        return words in request.text
    pieces = request_pieces(request)
    has_gap = any(p.origin is RangeOrigin.UNMARKED and p.span.slice(request.text).strip() for p in pieces)
    return None if has_gap else False
