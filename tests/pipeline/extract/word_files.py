"""Word documents written by hand: the XML of their parts in, the bytes of the package out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SPACES = {
    "w": W,
    "r": OFFICE,
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "v": "urn:schemas-microsoft-com:vml",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
}
DECLARED = " ".join(f'xmlns:{short}="{space}"' for short, space in SPACES.items())
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"


def root(name: str, inner: str) -> str:
    """A part of Word's: `root("footnotes", ...)`."""
    return f"<w:{name} {DECLARED}>{inner}</w:{name}>"


def relations(*targets: tuple[str, str]) -> str:
    """Kind and target of each; a target with a colon lies outside."""
    outside = ' TargetMode="External"'
    lines = "".join(
        f'<Relationship Id="rId{at}" Type="{OFFICE}/{kind}" Target="{target}"{outside if ":" in target else ""}/>'
        for at, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{RELATIONS}">{lines}</Relationships>'


def pack(members: Mapping[str, str | bytes] | Iterable[tuple[str, str | bytes]]) -> bytes:
    """A ZIP of members as they are given, doubles too."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in members.items() if isinstance(members, Mapping) else members:
            archive.writestr(name, content)
    return packed.getvalue()


def members_of(body: str, related: Mapping[str, str] | None = None, **others: str | bytes) -> dict[str, str | bytes]:
    """The members of a document. `related`: the parts that it leads to, by kind, each named after its kind."""
    related = related or {}
    return {
        "[Content_Types].xml": f'<Types xmlns="{TYPES}"/>',
        "_rels/.rels": relations(("officeDocument", "word/document.xml")),
        "word/document.xml": root("document", f"<w:body>{body}</w:body>"),
        "word/_rels/document.xml.rels": relations(*((kind, f"{kind}.xml") for kind in related)),
        **{f"word/{kind}.xml": part for kind, part in related.items()},
        **others,
    }


def word_file(body: str, related: Mapping[str, str] | None = None) -> bytes:
    return pack(members_of(body, related))


def paragraph(*runs: str, properties: str = "") -> str:
    """Runs are XML, or words, which become a run."""
    inner = "".join(run if run.startswith("<") else words(run) for run in runs)
    own = f"<w:pPr>{properties}</w:pPr>" if properties else ""
    return f"<w:p>{own}{inner}</w:p>"


def words(text: str, properties: str = "") -> str:
    """A run."""
    inner = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{inner}<w:t xml:space="preserve">{text}</w:t></w:r>'


def table(*rows: str, properties: str = "") -> str:
    return f"<w:tbl><w:tblPr>{properties}</w:tblPr>{''.join(rows)}</w:tbl>"


def row(*cells: str, properties: str = "") -> str:
    """Cells are XML, or words, which become a cell of one paragraph."""
    inner = "".join(one if one.startswith("<w:tc>") else cell(one) for one in cells)
    return f"<w:tr><w:trPr>{properties}</w:trPr>{inner}</w:tr>"


def cell(*paragraphs: str, properties: str = "") -> str:
    inner = "".join(one if one.startswith("<") else paragraph(one) for one in paragraphs)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


def box(inner: str) -> str:
    """A run on which a text box hangs, in both dialects in which Word writes it."""
    content = f"<w:txbxContent>{inner}</w:txbxContent>"
    new = f"<w:drawing><wp:anchor><a:graphic><wps:wsp><wps:txbx>{content}</wps:txbx></wps:wsp></a:graphic></wp:anchor>"
    old = f"<w:pict><v:shape><v:textbox>{content}</v:textbox></v:shape></w:pict>"
    both = f'<mc:Choice Requires="wps">{new}</w:drawing></mc:Choice><mc:Fallback>{old}</mc:Fallback>'
    return f"<w:r><mc:AlternateContent>{both}</mc:AlternateContent></w:r>"


def old_box(inner: str) -> str:
    """As a program writes it that knows the older dialect only."""
    content = f"<w:txbxContent>{inner}</w:txbxContent>"
    return f"<w:r><w:pict><v:shape><v:textbox>{content}</v:textbox></v:shape></w:pict></w:r>"
