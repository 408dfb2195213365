"""What each component saw of a passage, and what was exposed and not returned (S0-03, S0-23, S0-24). Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inspector.pages.answer_names import passage_of
from inspector.pages.answer_reading import AnswerReading
from inspector.pages.answer_region import Listed, Passage, Region
from inspector.pages.claim_differences import difference
from inspector.pages.drawing import DrawnText, draw
from inspector.pages.evidence_view import Difference, Said
from lineage.evidence.capture import ExposureView
from lineage.evidence.generator_view import (
    EMBEDDING,
    LANGUAGE_MODEL,
    RETURNED,
    Exposed,
    basis_of,
    embedding_only,
    exposed_but_not_returned,
)
from lineage.evidence.vocabulary import ExposureBasis
from lineage.text.span import Span

KINDS: Mapping[str, str] = {
    EMBEDDING: "embedding",
    LANGUAGE_MODEL: "language model",
    RETURNED: "returned fields",
}
STATE_OF_BASIS = {
    ExposureBasis.CAPTURED_REQUEST: "pass",
    ExposureBasis.CONFIGURATION_CLAIM: "unclear",
    ExposureBasis.UNKNOWN: "absent",
}
EXCERPT, MANY = 400, 12


class ViewCell(NamedTuple):
    """What one component saw: its words, or only their digest, or nothing that was recorded."""

    kind: str
    drawn: DrawnText | None
    digest: str | None
    basis: Said
    is_recorded: bool
    is_masked: bool


class ViewRow(NamedTuple):
    passage: Passage
    cells: tuple[ViewCell, ...]
    others: int
    change: Difference | None


class ExposedRow(NamedTuple):
    """Words that one view has and another lacks; `at` is their place in the request, where that is known."""

    what: str
    passage: Passage
    at: Span | None
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerViews:
    """`exposed` and `embedded` are None where too little was recorded to say; () is that there is nothing."""

    region: Region
    basis: Said
    kinds: tuple[str, ...] = tuple(KINDS.values())
    rows: tuple[ViewRow, ...] = ()
    exposed: tuple[ExposedRow, ...] | None = None
    embedded: tuple[ExposedRow, ...] | None = None
    hidden: int = 0
    listed: Listed


def views_of(reading: AnswerReading, *, every: bool) -> AnswerViews:
    views = reading.dossier.answer.capture.views
    grouped: dict[str, list[ExposureView]] = {}
    for view in views or ():
        grouped.setdefault(view.artifact, []).append(view)
    keys = list(grouped) if every else list(grouped)[:MANY]
    basis = basis_of(reading.dossier)
    exposed, embedded = exposed_but_not_returned(reading.dossier), embedding_only(reading.dossier)
    hidden = sum(_is_hidden(reading, found) for found in (*(exposed or ()), *(embedded or ())))
    return AnswerViews(
        region=_region(reading, grouped, hidden),
        basis=said_basis(basis),
        rows=tuple(_row(reading, key, grouped[key]) for key in keys),
        exposed=_rows(reading, exposed),
        embedded=_rows(reading, embedded),
        hidden=hidden,
        listed=Listed(len(keys), len(grouped), f"{reading.url}?views=all#views"),
    )


def said_basis(basis: ExposureBasis) -> Said:
    return Said(basis.label, STATE_OF_BASIS[basis], "", basis.meaning)


def _region(reading: AnswerReading, grouped: Mapping[str, Sequence[ExposureView]], hidden: int) -> Region:
    title = "What each component saw"
    if not grouped:
        missing = "What the embedding, the language model and the caller each saw of a passage."
        advice = "Record the three views apart; fields that are returned do not show what was exposed."
        return Region("views", title, "absent", missing, advice)
    kinds = {view.kind for views in grouped.values() for view in views}
    lacking = [words for kind, words in KINDS.items() if kind not in kinds]
    if hidden or any(reading.mask.hides(key) for key in grouped):
        return Region("views", title, "masked")
    return Region("views", title, "partial" if lacking else "recorded", ", ".join(lacking))


def _row(reading: AnswerReading, key: str, views: Sequence[ExposureView]) -> ViewRow:
    by_kind = {view.kind: view for view in views}
    masked = reading.mask.hides(key)
    cells = tuple(_cell(reading, words, by_kind.get(kind), masked) for kind, words in KINDS.items())
    others = sum(kind not in KINDS for kind in by_kind)
    texts = [by_kind[kind].text if kind in by_kind else None for kind in (EMBEDDING, LANGUAGE_MODEL)]
    change = None
    if texts[0] is not None and texts[1] is not None and texts[0] != texts[1] and not masked:
        change = difference("the embedding view", texts[0], "the language model's view", texts[1])
    return ViewRow(passage_of(reading, key), cells, others, change)


def _cell(reading: AnswerReading, kind: str, view: ExposureView | None, masked: bool) -> ViewCell:
    if view is None:
        return ViewCell(kind, None, None, Said("not recorded", "absent"), is_recorded=False, is_masked=False)
    basis = ExposureBasis(view.basis) if view.basis in set(ExposureBasis) else None
    said = said_basis(basis) if basis is not None else Said(f"by “{view.basis}”", "unclear")
    hidden = (
        masked or (view.text is not None and reading.mask.speaks_of(view.text)) or reading.mask.speaks_of(view.basis)
    )
    if hidden:
        return ViewCell(kind, None, None, Said("masked", "absent"), is_recorded=True, is_masked=True)
    drawn = draw(view.text, (), Span(0, min(EXCERPT, len(view.text)))) if view.text else None
    return ViewCell(kind, drawn, view.digest, said, is_recorded=True, is_masked=False)


def _rows(reading: AnswerReading, found: tuple[Exposed, ...] | None) -> tuple[ExposedRow, ...] | None:
    if found is None:
        return None
    return tuple(
        ExposedRow(one.what, passage_of(reading, one.artifact), one.span, one.note)
        for one in found
        if not _is_hidden(reading, one)
    )


def _is_hidden(reading: AnswerReading, found: Exposed) -> bool:
    return reading.mask.hides(found.artifact) or reading.mask.hides(found.what) or reading.mask.speaks_of(found.note)
