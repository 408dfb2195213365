"""Other people's files are read in a child process that knows no secret and is limited in time and memory (DESIGN 9).

Parsers are large programs fed by strangers: none reads a file in this process. What the child gives back is checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from lineage.evidence.vocabulary import ExtractionState, SourceKind
from lineage.own_process import Limits
from lineage.pipeline.extract.reading import extract
from lineage.pipeline.extraction import Extraction
from lineage.sandbox_answers import read_extraction, read_pages
from lineage.sandbox_process import run
from lineage.sandbox_wire import NotWhole, fail

if TYPE_CHECKING:
    from lineage.pipeline.page_images import RenderedPage

LARGEST_FILE = 256 * 1024 * 1024
PLAIN = frozenset({SourceKind.TEXT, SourceKind.MARKDOWN})
LARGEST_PLAIN = 1_000_000
"""Bytes up to which decoding a plain text is cheaper than a process, and as safe."""
GIVEN = Limits()


def extract_safely(data: bytes, kind: SourceKind, *, encoding: str = "", limits: Limits = GIVEN) -> Extraction:
    """What can be read from the bytes; over a limit, or where the reader broke, an extraction in state LIMIT.

    SandboxBroken where this program, not the file, is at fault.
    """
    if kind in PLAIN and len(data) < LARGEST_PLAIN:
        return extract(data, kind, encoding=encoding)
    if len(data) > LARGEST_FILE:
        reason = f"The file has {len(data):,} bytes; at most {LARGEST_FILE:,} are read. Bring it in parts."
        return fail(ExtractionState.LIMIT, reason, data)
    declared = encoding.encode("ascii", "ignore").decode()[:100]
    ended = run({"verb": "extract", "kind": kind.value, "encoding": declared}, data, limits)
    if ended.limit:
        return fail(ExtractionState.LIMIT, ended.limit, data)
    try:
        return read_extraction(ended.answer, len(data))
    except NotWhole as fault:
        return fail(ExtractionState.CORRUPT, f"What its reader gave back cannot be used: {fault}.", data)


def render_safely(data: bytes, pages: Sequence[int], *, limits: Limits = GIVEN) -> Mapping[int, RenderedPage]:
    """The pictures of pages; a page that could not be drawn, or not in time, is absent."""
    if not pages or len(data) > LARGEST_FILE:
        return {}
    return read_pages(run({"verb": "render", "pages": list(pages)}, data, limits).answer, frozenset(pages))
