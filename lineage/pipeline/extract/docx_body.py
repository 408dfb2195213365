"""The words of a part of a DOCX in the order in which they are read, each once (S3-21).

What is not named here is transparent: the words below an element that nobody knows are words all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lxml import etree  # type: ignore[import-untyped]

from lineage.evidence.vocabulary import SkippedKind
from lineage.pipeline.extract.docx_asides import Asides
from lineage.pipeline.extract.docx_names import attribute, child, name_of
from lineage.pipeline.extract.docx_styles import Styles
from lineage.pipeline.extract.docx_symbols import PRIVATE, read_symbol
from lineage.pipeline.extract.docx_tables import Tables
from lineage.pipeline.extract.docx_tally import Tally, words_of
from lineage.pipeline.extract.docx_text import Growing, Mark
from lineage.pipeline.layout import Section

LONGEST_TITLE = 200
SIGNS = {"w:tab": "\t", "w:ptab": "\t", "w:cr": "\n", "w:noBreakHyphen": "\u2011", "w:softHyphen": "\u00ad"}


class Paragraph:
    """One that is open. `boxes`: the text boxes that hang on it, and whether each is a tracked insertion."""

    def __init__(self, style: str) -> None:
        self.style = style
        self.start: Mark | None = None
        self.boxes: list[tuple[Any, bool]] = []


class Body:
    """Reads one part after the other into one text."""

    def __init__(self, styles: Styles, tally: Tally) -> None:
        self.text = Growing()
        self.tables = Tables(self.text, tally)
        self.sections: list[Section] = []
        self.notes: list[tuple[str, str]] = []
        """What the text refers to: "footnote" or "endnote", and its id."""
        self.numbered = 0
        self.faint: list[str] = []
        """Words in the text that a reader of the document hardly sees."""
        self._styles = styles
        self._tally = tally
        self._asides = asides = Asides(tally)
        self._paragraphs: list[Paragraph] = []
        self._inserted: list[Mark] = []
        self._starts: dict[str, Callable[[Any], bool]] = {
            "w:p": self._begin_paragraph,
            "w:r": self._is_hidden,
            "w:txbxContent": self._put_off,
            "w:t": self._write,
            "m:t": self._write,
            "w:sym": self._write_symbol,
            "w:br": self._break,
            "w:ins": self._begin_insertion,
            "w:moveTo": self._begin_insertion,
            "w:del": self._pass_deletion,
            "w:moveFrom": self._pass_deletion,
            "w:delText": self._pass_deletion,
            "w:footnoteReference": self._refer,
            "w:endnoteReference": self._refer,
            "w:tbl": self.tables.begin,
            "w:tr": self.tables.begin_row,
            "w:tc": self.tables.begin_cell,
            "w:fldChar": asides.turn_field,
            "w:fldSimple": asides.code,
            "w:instrText": asides.code,
            "w:ffData": asides.form_field,
            "w:altChunk": asides.embedded,
            "w:rt": asides.ruby,
            "AlternateContent": asides.choose,
            "Choice": asides.copy,
            "Fallback": asides.copy,
            "docPr": asides.describe,
            "blip": asides.picture,
            "imagedata": asides.picture,
            "textpath": asides.picture,
            "t": asides.drawn_words,
        }
        self._ends: dict[str, Callable[[Any], None]] = {
            "w:p": self._end_paragraph,
            "w:ins": self._end_insertion,
            "w:moveTo": self._end_insertion,
            "w:tbl": self.tables.end,
            "w:tr": self.tables.end_row,
            "w:tc": self.tables.end_cell,
        }

    def read(self, root: Any) -> None:
        """Everything below an element, however deep."""
        walk = etree.iterwalk(root, events=("start", "end"))
        skipped = None
        for event, element in walk:
            if element is root:
                continue
            name = name_of(element)
            if event == "start":
                if self._is_passed(name, element):
                    walk.skip_subtree()
                    skipped = element
            elif element is not skipped and name in self._ends:
                self._ends[name](element)

    def head(self, title: str, level: int, mark: Mark) -> None:
        short = " ".join(title.split())[:LONGEST_TITLE].rstrip()
        self.sections.append(Section(self.text.span_since(mark), short, level))

    def begin_notes(self, title: str) -> None:
        """A heading that is not in the text itself, before what is read next."""
        self.text.settle()
        self.head(title, 1, self.text.mark())

    def _is_passed(self, name: str, element: Any) -> bool:
        if name in SIGNS:
            self._say(SIGNS[name])
            return True
        if name in self._starts:
            return self._starts[name](element)
        # Properties of Word's own elements hold no words, but elements of the names of some that do.
        return name.startswith(("w:", "m:")) and name.endswith("Pr")

    def _begin_paragraph(self, element: Any) -> bool:
        self._paragraphs.append(Paragraph(self._styles.style_of(element)))
        if child(element, "w:pPr", "w:rPr", "w:del") is not None:
            self._tally.add(SkippedKind.DELETED, where="among others the end of a paragraph")
        return False

    def _end_paragraph(self, element: Any) -> None:
        paragraph = self._paragraphs.pop()
        self._asides.end_codes()
        if paragraph.start is not None:
            self.numbered += self._styles.is_numbered(element)
            if level := self._styles.level_of(element):
                self.head(self.text.since(paragraph.start), level, paragraph.start)
        self.tables.part()
        for box, is_inserted in paragraph.boxes:
            mark = self.text.mark()
            self.read(box)
            if is_inserted:
                self._tally.add(SkippedKind.INSERTED, self.text.since(mark))

    def _put_off(self, box: Any) -> bool:
        """A text box hangs on a paragraph and would tear its words apart: it comes behind it."""
        if not self._paragraphs:
            return False
        self._paragraphs[-1].boxes.append((box, bool(self._inserted)))
        return True

    def _is_hidden(self, run: Any) -> bool:
        style = self._paragraphs[-1].style if self._paragraphs else ""
        if not self._styles.is_hidden(run, style):
            if self._styles.is_faint(run) and (words := words_of(run)):
                self.faint.append(words)
            return False
        if words := words_of(run):
            self._tally.add(SkippedKind.HIDDEN, words)
        return True

    def _write(self, element: Any) -> bool:
        self._say(element.text or "")
        return False

    def _write_symbol(self, element: Any) -> bool:
        self._say(read_symbol(attribute(element, "char") or "", attribute(element, "font") or ""))
        return True

    def _break(self, element: Any) -> bool:
        if attribute(element, "type") in ("page", "column"):
            self.text.break_line()
        else:
            self._say("\n")
        return True

    def _say(self, words: str) -> None:
        if not words or self._asides.is_in_code(words):
            return
        if unknown := PRIVATE.findall(words):
            self._tally.add(SkippedKind.UNMAPPED, "".join(unknown))
        mark = self.text.write(words)
        if self._paragraphs and self._paragraphs[-1].start is None:
            self._paragraphs[-1].start = mark

    def _begin_insertion(self, element: Any) -> bool:
        self._inserted.append(self.text.mark())
        return False

    def _end_insertion(self, element: Any) -> None:
        words = self.text.since(self._inserted.pop())
        if words and not self._inserted:
            self._tally.add(SkippedKind.INSERTED, words)

    def _pass_deletion(self, element: Any) -> bool:
        self._tally.add(SkippedKind.DELETED, words_of(element))
        return True

    def _refer(self, element: Any) -> bool:
        kind = name_of(element).removeprefix("w:").removesuffix("Reference")
        self.notes.append((kind, attribute(element, "id") or ""))
        return True
