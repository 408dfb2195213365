"""What an OpenAI answer rests on: passages that a file search returned, and files and pages known by name only.

Results of a file search come only where the request asked for them. A citation names the file: which of its passages
was used is said only where there is one (formats.md 4). Of web pages there is no text at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lineage.evidence.bundle import Footnote, ManifestEntry
from lineage.evidence.capture import Hit, RetrievalRun
from lineage.evidence.vocabulary import ArtifactKind, SourceKind
from lineage.evidence.wire import Metadata
from lineage.formats.node import Node, is_key
from lineage.formats.openai_responses_annotations import Annotation
from lineage.formats.passages import Passage, Shelf, describe_version, make_passage, source_key

LONGEST_TITLE = 500
_KINDS = {
    "pdf": SourceKind.PDF,
    "docx": SourceKind.DOCX,
    "html": SourceKind.HTML,
    "htm": SourceKind.HTML,
    "md": SourceKind.MARKDOWN,
    "txt": SourceKind.TEXT,
}


@dataclass(slots=True)
class Supply:
    """`files` holds the passages of each file by its id, `pages` those known by address, `retrieved` the scores.

    Only the citations give the `titles` of pages, so they are told before the searches are read.

    `is_recorded` says whether every file search of the answer shows what it found, `is_closed` whether nothing can
    have been found before, in an earlier response.
    """

    shelf: Shelf = field(default_factory=Shelf)
    files: dict[str, list[Passage]] = field(default_factory=dict)
    pages: dict[str, Passage] = field(default_factory=dict)
    cited_pages: dict[str, Passage] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    retrieved: dict[str, Metadata] = field(default_factory=dict)
    runs: list[RetrievalRun] = field(default_factory=list)
    is_recorded: bool | None = None
    is_closed: bool = True

    def add_title(self, annotation: Annotation) -> None:
        title = _title(annotation.raw, "title")
        if annotation.kind == "url_citation" and isinstance(annotation.cited, str) and title is not None:
            self.titles.setdefault(annotation.cited, title)

    def add_call(self, call: Node) -> None:
        """A search, with what it found; any other call is passed over. Raises PayloadError."""
        match call.find_text("type"):
            case "file_search_call":
                self._add_file_search(call)
            case "web_search_call":
                self._add_web_search(call)
            case _:
                pass

    def find_cited(self, annotation: Annotation) -> Passage | None:
        """The passage that an annotation names; None where its file has several, or none that was found."""
        if not isinstance(annotation.cited, str) or not is_key(annotation.cited):
            return None
        if annotation.kind == "url_citation":
            return self.cited_pages.setdefault(annotation.cited, self._page(annotation.cited))
        found = self.files.get(annotation.cited)
        if found:
            return found[0] if len(found) == 1 else None
        if self.is_recorded and self.is_closed and annotation.kind == "file_citation":
            return None
        passage = _passage(annotation.cited, _title(annotation.raw, "filename"), None)
        if annotation.kind == "file_citation":
            self.files[annotation.cited] = [passage]
        self.shelf.put(passage)
        return passage

    def manifest(self) -> tuple[ManifestEntry, ...] | None:
        """The passages found, and the pages and files cited; None where not every search shows what it found."""
        if not self.is_recorded:
            return None
        labelled = [*self._label_files(), *self.cited_pages.items()]
        return tuple(
            ManifestEntry(
                label=label,
                artifact=passage.artifact.key,
                position=position,
                retrieval=self.retrieved.get(passage.artifact.key),
            )
            for position, (label, passage) in enumerate(labelled)
        )

    def footnotes(self) -> tuple[Footnote, ...] | None:
        """A cited id that stands for a file of several passages stands for the source, not for one of them."""
        several = [name for name, found in self.files.items() if len(found) > 1]
        return tuple(Footnote(number=name, target=name) for name in several) if self.is_recorded and several else None

    def _label_files(self) -> Iterator[tuple[str, Passage]]:
        for name, found in self.files.items():
            for number, passage in enumerate(found):
                yield (name if len(found) == 1 else f"{name} passage {number}")[-500:], passage

    def _add_file_search(self, call: Node) -> None:
        results = call.find_items("results")
        self.is_recorded = results is not None and self.is_recorded is not False
        hits = tuple(self._add_result(node, rank) for rank, node in enumerate(results or (), start=1))
        queries = tuple(query.text() for query in call.find_items("queries") or ())
        self.runs.append(RetrievalRun(rewrites=queries, hits=None if results is None else hits))

    def _add_result(self, node: Node, rank: int) -> Hit:
        filename, text = node.find_words("filename"), node.find_text("text")
        name = source_key(node.find_text("file_id") or filename, text or node.at)
        passage = _passage(name, filename, text)
        self.shelf.put(passage)
        found = self.files.setdefault(name, [])
        if passage not in found:
            found.append(passage)
        kept = {key: value for key, value in node.fields.items() if key not in ("file_id", "filename", "text")}
        self.retrieved.setdefault(passage.artifact.key, kept)
        score = node.find("score")
        return Hit(artifact=passage.artifact.key, path="file_search", rank=rank, score=_number(score))

    def _add_web_search(self, call: Node) -> None:
        action = call.find("action")
        if action is None or not isinstance(action.value, dict) or action.find_text("type") != "search":
            return
        queries = tuple(query.text() for query in action.find_items("queries") or ()) or tuple(
            filter(None, (action.find_text("query"),))
        )
        sources = action.find_items("sources")
        urls = [url for url in (source.find_text("url") for source in sources or ()) if url and is_key(url)]
        hits = tuple(Hit(artifact=self._page(url).artifact.key, path="web_search") for url in urls)
        self.runs.append(RetrievalRun(rewrites=queries, hits=None if sources is None else hits))

    def _page(self, url: str) -> Passage:
        if url not in self.pages:
            version = describe_version(title=self.titles.get(url), uri=url)
            self.pages[url] = make_passage(url, SourceKind.WEB_PAGE, version, ArtifactKind.OTHER, None)
            self.shelf.put(self.pages[url])
        return self.pages[url]


def _passage(name: str, filename: str | None, text: str | None) -> Passage:
    kind = _KINDS.get((filename or "").rpartition(".")[2].lower(), SourceKind.OTHER)
    return make_passage(name, kind, describe_version(title=filename), ArtifactKind.CHUNK, text)


def _title(raw: Any, name: str) -> str | None:
    """A title, where it is one; xAI gives the number of the marker in its place."""
    title = raw.get(name) if isinstance(raw, dict) else None
    if not isinstance(title, str) or title.isdecimal() or "\0" in title or len(title) > LONGEST_TITLE:
        return None
    return title


def _number(node: Node | None) -> float | None:
    value = node.value if node else None
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not -1e300 < value < 1e300:
        return None
    return float(value)
