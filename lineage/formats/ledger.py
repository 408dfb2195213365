"""A ledger with its fixture and references (S0-31, S0-35): {"fixture": {...}, "ledger": {...}, "refs": [...]}.

The ledger maps an id to {kind: original | generated, bytes, parent}, a reference is {id, digest, range} in UTF-8 bytes,
end exclusive, with the words that it stands for as `text`. A parent makes nothing original: what a model wrote of a
source stays generated. `bytes` are text, or base64 where `encoding` of the entry or the fixture says so.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from lineage.evidence.bundle import (
    Answer,
    Artifact,
    Case,
    Citation,
    Claim,
    Derivation,
    ManifestEntry,
    Source,
    Transformation,
)
from lineage.evidence.capture import Capture, ReferenceEvidence
from lineage.evidence.digests import digest_json, digest_text
from lineage.evidence.reading import pointer
from lineage.evidence.vocabulary import ArtifactKind, ClaimKind, Mediation, Origin, SourceKind, TransformationKind
from lineage.formats.node import Node, is_key
from lineage.formats.parts import read_parts
from lineage.formats.passages import describe_version, make_passage
from lineage.text.units import Unit

NAME = "ledger"
KINDS: Mapping[str, Origin] = {"original": Origin.ORIGINAL, "generated": Origin.GENERATED}
WORDS = ("text", "quote", "quoted_text")
NO_DERIVATIONS = "permitted_derivations is missing; an empty list says that none is permitted"


class Entry(NamedTuple):
    """An item of the ledger. `source` is None for what no source wrote."""

    label: str
    node: Node
    artifact: Artifact
    source: Source | None


def matches(payload: object) -> bool:
    """An object with a ledger, and a fixture or references."""
    return (
        isinstance(payload, dict)
        and isinstance(payload.get("ledger"), dict)
        and not payload.keys().isdisjoint(("fixture", "refs"))
    )


def split(payload: object) -> tuple[Node, ...]:
    """The references of one fixture are one answer."""
    return (Node(payload),)


def read(payload: object, raw: str) -> tuple[Answer, ...]:
    """The answer. Raises PayloadError."""
    return read_parts(split(payload), read_part, raw)


def read_part(part: Node, raw: str) -> Answer:
    """The answer whose citations are the references. Raises PayloadError."""
    ledger, fixture = part.find("ledger"), part.find("fixture")
    if ledger is None or fixture is None:
        raise part.refuse(f"{'ledger' if ledger is None else 'fixture'} is missing")
    _require_fixture(fixture)
    encoding = fixture.find_text("encoding")
    entries = tuple(
        _read_entry(label, Node(ledger.fields[label], ledger.at + pointer(label)), encoding) for label in ledger.fields
    )
    refs = tuple(_read_ref(number, ref) for number, ref in enumerate(part.find_items("refs") or (), start=1))
    return Answer(
        case=Case(question=fixture.find_text("query")),
        format=NAME,
        text=part.find_text("answer"),
        raw_payload=raw,
        citation_fields=("id", "digest", "range"),
        manifest=tuple(
            ManifestEntry(label=entry.label, artifact=entry.artifact.key, position=position)
            for position, entry in enumerate(entries)
        ),
        claims=tuple(claim for claim, _ in refs if claim is not None),
        citations=tuple(citation for _, citation in refs),
        capture=Capture(
            reference=ReferenceEvidence(abstain=True) if fixture.fields.get("unanswerable") is True else None,
            extra={"fixture": dict(fixture.fields)},
        ),
        sources=tuple(entry.source for entry in entries if entry.source is not None),
        artifacts=tuple(entry.artifact for entry in entries),
        transformations=tuple(_derive({entry.label: entry for entry in entries})),
    )


def _require_fixture(fixture: Node) -> None:
    if fixture.find("permitted_derivations") is None:
        raise fixture.refuse(NO_DERIVATIONS)
    fixture.find_items("permitted_derivations")
    fixture.find_text("version")
    expected = fixture.find("expected")
    if expected is not None and not isinstance(expected.value, dict):
        raise expected.refuse("an object of what is expected for each key is expected here; `unknown` is a value")


def _read_entry(label: str, node: Node, encoding: str | None) -> Entry:
    if not is_key(label):
        raise node.refuse("this id can be no name")
    origin = KINDS.get(node.find_text("kind") or "")
    if origin is None:
        raise node.refuse("kind is original or generated")
    text = _read_bytes(node, encoding)
    if origin is Origin.ORIGINAL:
        version = describe_version(media_type="text/plain", raw_text=text)
        passage = make_passage(
            label, SourceKind.TEXT, version, ArtifactKind.CANONICAL_EXTRACT, text, origin=Origin.ORIGINAL
        )
        return Entry(label, node, passage.artifact, passage.source)
    key = digest_json([NAME, label, node.find_text("parent"), digest_text(text)])
    return Entry(label, node, Artifact(key=key, kind=ArtifactKind.OTHER, origin=Origin.GENERATED, text=text), None)


def _read_bytes(node: Node, encoding: str | None) -> str:
    """The bytes of an entry as the text that they spell. Raises PayloadError where they spell none."""
    encoded, given = node.find("base64"), node.find("bytes")
    if encoded is None and given is not None and (node.find_text("encoding") or encoding) == "base64":
        encoded = given
    if encoded is None:
        if given is None:
            raise node.refuse("bytes are missing")
        return given.text()
    try:
        return base64.b64decode(encoded.text(), validate=True).decode()
    except UnicodeDecodeError:
        raise encoded.refuse("these bytes are no UTF-8, so no words can be cited in them") from None
    except ValueError:
        raise encoded.refuse("this is not base64") from None


def _read_ref(number: int, node: Node) -> tuple[Claim | None, Citation]:
    """A reference as it was written, and the words that it stands for as the claim that quotes them."""
    key = f"ref-{number}"
    fields = node.value if isinstance(node.value, dict) else {}
    words = node.find_text(*WORDS) if fields else None
    claim = Claim(key=key, text=words, kind=ClaimKind.QUOTATION) if words else None
    citation = Citation(
        key=key,
        claim=key if claim else None,
        cited=fields.get("id"),
        digest=fields.get("digest"),
        range=fields.get("range"),
        unit=fields.get("unit", str(Unit.BYTE_UTF8)),
        quoted_text=words,
        raw=node.value,
    )
    return claim, citation


def _derive(entries: Mapping[str, Entry]) -> Iterator[Transformation]:
    """The edge from a parent; nobody kept a map, nor by which means a generated item was made."""
    for entry in entries.values():
        parent = entry.node.find("parent")
        if parent is None:
            continue
        made_from = entries.get(parent.text())
        if made_from is None:
            raise parent.refuse(f"the ledger has no item {parent.value}")
        is_generated = entry.artifact.origin is Origin.GENERATED
        yield Transformation(
            key=digest_json([NAME, made_from.artifact.key, entry.artifact.key]),
            kind=TransformationKind.CUSTOM,
            mediation=Mediation.MODEL if is_generated else Mediation.DETERMINISTIC,
            derivations=(Derivation(input=made_from.artifact.key, output=entry.artifact.key),),
        )
