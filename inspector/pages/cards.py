"""The verdicts of a dispute as cards side by side: what decides emphasised, the rest beneath, no names. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.signing import BadSignature

from inspector.disputes import Dispute, letters_of
from inspector.figures.consensus import SUPPORT, Said
from inspector.item_reading import FIELDS
from inspector.pages.cards_view import BesideRow, Card, SpanLine, ValueLine
from inspector.pages.claim_passages import place_words
from inspector.pages.claim_reading import Reading
from inspector.pages.drawing import draw
from inspector.pages.verdict_words import name_of, word_of
from inspector.scan_receipts import SIGNER
from inspector.settled_verdicts import ALSO, Attached, Given
from lineage.evidence.dossier import slice_of

NEITHER = "neither"
# Text from people, in the record beside the fields.
TYPED = {"missing_basis": "What is missing", "formula": "Formula", "result": "Result"}


def cards_of(
    reading: Reading, dispute: Dispute, given: Mapping[int, Given], markers: Mapping[int, str], chosen: str
) -> tuple[Card, ...]:
    return tuple(
        Card(
            letter=letter,
            key=letter.lower(),
            is_chosen=letter == chosen,
            differing=tuple(
                ValueLine(name_of(field, markers), word_of(field, said.fields.get(field)))
                for field in in_reading_order(dispute.names)
            ),
            rationale=given[said.verdict].rationale,
            spans=tuple(_span(reading, span) for span in given[said.verdict].spans),
            notes=tuple(_notes(given[said.verdict].details)),
        )
        for letter, said in letters_of(dispute.cards).items()
    )


def beside_of(
    dispute: Dispute, given: Mapping[int, Given], markers: Mapping[int, str]
) -> tuple[tuple[BesideRow, ...], tuple[ValueLine, ...]]:
    """What else the cards say: fields in which they differ and that decide nothing, and fields in which all agree.

    What all of them left open is not said.
    """
    differ, agree = [], []
    for field in (*_support(dispute.cards), *FIELDS, *ALSO):
        if field in dispute.names:
            continue
        values = [_value(field, said, given) for said in dispute.cards]
        words = tuple(word_of(field, value) for value in values)
        if len(set(words)) > 1:
            differ.append(BesideRow(name_of(field, markers), words))
        elif any(value not in (None, [], ()) for value in values):
            agree.append(ValueLine(name_of(field, markers), words[0]))
    return tuple(differ), tuple(agree)


def in_reading_order(names: Iterable[str]) -> list[str]:
    """Coverage first, which is what is said of the claim; then each citation as it came."""
    order = {field: number for number, field in enumerate(FIELDS)}
    return sorted(names, key=lambda name: order.get(name, len(order)))


def decisive_words(dispute: Dispute) -> tuple[str, ...]:
    return tuple(one.label for one in sorted(dispute.asked.decisive))


def is_disputed(dispute: Dispute, citation: int) -> bool:
    """Whether the cards differ on what this citation does."""
    return f"{SUPPORT}{citation}" in dispute.names


def _support(said: Iterable[Said]) -> list[str]:
    return list(dict.fromkeys(name for one in said for name in one.fields if name.startswith(SUPPORT)))


def _value(field: str, said: Said, given: Mapping[int, Given]) -> Any:
    return given[said.verdict].others[field] if field in ALSO else said.fields.get(field)


def _span(reading: Reading, span: Attached) -> SpanLine:
    artifact = reading.dossier.artifacts.get(span.artifact)
    words = slice_of(reading.dossier, span.artifact, span.span) if span.artifact not in reading.masked else None
    where = place_words(artifact, span.span) if artifact is not None else "in a text that this answer does not name"
    return SpanLine(span.role.label, where, draw(words) if words else None, span.is_omission)


def _notes(details: Mapping[str, Any]) -> Iterable[ValueLine]:
    """What a reviewer typed beside the rationale; a warrant is told by its formula and its result."""
    warrant = details.get("warrant")
    said = dict(details) | (warrant if isinstance(warrant, dict) else {})
    for name, label in TYPED.items():
        value = said.get(name)
        if isinstance(value, str) and value:
            yield ValueLine(label, value)
    if isinstance(said.get("scan"), str) and (found := _scanned(said["scan"])):
        yield ValueLine("Searched the complete original", found)


def _scanned(token: str) -> str:
    """What the search found whose receipt came with the verdict; empty where nobody can read it any more."""
    try:
        _, receipt = SIGNER.unsign_object(token)
        places, texts = int(receipt["found"]), int(receipt["looked"])
    except (BadSignature, KeyError, TypeError, ValueError):
        return ""
    return f"{places} place{'' if places == 1 else 's'} in {texts} text{'' if texts == 1 else 's'}"
