"""The bytes of a DOCX -> its text, headings and tables, and all that is not in it (M-06, S3-21).

The body is walked here and not by python-docx, which knows paragraphs and tables only and passes over what stands in
text boxes, content controls, notes and tracked changes without a word.
"""

from __future__ import annotations

from typing import Any

from lxml import etree  # type: ignore[import-untyped]

from lineage.evidence.vocabulary import ExtractionState, SkippedKind, SourceKind
from lineage.pipeline.extract.docx_body import Body
from lineage.pipeline.extract.docx_names import attribute, name_of
from lineage.pipeline.extract.docx_package import Package
from lineage.pipeline.extract.docx_parts import report_parts
from lineage.pipeline.extract.docx_styles import Styles
from lineage.pipeline.extract.docx_tally import LONGEST_SAMPLE, Tally, words_of
from lineage.pipeline.extract.docx_zip import NotReadable, read_members
from lineage.pipeline.extract.kinds import MEDIA_TYPES, OLE, ZIP, find_foreign
from lineage.pipeline.extraction import Extraction
from lineage.pipeline.layout import Layout

TOOL = "evidence-inspector"
TOOL_VERSION = f"1, lxml {'.'.join(map(str, etree.LXML_VERSION[:3]))}"
NOTES = {"footnote": ("footnotes", "Footnotes"), "endnote": ("endnotes", "Endnotes")}
"""Of each kind of note, the kind of relation that leads to its part, and the heading it gets."""


def extract_docx(data: bytes) -> Extraction:
    """Never raises for any bytes, but MemoryError."""
    try:
        _check_signature(data)
        return _read(data)
    except NotReadable as fault:
        return _extraction(data, fault.state, reason=str(fault))
    except RecursionError:
        reason = "What it holds is nested deeper than can be read. Bring it flattened, or its text."
        return _extraction(data, ExtractionState.LIMIT, reason=reason)


def _check_signature(data: bytes) -> None:
    if not data:
        raise NotReadable(ExtractionState.EMPTY, "The file has no bytes. Bring the whole file.")
    if data.startswith(OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise NotReadable(ExtractionState.ENCRYPTED, "It is locked with a password. Bring an unlocked copy.")
        reason = "It is an Office file of the old format (such as .doc). Save it as DOCX or PDF and bring that."
        raise NotReadable(ExtractionState.WRONG_TYPE, reason)
    if not data.startswith(ZIP):
        found = find_foreign(data) or "no Word document"
        raise NotReadable(ExtractionState.WRONG_TYPE, f"The bytes are {found}. Bring the DOCX itself.")


def _read(data: bytes) -> Extraction:
    package = Package(read_members(data))
    document = package.find_document()
    root = package.parse(document)
    if name_of(root) != "w:document":
        raise NotReadable(ExtractionState.WRONG_TYPE, "It is a ZIP, but no Word document. Bring the DOCX itself.")
    tally = Tally()
    body = Body(Styles(_only(package, document, "styles")), tally)
    body.read(root)
    package.seen.add(document)
    for kind in NOTES:
        _read_notes(package, document, kind, body, tally)
    report_parts(package, document, tally)
    return _finished(data, body, tally)


def _only(package: Package, document: str, kind: str) -> Any:
    """The root of the one part of such a kind; None where there is none."""
    name = next(package.related(document, kind), None)
    if name is None:
        return None
    package.seen.add(name)
    return package.parse(name)


def _read_notes(package: Package, document: str, kind: str, body: Body, tally: Tally) -> None:
    """The notes that the text refers to, in that order, under a heading of their own; those it does not are reported.

    Notes with a type are the lines that Word draws above notes.
    """
    relation, heading = NOTES[kind]
    root = _only(package, document, relation)
    if root is None:
        return
    notes = {attribute(one, "id") or "": one for one in root if name_of(one) == f"w:{kind}" and not _is_line(one)}
    wanted = [key for found, key in dict.fromkeys(body.notes) if found == kind and key in notes]
    if wanted:
        body.begin_notes(heading)
    for key in wanted:
        body.read(notes.pop(key))
    for words in filter(None, map(words_of, notes.values())):
        tally.add(SkippedKind.NOTE, words, where=f"among others a {kind} to which nothing refers")


def _is_line(note: Any) -> bool:
    return attribute(note, "type") not in (None, "normal")


def _finished(data: bytes, body: Body, tally: Tally) -> Extraction:
    text, skipped = str(body.text), tally.to_skipped()
    if not text.strip() and any(one.kind is SkippedKind.IMAGE for one in skipped):
        reason = "The document holds pictures and no letters. Bring its text from a text recognizer (OCR) in a bundle."
        return _extraction(data, ExtractionState.NO_TEXT, reason=reason, skipped=skipped)
    cells = sorted(body.tables.cells, key=lambda cell: (cell.span.start, -cell.span.end))
    sections = sorted(body.sections, key=lambda section: section.span.start)
    layout = Layout(sections=tuple(sections), cells=tuple(cells))
    return _extraction(data, ExtractionState.READ, text=text, layout=layout, skipped=skipped, warnings=_warn(body))


def _warn(body: Body) -> tuple[str, ...]:
    warnings = []
    if body.numbered:
        said = "Paragraphs with a number or a bullet that Word sets itself, which is not in the text"
        warnings.append(f"{said}: {body.numbered:,}.")
    if body.faint:
        said = "Words in white or tiny letters, which a reader of the document hardly sees, are in the text"
        characters, first = sum(map(len, body.faint)), body.faint[0][:LONGEST_SAMPLE]
        warnings.append(f"{said}: {characters:,} characters, first \u201c{first}\u201d.")
    return tuple(warnings)


def _extraction(data: bytes, state: ExtractionState, **found: Any) -> Extraction:
    return Extraction(
        state=state,
        bytes_in=len(data),
        tool=TOOL,
        tool_version=TOOL_VERSION,
        media_type=MEDIA_TYPES[SourceKind.DOCX],
        **found,
    )
