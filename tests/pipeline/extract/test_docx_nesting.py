"""No nesting of Word's elements, sensible or not, leads a place out of the text or the reader astray."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.vocabulary import ExtractionState
from lineage.pipeline.extract.docx import extract_docx
from tests.pipeline.extract.word_files import root, word_file

NAMES = (
    *("p", "r", "t", "pPr", "rPr", "tbl", "tr", "tc", "trPr", "tcPr", "ins", "del", "moveTo", "moveFrom", "delText"),
    *("txbxContent", "fldChar", "instrText", "ffData", "br", "tab", "sym", "vanish", "vMerge", "gridSpan", "hidden"),
    *("sdt", "sdtContent", "footnoteReference", "altChunk", "ruby", "rt", "cellDel", "cellIns", "outlineLvl"),
)
OTHERS = ("mc:AlternateContent", "mc:Choice", "mc:Fallback", "a:t", "a:blip", "wp:docPr", "m:t", "v:textpath")
VALUES = ("", ' w:val="1"', ' w:val="restart"', ' w:fldCharType="begin"', ' w:type="page"', ' w:id="1"')
elements = st.recursive(
    st.sampled_from(["", "x", "\u2028"]),
    lambda inner: st.builds(
        "<{0}{2}>{1}</{0}>".format,
        st.sampled_from([*(f"w:{name}" for name in NAMES), *OTHERS]),
        st.lists(inner, max_size=4).map("".join),
        st.sampled_from(VALUES),
    ),
    max_leaves=30,
)


@given(elements)
def test_however_elements_are_nested_the_places_lie_in_the_text(inner):
    notes = root("footnotes", f'<w:footnote w:id="1">{inner}</w:footnote>')
    extraction = extract_docx(word_file(inner, {"footnotes": notes, "comments": root("comments", inner)}))
    assert extraction.state in (ExtractionState.READ, ExtractionState.NO_TEXT)
    for place in (*extraction.layout.sections, *extraction.layout.cells):
        assert 0 <= place.span.start <= place.span.end <= len(extraction.text)
