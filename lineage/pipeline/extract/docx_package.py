"""A DOCX as a package of XML parts that lead to each other, each parsed without believing in it (S3-21)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from lxml import etree  # type: ignore[import-untyped]

from lineage.evidence.vocabulary import ExtractionState
from lineage.pipeline.extract.docx_names import name_of
from lineage.pipeline.extract.docx_zip import Members, NotReadable

# Up to the first element: white space, processing instructions, comments. A DOCTYPE can stand nowhere else.
_PROLOG = re.compile(rb"\xef\xbb\xbf|\s++|<\?(?:[^?]|\?(?!>))*+\?>|<!--(?:[^-]|-(?!->))*+-->")
_ENCODING = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)""")
_KNOWN_ENCODINGS = frozenset({b"utf-8", b"utf8", b"us-ascii", b"ascii", b"iso-8859-1", b"windows-1252"})
"""Encodings in which a sign of ASCII is its own byte; a part in UTF-16 is read by its byte order mark."""


class Relation(NamedTuple):
    """`kind` is the last word of its type; `target` the name of a part in small letters, or an address outside."""

    key: str
    kind: str
    target: str
    is_external: bool


class Package:
    def __init__(self, members: Members) -> None:
        self.parts = members.parts
        self.others = members.others
        self.seen: set[str] = set()
        """Names of the parts whose words were seen."""

    def find_document(self) -> str:
        """The name of the part that holds the text. NotReadable where there is none."""
        found = [one.target for one in self.relations("") if one.kind == "officeDocument" and not one.is_external]
        name = found[0] if found else "word/document.xml"
        if name.startswith(("xl/", "ppt/", "visio/")):
            raise NotReadable(
                ExtractionState.WRONG_TYPE,
                "It is an Office file, but not a Word document. Save it as PDF or DOCX, or bring its text.",
            )
        if name not in self.parts:
            raise NotReadable(
                ExtractionState.CORRUPT,
                "It is a ZIP, but the part that holds the text of a Word document is missing. Bring a whole copy.",
            )
        return name

    def relations(self, part: str) -> tuple[Relation, ...]:
        """What a part leads to; "" stands for the package itself."""
        folder, _, base = part.rpartition("/")
        name = f"{folder}/_rels/{base}.rels".lstrip("/")
        if name not in self.parts:
            return ()
        return tuple(self._relation(one, folder) for one in self.parse(name) if name_of(one) == "Relationship")

    def _relation(self, element: Any, folder: str) -> Relation:
        kind = element.get("Type", "").rpartition("/")[2]
        is_external = element.get("TargetMode") == "External"
        target = element.get("Target", "")
        if not is_external:
            target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/").lower()
        return Relation(element.get("Id", ""), kind, target, is_external)

    def related(self, part: str, kind: str) -> Iterator[str]:
        """The names of the parts of one kind that a part leads to, and that are there; each once."""
        found = (one.target for one in self.relations(part) if one.kind == kind and not one.is_external)
        yield from (name for name in dict.fromkeys(found) if name in self.parts)

    def externals(self) -> Iterator[Relation]:
        """What Word would fetch from elsewhere. A hyperlink fetches nothing until somebody follows it."""
        for name in sorted(self.parts):
            if name.endswith(".rels"):
                folder, _, base = name.removesuffix(".rels").rpartition("_rels/")
                found = (one for one in self.relations(folder + base) if one.is_external)
                yield from (one for one in found if one.kind != "hyperlink")

    def parse(self, name: str) -> Any:
        """The root of a part. NotReadable where it is not well-formed, or nested deeper than the parser goes."""
        data = self.parts[name]
        _check_prolog(data, name)
        # Without `huge_tree` the parser stops at a depth of 256; with it, at 2,048. It stops aloud in both cases.
        parser = etree.XMLParser(huge_tree=True, resolve_entities=False, load_dtd=False, no_network=True)
        try:
            root = etree.fromstring(data, parser)
        except etree.XMLSyntaxError as fault:
            if fault.code == etree.ErrorTypes.ERR_NO_MEMORY:
                raise MemoryError from None
            if fault.code == etree.ErrorTypes.ERR_RESOURCE_LIMIT:
                raise NotReadable(
                    ExtractionState.LIMIT, f"Its part {name} is nested too deep. Bring it flattened, or its text."
                ) from None
            raise _damaged(name, f"is not well-formed (line {fault.lineno})") from None
        if root.getroottree().docinfo.internalDTD is not None:
            raise _damaged(name, "declares entities, which no Word document does")
        return root


def _check_prolog(data: bytes, name: str) -> None:
    """No declarations before the first element: entities make much of little, or read files. NotReadable where any."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        data = data.decode("utf-16", "replace").encode()
    if b"\0" in data[:4]:
        raise _damaged(name, "is in an encoding that no Word document is in")
    declared = _ENCODING.match(data.removeprefix(b"\xef\xbb\xbf"))
    if declared and declared[1].lower() not in _KNOWN_ENCODINGS and not declared[1].lower().startswith(b"utf-16"):
        raise _damaged(name, "is in an encoding that no Word document is in")
    at = 0
    while found := _PROLOG.match(data, at):
        at = found.end()
    if data.startswith(b"<!", at):
        raise _damaged(name, "declares entities, which no Word document does")


def _damaged(name: str, what: str) -> NotReadable:
    return NotReadable(ExtractionState.CORRUPT, f"The file is damaged: its part {name} {what}. Bring a whole copy.")


