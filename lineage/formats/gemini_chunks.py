"""What a Gemini answer is grounded in: web pages, retrieved passages and places of a map, by number (formats.md 6).

A web chunk has no text, its address is a redirect that expires, and its title is the name of a domain. The text of a
retrieved passage is what the service returned of it; nobody recorded how that was made from the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lineage.evidence.bundle import ManifestEntry
from lineage.evidence.vocabulary import ArtifactKind, SourceKind
from lineage.evidence.wire import Metadata
from lineage.formats.node import Node
from lineage.formats.passages import Passage, Shelf, describe_version, make_passage, source_key

KNOWN = ("web", "retrievedContext", "maps")


class Supply(NamedTuple):
    """The passages by the label that their number makes, in order, and the shelf they stand on."""

    passages: Mapping[str, Passage]
    shelf: Shelf

    def manifest(self) -> tuple[ManifestEntry, ...]:
        return tuple(
            ManifestEntry(label=label, artifact=passage.artifact.key, position=position)
            for position, (label, passage) in enumerate(self.passages.items())
        )


def chunk_label(number: int) -> str:
    return f"chunk/{number}"


def gather(chunks: Sequence[Node], scope: str) -> Supply:
    """The passages of a list of grounding chunks; `scope` names what has no name of its own. Raises PayloadError."""
    labelled = ((chunk_label(number), chunk) for number, chunk in enumerate(chunks))
    passages = {label: _read(chunk, f"{scope}/{label}") for label, chunk in labelled}
    shelf = Shelf()
    for passage in passages.values():
        shelf.put(passage)
    return Supply(passages, shelf)


def _read(chunk: Node, scope: str) -> Passage:
    kind = next((name for name in KNOWN if chunk.find(name)), None)
    if kind is None:
        version = describe_version()
        metadata: Metadata = dict(chunk.fields)
        return make_passage(scope, SourceKind.OTHER, version, ArtifactKind.CHUNK, None, metadata=metadata)
    body = chunk.find(kind) or chunk
    if kind == "retrievedContext":
        return _read_retrieved(body, scope)
    title, uri = body.find_words("title"), body.find_words("uri")
    version = describe_version(title=title, uri=uri)
    key = source_key(uri or title, scope)
    source_kind = SourceKind.WEB_PAGE if kind == "web" else SourceKind.OTHER
    metadata = _keep(body, ("title", "uri", "text"))
    return make_passage(key, source_kind, version, ArtifactKind.CHUNK, body.find_text("text"), metadata=metadata)


def _read_retrieved(body: Node, scope: str) -> Passage:
    """A passage of a file. Its name is that of the document, else its address, else its title in its store."""
    rag = body.find("ragChunk")
    text = body.find_text("text")
    if text is None and rag is not None:
        text = rag.find_text("text")
    title, uri, store = body.find_words("title"), body.find_words("uri"), body.find_text("fileSearchStore")
    titled = f"{store}/{title}" if store and title else title
    key = source_key(body.find_text("documentName") or uri or titled, text or scope)
    metadata = _keep(body, ("title", "uri", "text", "ragChunk"))
    pages = rag.find("pageSpan") if rag else None
    if pages is not None:
        metadata["pageSpan"] = pages.value
    version = describe_version(title=title, uri=uri)
    return make_passage(key, SourceKind.OTHER, version, ArtifactKind.CHUNK, text, metadata=metadata)


def _keep(body: Node, read: Sequence[str]) -> Metadata:
    """The fields that were not read into others, as they came."""
    return {name: value for name, value in body.fields.items() if name not in read}
