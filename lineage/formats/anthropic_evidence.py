"""What an Anthropic answer was given: documents, search results and web results, in order, with the texts shown.

`document_index` counts the documents of all messages, then those that `web_fetch` brought; `search_result_index`
counts search results apart from them; a web result has no number and is cited by its URL (formats.md 5).
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from lineage.evidence.bundle import ManifestEntry
from lineage.evidence.digests import canonical_json, digest_text
from lineage.evidence.vocabulary import ArtifactKind, Origin, SourceKind
from lineage.evidence.wire import Metadata
from lineage.formats.node import Node, is_key
from lineage.formats.passages import Passage, Shelf, describe_version, make_passage, rename, source_key
from lineage.text.span import Span

# Deeper than any request: content holds tool results, they hold documents, these hold text blocks.
DEEPEST_CONTENT = 8


def document_label(index: int) -> str:
    return f"document/{index}"


def search_result_label(index: int) -> str:
    return f"search_result/{index}"


@dataclass(slots=True)
class Supply:
    """The passages by the label that a citation names them with, in the order in which they were supplied."""

    passages: dict[str, Passage] = field(default_factory=dict)
    retrieval: dict[str, Metadata] = field(default_factory=dict)
    shelf: Shelf = field(default_factory=Shelf)
    _documents: int = 0
    _search_results: int = 0

    def add(self, node: Node) -> None:
        """A block that holds evidence; any other is passed over. Raises PayloadError."""
        match node.find_text("type"):
            case "document":
                self.passages[document_label(self._documents)] = read_document(node)
                self._documents += 1
            case "web_fetch_result":
                document = node.find("content")
                if document is not None and document.find_text("type") == "document":
                    self.passages[document_label(self._documents)] = read_document(document, fetched=node)
                    self._documents += 1
            case "search_result":
                self.passages[search_result_label(self._search_results)] = read_search_result(node)
                self._search_results += 1
            case "web_search_result":
                self._add_web_result(node)
            case _:
                pass

    def manifest(self) -> tuple[ManifestEntry, ...]:
        return tuple(
            ManifestEntry(
                label=label, artifact=passage.artifact.key, position=position, retrieval=self.retrieval.get(label)
            )
            for position, (label, passage) in enumerate(self.passages.items())
        )

    def _add_web_result(self, node: Node) -> None:
        url = node.find_text("url")
        # The same page may be found twice; its URL is all that a citation names, and its text is encrypted.
        if url and is_key(url) and url not in self.passages:
            version = describe_version(title=node.find_words("title"), uri=url)
            self.passages[url] = make_passage(url, SourceKind.WEB_PAGE, version, ArtifactKind.CHUNK, None)
            age = node.find_text("page_age")
            if age is not None:
                self.retrieval[url] = {"page_age": age}


def gather(blocks: Iterable[Node]) -> Supply:
    """The evidence in content blocks, also inside tool results. Raises PayloadError."""
    supply = Supply()
    for block in blocks:
        for inner in _walk(block, DEEPEST_CONTENT):
            supply.add(inner)
    separate_equal_titles(supply)
    return supply


def request_blocks(request: Node) -> Iterator[Node]:
    """The content blocks of every message of a request; a text in place of a list holds no evidence."""
    for message in request.find_items("messages") or ():
        content = message.find("content")
        if content is not None and not isinstance(content.value, str):
            yield from content.items


def read_document(node: Node, fetched: Node | None = None) -> Passage:
    """A `document` block: text, content blocks, base64, URL or file. Without text it is not retained."""
    source = node.find("source") or Node({}, node.at)
    title, media_type = node.find_words("title"), source.find_words("media_type")
    url = fetched.find_words("url") if fetched else source.find_words("url")
    named = url or source.find_text("file_id") or title
    observed = _moment(fetched.find("retrieved_at")) if fetched else None
    kind = SourceKind.WEB_PAGE if fetched else SourceKind.PDF if media_type == "application/pdf" else SourceKind.TEXT
    text: str | None = None
    raw: str | None = None
    blocks: tuple[Span, ...] = ()
    match source.find_text("type"):
        case "text":
            text = source.find_text("data")
        case "content":
            text, blocks = _read_blocks(source.find("content"))
        case "base64":
            raw = source.find_text("data")
        case _:
            kind = kind if fetched or media_type else SourceKind.OTHER
    version = describe_version(
        title=title,
        uri=url,
        media_type=media_type,
        raw_text=None if blocks else text,
        raw_base64=raw if raw is not None and _is_base64(raw) else None,
        observed_at=observed,
    )
    origin = Origin.UNRESOLVED if text is None else Origin.ORIGINAL
    key = source_key(named, text if text is not None else raw or _as_text(node))
    return make_passage(key, kind, version, ArtifactKind.CANONICAL_EXTRACT, text, origin=origin, blocks=blocks)


def read_search_result(node: Node) -> Passage:
    """A `search_result` block; `source` is the producer's own name of it."""
    text, blocks = _read_blocks(node.find("content"))
    version = describe_version(title=node.find_words("title"), uri=node.find_words("source"))
    key = source_key(node.find_text("source"), text or _as_text(node))
    origin = Origin.UNRESOLVED if text is None else Origin.ORIGINAL
    return make_passage(key, SourceKind.OTHER, version, ArtifactKind.CHUNK, text, origin=origin, blocks=blocks)


def separate_equal_titles(supply: Supply) -> None:
    """Documents of one answer with one title and different words are different sources, each named by its digest."""
    titled: dict[str, set[str]] = {}
    for passage in supply.passages.values():
        if _is_named_by_title(passage):
            titled.setdefault(passage.source.key, set()).add(passage.artifact.key)
    supply.shelf = Shelf()
    for label, passage in supply.passages.items():
        if len(titled.get(passage.source.key, ())) > 1 and _is_named_by_title(passage):
            text = passage.artifact.text
            passage = rename(passage, passage.source.versions[0].version if text is None else digest_text(text))
            supply.passages[label] = passage
        supply.shelf.put(passage)


def _is_named_by_title(passage: Passage) -> bool:
    version = passage.source.versions[0]
    return passage.source.key == version.title and not version.uri


def _walk(node: Node, depth: int) -> Iterator[Node]:
    yield node
    content = node.find("content")
    if content is None or depth == 0 or node.find_text("type") in ("document", "search_result", "web_fetch_result"):
        return
    if isinstance(content.value, dict):
        yield from _walk(content, depth - 1)
    elif isinstance(content.value, list):
        for item in content.items:
            yield from _walk(item, depth - 1)


def _read_blocks(content: Node | None) -> tuple[str | None, tuple[Span, ...]]:
    """The texts of content blocks joined without separator, as `cited_text` joins them, and the span of each."""
    if content is None:
        return None, ()
    if isinstance(content.value, str):
        return content.text(), (Span(0, len(content.text())),)
    texts = [item.find_text("text") or "" for item in content.items]
    spans, at = [], 0
    for text in texts:
        spans.append(Span(at, at + len(text)))
        at += len(text)
    return "".join(texts) if texts else None, tuple(spans)


def _as_text(node: Node) -> str:
    return canonical_json(node.value).decode()


def _is_base64(data: str) -> bool:
    try:
        base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


def _moment(node: Node | None) -> datetime | None:
    """A time with its zone; one that is written otherwise stays in the raw payload."""
    try:
        found = datetime.fromisoformat(node.text()) if node else None
    except ValueError:
        return None
    return found if found is None or found.tzinfo else None
