import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.vocabulary import ExtractionState, SourceKind
from lineage.pipeline.extract.kinds import MEDIA_TYPES, READABLE
from lineage.pipeline.extract.reading import extract
from lineage.pipeline.extraction import Extraction

WRONG_TYPE = ExtractionState.WRONG_TYPE
OWN = [SourceKind.TEXT, SourceKind.MARKDOWN, SourceKind.HTML, SourceKind.WEB_PAGE, SourceKind.CSV]


@pytest.mark.parametrize("kind", sorted(READABLE))
def test_no_bytes_are_an_empty_file_of_any_kind(kind):
    found = extract(b"", kind)
    assert (found.state, found.bytes_in, found.text) == (ExtractionState.EMPTY, 0, "")
    assert found.reason == "The file has no bytes. Bring the whole file."
    assert found.media_type == MEDIA_TYPES[kind]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (SourceKind.TEXT, "<p>24,\n"),
        (SourceKind.MARKDOWN, "<p>24,\n"),
        (SourceKind.HTML, "24,"),
        (SourceKind.WEB_PAGE, "24,"),
        (SourceKind.CSV, "<p>24,\n"),
    ],
)
def test_each_kind_is_read_in_its_own_way(kind, text):
    found = extract(b"<p>24,\n", kind)
    assert (found.state, found.text, found.media_type) == (ExtractionState.READ, text, MEDIA_TYPES[kind])


@pytest.mark.parametrize("kind", [SourceKind.PDF, SourceKind.DOCX, SourceKind.CSV])
def test_a_page_under_another_name_is_called_a_page(kind):
    found = extract(b"<!doctype html><title>Log in</title>", kind)
    assert found.state is WRONG_TYPE
    assert found.reason == (
        f"The bytes are an HTML page, not {kind.label}. Bring it as the kind it is, or bring the {kind.label} itself."
    )


@pytest.mark.parametrize("kind", OWN)
def test_a_pdf_under_another_name_is_called_a_pdf(kind):
    found = extract(b"%PDF-1.7\n1 0 obj", kind)
    assert found.state is WRONG_TYPE
    assert found.reason.startswith(f"The bytes are a PDF, not {kind.label}. Bring it as the kind it is")


def test_bytes_that_begin_like_no_pdf_are_said_not_to_be_one():
    found = extract(b"Kept for 24 months.", SourceKind.PDF)
    assert found.state is WRONG_TYPE
    assert found.reason.startswith("The bytes are not PDF: they do not begin like one. If they are text, bring it as")


def test_a_kind_that_is_not_read_here_is_refused_with_what_to_do():
    found = extract(b"From: Ada", SourceKind.EMAIL)
    assert found.state is WRONG_TYPE
    assert "Bring its extracted text in a bundle" in found.reason


def test_what_was_declared_outside_is_used():
    assert extract(b"Gr\xf6\xdfe", SourceKind.TEXT, encoding="latin1").text == "Größe"
    assert extract(b"<p>Gr\xf6\xdfe", SourceKind.HTML, encoding="latin1").text == "Größe"


@given(st.binary(max_size=300), st.sampled_from(OWN))
def test_whatever_the_bytes_it_ends_with_a_state_that_can_be_written_and_read_again(data, kind):
    found = extract(data, kind)
    assert found.bytes_in == len(data)
    assert (found.text == "") or found.state is ExtractionState.READ
    assert bool(found.reason) is (found.state is not ExtractionState.READ)
    assert Extraction.from_report(found.to_report(), found.text, found.layout).to_report() == found.to_report()


def test_to_read_a_text_no_parser_is_loaded():
    program = (
        "import sys\n"
        "from lineage.evidence.vocabulary import SourceKind\n"
        "from lineage.pipeline.extract.reading import extract\n"
        "extract(b'24 months', SourceKind.MARKDOWN)\n"
        "print(sorted({'pypdfium2', 'docx', 'lxml', 'selectolax', 'charset_normalizer', 'csv'} & set(sys.modules)))\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
