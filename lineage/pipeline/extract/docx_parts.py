"""The parts of a DOCX whose words are not in its text: comments, headers, macros, embedded files, outside parts."""

from __future__ import annotations

from lineage.evidence.vocabulary import SkippedKind
from lineage.pipeline.extract.docx_names import name_of
from lineage.pipeline.extract.docx_package import Package
from lineage.pipeline.extract.docx_tally import Tally, words_of
from lineage.pipeline.extract.docx_zip import NotReadable

_SIMILAR = {"header": "a header", "footer": "a footer"}


def report_parts(package: Package, document: str, tally: Tally) -> None:
    _report_comments(package, document, tally)
    for kind, where in _SIMILAR.items():
        for name in package.related(document, kind):
            package.seen.add(name)
            if words := words_of(package.parse(name)):
                tally.add(SkippedKind.NOTE, words, where=f"among others {where}")
    for name in package.others:
        small = name.lower()
        if small.endswith("vbaproject.bin"):
            tally.add(SkippedKind.MACRO, where=name, counts_words=False)
        elif "/embeddings/" in small or "/activex/" in small:
            tally.add(SkippedKind.EMBEDDED, where=name, counts_words=False)
    for relation in package.externals():
        tally.add(SkippedKind.EXTERNAL, relation.target, where=f"first for {relation.kind}", counts_words=False)
    _report_unseen(package, tally)


def _report_comments(package: Package, document: str, tally: Tally) -> None:
    """Without their authors, who may be nobody's business."""
    for name in package.related(document, "comments"):
        package.seen.add(name)
        for comment in package.parse(name):
            if name_of(comment) == "w:comment":
                tally.add(SkippedKind.COMMENT, words_of(comment))


def _report_unseen(package: Package, tally: Tally) -> None:
    """Parts with words that nothing above knows, such as diagrams and charts. The same words twice are said once."""
    said: set[str] = set()
    for name in sorted(package.parts.keys() - package.seen):
        # A part without an element "t" has no words; most have none, and need not be parsed.
        if b":t>" not in package.parts[name] and b":t " not in package.parts[name]:
            continue
        try:
            words = words_of(package.parse(name))
        except NotReadable:
            words = ""
        if words not in said:
            said.add(words)
            tally.add(SkippedKind.OTHER, words, where=f"among others {name}", counts_words=bool(words))
